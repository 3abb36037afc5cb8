import CurlCore
import PageCache
import PageSources
import PageTurner
import SamplePages
import Testing

/// A text as the pages of a book.
@Suite struct TextPagesTests {
  private static let size = PageSize(width: 240, height: 320)
  private static let paragraph =
    "The lamp stood on a table and the sea below it went on reading what the wind had left there, "
    + "line after line, until the night was full of it and somebody closed the window."

  private static func text(_ paragraphs: Int, chapters: Int = 1) -> String {
    Array(
      repeating: Array(repeating: paragraph, count: paragraphs).joined(separator: "\n\n"),
      count: chapters
    )
    .joined(separator: "\n\u{c}\n")
  }

  /// Rows of a page that have ink on them.
  private static func inked(_ picture: Pixmap) -> [Int] {
    let bytes = picture.rgba8
    let width = picture.width
    let paper = Array(bytes[0..<4])
    return (0..<picture.height).filter { y in
      (0..<width).contains { x in
        let at = 4 * (y * width + x)
        return abs(Int(bytes[at]) - Int(paper[0])) > 40
      }
    }
  }

  @Test func aLongerTextHasMorePagesAndEachIsFilled() throws {
    let short = try TextBook(Self.text(3), size: Self.size)
    let long = try TextBook(Self.text(30), size: Self.size)
    #expect(short.count >= 1 && long.count > 3 * short.count)
    let full = Self.inked(try long.picture(of: 0))
    let middle = Self.inked(try long.picture(of: long.count / 2))
    // Text from the top margin to the bottom one, and a number below.
    #expect((full.first ?? 0) > 20 && (full.first ?? 0) < 60 && (full.last ?? 0) > 285)
    #expect(abs(full.count - middle.count) < 40)
    #expect(try long.picture(of: 0) != long.picture(of: 1))
    #expect(try long.picture(of: 3) == long.picture(of: 3))
  }

  /// Words of one length that are told apart by nothing but their number, so that a lost or a doubled one
  /// shows: what each page sets is read from where the next page goes on.
  @Test func noWordIsLostAtAPageBreak() throws {
    let words = (0..<900).map { "word\(1000 + $0)" }
    for perParagraph in [900, 150, 37, 5] {
      let paragraphs = stride(from: 0, to: words.count, by: perParagraph).map {
        words[$0..<min($0 + perParagraph, words.count)].joined(separator: " ")
      }
      for size in [6.0, 9, 13.5] {
        var style = TextBook.Style()
        style.size = size
        let book = try TextBook(paragraphs.joined(separator: "\n\n"), size: Self.size, style: style)
        #expect(book.count > 2)
        let read = (0..<book.count).flatMap { page in
          book.text(of: page).split(whereSeparator: \.isWhitespace).map(String.init)
        }
        #expect(read == words, "\(perParagraph) words a paragraph, \(size) px")
      }
    }
  }

  @Test func aPageThatIsSetAloneShowsWhatItsTextSays() throws {
    // The pages of a whole text are those of its parts, wherever those begin: what is told of a page
    // is what is drawn.
    var style = TextBook.Style()
    style.hasPageNumbers = false
    let book = try TextBook(Self.text(30), size: Self.size, style: style)
    var rows: [[Int]] = []
    for page in 0..<book.count {
      let alone = try TextBook(book.text(of: page), size: Self.size, style: style)
      #expect(alone.count == 1, "page \(page) fits a page")
      rows.append(Self.inked(try alone.picture(of: 0)))
      // As many lines; a first line that goes on from the page before has no indent.
      let drawn = Self.inked(try book.picture(of: page))
      #expect(abs(drawn.count - rows[page].count) <= 12, "page \(page)")
    }
  }

  @Test func s3_15_chaptersBeginOnAPageAndTellWhereOneIs() async throws {
    let text = Self.text(12, chapters: 3)
    let book = try TextBook(text, size: Self.size)
    let source = TextPages(book, of: text)
    let identities = source.identities()
    #expect(identities.count == book.count && Set(identities).count == book.count)
    var pages = [0, 0, 0]
    for identity in identities {
      let chapter = try #require(source.chapter(of: identity))
      #expect(chapter.page == pages[chapter.number])
      pages[chapter.number] += 1
      #expect(chapter.pages == book.count / 3)
    }
    #expect(pages == [book.count / 3, book.count / 3, book.count / 3])
  }

