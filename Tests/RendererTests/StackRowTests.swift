import CurlCore
import CurlKernels
import PageCurl
import TestSupport
import Testing

@testable import CurlCPU
@testable import CurlDefinition
@testable import CurlRaster

/// Rows of layers painted in pieces, against the definition pixel by pixel.
@Suite struct StackRowTests {
  /// A way to look at a turn.
  struct View: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var margin = 0.0
    var step = 1.0
    var binding = Binding.left
    var bookLook = BookLook()
    var look: @Sendable (inout Look) -> Void = { _ in }
    /// Whether a pixel of one frame is known to be two steps off.
    var isOffByTwo = false

    func canvas(_ page: PageSize) -> Canvas {
      let size = SIMD2(Double(page.width), Double(page.height)) + 2 * margin
      return Canvas(
        width: Int((size.x / step).rounded(.up)), height: Int((size.y / step).rounded(.up)),
        origin: SIMD2(repeating: -margin), step: SIMD2(step, step))
    }
  }

  static let views = [
    View(testDescription: "as it comes"),
    View(testDescription: "over a clear margin", margin: 12),
    View(
      testDescription: "over green, with round corners", margin: 9,
      look: {
        $0.background = .colour(Colour(red: 0.1, green: 0.6, blue: 0.3))
        $0.cornerRadius = .pixels(14)
      }),
    View(
      testDescription: "over half a colour", margin: 5,
      look: {
        $0.background = .colour(Colour(red: 0.5, green: 0.2, blue: 0.7, alpha: 0.5))
      }),
    View(testDescription: "from half a pixel on", margin: 7.5),
    View(testDescription: "within the page", margin: -20.25),
    View(testDescription: "twice as large", step: 0.5),
    View(testDescription: "at two thirds", margin: 3, step: 1.5),
    View(testDescription: "at a fifth", margin: 10, step: 5),
    View(
      testDescription: "with tinted white backs",
      look: {
        $0.back = .colour(.white)
        $0.tint = Colour(red: 0.9, green: 0.8, blue: 0.3)
        $0.tintAmount = 0.4
      }),
  ]

  /// Turns that are drawn in layers, with all their presets.
  static let turns: [any Turn] = TurnCatalogue.all.flatMap { type in
    [type.init()] + type.presetDescriptions.compactMap { type.init(preset: $0.name) }
  }

  private func drawing(_ pages: Pages, _ turn: any Turn, _ view: View, _ progress: Double) throws
    -> Stack?
  {
    var turn = turn
    view.look(&turn.look)
    // The pictures of these scenes are the pages' own.
    turn.look.contactShadow = 0
    let whole = try PageTurn(pages, turn, canvas: view.canvas(pages.size))
    guard case .stack(let stack) = try Drawing(whole.scene(.progress(progress))) else { return nil }
    return stack
  }

  private func bytes(_ stack: Stack, _ pages: Pages, _ rows: Range<Int>) -> [UInt8] {
    let seen = CPURenderer.render(.stack(stack), pages.pictures, rows: rows, format: .rgba8)
    guard case .rgba8(let bytes) = seen else { return [] }
    return bytes
  }

  /// A whole frame without wide instructions.
  private func plainBytes(_ stack: Stack, _ pages: Pages) -> [UInt8] {
    let sheets = StackSheet.all(stack, pages.pictures, level: .plain)
    let plain = StackRows(stack, pages.pictures, sheets, level: .plain)
    let scratch = StackScratch(stack, sheets)
    let count = 4 * stack.width * stack.height
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      if let out = buffer.baseAddress {
        unsafe plain.paint(0..<stack.height, out, scratch)
      }
      filled = count
    }
  }

  @Test(arguments: views)
  func rowsOfLayersAreTheirPixelsWithinAByte(view: View) throws {
    let pages = try Fixture.pages(90, 121)
    var count = 0
    for turn in Self.turns {
      for progress in [0.1, 1.0 / 3, 0.47, 0.8] {
        guard let stack = try drawing(pages, turn, view, progress) else { continue }
        let rows = 3..<stack.height
        let expected = CPURenderer.renderPixelwise(.stack(stack), pages.pictures, rows: rows)
        let seen = bytes(stack, pages, rows)
        #expect(seen.count == expected.count)
        let worst = zip(seen, expected).map { abs(Int($0) - Int($1)) }.max() ?? 255
        #expect(worst <= 1, "\(turn) at \(progress)")
        count += 1
      }
    }
    #expect(count > 40)
  }

  private static let gutter: BookLook = {
    var look = BookLook()
    look.gutter = .percent(12)
    return look
  }()

  /// Looks of half-turn sheets that are drawn in integers.
  static let sheetViews = [
    View(testDescription: "as it comes"),
    View(testDescription: "bound at the right", binding: .right),
    View(testDescription: "in a gutter's shade", bookLook: gutter),
    View(testDescription: "bound at the top", binding: .top),
    View(
      testDescription: "over white, with a picture that the front shines through", margin: 11,
      look: {
        $0.background = .colour(.white)
        $0.back = .picture
        $0.showThrough = 0.4
      }, isOffByTwo: true),
    View(
      testDescription: "over a clear margin, with a lamp", margin: 8.5,
      look: { $0.keyLight = KeyLight(share: 0.6, azimuth: 30) }),
    View(
      testDescription: "with round corners",
      look: {
        $0.cornerRadius = .pixels(14)
        $0.background = .colour(.white)
      }),
    View(
      testDescription: "thick", margin: 6,
      look: {
        $0.thickness = .pixels(2)
        $0.background = .colour(.white)
      }),
    View(testDescription: "unlit", look: { $0.isLit = false }),
    View(
      testDescription: "at two thirds, with blank backs", margin: 3, step: 1.5,
      look: { $0.back = .colour(.white) }),
    View(testDescription: "a quarter larger", step: 0.8),
  ]

  /// Pages of a book, `leaves` of which are in flight.
  private func book(
    _ leaves: Int, isFacing: Bool, width: Int = 90, height: Int = 121
  ) throws -> Pages {
    let front = Page(TestPages.page(.front, width: width, height: height))
    let next = Page(TestPages.page(.next, width: width, height: height))
    let back = Page(TestPages.page(.back, width: width, height: height))
    let others = [Pages.FlyingLeaf(front: back, back: front), .init(front: front, back: next)]
    return try Pages(
      front: front, next: next, back: back, beside: isFacing ? next : nil,
      flight: Array(others.prefix(leaves - 1)))
  }

  @Test(arguments: sheetViews)
  func bentSheetsAmongLayersAreTheirPixelsWithinAByte(view: View) throws {
    var count = 0
    let turns: [any Turn] = [
      CurlTurn(), BookCurlTurn(), CornerFoldTurn(), HingeTurn(), BendTurn(),
    ]
    for (leaves, isFacing) in [(1, true), (2, true), (3, true), (3, false)] {
      let pages = try book(leaves, isFacing: isFacing)
      for var turn in turns where !isFacing || type(of: turn).turnsSpreads {
        view.look(&turn.look)
        // The pictures of these scenes are the pages' own.
        turn.look.contactShadow = 0
        let single = view.canvas(pages.size)
        let left = isFacing ? Int((Double(pages.size.width) / view.step).rounded(.up)) : 0
        let canvas = Canvas(
          width: single.width + left, height: single.height,
          origin: single.origin - SIMD2(Double(left) * view.step, 0), step: single.step)
        let whole =
          view.binding == .left
          ? try PageTurn(
            pages, turn, canvas: canvas,
            bookLook: isFacing ? view.bookLook : BookLook())
          : try PageTurn(pages, turn, binding: view.binding)
        for progress in [0.1, 1.0 / 3, 0.55, 0.9] {
          guard case .stack(let stack) = try Drawing(whole.scene(.progress(progress))) else {
            continue
          }
          count += sheetsInIntegers(stack, pages)
          let name = "\(turn) at \(progress), \(leaves) leaves, \(isFacing ? "facing" : "single")"
          let wrong = wrongPixels(stack, pages)
          func expectNone() {
            #expect(wrong.isEmpty, "\(name): \(wrong.count), \(wrong.prefix(6))")
          }
          // Of this frame alone, two channels of one pixel right before a silhouette are off by 2. The
          // cause isn't known; once it is mended, this fails.
          let isThatFrame = turn is CurlTurn && leaves == 3 && !isFacing && progress == 1.0 / 3
          if view.isOffByTwo && isThatFrame {
            #expect(wrong == ["(36, 113): 112 not 110", "(36, 113): 120 not 118"])
            withKnownIssue("a pixel right before the silhouette is off by 2") { expectNone() }
          } else {
            expectNone()
          }
          #expect(bytes(stack, pages, 0..<stack.height) == plainBytes(stack, pages), "\(name)")
        }
      }
    }
    #expect(count > 30)
  }

  /// Leaves in flight, whose sides are layers: the upper one's has the cut edge behind the lower, too.
  @Test(arguments: [(180.0, 8.0, 22.0), (29, 12, 20), (5, 30, 24), (151, 6, 18)])
  func thickLeavesEndInTheirEdges(angle: Double, thickness: Double, radius: Double) throws {
    let view = View(testDescription: "thick", margin: 4)
    let pages = try book(2, isFacing: false, width: 181, height: 242)
    var turn = CurlTurn()
    turn.angle = angle
    turn.radius = .pixels(radius)
    turn.look.thickness = .pixels(thickness)
    turn.look.contactShadow = 0
    let whole = try PageTurn(pages, turn, canvas: view.canvas(pages.size))
    var count = 0
    for progress in stride(from: 0.1, to: 1, by: 0.12) {
      guard case .stack(let stack) = try Drawing(whole.scene(.progress(progress))) else { continue }
      count += sheetsInIntegers(stack, pages)
      let wrong = wrongPixels(stack, pages)
      #expect(wrong.isEmpty, "\(progress): \(wrong.count), \(wrong.prefix(6))")
    }
    #expect(count > 8)
  }

  /// Pages of few pixels: no pixel may lie inside them, and light changes within a pixel.
  @Test(arguments: [(6, 3), (9, 1), (1, 7), (5, 5), (2, 2)], [5, 2.5])
  func tinyPagesAreTheirPixelsWithinAByte(size: (Int, Int), margin: Double) throws {
    let view = View(testDescription: "tiny", margin: margin)
    for leaves in 1...3 {
      let pages = try book(leaves, isFacing: false, width: size.0, height: size.1)
      for var turn in [CurlTurn(), CornerFoldTurn()] as [any Turn] {
        turn.look.showThrough = 1
        turn.look.contactShadow = 0
        let whole = try PageTurn(pages, turn, canvas: view.canvas(pages.size))
        for progress in stride(from: 0.1, to: 1, by: 0.08) {
          let drawing = try Drawing(whole.scene(.progress(progress)))
          let rows = 0..<drawing.height
          let expected = CPURenderer.renderPixelwise(drawing, pages.pictures, rows: rows)
          let storage = CPURenderer.render(drawing, pages.pictures, rows: rows, format: .rgba8)
          guard case .rgba8(let seen) = storage else { throw Missing() }
          let worst = zip(seen, expected).map { abs(Int($0) - Int($1)) }.max() ?? 255
          #expect(worst <= 1, "\(type(of: turn).name) at \(progress), \(leaves) leaves")
        }
      }
    }
  }

  private struct Missing: Error {}

  /// The number of lifted sheets, all of which are drawn in integers.
  private func sheetsInIntegers(_ stack: Stack, _ pages: Pages) -> Int {
    let plan = FramePlan(.stack(stack), pages.pictures, .pixels(.rgba8))
    let sheets = plan.parts.filter { $0.name.contains("bent sheet") }
    let lifted = sheets.filter { ![.flatness, .section, .through].contains($0.obstacle) }
    #expect(lifted.allSatisfy { $0.form == .integers })
    return lifted.count
  }

  /// Channels that are off by more than 1.
  private func wrongPixels(_ stack: Stack, _ pages: Pages) -> [String] {
    let rows = 0..<stack.height
    let expected = CPURenderer.renderPixelwise(.stack(stack), pages.pictures, rows: rows)
    let seen = bytes(stack, pages, rows)
    guard seen.count == expected.count else { return ["size"] }
    return seen.indices.filter { abs(Int(seen[$0]) - Int(expected[$0])) > 1 }.map { i in
      "(\(i / 4 % stack.width), \(i / 4 / stack.width)): \(seen[i]) not \(expected[i])"
    }
  }

  @Test(arguments: [0.0, 90, 180, 270])
  func aFlatRestThinnerThanAPixelIsNoFlatPixel(angle: Double) throws {
    let pages = try Fixture.pages(90, 121)
    var turn = RollTurn()
    turn.angle = angle
    var count = 0
    for (step, part) in [(1.0, 0.0007), (5, 0.004)] {
      let view = View(testDescription: "", step: step)
      for k in 1...24 {
        for progress in [part * Double(k), 1 - part * Double(k)] {
          guard let stack = try drawing(pages, turn, view, progress) else { continue }
          count += 1
          let wrong = wrongPixels(stack, pages)
          #expect(wrong.isEmpty, "\(progress), step \(step): \(wrong.prefix(4))")
        }
      }
    }
    #expect(count > 60)
  }

  /// Black lines on white paper.
  private func lined(_ apart: Int) -> Page {
    var bytes: [UInt8] = []
    for y in 0..<200 {
      for x in 0..<150 {
        let value: UInt8 = y % apart == 0 || x % (apart + 2) == 0 ? 0 : 255
        bytes += [value, value, value, 255]
      }
    }
    return Page(Pixmap(width: 150, height: 200, rgba8: bytes))
  }

  @Test("taps in pairs share all of a pixel, and light is each cell's own")
  func leavesSeenInColumns() throws {
    let pages = try Pages(front: lined(7), next: lined(5), back: lined(9))
    func near(_ percent: Double) -> Look.View {
      .eye(distance: .percent(percent), centre: SIMD2(0, 0.5))
    }
    func roll(_ radius: Length, _ view: Look.View? = nil) -> RollTurn {
      var roll = RollTurn()
      roll.radius = radius
      if let view { roll.look.view = view }
      return roll
    }
    var hinge = HingeTurn()
    hinge.look.view = near(60)
    var bend = BendTurn()
    bend.look.view = near(60)
    let turns: [(any Turn, Double)] = [
      (HingeTurn(), 0.9), (hinge, 0.9), (bend, 0.8), (bend, 0.3), (roll(.percent(2)), 0.25),
      (roll(.pixels(1)), 0.5), (roll(.percent(9), near(60)), 0.25),
    ]
    var (inIntegers, all) = (0, 0)
    for (turn, progress) in turns {
      let stack = try #require(try drawing(pages, turn, Self.views[0], progress))
      let wrong = wrongPixels(stack, pages)
      #expect(wrong.isEmpty, "\(turn) at \(progress): \(wrong.count), \(wrong.prefix(4))")
      #expect(bytes(stack, pages, 0..<stack.height) == plainBytes(stack, pages))
      let sheet = try #require(StackSheet.all(stack, pages.pictures).first)
      let columns = try #require(sheet.columns)
      for y in 0..<stack.height {
        columns.forEachRun(y, 0..<stack.width) { run, seen in
          if seen == CURL_SEES_FRONT || seen == CURL_SEES_BACK { inIntegers += run.count }
          if seen != CURL_SEES_UNDER { all += run.count }
        }
      }
    }
    // Spans draw edges, and rolls of a pixel.
    #expect(5 * inIntegers > 4 * all, "\(inIntegers) of \(all)")
  }

  @Test func clearPagesAreLeftToTheirPixels() throws {
    let pages = try Fixture.pages(90, 121, translucent: true)
    for turn in Self.turns {
      guard let stack = try drawing(pages, turn, Self.views[1], 0.4) else { continue }
      let rows = 0..<stack.height
      let expected = CPURenderer.renderPixelwise(.stack(stack), pages.pictures, rows: rows)
      let worst = zip(bytes(stack, pages, rows), expected).map { abs(Int($0) - Int($1)) }.max()
      #expect((worst ?? 255) <= 1, "\(turn)")
    }
  }

  @Test(
    arguments: [
      SlideTurn(), CoverTurn(), LeavesTurn(), FlipTurn(), CardTurn(), HingeTurn(), BendTurn(),
      RollTurn(),
    ] as [any Turn])
  func anySplitIntoRowsAndAnyProcessorGivesTheSameBytes(turn: any Turn) throws {
    let pages = try Fixture.pages(90, 121)
    for view in Self.views {
      let stack = try #require(try drawing(pages, turn, view, 0.37))
      let whole = bytes(stack, pages, 0..<stack.height)
      let cut = stack.height / 3
      let parts = [0..<cut, cut..<cut + 1, cut + 1..<stack.height].map { bytes(stack, pages, $0) }
      #expect(whole == Array(parts.joined()))
      #expect(whole == plainBytes(stack, pages))
    }
  }

  @Test func whatATurnLeavesAloneIsThePage() throws {
    let pages = try Fixture.pages(90, 121)
    guard case .rgba8(let front) = pages.pictures.front.pixmap.storage,
      case .rgba8(let next) = pages.pictures.next.pixmap.storage
    else { return }
    // The upper half lies still while the lower one is lifted.
    var turn = FlipTurn()
    turn.look.isLit = false
    let flip = try #require(try drawing(pages, turn, Self.views[0], 0.25))
    let upper = 4 * 90 * 58
    #expect(bytes(flip, pages, 0..<flip.height)[..<upper] == front[..<upper])
    // The next page lies beside what is left of the front, out of its shadow.
    let cover = try #require(try drawing(pages, CoverTurn(), Self.views[0], 0.5))
    let covered = bytes(cover, pages, 0..<cover.height)
    let end = covered.count
    #expect(covered[end - 40..<end] == next[end - 40..<end])
  }
}
