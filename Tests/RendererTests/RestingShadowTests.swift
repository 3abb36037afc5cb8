import CurlCore
import CurlRaster
import PageCurl
import TestSupport
import Testing

/// The contact shadow of pages on a background.
@Suite struct RestingShadowTests {
  private static let grey = Background.colour(Colour(red: 0.6, green: 0.6, blue: 0.6))
  private static let canvas = Canvas(
    width: 220, height: 200, origin: SIMD2(-60, -50), step: SIMD2(1, 1))

  private func turn(
    _ pages: Pages, _ turn: any Turn = SlideTurn(), background: Background = grey,
    canvas: Canvas? = canvas, layers: PageTurn.Layers = .all,
    _ change: (inout Look) -> Void = { _ in }
  ) throws -> PageTurn {
    var turn = turn
    turn.look.background = background
    change(&turn.look)
    return try PageTurn(pages, turn, canvas: canvas, layers: layers)
  }

  @Test("It is darkest at the pages' edges, fades out without a step, and leaves the pages alone")
  func fades() async throws {
    let pages = try Fixture.pages(100, 100)
    for renderer in try await Fixture.all() {
      let frame = try await renderer.frame(turn(pages), at: .progress(0))
      let bare = try await renderer.frame(
        turn(pages) { $0.contactShadow = 0 }, at: .progress(0))
      let left = (0..<60).map { frame.channels(220 * 100 + 59 - $0).x }
      #expect(left[0] < 140 && left[40] == 153)
      #expect(zip(left, left.dropFirst()).allSatisfy { $0 <= $1 })
      // The same on all sides, and rounder around corners.
      #expect((0..<60).allSatisfy { frame.channels(220 * 100 + 160 + $0).x == left[$0] })
      #expect((0..<50).allSatisfy { frame.channels(220 * (49 - $0) + 110).x == left[$0] })
      #expect(frame.channels(220 * 44 + 54).x > left[5])
      #expect(frame.part(60, 50, 100, 100) == bare.part(60, 50, 100, 100))
      #expect(bare.channels(0).x == 153 && bare.channels(220 * 100 + 59).x == 153)
    }
  }

  @Test("In frames of 16 bits it has as many", arguments: [false, true])
  func deep(hasPicture: Bool) async throws {
    let pages = try Pages(
      front: TestPages.page(.front, width: 100, height: 100),
      next: TestPages.page(.next, width: 100, height: 100),
      background: TestPages.plain(153, width: 220, height: 200))
    let turn = try turn(pages, background: hasPicture ? .picture : Self.grey)
    for renderer in try await Fixture.all() {
      let bytes = try await renderer.frame(turn, at: .progress(0))
      let deep = try await renderer.frame(turn, at: .progress(0), format: .rgba16).rgba16
      let left = (0..<60).map { 4 * (220 * 100 + 59 - $0) }
      #expect(left.allSatisfy { abs(Int(deep[$0]) - 257 * Int(bytes.rgba8[$0])) <= 257 })
      #expect(left[40...].allSatisfy { deep[$0] == 153 * 257 })
      #expect(left[..<16].count { deep[$0] % 257 != 0 } > 12)
      #expect(zip(left, left[1..<16]).allSatisfy { deep[$0] < deep[$1] })
    }
  }

  @Test("It is the same at every progress")
  func rests() async throws {
    let pages = try Fixture.pages(100, 100)
    let slide = try turn(pages)
    let first = try await Fixture.cpu().frame(slide, at: .progress(0))
    for progress in [0.3, 0.7, 1] {
      let frame = try await Fixture.cpu().frame(slide, at: .progress(progress))
      #expect(frame.part(0, 0, 220, 50) == first.part(0, 0, 220, 50))
      #expect(frame.part(0, 150, 220, 50) == first.part(0, 150, 220, 50))
    }
  }

  @Test("A side of a book that a cover leaves or reaches gains or loses its shadow without a jump")
  func cover() async throws {
    let size = PageSize(width: 60, height: 80)
    let clear = Page(Pixmap(width: 60, height: 80, rgba8: Array(repeating: 0, count: 4 * 60 * 80)))
    func page(_ level: UInt8) -> Page { Page(TestPages.plain(level, width: 60, height: 80)) }
    let pages = try Pages(
      front: page(200), next: page(220), back: page(240), background: nil, beside: clear)
    var hinge = HingeTurn()
    hinge.look.back = .picture
    hinge.look.view = .above
    hinge.look.shadowAmount = 0
    let canvas = Canvas(width: 180, height: 120, origin: SIMD2(-90, -20), step: SIMD2(1, 1))
    let turn = try turn(pages, hinge, canvas: canvas)
    func light(_ progress: Double) async throws -> (left: Double, right: Double) {
      let frame = try await Fixture.cpu().frame(turn, at: .progress(progress))
      // Above the middle of each page, beyond the reach of a leaf in the air.
      return (frame.channels(180 * 18 + 60).x, frame.channels(180 * 18 + 120).x)
    }
    #expect(size == pages.size)
    let (start, late, end) = (try await light(0), try await light(0.9), try await light(1))
    #expect(start.left == 153 && start.right < 150)
    #expect(late.left < 153 && late.left > end.left)
    #expect(end.left == end.right && end.right == start.right)
  }

  @Test(
    "Nothing rests on a transparent background, in an overlay or without light, nor a cut-out page")
  func nothing() async throws {
    let pages = try Fixture.pages(100, 100)
    let hole = TestPages.translucent(.front, width: 100, height: 100)
    let cut = try Pages(front: hole, next: hole)
    let cpu = try await Fixture.cpu()
    func changes(
      _ pages: Pages, _ background: Background, _ layers: PageTurn.Layers, lit: Bool = true
    )
      async throws -> Bool
    {
      func frame(_ amount: Double) async throws -> Pixmap {
        try await cpu.frame(
          turn(pages, background: background, layers: layers) {
            $0.contactShadow = amount
            $0.isLit = lit
          }, at: .progress(0.4))
      }
      return try await frame(0) != frame(1)
    }
    #expect(try await changes(pages, Self.grey, .all))
    #expect(try await !changes(pages, .colour(.clear), .all))
    #expect(
      try await !changes(
        pages, .colour(Colour(red: 0.5, green: 0.5, blue: 0.5, alpha: 0.5)), .all))
    #expect(try await !changes(pages, Self.grey, .sheetAndShadow))
    #expect(try await !changes(pages, Self.grey, .all, lit: false))
    #expect(try await !changes(cut, Self.grey, .all))
  }

  @Test(
    "A background picture keeps its bytes beyond the shadow, and a frame with it its fast forms")
  func picture() async throws {
    let background = TestPages.page(.next, width: 220, height: 200)
    let pages = try Pages(
      front: TestPages.page(.front, width: 100, height: 100),
      next: TestPages.page(.next, width: 100, height: 100), background: background)
    let turn = try turn(pages, CurlTurn(), background: .picture)
    let frame = try await Fixture.cpu().frame(turn, at: .progress(0))
    #expect(frame.part(0, 0, 220, 30) == background.part(0, 0, 220, 30))
    #expect(frame.part(0, 40, 220, 10) != background.part(0, 40, 220, 10))
    let plan = try Renderer.plan(turn, at: .progress(0.4), for: .pixels(.rgba8))
    #expect(plan.parts.allSatisfy { $0.form != .spans }, "\(plan)")
  }
}
