import CurlCore
import SamplePages
import Testing

/// Texts that are hard to set: nothing of them is lost.
@Suite struct TextBookTests {
  private static let size = PageSize(width: 240, height: 320)
  private static var style: TextBook.Style {
    var style = TextBook.Style()
    (style.size, style.hasPageNumbers) = (12, false)
    return style
  }

  /// The pixels that have ink on them.
  private static func ink(_ picture: Pixmap) -> [SIMD2<Int>] {
    let bytes = picture.rgba8
    return (0..<picture.width * picture.height).filter { abs(Int(bytes[4 * $0]) - 240) > 60 }
      .map { SIMD2($0 % picture.width, $0 / picture.width) }
  }

  @Test func aWordThatIsWiderThanItsColumnIsBroken() throws {
    let word = String(repeating: "mnop", count: 100)
    for text in [word, "a few words \(word) and some more", "\(word) \(word)"] {
      let book = try TextBook(text, size: Self.size, style: Self.style)
      var letters = ""
      for page in 0..<book.count {
        letters += book.text(of: page)
        let ink = Self.ink(try book.picture(of: page))
        // Within the margins, but for what a letter or a hyphen hangs out.
        #expect(ink.allSatisfy { $0.x >= 28 && $0.x <= 240 - 28 }, "page \(page)")
        // A letter takes 40 square pixels or more, of which a tenth is ink: no line is left out.
        let count = book.text(of: page).count
        #expect(ink.count > 4 * count, "page \(page): \(ink.count) for \(count) letters")
      }
      #expect(letters.filter { $0 != " " } == text.filter { $0 != " " })
    }
  }

  @Test func aTextGoesOnBehindAZero() throws {
    let text = "what stands before\u{0}and what comes after it"
    let book = try TextBook(text, size: Self.size, style: Self.style)
    #expect(book.text(of: 0) == text.replacing("\u{0}", with: "\u{FFFD}"))
    let (whole, half) = (
      Self.ink(try book.picture(of: 0)),
      Self.ink(
        try TextBook("what stands before", size: Self.size, style: Self.style).picture(of: 0))
    )
    #expect(whole.count > 3 * half.count / 2, "\(whole.count) and \(half.count) pixels")
  }
}
