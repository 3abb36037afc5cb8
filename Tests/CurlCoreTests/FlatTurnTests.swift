import CurlCore
import Glibc
import Testing

/// The numbers of flips, cards and slides.
@Suite struct FlatTurnTests {
  static let page = PageSize(width: 300, height: 420)

  /// A flip's point worked out in space: turned about the hinge, then seen from the eye.
  @Test(arguments: FlipTurn.Axis.allCases) func s1_5_theEyeIs1500PixelsAway(axis: FlipTurn.Axis) {
    var turn = FlipTurn.flipboard
    turn.axis = axis
    for angle in [0.0, 1, 30, 89, 90, 91, 135, 180] {
      let map = turn.map(angle, on: Self.page)
      for p in [SIMD2(0.0, 0.0), SIMD2(300, 420), SIMD2(12, 388), SIMD2(250, 210)] {
        let side = axis == .horizontal ? 1 : 0
        let centre = SIMD2(150.0, 210.0)
        var at = p - centre
        let z = at[side] * sin(angle * .pi / 180)
        at[side] *= cos(angle * .pi / 180)
        let seen = centre + at * 1500 / (1500 - z)
        let d = map(p) - seen
        #expect(abs(d.x) < 1e-9 && abs(d.y) < 1e-9)
        #expect(abs(map.column(p).w - (1 - z / 1500)) < 1e-12)
      }
    }
  }

  @Test func anEyeIsHeldAboveTheHighestLeaf() {
    var turn = FlipTurn()
    turn.eye = .pixels(0)
    let map = turn.map(90, on: Self.page)
    #expect(abs(map.column(SIMD2(150, 420)).w - 0.2) < 1e-12)
    var card = CardTurn()
    card.eye = .pixels(0)
    card.axis = SIMD2(0, 1)
    #expect(abs(card.map(90, on: Self.page).column(SIMD2(0, 210)).w - 0.2) < 1e-12)
  }

  @Test func s1_7_leavesFlyAtAFlipboardsTimes() {
    let turn = FlipTurn.flipboard
    for (pages, seconds) in [(2, 1.101), (5, 1.253), (8, 1.406)] {
      // Of p leaves the last one lands at the end, not before.
      let flight = Flipboard(pages: pages + 1).flight(from: 0, to: pages)
      #expect(abs(flight.totalDuration - seconds) < 6e-4)
      let before = turn.angles(1 - 1e-6, leaves: pages)
      #expect(before[pages - 1] < 180 && before[0] == 180)
      #expect(turn.angles(1, leaves: pages).allSatisfy { $0 == 180 })
      #expect(turn.angles(0, leaves: pages).allSatisfy { $0 == 0 })
      // The first starts after a twentieth of its own second.
      let start = 0.05 / flight.totalDuration
      #expect(turn.angles(start * 0.99, leaves: pages)[0] == 0)
      let first = turn.angles(start + 0.25 / flight.totalDuration, leaves: pages)[0]
      #expect(abs(first - 45) < 0.1)
    }
  }

  @Test func s1_7_noLeafOvertakesTheOneBefore() {
    for leaves in 2...9 {
      for step in 0...200 {
        let angles = FlipTurn().angles(Double(step) / 200, leaves: leaves)
        #expect(zip(angles, angles.dropFirst()).allSatisfy { $0 >= $1 })
      }
    }
  }

  @Test func s1_2_halvesAreThoseOfTheLeafModel() {
    // Three leaves, the second standing: under it the first has landed, and the third lies.
    let stage = TurnStage(page: Self.page, leaves: 3)
    let progress = (1...999).map { Double($0) / 1000 }.first {
      FlipTurn.flipboard.angles($0, leaves: 3)[1] > 100
    }
    let scene = FlipTurn.flipboard.scene(.progress(progress ?? 0), on: stage, base: .next)
    let contents = scene.leaves.map(\.front.contents)
    #expect(contents.contains(.picture(.leafFront(2))) && contents.contains(.picture(.front)))
    for leaf in scene.leaves where leaf.surface != .projective(.identity) {
      guard case .picture(let front) = leaf.front.contents,
        case .picture(let back) = leaf.back.contents
      else { continue }
      let pages: [Picture] = [.front, .leafFront(1), .leafFront(2), .next]
      #expect(pages.firstIndex(of: back) == pages.firstIndex(of: front).map { $0 + 1 })
      #expect(leaf.clip == Rectangle(x: 0, y: 210, width: 300, height: 210) && leaf.turnsOver)
    }
  }

