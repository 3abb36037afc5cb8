import CurlCore
import CurlSystem

/// Reads a plain text into paragraphs of one line each, in chapters.
struct TextReader {
  private var text = ParagraphText()
  private var chapters: [Range<Int>] = []
  /// The current paragraph, its words separated by single spaces.
  private var paragraph: [UInt8] = []
  private var isInWord = false
  /// Whether the current line has words, and whether it has any character.
  private var hasWords = false
  private var hasAnything = false
  private var lines = 0
  private var words = 0
  private let limits: Limits

  /// Most combining marks per letter: the time to place them grows with the square of their number.
  ///
  /// Texts in Unicode's Stream-Safe Format have up to 30.
  private static let mostMarks = 32

  /// Reads a text; returns its paragraphs, and the paragraph ranges of chapters that aren't empty.
  static func read(
    _ text: String, _ limits: Limits
  ) throws(LimitExceeded) -> (text: ParagraphText, chapters: [Range<Int>]) {
    try limits.check(.textBytes, text.utf8.count, of: "the text")
    var reader = TextReader(limits)
    for character in text { try reader.take(character) }
    if reader.hasAnything { try reader.endLine() }
    reader.endChapter()
    return (reader.text, reader.chapters)
  }

  private init(_ limits: Limits) { self.limits = limits }

  private mutating func take(_ character: Character) throws(LimitExceeded) {
    if character == "\u{c}" {
      if hasAnything { try endLine() }
      endChapter()
    } else if character.isNewline {
      try endLine()
    } else {
      hasAnything = true
      guard !character.isWhitespace else {
        isInWord = false
        return
      }
      if !isInWord { try beginWord() }
      append(character)
    }
  }

  private mutating func beginWord() throws(LimitExceeded) {
    words += 1
    try limits.check(.textWords, words, of: "the text")
    if !paragraph.isEmpty { paragraph.append(0x20) }
    (isInWord, hasWords) = (true, true)
  }

  private mutating func append(_ character: Character) {
    // Pango's texts end at a zero byte.
    guard character != "\0" else {
      paragraph += "\u{FFFD}".utf8
      return
    }
    let before = paragraph.count
    paragraph += character.utf8
    guard paragraph.count - before > Self.mostMarks else { return }
    paragraph.removeSubrange(before...)
    var marks = 0
    for scalar in character.unicodeScalars {
      marks = Self.isMark(scalar) ? marks + 1 : 0
      if marks <= Self.mostMarks { paragraph += UTF8.encode(scalar).map(Array.init) ?? [] }
    }
  }

  /// Whether a scalar combines with another one; joiners count as marks.
  static func isMark(_ scalar: UnicodeScalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .format: true
    default: false
    }
  }

  private mutating func endLine() throws(LimitExceeded) {
    lines += 1
    try limits.check(.textLines, lines, of: "the text")
    if !hasWords { endParagraph() }
    (isInWord, hasWords, hasAnything) = (false, false, false)
  }

  private mutating func endParagraph() {
    guard !paragraph.isEmpty else { return }
    text.append(paragraph)
    paragraph.removeAll(keepingCapacity: true)
  }

  private mutating func endChapter() {
    endParagraph()
    let first = chapters.last?.upperBound ?? 0
    if text.count > first { chapters.append(first..<text.count) }
  }
}
