import CurlCore
import TestSupport
import Testing

@Suite("Drag-shaped curls") struct DragTests {
  struct Drag {
    var drag: CurlDrag
    var pointer: SIMD2<Double>
  }

  /// Pages of all shapes, bound and free, pointers on the page and far beyond it.
  static func random(_ random: inout Random, spines: [Binding?]? = nil) -> Drag {
    let all: [Binding?] = spines ?? [.left, .right, .top, nil]
    let page = PageSize(
      width: .random(in: 100...4000, using: &random),
      height: .random(in: 100...4000, using: &random))
    let (w, h) = (Double(page.width), Double(page.height))
    let radius: Double = Bool.random(using: &random) ? 0 : random.number(in: 0...0.4) * w
    let drag = CurlDrag(
      page: page, spine: all[Int.random(in: 0..<all.count, using: &random)],
      grab: SIMD2(random.number(in: 0...w), random.number(in: 0...h)), radius: radius,
      follow: Int.random(in: 0...3, using: &random) == 0 ? .fold : .edge)
    let (across, down): (ClosedRange<Double>, ClosedRange<Double>) = (-1.5 * w...2 * w, -h...2 * h)
    let pointer = SIMD2(random.number(in: across), random.number(in: down))
    return Drag(drag: drag, pointer: pointer)
  }

  static func length(_ v: SIMD2<Double>) -> Double { (v * v).sum().squareRoot() }

  static func arc(_ p: SIMD2<Double>, _ fold: Fold) -> Double {
    ((p - fold.point) * fold.normal).sum()
  }

  /// Where a material point is seen from straight above.
  static func seen(_ p: SIMD2<Double>, _ curl: CurlDrag.Curl) -> SIMD2<Double> {
    let s = arc(p, curl.fold)
    return p + (Profile.halfTurn(radius: curl.radius).place(s).x - s) * curl.fold.normal
  }

  @Test("The held point is seen exactly under the pointer")
  func s4_10_paperUnderPointer() {
    var random = Random(seed: 20)
    var worst = 0.0
    for _ in 0..<30000 {
      let sample = Self.random(&random)
      let curl = sample.drag.curl(at: sample.pointer)
      let place = Self.seen(sample.drag.grab, curl)
      worst = max(worst, Self.length(place - curl.grabbed))
      let target =
        sample.drag.follow == .edge
        ? Self.length(place - curl.pointer)
        : abs(Self.arc(curl.pointer, curl.fold))
      worst = max(worst, target)
    }
    #expect(worst < 1e-9, "\(worst) page pixels off")
  }

  @Test("The spine never lifts, and the pointer isn't pulled where it needn't be")
  func spineStaysDown() {
    var random = Random(seed: 21)
    var worst = -1.0
    var free = 0
    for _ in 0..<30000 {
      let sample = Self.random(&random, spines: [.left, .right, .top])
      let drag = sample.drag
      let curl = drag.curl(at: sample.pointer)
      guard let spine = drag.spine?.spine(on: drag.page) else { continue }
      for end in [spine.0, spine.1] { worst = max(worst, Self.arc(end, curl.fold)) }
      #expect(curl.radius >= 0 && curl.radius <= drag.radius)
      let reach = drag.follow == .edge ? sample.pointer : 2 * sample.pointer - drag.grab
      let isFree = [spine.0, spine.1].allSatisfy {
        Self.length(reach - $0) <= Self.length(drag.grab - $0) - 1e-9
      }
      if isFree {
        free += 1
        #expect(Self.length(curl.pointer - sample.pointer) < 1e-11)
      }
    }
    #expect(worst <= 1e-9, "\(worst) page pixels past the fold")
    #expect(free > 1000)
  }

  /// Where the discs' rims cross the heading follows from the pointer's last bits alone.
  @Test("The spine stays down for pointers on the rims, however near to the held point")
  func spineStaysDownOnTheRims() {
    var random = Random(seed: 27)
    var (lifted, under) = (-1.0, 0.0)
    for _ in 0..<20000 {
      let sample = Self.random(&random, spines: [.left])
      let drag = sample.drag
      var share = random.number(in: -1...1)
      for _ in 0..<Int.random(in: 0...40, using: &random) { share *= 0.5 }
      let curl = drag.curl(at: drag.grab + SIMD2(0, share * drag.grab.x))
      let spine = Binding.left.spine(on: drag.page)
      lifted = max(lifted, Self.arc(spine.0, curl.fold), Self.arc(spine.1, curl.fold))
      if drag.follow == .edge {
        under = max(under, Self.length(Self.seen(drag.grab, curl) - curl.pointer))
      }
    }
    #expect(lifted <= 1e-9, "\(lifted) page pixels past the fold")
    #expect(under < 1e-9, "\(under) page pixels off")
  }