  /// The row's own steps: rotate about (ax, ay, 0), after the move of the page's centre to the
  /// origin, divide by 1 + z · m34, move back.
  @Test(arguments: [SIMD2(1.0, 5.0), SIMD2(1, 0), SIMD2(0, 1), SIMD2(-2, 3)])
  func s2_5_theCardsCorners(axis: SIMD2<Double>) {
    var turn = CardTurn.card
    turn.axis = axis
    let m34 = -1.0 / 420
    let u = axis / (axis * axis).sum().squareRoot()
    for degrees in [0.0, 30, 60, 89, 120, 180] {
      let a = degrees * .pi / 180
      let (c, s) = (cos(a), sin(a))
      // Core Animation's rotation for row vectors about (x, y, 0).
      let m11 = c + (1 - c) * u.x * u.x
      let m12 = (1 - c) * u.x * u.y
      let m13 = -s * u.y
      let m22 = c + (1 - c) * u.y * u.y
      let m23 = s * u.x
      let map = turn.map(degrees, on: Self.page)
      for corner in Rectangle(Self.page).corners {
        let p = corner - SIMD2(150, 210)
        let x = p.x * m11 + p.y * m12
        let y = p.x * m12 + p.y * m22
        let z = p.x * m13 + p.y * m23
        let w = 1 + z * m34
        let d = map(corner) - (SIMD2(x, y) / w + SIMD2(150, 210))
        #expect(abs(d.x) < 1e-9 && abs(d.y) < 1e-9, "\(degrees)°")
      }
    }
  }

  @Test func s2_6_theBackIsSeenFrom90To270Degrees() {
    for (angle, isFlipped) in [
      (0, false), (89.999, false), (90, true), (180, true), (269.999, true), (270, false),
      (360, false), (450, true), (-90, false), (-91, true), (-270, true),
    ] {
      #expect(CardTurn.isFlipped(angle) == isFlipped, "\(angle)°")
    }
  }

  @Test func s2_8_theCardChangesItsPictureWhileItStands() {
    let stage = TurnStage(page: Self.page)
    func contents(_ angle: Double) -> Face.Contents? {
      CardTurn.card.scene(.progress(angle / 180), on: stage, base: .next).leaves.first?.front
        .contents
    }
    #expect(contents(0) == .picture(.front) && contents(89.999) == .picture(.front))
    #expect(contents(90) == .picture(.next) && contents(179.999) == .picture(.next))
    // It stands then: no area is seen.
    #expect(abs(CardTurn.card.map(90, on: Self.page).determinant) < 1e-12)
  }

  @Test func s2_8_theNextPageLandsUprightAboutAnyAxis() {
    for axis in [SIMD2(1.0, 5.0), SIMD2(1, 0), SIMD2(-3, 2)] {
      var turn = CardTurn()
      turn.axis = axis
      #expect(turn.map(-180 + 180, on: Self.page).rows == Projective.identity.rows)
      // And comes there in the sense in which the front left: at the swap both stand alike.
      for corner in Rectangle(Self.page).corners {
        let before = turn.map(89.9999, on: Self.page).column(corner).w
        let after = turn.map(-89.9999, on: Self.page).column(corner).w
        #expect(abs(before + after - 2) < 1e-5)
      }
    }
  }

  @Test func s2_9_anAxisOfAnyLengthIsTheSameAxis() throws {
    var (a, b) = (CardTurn(), CardTurn())
    b.axis = SIMD2(0.2, 1)
    for (m, n) in zip(a.map(40, on: Self.page).rows, b.map(40, on: Self.page).rows) {
      #expect(abs(m - n) < 1e-12)
    }
    a.axis = .zero
    #expect(throws: ParameterError.self) { try a.check() }
  }

  @Test func s1_15_thePresetHasTheSourcesNumbers() {
    let flip = FlipTurn.flipboard
    #expect(flip.eye == .pixels(1500) && flip.spread == 0.1 && flip.axis == .horizontal)
    #expect(flip.leafShade == 0.06 && flip.neighbourShade == 0.3)
    #expect(flip.hingeShade == 0 && flip.thickness == .pixels(0))
    var source = FlipTurn.source
    source.mixing = .linear
    source.look.paper = nil
    #expect(source == flip)
    #expect(CardTurn.card.axis == SIMD2(1, 5) && CardTurn.card.eye == .perspective(1))
  }

  /// Opacities of a scene's ramps at the hinge and at the free edge.
  private static func ramps(_ scene: Scene) -> [(hinge: Double, edge: Double)] {
    scene.leaves.compactMap { leaf in
      guard case .gradient(let ramp)? = leaf.shade else { return nil }
      return (ramp.from.alpha, ramp.to.alpha)
    }
  }

  /// The share of the sky that a plane of length 1 hides from a point of another one, at a distance
  /// from the hinge: the mean of many directions across it, each weighted by its height.
  private static func hidden(_ distance: Double, opening: Double) -> Double {
    let steps = 20_000
    let edge = SIMD2(cos(opening * .pi / 180), sin(opening * .pi / 180))
    var sum = 0.0
    for i in 0..<steps {
      // Directions from the side of the hinge, 0, to the other side, π.
      let angle = (Double(i) + 0.5) * .pi / Double(steps)
      let way = SIMD2(-cos(angle), sin(angle))
      // Where the ray meets the line of the other plane: distance·x̂ + t·way = s·edge.
      let cross = way.x * edge.y - way.y * edge.x
      let s = -distance * way.y / cross
      let t = -distance * edge.y / cross
      if t > 0 && s > 0 && s <= 1 { sum += sin(angle) * .pi / Double(steps) }
    }
    return sum / 2
  }

