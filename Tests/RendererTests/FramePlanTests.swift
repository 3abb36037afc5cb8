import CurlCore
import Foundation
import PageCurl
import TestSupport
import Testing

@testable import CurlCPU
@testable import CurlRaster

/// Which form draws what, and why; and frames for outputs of straight bytes.
@Suite struct FramePlanTests {
  private static func drawing(
    _ turn: any Turn, _ progress: Double = 0.5, step: SIMD2<Double> = SIMD2(1, 1), margin: Int = 0,
    base: Base = .next
  ) throws -> Drawing {
    let page = PageSize(width: 60, height: 80)
    let canvas = Canvas(
      width: 60 + 2 * margin, height: 80 + 2 * margin,
      origin: SIMD2(repeating: -Double(margin)), step: step)
    func scene<T: Turn>(_ turn: T) -> Scene {
      turn.scene(.progress(progress), on: TurnStage(page: page, canvas: canvas), base: base)
    }
    return try Drawing(scene(turn))
  }

  private static func pictures(
    hasAlpha: Bool = false, backHasAlpha: Bool = false, isDeep: Bool = false
  ) -> FramePictures {
    func picture(_ style: TestPages.Style, _ hasAlpha: Bool) -> PreparedPicture {
      let page =
        hasAlpha
        ? TestPages.cutOut(style, width: 60, height: 80)
        : TestPages.page(style, width: 60, height: 80)
      guard isDeep else { return PreparedPicture(page) }
      return PreparedPicture(
        Pixmap(width: 60, height: 80, rgba16: page.rgba8.map { 257 * UInt16($0) }))
    }
    return FramePictures(
      front: picture(.front, hasAlpha), next: picture(.next, false),
      back: picture(.back, backHasAlpha))
  }

  private static func changed(_ change: (inout CurlTurn) -> Void) -> CurlTurn {
    var turn = CurlTurn()
    turn.radius = .pixels(8)
    change(&turn)
    return turn
  }

  private func obstacle(_ part: String, _ plan: FramePlan) -> FramePlan.Obstacle? {
    plan.parts.first { $0.name == part }?.obstacle
  }

  @Test func aPlainCurlTakesTheNarrowestForms() throws {
    let plan = FramePlan(
      try Self.drawing(Self.changed { _ in }), Self.pictures(), .pixels(.rgba8))
    #expect(plan.parts.map(\.name) == ["pages", "sheet"])
    #expect(plan.parts.map(\.form) == [.bytes, .integers])
    #expect(plan.parts.allSatisfy { $0.obstacle == nil })
    #expect("\(plan)" == "pages  bytes\nsheet  integers")
  }