  @Test func theDarkThemeIsLightOnDark() throws {
    var style = TextBook.Style()
    style.isDark = true
    style.hasPageNumbers = false
    let dark = try TextBook(Self.text(10), size: Self.size, style: style).picture(of: 0)
    #expect(dark.isOpaque && dark.rgba8[0] < 60)
    #expect(dark.rgba8.enumerated().contains { $0.offset % 4 == 0 && $0.element > 150 })
    #expect((Self.inked(dark).last ?? 320) <= 285)
  }

  @Test func marginsAreKept() throws {
    var style = TextBook.Style()
    (style.left, style.right, style.top, style.bottom) = (0.3, 0.3, 0.3, 0.3)
    style.hasPageNumbers = false
    let picture = try TextBook(Self.text(10), size: Self.size, style: style).picture(of: 0)
    let rows = Self.inked(picture)
    #expect((rows.first ?? 0) >= 94 && (rows.last ?? 320) <= 226)
    let bytes = picture.rgba8
    for y in 0..<320 {
      for x in Array(0..<70) + Array(172..<240) {
        #expect(bytes[4 * (y * 240 + x)] == bytes[0])
      }
    }
  }

  @Test func whatCannotBeSetSaysSo() throws {
    for (change, word) in [
      ({ $0.left = 0.5 }, "margin"), ({ $0.size = 0 }, "letters"), ({ $0.size = 900 }, "no room"),
    ] as [((inout TextBook.Style) -> Void, String)] {
      var style = TextBook.Style()
      change(&style)
      let error = #expect(throws: SamplePagesError.self) {
        try TextBook(Self.text(1), size: Self.size, style: style)
      }
      #expect(error?.description.contains(word) ?? false)
    }
    #expect(try TextBook(" \n\n \u{c}\n", size: Self.size).count == 0)
  }

  /// Words of their own number say what a page has.
  @Test func aTextIsSetAgainForAnotherSizeWhereItsReaderIs() async throws {
    let words = (0..<900).map { "word\(1000 + $0)" }
    let parts = stride(from: 0, to: 900, by: 75).map { words[$0..<$0 + 75].joined(separator: " ") }
    let text = parts.enumerated().map { $0 % 4 == 3 ? "\($1)\n\u{c}\n" : "\($1)\n\n" }.joined()
    var style = TextBook.Style()
    style.size = 9
    let pages = TextPages(try TextBook(text, size: Self.size, style: style), of: text)
    let store = PageStore(pages, size: Self.size, neighbours: 1)
    try await store.load(at: 0)
    for size in [PageSize(width: 300, height: 200), PageSize(width: 150, height: 200)] {
      let again = try pages.set(at: size)
      #expect(again.book.size == size && again.book.count > pages.book.count)
      #expect(Set(again.identities()).isDisjoint(with: pages.identities()))
      for page in 0..<pages.book.count {
        let first = try #require(pages.book.text(of: page).split(separator: " ").first)
        let there = again.book.page(with: page, of: pages.book)
        #expect(again.book.text(of: there).contains(first), "page \(page)")
      }
      let page = again.book.page(with: 5, of: pages.book)
      try await store.load(again, at: size, around: page, at: 1)
      #expect(await store.list.count == again.book.count)
      #expect(await store.work(at: 1, isMoving: false) == [.page(page, .ready)])
      #expect(try await store.picture(of: page) == again.book.picture(of: page))
    }
  }

  @Test func anotherSizeFails() async throws {
    let book = try TextBook(Self.text(3), size: Self.size)
    let source = TextPages(book, of: Self.text(3))
    await #expect(throws: TextPages.Failure.self) {
      try await source.picture(of: source.identities()[0], at: PageSize(width: 10, height: 10))
    }
  }
}