  @Test(arguments: [FlipTurn.Axis.horizontal, .vertical], [false, true])
  func planesHideTheSkyFromOneAnother(axis: FlipTurn.Axis, isFacing: Bool) {
    var flip = FlipTurn()
    flip.axis = axis
    (flip.hingeShade, flip.leafShade, flip.neighbourShade) = (1, 0, 0)
    let stage = TurnStage(page: Self.page, isFacing: isFacing)
    for angle in [95.0, 120, 150, 175] {
      // The leaf and the half before it look into the same wedge.
      let ramps = Self.ramps(flip.scene(.progress(angle / 180), on: stage, base: .next))
      let open = ramps.filter { ramp in
        abs(ramp.hinge - Self.hidden(1e-5, opening: angle)) < 1e-3
          && abs(ramp.edge - Self.hidden(1 - 1e-9, opening: angle)) < 1e-3
      }
      #expect(ramps.count == 3 && open.count == 2, "\(angle)°: \(ramps)")
    }
    // It comes from nothing and goes to nothing, without a kink.
    for progress in [1e-3, 1 - 1e-3] {
      let scene = flip.scene(.progress(progress), on: stage, base: .next)
      let seen = Self.ramps(scene).map(\.hinge).sorted()
      #expect(seen.count == 3 && seen[1] < 1e-5 && seen[2] < 0.004)
    }
    flip.look.isLit = false
    #expect(Self.ramps(flip.scene(.progress(0.4), on: stage, base: .next)).isEmpty)
  }

  @Test(arguments: [FlipTurn.Axis.horizontal, .vertical], [false, true])
  func aCutEdgeIsAsWideAsItIsSeen(axis: FlipTurn.Axis, isFacing: Bool) throws {
    var flip = FlipTurn()
    flip.axis = axis
    flip.thickness = .pixels(4)
    flip.look.paper = Colour(red: 1, green: 1, blue: 1)
    let stage = TurnStage(page: Self.page, isFacing: isFacing)
    let side = axis == .horizontal && !isFacing ? 1 : 0
    let length = isFacing ? 300.0 : side == 1 ? 210 : 150
    let hinge = isFacing ? 0 : length
    for angle in [1.0, 30, 89.9, 90, 90.1, 150, 179] {
      let scene = flip.scene(.progress(angle / 180), on: stage, base: .next)
      let edge = try #require(scene.leaves.last)
      guard case .colour = try #require(edge.shade), case .projective(let map) = edge.surface,
        let strip = edge.clip
      else {
        Issue.record("no edge at \(angle)°")
        continue
      }
      #expect(strip.size[side] == 4)
      let (near, far) = (map(strip.origin)[side], map(strip.end)[side])
      let (c, s) = (cos(angle * .pi / 180), sin(angle * .pi / 180))
      let scale = 1 / (1 - length * s / 1500)
      #expect(abs(abs(far - near) - 4 * s * scale) < 1e-9, "\(angle)°")
      #expect(abs((near + far) / 2 - hinge - length * c * scale) < 1e-9, "\(angle)°")
      #expect((map.determinant > 0) == (angle < 90))
    }
    flip.thickness = .pixels(0)
    let bare = flip.scene(.progress(0.4), on: stage, base: .next)
    #expect(bare.leaves.allSatisfy { if case .colour? = $0.shade { false } else { true } })
  }

  @Test func whatSlidesAwayNeedsNoMargin() {
    let stage = TurnStage(page: Self.page)
    for turn in [SlideTurn(), CoverTurn(), DropTurn()] as [any Turn] {
      #expect(turn.margin(on: stage) == .none)
    }
    // A flip's leaf is seen the larger the higher it stands.
    #expect(FlipTurn().margin(on: stage).left > 20)
    #expect(NoTurn().margin(on: stage) == .none)
  }

  @Test func parametersAreSetByTheirNames() {
    var card = CardTurn()
    #expect(card.value(of: "eye", on: Self.page) == 420)
    let isSet = [card.set("eye", to: 900), card.set("axisX", to: 3)]
    #expect(isSet == [true, true])
    #expect(card.eye == .pixels(900) && card.axis == SIMD2(3, 5))
    var flip = FlipTurn()
    let isKnown = [flip.set("neighbourShade", to: 0.5), flip.set("radius", to: 1)]
    #expect(isKnown == [true, false])
    #expect(flip.neighbourShade == 0.5)
  }
}