  @Test("The pulled pointer is the nearest allowed one")
  func pullingIsNearest() {
    var random = Random(seed: 22)
    for _ in 0..<400 {
      let sample = Self.random(&random, spines: [.left])
      guard sample.drag.follow == .edge else { continue }
      let drag = sample.drag
      let pulled = drag.clampedToSpine(sample.pointer)
      let (e0, e1) = Binding.left.spine(on: drag.page)
      let best = Self.length(pulled - sample.pointer)
      for _ in 0..<200 {
        let q = SIMD2(
          random.number(in: -drag.grab.x...drag.grab.x),
          random.number(in: -2 * drag.grab.x...2 * drag.grab.x))
        guard Self.length(q - e0) <= Self.length(drag.grab - e0),
          Self.length(q - e1) <= Self.length(drag.grab - e1)
        else { continue }
        #expect(Self.length(q - sample.pointer) >= best - 1e-9)
      }
      #expect(Self.length(drag.clampedToSpine(pulled) - pulled) < 1e-9)
    }
  }

  /// With q the pulled pointer, ℓ = |q − g|, u the heading and D the way from g to the further end
  /// of the spine: |Δq| ≤ |Δp|, for q is the nearest point of a convex set; |Δℓ| ≤ |Δq|;
  /// |Δu| ≤ 2|Δq|/(ℓ₁ + ℓ₂); |Δm| ≤ D|Δu|; |Δr| ≤ (2|Δm| + 2|Δℓ|)/π; and with φ = s/r,
  /// |Δs| ≤ |Δℓ|/(1 − cos φ) + π/2·|Δr|, of which the first factor is ½ past the roll and without
  /// bound only at ℓ = 0.
  @Test("A curl is continuous in the pointer but where the held point is at rest")
  func continuity() {
    var random = Random(seed: 23)
    var checked = 0
    for _ in 0..<30000 {
      let sample = Self.random(&random)
      let drag = sample.drag
      let near: SIMD2<Double> =
        1e-3 * SIMD2(random.number(in: -1...1), random.number(in: -1...1))
      let a = drag.curl(at: sample.pointer)
      let b = drag.curl(at: sample.pointer + near)
      let rounding = 1e-8
      let moved = Self.length(b.pointer - a.pointer)
      #expect(moved <= Self.length(near) + rounding)
      let (la, lb) = (Self.length(a.pointer - drag.grab), Self.length(b.pointer - drag.grab))
      guard min(la, lb) > 1 else { continue }
      checked += 1
      let turned = Self.length(b.fold.normal - a.fold.normal)
      #expect(turned <= 2 * moved / (la + lb) + 1e-11)
      let ends = drag.spine.map { $0.spine(on: drag.page) }
      let far = ends.map {
        max(Self.length($0.0 - drag.grab), Self.length($0.1 - drag.grab))
      }
      let swing = abs(b.radius - a.radius)
      let mostSwing: Double = (2 * (far ?? 0) * turned + 2 * moved) / .pi
      #expect(swing <= mostSwing + rounding)
      func angle(_ curl: CurlDrag.Curl) -> Double {
        curl.radius > 0 ? curl.arc / curl.radius : .pi
      }
      let least: Double = min(angle(a), angle(b), .pi)
      let (cosine, _) = cosineAndSine(degrees: least * 180 / .pi)
      let steep: Double = drag.follow == .fold ? 1 : 1 / (1 - cosine)
      let mostArc: Double = 1.01 * (steep * moved + .pi / 2 * swing)
      #expect(abs(b.arc - a.arc) <= mostArc + rounding)
    }
    #expect(checked > 20000)
  }

  @Test("A sheet that is hardly dragged is hardly lifted")
  func flatLimit() {
    for spine in [Binding.left, nil] {
      let drag = CurlDrag(
        page: PageSize(width: 600, height: 800), spine: spine, grab: SIMD2(600, 300), radius: 50)
      var height = Double.infinity
      for distance in [1e-1, 1e-3, 1e-6, 1e-9, 1e-13, 0] {
        let curl = drag.curl(at: SIMD2(600 - distance, 300))
        let place = Profile.halfTurn(radius: curl.radius).place(curl.arc)
        #expect(place.z <= height)
        // z ≈ s²/2r where s³ ≈ 6ℓr².
        let (cubed, square) = (100 * place.z, 6 * distance * 2500)
        #expect(cubed * cubed * cubed <= 1.1 * square * square)
        height = place.z
      }
      #expect(height == 0 && drag.curl(at: SIMD2(600, 300)).isFlat)
    }
  }

