import CurlCore
import Glibc
import PageCurl
import TestSupport
import Testing

/// Thick paper: its back lies outside its front, and its cut edge shows.
@Suite struct ThicknessTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var thickness: Double
    var view: CurlTurn.View
    var testDescription: String { "\(thickness) px, \(view)" }
  }

  static let cases: [Case] = [3.0, 12].flatMap { thickness in
    [
      CurlTurn.View.above, .oblique(shear: SIMD2(0.4, -0.3)),
      .eye(distance: .pixels(190)),
    ].map { Case(thickness: thickness, view: $0) }
  }

  private func turn(
    _ pages: Pages, angle: Double = 151, thickness: Double, view: CurlTurn.View = .above,
    canvas: Canvas? = nil
  ) throws -> PageTurn {
    try Fixture.turn(pages, angle: angle, radius: 30, lit: false, canvas: canvas) {
      $0.look.back = pages.back == nil ? .mirrored : .picture
      $0.look.thickness = .pixels(thickness)
      $0.look.paper = Colour(red: 0.9, green: 0.3, blue: 0.1)
      $0.look.view = view
      $0.look.background = .colour(Colour(red: 0.2, green: 0.4, blue: 0.6))
    }
  }

  @Test(arguments: cases, [151.0, 180])
  func thickPaperMeetsTheReference(_ it: Case, angle: Double) async throws {
    let canvas = Canvas(width: 150, height: 200, origin: SIMD2(-15, -15), step: SIMD2(1, 1))
    let turn = try turn(
      Fixture.pages(120, 170), angle: angle, thickness: it.thickness, view: it.view,
      canvas: canvas)
    // The page's end on the roll's lower half, on its upper half, and past it.
    // A near eye sees the flap beside the canvas.
    var hasFlap = true
    if case .eye = it.view { hasFlap = false }
    try await Fixture.expectReference(
      turn, at: [.time(0.2), .time(0.4), .time(0.95)], hasFlap: hasFlap)
  }

  @Test func thickPaperWithRoundedCornersMeetsTheReference() async throws {
    let turn = try Fixture.turn(Fixture.pages(120, 170), radius: 18, lit: false) {
      $0.look.back = .picture
      $0.look.thickness = .pixels(6)
      $0.look.paper = Colour(red: 0.9, green: 0.3, blue: 0.1)
      $0.look.cornerRadius = .pixels(25)
      $0.look.view = .oblique(shear: SIMD2(0.4, -0.3))
    }
    try await Fixture.expectReference(turn, at: [.time(0.5)])
  }

  @Test(arguments: cases)
  func materialPointsOfThickPaperAreExact(_ it: Case) async throws {
    let turn = try turn(Fixture.pages(160, 226), thickness: it.thickness, view: it.view)
    for renderer in try await Fixture.all() {
      let bound = renderer.info.backend == .cpu ? 0.02 : 0.15
      for time in [0.3, 0.7] {
        let geometry = try await renderer.geometry(turn, at: .time(time))
        let reference = Fixture.reference(turn, .time(time))
        var (worst, height, counted) = (0.0, 0.0, 0)
        for i in 0..<geometry.side.count where !geometry.isEdge(i) && geometry.side[i] > 0 {
          let (x, y) = (Double(i % 160) + 0.5, Double(i / 160) + 0.5)
          guard let hit = Fixture.steadyHit(reference, x, y) else { continue }
          counted += 1
          #expect(hit.isBack == (geometry.side[i] == 2))
          let d = SIMD2<Double>(geometry.uv[i]) - hit.point
          worst = max(worst, (d * d).sum().squareRoot())
          height = max(height, abs(hit.height - Double(geometry.z[i])))
        }
        #expect(counted > 1000)
        #expect(worst <= bound, "\(renderer.info), time \(time): \(worst)")
        #expect(height <= bound, "\(renderer.info), time \(time): \(height)")
      }
    }
  }

  /// The angle on the roll at which the page ends: on its lower half, at its side, on its upper half.
  @Test(arguments: [1.0, 1.5, 2.2, 2.8], [3.0, 12])
  func theCutEdgeIsAsWideAsItsPaperIsSeenThick(angle: Double, thickness: Double) async throws {
    // Black pages, red paper: the red of a row is the edge's width.
    let black = TestPages.plain(0, width: 160, height: 60)
    let canvas = Canvas(width: 200, height: 60, origin: .zero, step: SIMD2(1, 1))
    let turn = try Fixture.turn(
      Pages(front: black, next: black), angle: 180, radius: 30, lit: false, canvas: canvas
    ) {
      $0.look.thickness = .pixels(thickness)
      $0.look.paper = Colour(red: 1, green: 0, blue: 0)
      $0.look.background = .colour(Colour(red: 0, green: 0, blue: 0))
    }
    let moment = Moment.time(30 * angle / 160)
    let expected = thickness * sin(angle)
    let truth = red(Fixture.reference(turn, moment).render())
    #expect(abs(truth - expected) <= 0.01, "the reference: \(truth) for \(expected)")
    for renderer in try await Fixture.all() {
      let width = red(try await renderer.frame(turn, at: moment))
      #expect(abs(width - expected) <= 0.15, "\(renderer.info): \(width) for \(expected)")
    }
  }

  /// Red light of the middle row, in pixels' worth.
  private func red(_ frame: Pixmap) -> Double {
    (0..<frame.width).reduce(0) {
      $0 + SRGB.decode(frame.channels(frame.height / 2 * frame.width + $1).x / 255)
    }
  }

  @Test(arguments: [CurlTurn.View.above, .oblique(shear: SIMD2(0.4, -0.3))])
  func paperWithoutThicknessShowsNoEdge(view: CurlTurn.View) async throws {
    let pages = try Fixture.pages(160, 226)
    let thin = try Fixture.turn(pages, radius: 30) {
      $0.look.tint = .white
      $0.look.view = view
    }
    let red = try Fixture.turn(pages, radius: 30) {
      $0.look.tint = .white
      $0.look.view = view
      $0.look.thickness = .pixels(0)
      $0.look.paper = Colour(red: 1, green: 0, blue: 0)
    }
    for renderer in try await Fixture.all() {
      for time in [0.2, 0.5, 0.9] {
        let moment = Moment.time(time)
        let a = try await renderer.frame(thin, at: moment)
        #expect(try await renderer.frame(red, at: moment) == a, "\(renderer.info)")
      }
    }
  }

  @Test(arguments: cases)
  func thickPagesEndByteForByte(_ it: Case) async throws {
    let pages = try Fixture.pages(120, 171)
    let turn = try turn(pages, thickness: it.thickness, view: it.view)
    for renderer in try await Fixture.all() {
      #expect(try await renderer.frame(turn, at: .progress(0)) == pages.pictures.front.pixmap)
      #expect(try await renderer.frame(turn, at: .progress(1)) == pages.pictures.next.pixmap)
    }
  }

  @Test(arguments: cases)
  func cpuAndGPUAgreeOnThickPaper(_ it: Case) async throws {
    let turn = try turn(Fixture.pages(240, 331), thickness: it.thickness, view: it.view)
    try await Fixture.expectParity(turn, frames: 7)
  }

  @Test func aThickFlatFoldRollsRoundItsOwnThickness() async throws {
    let turn = try Fixture.turn(Fixture.pages(120, 170), angle: 151, radius: 0, lit: false) {
      $0.look.back = .picture
      $0.look.thickness = .pixels(8)
      $0.look.paper = Colour(red: 0.9, green: 0.3, blue: 0.1)
      $0.look.view = .oblique(shear: SIMD2(0.4, -0.3))
    }
    for renderer in try await Fixture.all() {
      let truth = Fixture.reference(turn, .time(0.4)).render()
      let frame = try await renderer.frame(turn, at: .time(0.4))
      var difference = Difference()
      for i in 0..<120 * 170 { difference.add(frame.channels(i), truth.channels(i)) }
      #expect(difference.psnr >= 36, "\(renderer.info): \(difference.psnr) dB")
    }
  }
}
