import CurlCore
import PageCurl
import Synchronization
import TestSupport
import Testing

/// Films of books of many pages.
@Suite struct ReelTests {
  private static let size = PageSize(width: 16, height: 21)

  /// Page after page as they are asked for, each of them another picture; knows how many live.
  private final class Source: Sendable {
    private struct State {
      var asked: [Int] = []
      var pages: [Weak] = []
      var most = 0
    }
    private struct Weak { weak var page: Page? }
    private let state = Mutex(State())

    static func picture(_ number: Int) -> Pixmap {
      var bytes: [UInt8] = []
      for y in 0..<size.height {
        for x in 0..<size.width {
          bytes += [
            UInt8((40 + 53 * number + 9 * x) % 256), UInt8((200 + 31 * number + 7 * y) % 256),
            UInt8((11 * number + x * y) % 256), 255,
          ]
        }
      }
      return Pixmap(width: size.width, height: size.height, rgba8: bytes)
    }

    func page(_ number: Int) -> Page {
      let page = Page(Self.picture(number))
      state.withLock { state in
        state.asked.append(number)
        state.pages = state.pages.filter { $0.page != nil } + [Weak(page: page)]
        state.most = max(state.most, state.pages.count)
      }
      return page
    }

    var asked: [Int] { state.withLock { $0.asked } }
    /// The most pages that lived at once.
    var most: Int { state.withLock { $0.most } }
  }

  private func film(_ reel: Reel, ahead: Int = 2) async throws -> [Pixmap] {
    let renderer = try await Fixture.cpu()
    var frames: [Pixmap] = []
    for try await frame in renderer.frames(of: reel, ahead: ahead) {
      #expect(frame.index == frames.count)
      frames.append(frame.pixmap)
    }
    #expect(frames.count == reel.count)
    return frames
  }

  /// Two pages beside each other; nil is clear.
  private func spread(_ left: Pixmap?, _ right: Pixmap?) -> Pixmap {
    var bytes: [UInt8] = []
    for y in 0..<Self.size.height {
      for side in [left, right] {
        let row = 4 * Self.size.width
        let none = [UInt8](repeating: 0, count: row)
        bytes += side.map { Array($0.rgba8[row * y..<row * (y + 1)]) } ?? none
      }
    }
    return Pixmap(width: 2 * Self.size.width, height: Self.size.height, rgba8: bytes)
  }

  private func plain(_ colour: UInt8) -> Pixmap {
    let count = Self.size.width * Self.size.height
    return Pixmap(
      width: Self.size.width, height: Self.size.height,
      rgba8: [UInt8](repeating: colour, count: 4 * count))
  }

  @Test func singlePagesAreThemselvesBetweenTheirTurns() async throws {
    let source = Source()
    let reel = try Reel(Book(pages: 5), CurlTurn(), frames: 4, hold: 2) { source.page($0) }
    let frames = try await film(reel)
    #expect(frames.count == 19)
    #expect(frames[0] == Source.picture(0))
    for number in 1..<5 {
      // Three new frames of each turn, and two for which its end is held.
      let end = 3 + 5 * (number - 1)
      for frame in end...(number == 4 ? end : end + 2) {
        #expect(frames[frame] == Source.picture(number), "frame \(frame)")
      }
    }
    #expect(source.asked == [0, 1, 2, 3, 4])
  }

  @Test func s3_3_theBackIsAskedForBeforeTheFrontAndEachPageOnce() async throws {
    for (cover, order) in [
      (false, [2, 1, 3, 0, 4, 5, 6, 7]), (true, [1, 0, 2, 3, 4, 5, 6, 7]),
    ] {
      let source = Source()
      let book = Book(pages: 8, layout: .facing(cover: cover))
      let reel = try Reel(book, SwingTurn(), frames: 3) { source.page($0) }
      _ = try await film(reel)
      #expect(source.asked == order)
    }
  }