  @Test func theFirstConditionThatFailsIsNamed() throws {
    let looks: [(FramePlan.Obstacle, String, (inout CurlTurn) -> Void)] = [
      (.view, "sheet: roll", { $0.look.view = .oblique(shear: SIMD2(0.2, 0)) }),
      (
        .view, "sheet: roll",
        { $0.look.view = .eye(distance: .percent(900), centre: SIMD2(0.5, 0.5)) }
      ),
      (.alpha, "sheet", { $0.look.back = .picture }),
    ]
    for (expected, part, change) in looks {
      let plan = FramePlan(
        try Self.drawing(Self.changed(change)), Self.pictures(backHasAlpha: true), .pixels(.rgba8))
      #expect(obstacle("pages", plan) == nil)
      #expect(obstacle(part, plan) == expected)
      if part != "sheet" { #expect(plan.parts[1] == .init("sheet: flap", .integers)) }
      #expect("\(plan)".contains("spans: \(expected.rawValue)"))
    }
    let plain = Self.changed { _ in }
    let frames: [(FramePlan.Obstacle, Drawing, FramePictures, FrameFormat)] = [
      (.deepFrame, try Self.drawing(plain), Self.pictures(), .pixels(.rgba16)),
      (
        .base,
        try Self.drawing(
          Self.changed { $0.look.background = .colour(.white) }, base: .shadow), Self.pictures(),
        .pixels(.rgba8)
      ),
      (.alpha, try Self.drawing(plain), Self.pictures(hasAlpha: true), .pixels(.rgba8)),
      (.deepPage, try Self.drawing(plain), Self.pictures(isDeep: true), .pixels(.rgba8)),
      (
        .nearEye,
        try Self.drawing(
          Self.changed { $0.look.view = .eye(distance: .pixels(30), centre: SIMD2(0.5, 0.5)) }),
        Self.pictures(), .pixels(.rgba8)
      ),
    ]
    for (expected, drawing, pictures, format) in frames {
      let plan = FramePlan(drawing, pictures, format)
      #expect(obstacle("pages", plan) == expected)
      #expect(obstacle("sheet", plan) == expected)
      #expect(plan.parts.allSatisfy { $0.form == .spans })
    }
    for (step, expected) in [
      (SIMD2(2.0, 2), nil), (SIMD2(0.7, 1.9), nil), (SIMD2(0.7, 2.1), FramePlan.Obstacle.scale),
    ] {
      let scaled = FramePlan(
        try Self.drawing(plain, step: step), Self.pictures(), .pixels(.rgba8))
      #expect(obstacle("pages", scaled) == nil && obstacle("sheet", scaled) == expected)
    }
  }

  @Test("arc lengths beyond 32-bit numbers of 1/65536 are left to spans")
  func arcs() throws {
    for (radius, expected) in [(9600.5, nil), (9700.0, FramePlan.Obstacle.size)] {
      let page = PageSize(width: 16_000, height: 2400)
      let step = radius == 9700 ? SIMD2(16_000.0 / 7, 2400) : SIMD2(100.0, 100)
      let turn = CurlGeometry(
        Self.changed {
          $0.angle = 45
          $0.radius = .pixels(radius)
        }, page: page, canvas: Canvas(width: 7, height: 1, origin: .zero, step: step))
      let frame = try CurlFrame(turn.scene(.progress(0.5)))
      #expect(FramePlan.obstacleToIntegers(frame, Self.pictures()) == expected)
    }
  }

  @Test("a mean slightly below zero is black")
  func black() {
    var linear: [UInt16] = [0xFFFF, 5, 32_767, 32_767]
    unsafe linear.withUnsafeMutableBufferPointer {
      if let start = $0.baseAddress { unsafe SheetTone.bare.apply(to: start, 1, nil) }
    }
    #expect(linear == [0, 5, 32_767, 32_767])
  }

  @Test("sheets of other cross-sections are integers where their fold is upright")
  func columns() throws {
    func plan(
      _ pictures: FramePictures = FramePlanTests.pictures(), step: SIMD2<Double> = SIMD2(1, 1),
      change: (inout RollTurn) -> Void = { _ in }
    ) throws -> FramePlan.Part? {
      var roll = RollTurn()
      change(&roll)
      return FramePlan(try Self.drawing(roll, step: step), pictures, .pixels(.rgba8)).parts.last
    }
    let leaf = "layer 3, a bent sheet of any cross-section"
    #expect(try plan() == .init(leaf, .integers))
    for (part, obstacle) in [
      (try plan { $0.angle = 150 }, FramePlan.Obstacle.section),
      (
        try plan { $0.look.back = .colour(Colour(red: 1, green: 1, blue: 1, alpha: 0.5)) }, .opacity
      ),
      (
        try plan {
          $0.look.back = .picture
          $0.look.showThrough = 0.2
        }, .through
      ),
      (try plan(step: SIMD2(0.7, 2.1)), .scale),
      (try plan(step: SIMD2(0.47, 0.47)), .scale),
      // Stores of pages.
      (try plan(step: SIMD2(1.5, 3)), .means),
      (try plan(Self.pictures(hasAlpha: true)), .alpha),
      (try plan(Self.pictures(isDeep: true)), .deepPage),
    ] {
      #expect(part == .init(leaf, .spans, obstacle))
    }
  }

  @Test func theArticleNamesEveryCondition() throws {
    let article = URL(filePath: "\(#filePath)").deletingLastPathComponent()
      .appending(path: "../../Sources/PageCurl/PageCurl.docc/Performance.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }
    for obstacle in FramePlan.Obstacle.allCases {
      #expect(rows.contains { $0.contains("| \(obstacle.rawValue) |") }, "\(obstacle)")
    }
    for form in FramePlan.Form.allCases {
      #expect(rows.contains { $0.hasPrefix("| \(form.rawValue) |") }, "\(form)")
    }
  }

  @Test func layersTellTheirForms() throws {
    var flip = FlipTurn.flipboard
    flip.look.background = .colour(.white)
    let flat = FramePlan(try Self.drawing(flip, 0.3), Self.pictures(), .pixels(.rgba8))
    #expect(flat.parts.first == .init("layer 1, the background", .bytes))
    // Half of the next page in shade, the half that has left, and the one that lies.
    #expect(
      flat.parts.dropFirst() == [
        .init("layer 2, a flat leaf, picture next", .integers),
        .init("layer 3, a flat leaf, picture front", .integers),
        .init("layer 4, a flat leaf, picture front", .bytes),
      ])
    // Straight bytes take the same forms.
    #expect(
      FramePlan(try Self.drawing(flip, 0.3), Self.pictures(), .straightBytes).parts == flat.parts)
    let deep = FramePlan(try Self.drawing(flip), Self.pictures(), .pixels(.rgba16))
    #expect(deep.parts.allSatisfy { $0.obstacle == .deepFrame })
    let cut = FramePlan(try Self.drawing(flip), Self.pictures(hasAlpha: true), .pixels(.rgba8))
    #expect(cut.parts.contains { $0.obstacle == .alpha })
  }