  @Test(
    "At rest the fold touches the page from outside", arguments: [Binding.left, .right, .top, nil])
  func flatSheet(_ spine: Binding?) {
    let page = PageSize(width: 600, height: 800)
    for grab in [SIMD2(600.0, 300), SIMD2(0, 0), SIMD2(300, 400), SIMD2(300, 800)] {
      let drag = CurlDrag(page: page, spine: spine, grab: grab, radius: 50)
      let curl = drag.curl(at: drag.grab)
      #expect(curl.isFlat && curl.grabbed == drag.grab)
      let furthest = page.corners.map { Self.arc($0, curl.fold) }.max() ?? 1
      #expect(abs(furthest) < 1e-9)
    }
  }

  @Test("A bound sheet is held at its free edge, away from its ends")
  func heldPoints() {
    let page = PageSize(width: 600, height: 800)
    func held(_ spine: Binding?, _ grab: SIMD2<Double>) -> SIMD2<Double> {
      CurlDrag(page: page, spine: spine, grab: grab, radius: 1).grab
    }
    #expect(held(.left, SIMD2(20, 0)) == SIMD2(600, 40))
    #expect(held(.right, SIMD2(20, 799)) == SIMD2(0, 760))
    #expect(held(.top, SIMD2(20, 10)) == SIMD2(30, 800))
    #expect(held(nil, SIMD2(20, 900)) == SIMD2(20, 800))
  }

  @Test(
    "Bindings are each other's reflections", arguments: [(Binding.right), (Binding.top)])
  func bindingsReflect(_ binding: Binding) {
    var random = Random(seed: 24)
    let symmetry = binding.symmetry
    for _ in 0..<20000 {
      let sample = Self.random(&random, spines: [.left])
      let (drag, page) = (sample.drag, sample.drag.page)
      let other = CurlDrag(
        page: symmetry.applied(to: page), spine: binding,
        grab: symmetry.applied(to: drag.grab, on: page), radius: drag.radius, follow: drag.follow)
      let a = drag.curl(at: sample.pointer)
      let b = other.curl(at: symmetry.applied(to: sample.pointer, on: page))
      let fold = a.fold.applying(symmetry, on: page)
      if binding == .top {
        // Nothing is rounded by an exchange of coordinates.
        #expect(fold == b.fold && a.radius == b.radius && a.arc == b.arc)
        #expect(symmetry.applied(to: a.grabbed, on: page) == b.grabbed)
      } else if Self.length(a.pointer - drag.grab) > 1e-3 {
        #expect(Self.length(fold.point - b.fold.point) < 1e-6)
        #expect(Self.length(fold.normal - b.fold.normal) < 1e-8)
        #expect(abs(a.radius - b.radius) < 1e-5)
        #expect(abs(a.arc - b.arc) < 1e-5)
        #expect(Self.length(symmetry.applied(to: a.grabbed, on: page) - b.grabbed) < 1e-9)
      }
    }
  }

  @Test("Upside down the curl is upside down, bound or free", arguments: [Binding.left, nil])
  func upsideDown(_ spine: Binding?) {
    var random = Random(seed: 25)
    for _ in 0..<5000 {
      let sample = Self.random(&random, spines: [spine])
      let (drag, h) = (sample.drag, Double(sample.drag.page.height))
      func turned(_ p: SIMD2<Double>) -> SIMD2<Double> { SIMD2(p.x, h - p.y) }
      let other = CurlDrag(
        page: drag.page, spine: spine, grab: turned(drag.grab), radius: drag.radius,
        follow: drag.follow)
      let (a, b) = (drag.curl(at: sample.pointer), other.curl(at: turned(sample.pointer)))
      #expect(Self.length(turned(a.grabbed) - b.grabbed) < 1e-9)
      guard Self.length(a.pointer - drag.grab) > 1e-3 else { continue }
      #expect(Self.length(turned(a.fold.point) - b.fold.point) < 1e-6)
    }
  }

  @Test("Kepler's equation is solved to the last digits")
  func kepler() {
    var random = Random(seed: 26)
    for number in 0..<20000 {
      let radius = number % 2 == 0 ? 1 : random.number(in: 1e-6...1000)
      // From the faintest lift to the flap.
      var share = random.number(in: 0...1.2)
      for _ in 0..<(number % 40) { share *= 0.5 }
      let displacement = share * .pi * radius
      let s = CurlDrag.arc(displacement: displacement, radius: radius)
      let place = Profile.halfTurn(radius: radius).place(s)
      #expect(abs(s - place.x - displacement) <= 1e-12 * max(radius, 1))
      #expect(s >= displacement / 2)
    }
    #expect(CurlDrag.arc(displacement: 0, radius: 5) == 0)
    #expect(CurlDrag.arc(displacement: 8, radius: 0) == 4)
    #expect(CurlDrag.arc(displacement: 5 * .pi, radius: 5) == 5 * .pi)
    // The leading term of the series, where subtraction alone would leave nothing.
    let tiny = CurlDrag.arc(displacement: 1e-24 / 6, radius: 1)
    #expect(abs(tiny / 1e-8 - 1) < 1e-12)
  }
}
