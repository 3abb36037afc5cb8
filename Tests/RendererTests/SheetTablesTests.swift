import CurlCore
import TestSupport
import Testing

@testable import CurlDefinition
@testable import CurlRaster

@Suite struct SheetTablesTests {
  private let recent = RecentTables()

  @Test func theFramesOfATurnHaveTheSameTables() throws {
    let first = try tables(angle: 131, radius: 30, progress: 0.2)
    let later = try tables(angle: 131, radius: 30, progress: 0.7)
    #expect(first === later)
    let others = [
      try tables(angle: 132, radius: 30, progress: 0.2),
      try tables(angle: 131, radius: 31, progress: 0.2),
      try tables(angle: 131, radius: 30, progress: 0.2, flip: SIMD2(-1, 1)),
    ]
    for other in others { #expect(first !== other) }
  }

  @Test func forgottenTablesAreMadeAgainAsTheyWere() throws {
    let first = try tables(angle: 97, radius: 24, progress: 0.4)
    for i in 0..<12 { _ = try tables(angle: 200 + Double(i), radius: 24, progress: 0.4) }
    let again = try tables(angle: 97, radius: 24, progress: 0.6)
    #expect(first !== again)
    for (a, b) in [(first.upper, again.upper), (first.lower, again.lower)] {
      #expect(!a.lanes.isEmpty)
      #expect(a.lanes == b.lanes)
      #expect(a.cells == b.cells)
      #expect(a.anchors == b.anchors)
    }
  }

  @Test("a page that is seen small needs no finer tables", arguments: [151.0, 180, 290])
  func small(angle: Double) throws {
    let page = PreparedPicture(TestPages.page(.front, width: 1021, height: 1021))
    let canvas = Canvas(
      width: 64, height: 48, origin: .zero, step: SIMD2(1021.0 / 64, 1021.0 / 48))
    var parameters = CurlTurn()
    parameters.angle = angle
    let turn = CurlGeometry(parameters, page: PageSize(width: 1021, height: 1021), canvas: canvas)
    let frame = try CurlFrame(turn.scene(.progress(0.5)))
    let painter = FramePainter(frame, FramePictures(front: page, next: page))
    let scale = painter.pictures.front.grid.scale
    #expect(scale.max() < 0.13)
    let tables = recent.tables(painter, back: scale, front: scale)
    #expect(!tables.upper.lanes.isEmpty && tables.upper.lanes.count < 200_000)
  }

  private func tables(
    angle: Double, radius: Double, progress: Double, flip: SIMD2<Double> = SIMD2(1, 1)
  ) throws -> SheetTables {
    let size = PageSize(width: 160, height: 226)
    let page = PreparedPicture(TestPages.page(.front, width: 160, height: 226))
    var parameters = CurlTurn()
    parameters.angle = angle
    parameters.radius = .pixels(radius)
    let turn = CurlGeometry(parameters, page: size, canvas: Canvas(page: size))
    let frame = try CurlFrame(turn.scene(.progress(progress)))
    return recent.tables(
      FramePainter(frame, FramePictures(front: page, next: page)), back: flip,
      front: SIMD2(1, 1))
  }
}
