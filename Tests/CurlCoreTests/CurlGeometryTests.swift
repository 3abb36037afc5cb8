import CurlCore
import Foundation
import TestSupport
import Testing

@Suite struct CurlGeometryTests {
  static let page = PageSize(width: 300, height: 400)

  static func turn(_ angle: Double, _ radius: Double, canvas: Canvas? = nil) -> CurlGeometry {
    var parameters = CurlTurn()
    parameters.angle = angle
    parameters.radius = .pixels(radius)
    return CurlGeometry(parameters, page: page, canvas: canvas ?? Canvas(page: page))
  }

  @Test(arguments: [
    (0.0, SIMD2(-1.0, 0.0)), (90, SIMD2(0, 1)), (180, SIMD2(1, 0)), (270, SIMD2(0, -1)),
    (-90, SIMD2(0, -1)), (540, SIMD2(1, 0)),
  ])
  func headingsAlongTheAxesAreExact(angle: Double, normal: SIMD2<Double>) {
    #expect(Self.turn(angle, 10).fold(time: 0.3).normal == normal)
  }

  @Test(arguments: [
    (180.0, SIMD2(300.0, 200.0)), (135, SIMD2(300, 400)), (90, SIMD2(150, 400)),
    (45, SIMD2(0, 400)), (0, SIMD2(0, 200)), (225, SIMD2(300, 0)),
  ])
  func s0_9_theNamedCornerOrEdgeLiftsFirst(angle: Double, place: SIMD2<Double>) {
    let fold = Self.turn(angle, 10).fold(time: 0)
    #expect(abs(((place - fold.point) * fold.normal).sum()) < 1e-9)
    // Nothing of the page lies beyond it.
    for corner in Self.page.corners {
      #expect(((corner - fold.point) * fold.normal).sum() < 1e-9)
    }
  }

  @Test(arguments: [0.0, 30, 90, 135, 151, 200, 300])
  func theFoldReachesTheLastCornerAtTimeOne(angle: Double) {
    let fold = Self.turn(angle, 10).fold(time: 1)
    let least = Self.page.corners.map { (($0 - fold.point) * fold.normal).sum() }.min() ?? 1
    #expect(abs(least) < 1e-9)
  }

  @Test func theEndTimeIsInClosedForm() {
    func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-12 }
    #expect(isClose(Self.turn(180, 30).endTime, 1.1))
    #expect(Self.turn(90, 0).endTime == 1)
    // The canvas reaches 60 pixels beyond the page on the left and 40 on the right.
    let wide = Canvas(width: 400, height: 400, origin: SIMD2(-60, 0), step: SIMD2(1, 1))
    // The sheet's rear climbs the roll: the fold is s past the last corner, the rear s − r·sin(s/r).
    for (angle, room) in [(180.0, 60.0), (0, 40)] {
      let past = 300 * (Self.turn(angle, 30, canvas: wide).endTime - 1)
      #expect(isClose(past - 30 * sin(past / 30), room) && past < 30 * .pi && past > room)
    }
    // On the flap, it is 2s − πr ahead of the corner.
    #expect(isClose(Self.turn(180, 3, canvas: wide).endTime, 1 + (60 + 3 * .pi) / 600))
    #expect(isClose(Self.turn(90, 30, canvas: wide).endTime, 1.075))
  }

  @Test func s0_3_aRadiusOfTwelveHundredEndsWhereTheReaderKnewIt() {
    // A square of 1000 with r = 1200 and heading 180 is gone at 2.2.
    var parameters = CurlTurn()
    parameters.angle = 180
    parameters.radius = .pixels(1200)
    let square = PageSize(width: 1000, height: 1000)
    let turn = CurlGeometry(parameters, page: square, canvas: Canvas(page: square))
    #expect(abs(turn.endTime - 2.2) < 1e-12)
  }

  @Test func progressAndTimeAreOneParameter() {
    let turn = Self.turn(151, 50)
    #expect(turn.time(.progress(0.5)) == turn.endTime / 2)
    #expect(turn.time(.progress(-3)) == 0)
    #expect(turn.time(.progress(7)) == turn.endTime)
    #expect(turn.time(.time(1)) == 1)
    #expect(turn.scene(.progress(1)).leaves.isEmpty)
    #expect(turn.scene(.time(99)).leaves.isEmpty)
    #expect(turn.scene(.progress(0.999)).leaves.count == 1)
  }

  @Test func theFoldPointIsNearestThePagesCentre() {
    let fold = Self.turn(151, 50).fold(time: 0.4)
    let toCentre = SIMD2(150.0, 200) - fold.point
    #expect(abs((toCentre * fold.ruling).sum()) < 1e-9)
  }

  @Test func radiusPerCentIsOfTheWidth() {
    #expect(Length.percent(9).pixels(on: Self.page) == 27)
    #expect(Length.pixels(9).pixels(on: Self.page) == 9)
  }
}
