import CurlCore
import PageCurl
import TestSupport
import Testing

@testable import CurlCPU

/// Sheets of any cross-section as 8 bits have them, against the definition pixel by pixel.
@Suite struct SectionRowsTests {
  /// A turn whose sheet is drawn, and how it is looked at.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var turn: any Turn
    var margin = 0
    var isClear = false
    var opacity = 1.0
  }

  static func changed<T: Turn>(_ turn: T, _ change: (inout T) -> Void) -> T {
    var turn = turn
    change(&turn)
    return turn
  }

  static let cases: [Case] = [
    Case(testDescription: "hinge", turn: HingeTurn()),
    Case(testDescription: "bend", turn: BendTurn()),
    Case(testDescription: "roll", turn: RollTurn()),
    Case(
      testDescription: "hinge, unlit", turn: changed(HingeTurn()) { $0.look.isLit = false }),
    Case(testDescription: "bend, unlit", turn: changed(BendTurn()) { $0.look.isLit = false }),
    Case(testDescription: "roll, unlit", turn: changed(RollTurn()) { $0.look.isLit = false }),
    Case(
      testDescription: "bend over a margin, round corners",
      turn: changed(BendTurn()) { $0.look.cornerRadius = .pixels(14) }, margin: 23),
    Case(
      testDescription: "hinge of cut-out paper, half there", turn: HingeTurn(), isClear: true,
      opacity: 0.6),
    Case(testDescription: "roll of cut-out paper", turn: RollTurn(), isClear: true),
    Case(testDescription: "roll upwards", turn: changed(RollTurn()) { $0.angle = 90 }, margin: 9),
    Case(
      testDescription: "tight roll aslant, shown through",
      turn: changed(RollTurn()) {
        $0.angle = 152
        $0.radius = .pixels(9)
        $0.look.showThrough = 0.4
      }, margin: -20),
    Case(
      testDescription: "bend from an eye aside, in deep shadow",
      turn: changed(BendTurn()) {
        $0.look.view = .eye(distance: .percent(140), centre: SIMD2(0.8, 0.1))
        $0.look.shadowAmount = 1
        $0.look.shadowSize = 0.9
      }),
  ]
  static let moments = [0.04, 0.3, 0.5, 0.74, 0.96]

  /// A sheet's painter half way or so through a turn.
  private func painter(_ entry: Case, _ progress: Double) throws -> SectionPainter {
    let (width, height) = (160, 226)
    let page = PageSize(width: width, height: height)
    let canvas = Canvas(
      width: width + 2 * entry.margin, height: height + 2 * entry.margin,
      origin: SIMD2(repeating: -Double(entry.margin)), step: SIMD2(1, 1))
    var scene = entry.turn.scene(
      .progress(progress), on: TurnStage(page: page, canvas: canvas), base: .next)
    for i in scene.leaves.indices { scene.leaves[i].opacity = entry.opacity }
    let sheet = try #require(try Stack(scene).sheets.first)
    let front =
      entry.isClear
      ? TestPages.cutOut(.front, width: width, height: height)
      : TestPages.page(.front, width: width, height: height)
    let next = PreparedPicture(TestPages.page(.next, width: width, height: height))
    let pictures = FramePictures(front: PreparedPicture(front), next: next, back: next)
    return SectionPainter(
      sheet.frame, try #require(sheet.section), sheet.pictures(pictures), sides: .both)
  }

  private func bytes(_ colour: SIMD4<Float>) -> SIMD4<UInt8> {
    CPURenderer.channels8(stored(colour, 255))
  }

  private func difference(_ a: SIMD4<UInt8>, _ b: SIMD4<UInt8>) -> Int {
    (0..<4).map { abs(Int(a[$0]) - Int(b[$0])) }.max() ?? 0
  }

  @Test(arguments: cases, moments)
  func theSheetIsItsPixelsWithinAByte(entry: Case, progress: Double) throws {
    let painter = try painter(entry, progress)
    let rows = SectionRows(painter, SectionLights(painter))
    var worst = 0
    for y in 0..<painter.frame.height {
      for x in 0..<painter.frame.width {
        worst = max(
          worst, difference(bytes(rows.colour(x, y)), bytes(painter.colour(x, y))))
      }
    }
    #expect(worst <= 1)
  }

  @Test(arguments: cases, moments)
  func lightOnThePlaneIsWithinAByte(entry: Case, progress: Double) throws {
    let painter = try painter(entry, progress)
    let lights = SectionLights(painter)
    let white = SIMD4<Float>(repeating: 1)
    var worst = 0
    for y in 0..<painter.frame.height {
      for x in 0..<painter.frame.width {
        worst = max(
          worst,
          difference(bytes(lit(white, lights.light(x, y))), bytes(lit(white, painter.light(x, y)))),
          difference(
            bytes(lit(white, lights.lightInside(x, y))),
            bytes(lit(white, painter.lightInside(x, y)))))
      }
    }
    #expect(worst <= 1)
  }

  @Test(arguments: cases) func besideItsColumnsTheSheetIsClear(entry: Case) throws {
    for progress in Self.moments {
      let painter = try painter(entry, progress)
      let rows = SectionRows(painter, SectionLights(painter))
      for y in 0..<painter.frame.height {
        let columns = rows.columns(y)
        for x in 0..<painter.frame.width where !columns.contains(x) {
          #expect(painter.colour(x, y) == .zero)
        }
      }
    }
  }

  @Test(arguments: cases) func aPixelIsTheSameWhateverWasAskedBefore(entry: Case) throws {
    let painter = try painter(entry, 0.4)
    let (width, height) = (painter.frame.width, painter.frame.height)
    let forwards = SectionRows(painter, SectionLights(painter))
    let rows = (0..<height).map { y in (0..<width).map { forwards.colour($0, y) } }
    let lights = SectionLights(painter)
    let backwards = SectionRows(painter, lights)
    for y in (height / 3..<height).reversed() {
      for x in (0..<width).reversed() {
        _ = lights.light(width - x, y)
        #expect(backwards.colour(x, y) == rows[y][x])
      }
    }
  }
}

