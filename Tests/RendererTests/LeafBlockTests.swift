import CurlCore
import PageCurl
import TestSupport
import Testing

/// The block of leaves that books show by themselves.
@Suite struct LeafBlockTests {
  private static let desk = Background.colour(Colour(red: 0.5, green: 0.45, blue: 0.4))
  private static let size = PageSize(width: 400, height: 300)
  /// Room of 60 page pixels on the left and on the right.
  private static let canvas = Canvas(
    width: 920, height: 340, origin: SIMD2(-460, -20), step: SIMD2(1, 1))

  private static func page(_ level: UInt8) -> Page {
    Page(TestPages.plain(level, width: size.width, height: size.height))
  }

  /// A turn of a book of `turned` + `unturned` leaves, seen from above.
  private func turn(
    _ turned: Int, _ unturned: Int, background: Background = desk, canvas: Canvas = canvas,
    layers: PageTurn.Layers = .all, levels: (now: UInt8, then: UInt8) = (230, 230),
    _ change: (inout HingeTurn, inout BookLook) -> Void = { _, _ in }
  ) throws -> PageTurn {
    var hinge = HingeTurn()
    hinge.look.view = .above
    hinge.look.background = background
    hinge.look.back = .picture
    var book = BookLook()
    (book.turned, book.unturned) = (turned, unturned)
    change(&hinge, &book)
    let pages = try Pages(
      front: Self.page(levels.now), next: Self.page(levels.then), back: Self.page(levels.then),
      beside: Self.page(levels.now))
    return try PageTurn(pages, hinge, canvas: canvas, layers: layers, bookLook: book)
  }

  /// Widths of the block in a frame, output pixels: what is lighter than the desk beside the pages.
  private func widths(_ frame: Pixmap) -> (left: Int, right: Int) {
    let row = (0..<920).map { frame.channels(170 * 920 + $0).x }
    return (
      (0..<60).reversed().prefix { row[$0] > 130 }.count, (860..<920).prefix { row[$0] > 130 }.count
    )
  }

  @Test("The block's width is shared out, is quiet, and doesn't jump where turns meet")
  func width() async throws {
    let cpu = try await Fixture.cpu()
    for (turned, unturned, left, right) in [(1, 6, 0, 7), (4, 3, 4, 3), (7, 0, 8, 0)] {
      let frame = try await cpu.frame(turn(turned, unturned), at: .progress(0))
      let seen = widths(frame)
      #expect(abs(seen.left - left) <= 1 && abs(seen.right - right) <= 1, "\(seen)")
    }
    // A thick book has 3 % of the page's width, and half of the room where that is less.
    let thick = widths(try await cpu.frame(turn(0, 400), at: .progress(0)))
    #expect(thick.left == 0 && abs(thick.right - 12) <= 1, "\(thick)")
    let narrow = Canvas(width: 808, height: 340, origin: SIMD2(-404, -20), step: SIMD2(1, 1))
    let tight = try turn(0, 400, canvas: narrow)
    #expect(tight.margin(at: .progress(0)).right <= 2)
    for renderer in try await Fixture.all() {
      let end = try await renderer.frame(turn(3, 4, levels: (230, 215)), at: .progress(1))
      let start = try await renderer.frame(turn(4, 3, levels: (215, 200)), at: .progress(0))
      #expect(end.difference(start).maximum <= 1)
    }
  }

  @Test("Its shadow begins at its outer edge, and moves by a pixel at most")
  func shadow() async throws {
    let cpu = try await Fixture.cpu()
    let with = try await cpu.frame(turn(0, 400), at: .progress(0))
    let without = try await cpu.frame(
      turn(0, 400) { $1.leafEdge = .pixels(0) }, at: .progress(0))
    func row(_ frame: Pixmap, _ x: Range<Int>) -> [Double] {
      x.map { frame.channels(170 * 920 + $0).x }
    }
    // The same falloff, 12 pixels further out.
    let (outer, inner) = (row(with, 873..<900), row(without, 861..<888))
    #expect(zip(outer, inner).allSatisfy { abs($0 - $1) <= 1 }, "\(outer) \(inner)")
    #expect(row(with, 0..<460) == row(without, 0..<460))
    let book = try turn(3, 4)
    var last = try await cpu.frame(book, at: .progress(0))
    for step in 1...8 {
      let next = try await cpu.frame(book, at: .progress(Double(step) / 8))
      let change = zip(row(last, 880..<920), row(next, 880..<920)).map { abs($0 - $1) }.max()
      // A pixel's step of the contact shadow, where it is steepest.
      #expect((change ?? 99) <= 12, "\(step)")
      last = next
    }
  }

  /// The lightest level of the block on the right.
  private func edge(_ turn: PageTurn) async throws -> Double {
    let frame = try await Fixture.cpu().frame(turn, at: .progress(0))
    return (861..<870).map { frame.channels(170 * 920 + $0).x }.max() ?? 0
  }

  @Test("Its colour is that of the pages' paper, or the edges' own")
  func colour() async throws {
    let (light, dark) = (try turn(0, 400), try turn(0, 400, levels: (160, 160)))
    let (lighter, darker) = (try await edge(light), try await edge(dark))
    #expect(lighter > darker + 40)
    let white = try turn(0, 400, levels: (160, 160)) { $1.edgeColour = .white }
    let own = try await edge(white)
    #expect(own > darker + 20)
    let paper = try turn(0, 400, levels: (160, 160)) { hinge, _ in hinge.look.paper = .white }
    let papers = try await edge(paper)
    #expect(papers == own)
  }

  /// Whether a turn of a book has a block by itself: whether it changes where it has none.
  private func shows(
    _ turned: Int = 3, _ unturned: Int = 9, _ background: Background = desk,
    canvas: Canvas = canvas, layers: PageTurn.Layers = .all, block: Length = .percent(3),
    isLit: Bool = true
  ) async throws -> Bool {
    var frames: [Pixmap] = []
    for edge in [nil, Length.pixels(0)] {
      let turn = try turn(
        turned, unturned, background: background, canvas: canvas, layers: layers
      ) { hinge, book in
        hinge.look.leafBlock = block
        hinge.look.isLit = isLit
        book.leafEdge = edge
      }
      frames.append(try await Fixture.cpu().frame(turn, at: .progress(0.4)))
    }
    return frames[0] != frames[1]
  }

  @Test("Overlays, clear backgrounds, pages without room and presets of originals have none")
  func nothing() async throws {
    #expect(try await shows())
    #expect(try await !shows(3, 9, .colour(.clear)))
    for layers in [PageTurn.Layers.sheet, .sheetAndShadow] {
      #expect(try await !shows(layers: layers))
    }
    #expect(try await !shows(block: .pixels(0)))
    #expect(try await !shows(isLit: false))
    #expect(try await !shows(0, 1))
    #expect(try await !shows(canvas: Canvas(spread: Self.size, binding: .left)))
    let originals: [any Turn] = [
      FlipTurn.flipboard, FlipTurn.source, LeavesTurn.source, BookCurlTurn.reader(),
      CurlTurn.pageCurlWithShadow(),
    ]
    for turn in originals { #expect(turn.look.leafBlock == .pixels(0)) }
  }
}