  /// Pixels of straight bytes.
  private static func pixels(_ bytes: [UInt8]) -> [SIMD4<Int>] {
    stride(from: 0, to: bytes.count, by: 4).map { i in SIMD4((0..<4).map { Int(bytes[i + $0]) }) }
  }

  /// Straight bytes of premultiplied channels.
  private static func straight(_ values: [UInt16]) -> [SIMD4<Int>] {
    stride(from: 0, to: values.count, by: 4).map { i in
      let alpha = Float(values[i + 3]) / 65535
      return SIMD4(
        (0..<4).map { c in
          let value = Float(values[i + c]) / 65535
          return Int((255 * (c == 3 || alpha == 0 ? value : value / alpha)).rounded())
        })
    }
  }

  static let turns: [any Turn] = [
    changed { _ in }, changed { $0.look.view = .oblique(shear: SIMD2(0.3, -0.2)) }, FlipTurn(),
    CardTurn(), SlideTurn(), RollTurn(), LeavesTurn(), BookCurlTurn(), NoTurn(),
  ]

  /// Straight bytes, against the definition's 16 bits; a byte's step of a colour counts by its alpha.
  @Test(arguments: turns.indices, [0, 12])
  func straightBytesAreTheDefinitions(turn: Int, margin: Int) throws {
    for hasAlpha in [false, true] {
      let pictures = Self.pictures(hasAlpha: hasAlpha)
      for base in [Base.next, .shadow] {
        let drawing = try Self.drawing(
          Self.turns[turn], 0.45, margin: margin, base: base)
        func frame(_ threads: Int) throws -> Pixmap.Storage {
          try #require(
            CPURenderer.frame(
              drawing, pictures, format: .straightBytes, threads: threads, help: { $0() },
              isCancelled: { false }))
        }
        let found = try frame(1)
        #expect(found == (try frame(3)))
        guard case .rgba8(let bytes) = found else {
          Issue.record("straight bytes are 16-bit numbers")
          continue
        }
        let expected = Self.straight(
          CPURenderer.renderPixelwise16(drawing, pictures, rows: 0..<drawing.height))
        var worst = 0.0
        for (a, b) in zip(Self.pixels(bytes), expected) {
          worst = max(worst, Double(abs(a.w - b.w)))
          let share = Double(min(a.w, b.w)) / 255
          for c in 0..<3 { worst = max(worst, share * Double(abs(a[c] - b[c]))) }
        }
        #expect(worst <= 1, "\(base), \(hasAlpha ? "cut-out" : "opaque") pages")
      }
    }
  }

  /// Colours of faint pixels are as exact as those of others: premultiplied bytes couldn't hold them.
  @Test func faintPixelsKeepTheirColours() throws {
    let drawing = try Self.drawing(
      Self.changed {
        $0.look.background = .colour(.clear)
        $0.look.cornerRadius = .pixels(20)
      }, 0.45, margin: 12, base: .shadow)
    let storage = CPURenderer.frame(
      drawing, Self.pictures(), format: .straightBytes, threads: 1, help: { $0() },
      isCancelled: { false })
    guard case .rgba8(let bytes) = storage else {
      Issue.record("straight bytes are \(String(describing: storage).prefix(40))")
      return
    }
    let expected = CPURenderer.renderPixelwise16(
      drawing, Self.pictures(), rows: 0..<drawing.height)
    var faint = 0
    for (i, pixel) in Self.pixels(bytes).enumerated() where pixel.w > 0 && pixel.w < 64 {
      let alpha = Double(expected[4 * i + 3])
      for c in 0..<3 {
        let colour = 255 * Double(expected[4 * i + c]) / alpha
        #expect(abs(Double(pixel[c]) - colour) < 3)
      }
      faint += pixel[0] > 0 ? 1 : 0
    }
    #expect(faint > 10)
  }
}
