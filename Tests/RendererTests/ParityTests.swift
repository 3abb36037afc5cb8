import CurlCore
import PageCurl
import TestSupport
import Testing

/// CPU and GPU draw the same picture: the matrix of the project's conventions.
@Suite struct ParityTests {
  static let headings: [Double] = [0, 45, 90, 135, 151, 180, 225, 290]
  static let radii: [Double] = [0, 12, 100, 400]

  @Test(arguments: headings, radii)
  func cpuAndGPUAgreeOverAWholeTurn(angle: Double, radius: Double) async throws {
    let turn = try Fixture.turn(
      Fixture.pages(331, 467), angle: angle, radius: radius)
    try await expectParity(turn, frames: 9)
  }

  @Test(arguments: [135.0, 151, 180], [0.0, 92])
  func cpuAndGPUAgreeOnABookPage(angle: Double, radius: Double) async throws {
    let turn = try Fixture.turn(
      Fixture.pages(1024, 1366), angle: angle, radius: radius)
    try await expectParity(turn, frames: 4)
  }

  @Test(arguments: [
    "picture", "colour", "translucent", "quarter", "enlarged", "margin", "shifted", "overlay",
    "sheet", "background",
  ])
  func cpuAndGPUAgreeInEveryVariant(variant: String) async throws {
    let pages =
      variant == "background"
      ? try Pages(
        front: TestPages.translucent(.front, width: 240, height: 331),
        next: TestPages.translucent(.next, width: 240, height: 331),
        background: TestPages.page(.back, width: 97, height: 61))
      : try Fixture.pages(240, 331, translucent: variant == "translucent")
    let size = pages.size
    let canvas: Canvas? =
      switch variant {
      case "quarter": Canvas(page: size, width: 60, height: 83, fit: .stretch)
      case "enlarged": Canvas(page: size, width: 511, height: 702, fit: .contain)
      case "margin":
        Canvas(width: 300, height: 400, origin: SIMD2(-30, -40), step: SIMD2(1, 1))
      case "shifted":
        Canvas(width: 200, height: 300, origin: SIMD2(10.3, -4.6), step: SIMD2(0.9, 1.1))
      default: nil
      }
    let layers: PageTurn.Layers =
      switch variant {
      case "overlay": .sheetAndShadow
      case "sheet": .sheet
      default: .all
      }
    let turn = try Fixture.turn(
      pages, radius: 30, layers: layers, canvas: canvas
    ) { parameters in
      if variant == "background" { parameters.look.background = .picture }
      if variant == "picture" { parameters.look.back = .picture }
      if variant == "colour" {
        parameters.look.back = .colour(Colour(red: 0.9, green: 0.8, blue: 0.3))
      }
      if variant == "translucent" { parameters.look.background = .colour(.white) }
    }
    try await expectParity(turn, frames: 7)
  }

  // Rounding decides which of a roll's windings a pixel at their edge meets. Its light must not depend on that.
  @Test(arguments: [5.0, 9, 20], [false, true])
  func cpuAndGPUAgreeOnTurnedRolls(percent: Double, isTranslucent: Bool) async throws {
    var roll = RollTurn()
    roll.angle = 25
    roll.radius = .percent(percent)
    roll.look.contactShadow = 0
    let pages = try Fixture.pages(331, 467, translucent: isTranslucent)
    try await expectParity(try PageTurn(pages, roll), frames: 9)
  }

  @Test(arguments: [PageTurn.Layers.all, .sheet, .sheetAndShadow])
  func geometryAgreesInAllLayers(layers: PageTurn.Layers) async throws {
    let (cpu, gpu) = (try await Fixture.cpu(), try await Fixture.gpu())
    let turn = try Fixture.turn(Fixture.pages(160, 226), radius: 20, layers: layers)
    let a = try await cpu.geometry(turn, at: .progress(0.5))
    let b = try await gpu.geometry(turn, at: .progress(0.5))
    var shaded = 0
    for i in 0..<a.side.count where !a.isEdge(i) {
      #expect(a.side[i] == b.side[i])
      #expect(abs(a.shadow[i] - b.shadow[i]) <= 0.004)
      if a.shadow[i] < 1 && a.side[i] < 1 { shaded += 1 }
      if layers != .all { #expect(a.side[i] != 0 && (a.side[i] > 0) == !a.uv[i].x.isNaN) }
    }
    // The overlay without its shadow has none; with it, the shadow is there without the page.
    #expect((shaded > 1000) == (layers != .sheet))
  }

  @Test func theMaterialPointsAgree() async throws {
    let (cpu, gpu) = (try await Fixture.cpu(), try await Fixture.gpu())
    for angle in [135.0, 151, 180, 290] {
      let turn = try Fixture.turn(Fixture.pages(331, 467), angle: angle, radius: 40)
      for progress in [0.2, 0.5, 0.8] {
        let a = try await cpu.geometry(turn, at: .progress(progress))
        let b = try await gpu.geometry(turn, at: .progress(progress))
        var (others, points, heights) = (0, 0 as Float, 0 as Float)
        var (shadows, coverages) = (0 as Float, 0 as Float)
        for i in 0..<a.side.count where !a.isEdge(i) {
          if a.side[i] != b.side[i] { others += 1 }
          guard a.side[i] >= 0 else { continue }
          let d = a.uv[i] - b.uv[i]
          points.count((d * d).sum().squareRoot())
          shadows.count(a.shadow[i] - b.shadow[i])
          coverages.count(a.coverage[i] - b.coverage[i])
          if a.side[i] > 0 { heights.count(a.z[i] - b.z[i]) }
        }
        #expect(others == 0)
        #expect(points <= 0.15)
        #expect(shadows <= 0.004)
        #expect(coverages <= 0.01)
        #expect(heights <= 0.15)
      }
    }
  }

  private func expectParity(_ turn: PageTurn, frames: Int) async throws {
    let (cpu, gpu) = (try await Fixture.cpu(), try await Fixture.gpu())
    for i in 0..<frames {
      let moment = PageTurn.moment(ofFrame: i, of: frames)
      let comparison = FrameComparison(
        try await cpu.frame(turn, at: moment), try await gpu.frame(turn, at: moment),
        reference: try await cpu.geometry(turn, at: moment))
      #expect(
        comparison.interior.maximum <= FrameComparison.Bound.offEdges,
        "frame \(i): \(comparison.interior.maximum)/255 off the edges")
      #expect(
        comparison.touched.psnr >= FrameComparison.Bound.psnr,
        "frame \(i): \(comparison.touched.psnr) dB")
      #expect(!comparison.hasTooManyEdges, "\(comparison.edgeShare)")
    }
  }

  @Test func differencesAreMeasuredInSteps() {
    var difference = Difference()
    difference.add(SIMD4(10, 20, 30, 255), SIMD4(10, 23, 30, 255))
    difference.add(SIMD4(0, 0, 0, 255), SIMD4(0, 0, 0, 255))
    #expect(difference.maximum == 3)
    #expect(abs(difference.mean - 0.5) < 1e-12)
    #expect(abs(difference.psnr - 46.37) < 0.01)
  }
}

extension Float {
  /// Becomes the size of a difference that is larger, or isn't a number.
  fileprivate mutating func count(_ difference: Float) {
    if !(abs(difference) <= self) { self = difference.isNaN ? .infinity : abs(difference) }
  }
}