  @Test func facingPagesLieBesideEachOtherBetweenTheirTurns() async throws {
    for cover in [false, true] {
      let source = Source()
      let book = Book(pages: 7, layout: .facing(cover: cover))
      let frames = try await film(
        Reel(book, SwingTurn(), frames: 3, hold: 1) { source.page($0) })
      for stop in 0..<book.stops {
        let open = book.stop(stop)
        func picture(_ face: Book.Face?) -> Pixmap? {
          switch face {
          case .page(let number): Source.picture(number)
          case .blank: plain(255)
          case .mirrored, nil: nil
          }
        }
        let expected = spread(picture(open.verso), picture(open.recto))
        // Each turn ends two frames and one held one after the one before it.
        #expect(frames[max(3 * stop - 1, 0)] == expected, "stop \(stop), cover \(cover)")
      }
    }
  }

  @Test func besideALastLonePageIsNothing() async throws {
    let book = Book(pages: 4, layout: .facing(cover: true))
    let frames = try await film(Reel(book, SwingTurn(), frames: 3) { Page(Source.picture($0)) })
    #expect(frames.first == spread(nil, Source.picture(0)))
    #expect(frames.last == spread(Source.picture(3), nil))
  }

  @Test func oneSidedLeavesShowOnTheFacingPageWhatLandedThere() async throws {
    let book = Book(pages: 3, layout: .facing(cover: false), printing: .oneSided)
    let frames = try await film(
      Reel(book, SwingTurn(), frames: 3) { Page(Source.picture($0)) })
    // The first turn's end, which is the second's start drawn from the picture of a landed back.
    let again = try Reel(
      book, takes: [Take(SwingTurn(), frames: 2), Take(SwingTurn(), frames: 3)]
    ) { Page(Source.picture($0)) }
    var shots: [Shot] = []
    for try await shot in again { shots.append(shot) }
    let renderer = try await Fixture.cpu()
    let start = try await renderer.frame(shots[2].turn, at: .progress(0))
    var difference = Difference()
    for i in 0..<start.width * start.height {
      difference.add(start.channels(i), frames[2].channels(i))
    }
    #expect(difference.maximum <= 1)
    #expect(start.rgba8[3] == 255)
  }

  @Test func backwardIsTheSameFramesFromTheLastToTheFirst() async throws {
    let book = Book(pages: 6, layout: .facing(cover: true))
    let there = try await film(
      Reel(book, SwingTurn(), frames: 4, hold: 1) { Page(Source.picture($0)) })
    let source = Source()
    let back = try await film(
      Reel(book, SwingTurn(), frames: 4, hold: 1, isBackward: true) { source.page($0) })
    #expect(back == Array(there.reversed()))
    // The last leaf's back, its front, then what it uncovers on its way and what it lands on.
    #expect(Array(source.asked.prefix(3)) == [5, 4, 3])
  }

  @Test(arguments: [Binding.right, .top]) func aBookBoundElsewhereHasItsPagesThere(
    binding: Binding
  ) async throws {
    let book = Book(pages: 4, layout: .facing(cover: false), binding: binding)
    let frames = try await film(
      Reel(book, SwingTurn(), frames: 2) { Page(Source.picture($0)) })
    let first = frames[0]
    let isTop = binding == .top
    #expect(first.width == (isTop ? 1 : 2) * Self.size.width)
    #expect(first.height == (isTop ? 2 : 1) * Self.size.height)
    // Page 0 is the verso: on the right, or above.
    let corner = 4 * (isTop ? 0 : Self.size.width)
    let shown = Array(first.rgba8[corner..<corner + 4])
    let expected = Array(Source.picture(0).rgba8[..<4])
    #expect(shown == expected)
  }

  @Test func memoryIsTheSameForAnyNumberOfPages() async throws {
    for layout in [Book.Layout.single, .facing(cover: true)] {
      var most: [Int] = []
      for pages in [8, 60] {
        let source = Source()
        let reel = try Reel(Book(pages: pages, layout: layout), SwingTurn(), frames: 2) {
          source.page($0)
        }
        _ = try await film(reel, ahead: 0)
        #expect(source.asked.count == pages)
        most.append(source.most)
      }
      // The turn before, whose last frame may be at hand, this one and the next.
      #expect(most.allSatisfy { $0 <= (layout == .single ? 4 : 8) }, "\(most)")
    }
  }

