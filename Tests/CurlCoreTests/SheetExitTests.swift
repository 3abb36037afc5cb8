import CurlCore
import Foundation
import TestSupport
import Testing

/// When a free sheet has left its canvas, against points of the sheet followed one by one.
@Suite struct SheetExitTests {
  static let page = PageSize(width: 300, height: 400)

  /// A curl on a canvas with a margin around the page.
  static func curl(
    _ angle: Double, margin: Margin, _ change: (inout CurlTurn) -> Void = { _ in }
  ) -> CurlGeometry {
    var parameters = CurlTurn()
    parameters.angle = angle
    change(&parameters)
    return CurlGeometry(parameters, page: page, canvas: Canvas(page: page, margin: margin))
  }

  /// Whether the canvas shows a point of the sheet at a time after 1.
  static func isSeen(_ curl: CurlGeometry, at time: Double) -> Bool {
    let fold = curl.fold(time: time)
    let size = SIMD2(Double(page.width), Double(page.height))
    let low = curl.canvas.origin
    let high = low + SIMD2(Double(curl.canvas.width), Double(curl.canvas.height))
    let steps = 120
    for i in 0...steps {
      for j in 0...steps {
        let p = size * SIMD2(Double(i), Double(j)) / Double(steps)
        guard !isCutOff(p, curl.cornerRadius) else { continue }
        let q = p - fold.point
        let (arc, along) = ((q * fold.normal).sum(), (q * fold.ruling).sum())
        for skin in Set([curl.radius, curl.radius + curl.thickness]) {
          let angle = curl.radius > 0 ? min(arc / curl.radius, .pi) : .pi
          let x = skin * sin(angle) - max(arc - .pi * curl.radius, 0)
          let z = curl.radius - skin * cos(angle)
          guard z >= 0, z <= curl.camera.highest else { continue }
          let seen = curl.camera.project(
            fold.point + x * fold.normal + along * fold.ruling, height: z)
          if seen.x > low.x && seen.x < high.x && seen.y > low.y && seen.y < high.y { return true }
        }
      }
    }
    return false
  }

  /// Whether a round corner of the page lacks a point.
  static func isCutOff(_ p: SIMD2<Double>, _ radius: Double) -> Bool {
    let size = SIMD2(Double(page.width), Double(page.height))
    let inner = pointwiseMax(pointwiseMin(p, size - radius), SIMD2(repeating: radius)) - p
    return (inner * inner).sum() > radius * radius
  }

  static let margins = [
    Margin(60), Margin(left: 400, top: 200, right: 0, bottom: 0),
    Margin(left: 30, top: 300, right: 100, bottom: 250),
    Margin(left: 500, top: 0, right: 0, bottom: 500),
  ]

  @Test(arguments: [180.0, 151, 135, 100, 90, 45, -20], margins.indices)
  func fromAboveTheEndIsWhenTheLastPointLeaves(angle: Double, number: Int) {
    for radius in [0.0, 3, 27, 80] {
      let curl = Self.curl(angle, margin: Self.margins[number]) { $0.radius = .pixels(radius) }
      Self.expectEnd(curl, slack: 3.5, "\(angle) \(number) \(radius)")
    }
  }

  @Test(arguments: [180.0, 151, 45], margins.indices)
  func noCameraAndNoPaperSeesTheSheetAfterTheEnd(angle: Double, number: Int) {
    let changes: [(String, Double, (inout CurlTurn) -> Void)] = [
      ("thick", 4, { $0.look.thickness = .pixels(5) }),
      ("round", 8, { $0.look.cornerRadius = .pixels(60) }),
      ("eye", 12, { $0.look.view = .eye(distance: .percent(150), centre: SIMD2(0.5, 0.5)) }),
      ("corner", 12, { $0.look.view = .eye(distance: .percent(300), centre: SIMD2(1, 0)) }),
      ("oblique", 12, { $0.look.view = .oblique(shear: SIMD2(0.5, -0.8)) }),
      ("steep", 12, { $0.look.view = .oblique(shear: SIMD2(-0.9, 0.4)) }),
      ("near", .infinity, { $0.look.view = .eye(distance: .percent(15)) }),
    ]
    for (name, slack, change) in changes {
      let curl = Self.curl(angle, margin: Self.margins[number], change)
      Self.expectEnd(curl, slack: slack, "\(name) \(angle) \(number)")
    }
  }

  /// Nothing is seen from the end on; `slack` page pixels of the fold's way before it, something is.
  static func expectEnd(_ curl: CurlGeometry, slack: Double, _ comment: Comment) {
    let cosine = abs(cos(curl.parameters.angle * .pi / 180))
    let sine = abs(sin(curl.parameters.angle * .pi / 180))
    let extent = 300 * cosine + 400 * sine
    for step in 0..<12 {
      let time = curl.endTime + 1e-9 + Double(step * step) * 0.01
      #expect(!isSeen(curl, at: time), "\(comment): seen at \(time), end \(curl.endTime)")
    }
    let before = curl.endTime - slack / extent
    guard before > 1 else { return }
    #expect(isSeen(curl, at: before), "\(comment): unseen at \(before), end \(curl.endTime)")
  }

  @Test func aCanvasThatEndsWithThePageKeepsItsClosedForm() {
    for angle in [151.0, 180, 90, 33] {
      for canvas in [
        Canvas(page: Self.page), Canvas(page: Self.page, width: 97, height: 131, fit: .stretch),
      ] {
        let curl = CurlGeometry(
          { () -> CurlTurn in
            var turn = CurlTurn()
            turn.angle = angle
            return turn
          }(), page: Self.page, canvas: canvas)
        let turn: Double = angle * .pi / 180
        let extent: Double = 300 * abs(cos(turn)) + 400 * abs(sin(turn))
        let end: Double = 1 + 27 / extent
        #expect(abs(curl.endTime - end) < 1e-12)
      }
    }
  }

  @Test func moreRoomNeverEndsTheTurnEarlier() {
    for angle in [180.0, 151, 60] {
      var last = 0.0
      for room in [0.0, 1e-9, 0.5, 1, 2, 5, 20, 100, 400] {
        let margin = Margin(room)
        var turn = CurlTurn()
        turn.angle = angle
        let canvas = Canvas(
          width: 300 + Int(2 * room), height: 400 + Int(2 * room),
          origin: SIMD2(repeating: -margin.left), step: SIMD2(1, 1))
        let end = CurlGeometry(turn, page: Self.page, canvas: canvas).endTime
        #expect(end >= last - 1e-9 && end.isFinite)
        last = end
      }
    }
  }

  /// A roll stays behind the fold; its rear is one radius behind it all the way.
  @Test func aRollLeavesWithItsFold() {
    var roll = RollTurn()
    roll.radius = .pixels(20)
    let canvas = Canvas(page: Self.page, margin: Margin(left: 90, top: 0, right: 0, bottom: 0))
    let end = roll.endTime(on: TurnStage(page: Self.page, canvas: canvas))
    #expect(abs(end - (1 + 110.0 / 300)) < 1e-12)
  }
}
