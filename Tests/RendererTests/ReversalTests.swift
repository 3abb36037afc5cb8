import CurlCore
import PageCurl
import TestSupport
import Testing

/// Backwards, from a later page to an earlier one, a film is the same frames from the last to the
/// first, byte for byte: of every turn, of single and of facing pages.
@Suite struct ReversalTests {
  static let frames = 5

  @Test(arguments: EveryTurnTests.turns)
  func theWayBackIsTheSameFramesByteForByte(entry: EveryTurnTests.Entry) async throws {
    try await Self.expectReversal(entry, Book(pages: 3))
  }

  @Test(arguments: FacingTurnTests.turns, Binding.allCases)
  func facingPagesTurnBackTheSameWay(entry: EveryTurnTests.Entry, binding: Binding) async throws {
    try await Self.expectReversal(
      entry, Book(pages: 3, layout: .facing(cover: true), binding: binding))
  }

  static func expectReversal(_ entry: EveryTurnTests.Entry, _ book: Book) async throws {
    for renderer in try await Fixture.all() {
      let there = try await film(entry.turn, book, isBackward: false, renderer)
      let back = try await film(entry.turn, book, isBackward: true, renderer)
      let turns = Reel.turns(of: book)
      #expect(there.count == turns * (frames - 1) + 1)
      // It starts where the way there ends, which is another page.
      #expect(back.first == there.last && back.first != there.first, "\(renderer.info)")
      #expect(back == there.reversed(), "\(renderer.info)")
    }
  }

  /// All frames of a book that is turned through from one end to the other.
  static func film(_ turn: any Turn, _ book: Book, isBackward: Bool, _ renderer: Renderer)
    async throws -> [Pixmap]
  {
    let styles = [TestPages.Style.front, .next, .back, .beside]
    let reel = try Reel(book, turn, frames: frames, isBackward: isBackward) { number in
      var style = styles[number % 4]
      style.ink += SIMD3(Double(9 * number), 0, 0)
      return Page(TestPages.page(style, width: 41, height: 58))
    }
    var pictures: [Pixmap] = []
    for try await frame in renderer.frames(of: reel) { pictures.append(frame.pixmap) }
    return pictures
  }
}