  @Test(
    arguments: [Book.Layout.single, .facing(cover: true)], [CurlTurn(), FlipTurn()] as [any Turn])
  func pagesLargerThanTheirPictureMayBeLetGo(layout: Book.Layout, turn: any Turn) async throws {
    // A curl takes pages away without landing them.
    if layout != .single && turn is CurlTurn { return }
    let size = PageSize(width: 120, height: 160)
    let canvas = Canvas(
      width: layout == .single ? 37 : 75, height: 50,
      origin: SIMD2(layout == .single ? 0 : -120, 0),
      step: SIMD2(3.2, 3.2))
    func frames(_ renderer: Renderer, keepsPages: Bool) async throws
      -> (frames: [Pixmap], alive: Int)
    {
      let given = Given()
      var reel = try Reel(
        Book(pages: 8, layout: layout), turn, frames: 3, canvas: canvas
      ) { number in
        given.hand(
          Page(
            TestPages.page(
              [.front, .next, .back, .beside][number % 4], width: size.width, height: size.height)))
      }
      reel.keepsPages = keepsPages
      var frames: [Pixmap] = []
      var alive = 0
      for try await shot in reel {
        frames.append(try await renderer.frame(shot.turn, at: shot.moment))
        alive = max(alive, given.alive)
        #expect(shot.turn.pages.size == size)
      }
      return (frames, alive)
    }
    for renderer in try await Fixture.all() {
      let kept = try await frames(renderer, keepsPages: true)
      let left = try await frames(renderer, keepsPages: false)
      #expect(kept.frames == left.frames && kept.frames.count > 6)
      #expect(kept.alive >= 2 && left.alive <= 1, "\(left.alive) whole pages")
    }
  }

  @Test(arguments: [CurlTurn(), FlipTurn(), RollTurn()] as [any Turn])
  func twoPagesLargerThanTheirPictureMayBeLetGo(turn: any Turn) async throws {
    let canvas = Canvas(width: 38, height: 50, origin: .zero, step: SIMD2(3.2, 3.2))
    for renderer in try await Fixture.all() {
      let given = Given()
      func make() throws -> PageTurn {
        func page(_ style: TestPages.Style) -> Page {
          given.hand(Page(TestPages.page(style, width: 120, height: 160)))
        }
        return try PageTurn(
          Pages(front: page(.front), next: page(.next)), turn, canvas: canvas)
      }
      let small = try make().withoutLargePages()
      #expect(given.alive == 0 && small.pages.size == PageSize(width: 120, height: 160))
      let whole = try make()
      for progress in [0, 0.3, 0.6, 1] {
        let seen = try await renderer.frame(small, at: .progress(progress))
        #expect(seen == (try await renderer.frame(whole, at: .progress(progress))))
      }
    }
  }

  /// Pages that were handed out.
  private final class Given: Sendable {
    private struct Reference: @unchecked Sendable { weak var page: Page? }
    private let pages = Mutex<[Reference]>([])
    var alive: Int { pages.withLock { $0.filter { $0.page != nil }.count } }
    func hand(_ page: Page) -> Page {
      pages.withLock { $0.append(Reference(page: page)) }
      return page
    }
  }

  @Test func severalLeavesTurnInOneFlight() async throws {
    let source = Source()
    let book = Book(pages: 12, layout: .facing(cover: false))
    let reel = try Reel(book, SwingTurn(), frames: 5, leavesAtOnce: 3) { source.page($0) }
    #expect(reel.takes.count == 2)
    // Back and front of leaf after leaf, then what lies under all of them.
    #expect(source.asked.isEmpty && reel.pages(ofTurn: 0) == [2, 1, 4, 3, 6, 5, 7, 0])
    let frames = try await film(reel)
    #expect(frames[0] == spread(Source.picture(0), Source.picture(1)))
    #expect(frames[4] == spread(Source.picture(6), Source.picture(7)))
    #expect(frames[8] == spread(Source.picture(10), Source.picture(11)))
    #expect(source.asked.sorted() == Array(0..<12))
  }