/// A light between its nodes.
@Suite struct SmoothFieldTests {
  private func field(_ cuts: [Float], _ light: @escaping (SIMD2<Float>) -> Float) -> SmoothField {
    SmoothField(
      -100...200, -50...150, cutsX: cuts, cutsY: [], size: 64, least: 1, exact: light)
  }

  @Test func aSmoothLightIsMetWithinAThirdOfAStep() {
    func light(_ p: SIMD2<Float>) -> Float { 0.6 + 0.4 / (1 + (p.x * p.x + p.y * p.y) / 900) }
    let field = field([], light)
    for i in 0..<3000 {
      let p = SIMD2(Float(i % 60) * 5 - 100, Float(i / 60) * 4 - 50)
      #expect(abs(field.value(p).squareRoot() - light(p).squareRoot()) < 0.4 / 255)
    }
  }

  @Test func aJumpAtACutCostsNothing() {
    var asked = 0
    let field = field([7]) {
      asked += 1
      return $0.x < 7 ? 0.2 : 0.9
    }
    for i in 0..<20_000 {
      let p = SIMD2(Float(i % 200) + 0.5 - 100, Float(i / 200) - 50)
      #expect(abs(field.value(p) - (p.x < 7 ? 0.2 : 0.9)) < 1e-4)
    }
    #expect(asked < 6000)
  }

  @Test func aJumpAnywhereIsExact() {
    func light(_ p: SIMD2<Float>) -> Float { p.x + p.y < 31 ? 0.3 : 1 }
    let field = field([], light)
    for i in 0..<20_000 {
      let p = SIMD2(Float(i % 200) + 0.4 - 100, Float(i / 200) - 50)
      #expect(abs(field.value(p) - light(p)) < 1e-4)
    }
  }

  @Test func besideTheRangeTheFunctionIsAskedItself() {
    let field = field([]) { $0.x / 1000 }
    #expect(field.value(SIMD2(700, 0)) == 0.7)
    #expect(field.value(SIMD2(0, 151)) == 0)
  }
}
