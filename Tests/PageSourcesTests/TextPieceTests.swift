import Testing

@testable import SamplePages

/// Where a long word may end a line: Pango tries each of its letters otherwise.
@Suite struct TextPieceTests {
  private static let space: [UInt8] = [0xE2, 0x80, 0x8B]

  /// The first piece of a paragraph.
  private func piece(_ paragraph: String) -> TextPiece {
    var text = ParagraphText()
    text.append(Array(paragraph.utf8))
    let column = TextFlow.Column(
      left: 0, width: 600, firstBaseline: 20, leading: 25, lineCount: 40,
      face: Typeface(size: 20), inks: .day)
    return TextPiece(text, text.range(0), column, room: 40)
  }

  /// The parts between the places that were put in.
  private func parts(_ paragraph: String) -> [String] {
    String(decoding: piece(paragraph).bytes, as: UTF8.self).unicodeScalars
      .split(separator: "\u{200b}").map { String(String.UnicodeScalarView($0)) }
  }

  @Test(
    "a word of any script has places to end a line at",
    arguments: [
      "mnop", "-", "ב", "ا", "ш", "क्षि", "தமிழ்", "ລາວ", "ខ្មែរ", "မြန်မာ", "ᠮᠣᠩ", "Ꭰ", "አማ", "\u{378}",
      "\u{e000}", "𐌰", "𒀀",
    ])
  func longWord(_ letters: String) {
    let parts = parts(String(repeating: letters, count: 2000))
    #expect(parts.count > 10)
    // Letters of three bytes are given three times the room.
    let inner = parts.dropFirst().dropLast()
    #expect(inner.allSatisfy { $0.utf8.count <= 60 && $0.unicodeScalars.count >= 6 })
    for (before, after) in zip(parts, parts.dropFirst()) {
      let (last, first) = (before.unicodeScalars.last, after.unicodeScalars.first)
      #expect(first?.properties.generalCategory != .nonspacingMark)
      #expect(first?.properties.generalCategory != .spacingMark)
      // A virama joins the letters about it.
      #expect(last?.properties.canonicalCombiningClass != .virama)
    }
  }

  @Test(
    "where Pango breaks lines by itself nothing is put in",
    arguments: [
      "世界", "ひらがな", "한국어", "ภาษาไทย", "བོད་", "\u{1100}\u{1161}", "a-b-", "a b ", "👨‍👩‍👧‍👦", "🇩🇪", "𠀀",
    ])
  func breakable(_ letters: String) {
    #expect(parts(String(repeating: letters, count: 2000)).count == 1)
  }
}
