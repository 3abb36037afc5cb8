import CurlCore
import Glibc
import Testing

/// SwiftUI's perspective as a distance of the eye, and cards that go round.
@Suite struct EyeTests {
  static let page = PageSize(width: 300, height: 420)

  /// A rotation as SwiftUI projects it, m34 being −p over the longer side, worked out here.
  private func seen(
    _ point: SIMD2<Double>, turned degrees: Double, about x: Double, from centre: SIMD2<Double>,
    _ perspective: Double
  ) -> SIMD2<Double> {
    let angle = degrees * .pi / 180
    let (reach, height) = ((point.x - x) * cos(angle), (point.x - x) * sin(angle))
    let m34 = -perspective / 420
    let flat = SIMD2(x + reach, point.y)
    return centre + (flat - centre) / (1 + height * m34)
  }

  @Test(arguments: [0, 0.5, 1, 0.75])
  func s0_20_aHingesPerspectiveIsSwiftUIs(perspective: Double) throws {
    var hinge = HingeTurn()
    hinge.put("perspective", perspective)
    #expect(hinge.value(of: "perspective", on: Self.page) == perspective)
    try hinge.check()
    let stage = TurnStage(page: Self.page)
    let scene = hinge.scene(.progress(0.3), on: stage, base: .next)
    // The eye stays above the middle of the spine.
    let centre = SIMD2(0.0, 210)
    for corner in Self.page.corners {
      let angle = 0.3 * Double.pi
      let flat = SIMD2(corner.x * cos(angle), corner.y)
      let at = scene.camera.project(flat, height: corner.x * sin(angle))
      let expected = seen(corner, turned: 54, about: 0, from: centre, perspective)
      #expect(abs(at.x - expected.x) < 1e-9 && abs(at.y - expected.y) < 1e-9)
    }
    if perspective == 0 { #expect(scene.camera == .orthographic) }
  }

  @Test func s0_20_cardsAndFlipsTakeAPerspective() throws {
    var card = CardTurn()
    card.axis = SIMD2(0, 1)
    let middle = SIMD2(150.0, 210)
    for perspective in [0, 0.5, 1] {
      card.put("perspective", perspective)
      for corner in Self.page.corners {
        let at = card.map(-40, on: Self.page)(corner)
        let expected = seen(corner, turned: 40, about: 150, from: middle, perspective)
        #expect(abs(at.x - expected.x) < 1e-9 && abs(at.y - expected.y) < 1e-9)
      }
      var flip = FlipTurn()
      flip.axis = .vertical
      flip.put("perspective", perspective)
      let p = SIMD2(280.0, 33)
      let at = flip.map(40, on: Self.page)(p)
      let expected = seen(p, turned: 40, about: 150, from: middle, perspective)
      #expect(abs(at.x - expected.x) < 1e-9 && abs(at.y - expected.y) < 1e-9)
    }
    // Without perspective the eye has no distance that could be told.
    var flat = CardTurn()
    flat.eye = .perspective(0)
    #expect(flat.value(of: "eye", on: Self.page) == nil)
    #expect(FlipTurn().value(of: "perspective", on: Self.page) == nil)
    flat.eye = .perspective(10.5)
    #expect(throws: ParameterError.self) { try flat.check() }
  }

  @Test func s0_20_aPerspectiveIsOfThePageNotOfItsReflection() throws {
    var hinge = HingeTurn()
    hinge.look.view = .eye(distance: .perspective(0.5), centre: SIMD2(0, 0.5))
    let bound = hinge.reflected(.transposed, on: Self.page)
    let across = TurnStage(page: PageSize(width: 420, height: 300))
    guard
      case .perspective(_, let distance) =
        bound.scene(.progress(0.3), on: across, base: .next).camera
    else {
      Issue.record("no perspective")
      return
    }
    #expect(distance == 840)
  }

  @Test func s2_10_aTrackDrivesACardOverAWholeTurn() throws {
    let stage = TurnStage(page: Self.page)
    let timeline = Timeline.revolving("angle", in: 4)
    // Whatever the progress: at its ends, too, the angle alone counts.
    for progress in [0, 0.4, 1] {
      func scene(_ seconds: Double) throws -> Scene {
        var card = CardTurn()
        card.put("angle", try #require(timeline.value(of: "angle", at: seconds)))
        try card.check()
        return card.scene(.progress(progress), on: stage, base: .next)
      }
      func contents(_ seconds: Double) throws -> Face.Contents? {
        try scene(seconds).leaves.first?.front.contents
      }
      let rest = stage.flat
      #expect(try scene(0).leaves == [rest] && scene(0).base == .next)
      #expect(try scene(4).leaves == [rest] && scene(8).leaves == [rest])
      #expect(try contents(0.9) == .picture(.front) && contents(1) == .picture(.next))
      // Half way the next page lies there, and nothing else does.
      #expect(try scene(2).leaves.isEmpty && scene(2).base == .next && scene(6).leaves.isEmpty)
      #expect(try contents(2.9) == .picture(.next) && contents(3) == .picture(.front))
      #expect(try contents(3.9) == .picture(.front) && scene(3.9).base == .nothing)
      // A quarter of the way on and on again it stands alike, seen from its other side.
      guard case .projective(let up) = try #require(try scene(0.5).leaves.first).surface,
        case .projective(let down) = try #require(try scene(3.5).leaves.first).surface
      else { return }
      let (x, y) = (up.column(SIMD2(300, 420)).w - 1, down.column(SIMD2(300, 420)).w - 1)
      #expect(abs(x) > 0.1 && abs(x + y) < 1e-12)
    }
    #expect(CardTurn().value(of: "angle", on: Self.page) == nil)
    var card = CardTurn()
    card.angle = 2e6
    #expect(throws: ParameterError.self) { try card.check() }
  }
}

extension TurnStage {
  /// The front in its place.
  fileprivate var flat: Leaf {
    Leaf(front: Face(.picture(.front)), back: Face(.mirrored), surface: .projective(.identity))
  }
}