  @Test func whatATurnCantDoIsRefusedWithItsName() throws {
    func refusal(_ body: () throws(RenderError) -> Reel) -> RenderError? {
      do throws(RenderError) {
        _ = try body()
        return nil
      } catch {
        return error
      }
    }
    let page: Reel.PageProvider = { Page(Source.picture($0)) }
    let facing = Book(pages: 6, layout: .facing(cover: false))
    let spreads = refusal { () throws(RenderError) in
      try Reel(facing, CurlTurn(), frames: 3, pages: page)
    }
    #expect(spreads?.code == .parameter && spreads?.message.contains("curl") == true)
    let flight = refusal { () throws(RenderError) in
      try Reel(Book(pages: 6), SlideTurn(), frames: 3, leavesAtOnce: 2, pages: page)
    }
    #expect(flight?.message.contains("one leaf alone") == true)
    for book in [Book(pages: 1), Book(pages: 0), Book(pages: 2, layout: .facing(cover: false))] {
      let none = refusal { () throws(RenderError) in
        try Reel(book, SwingTurn(), frames: 3, pages: page)
      }
      #expect(none?.message.contains("no leaf to turn") == true)
    }
    let short = refusal { () throws(RenderError) in
      try Reel(Book(pages: 3), SwingTurn(), frames: 1, pages: page)
    }
    #expect(short?.message.contains("two frames") == true)
  }

  @Test func aPageThatCantBeHadEndsTheFilmAfterTheFramesBeforeIt() async throws {
    struct Torn: Error, CustomStringConvertible { let description = "it is torn" }
    let reel = try Reel(Book(pages: 4), SwingTurn(), frames: 3) { number in
      if number == 2 { throw Torn() }
      return Page(Source.picture(number))
    }
    let renderer = try await Fixture.cpu()
    var count = 0
    do {
      for try await _ in renderer.frames(of: reel, ahead: 5) { count += 1 }
      Issue.record("a page that wasn't there was drawn")
    } catch {
      #expect(error.code == .page)
      #expect(error.message.contains("page 2") && error.message.contains("it is torn"))
    }
    #expect(count == 3)
    let wide = try Reel(Book(pages: 3), SwingTurn(), frames: 2) { number in
      Page(
        number == 2
          ? Source.picture(2).scaled(width: 9, height: 9, fit: .stretch) : Source.picture(number))
    }
    await #expect(throws: RenderError.self) {
      for try await _ in renderer.frames(of: wide) {}
    }
  }

  @Test func aBookIsLetGoWhenItsFilmIsCancelled() async throws {
    let (started, begin) = AsyncStream.makeStream(of: Void.self)
    let reel = try Reel(Book(pages: 3), SwingTurn(), frames: 2) { number in
      if number == 2 {
        begin.yield()
        try await Task.sleep(for: .seconds(3600))
      }
      return Page(Source.picture(number))
    }
    let renderer = try await Fixture.cpu()
    let task = Task { () -> RenderError.Code? in
      do throws(RenderError) {
        for try await _ in renderer.frames(of: reel) {}
        return nil
      } catch {
        return error.code
      }
    }
    for await _ in started { break }
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test func tracksDriveParametersAndTheMoment() async throws {
    let timeline = try Timeline([
      "progress": Track(from: 0, to: 1, in: 2), "inset": Track(from: 3, to: 7, in: 1),
    ])
    let take = Take(SwingTurn(), frames: 5, timeline: timeline)
    let page = PageSize(width: 100, height: 100)
    for index in 0..<5 {
      #expect(take.moment(ofFrame: index) == .progress(Double(index) / 4))
      let turn = try take.turn(atFrame: index)
      let inset: [Double] = [3, 5, 7, 7, 7]
      #expect(turn.value(of: "inset", on: page) == inset[index])
    }
    let strange = Take(
      SwingTurn(), frames: 2, timeline: try Timeline(["insect": Track(constant: 1)]))
    #expect(throws: RenderError.self) { try strange.turn(atFrame: 0) }
    let back = Take(SwingTurn(), frames: 5, timeline: timeline.reversed())
    for index in 0..<5 {
      #expect(back.moment(ofFrame: index) == take.moment(ofFrame: 4 - index))
    }
  }
}
