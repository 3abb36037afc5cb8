/// The paragraphs of a text in one array of UTF-8, so that a position in a text of any size is a
/// byte offset.
struct ParagraphText {
  private(set) var bytes: [UInt8] = []
  /// Start of each paragraph, and end of the last one.
  private var starts = [0]

  /// Number of paragraphs.
  var count: Int { starts.count - 1 }

  /// The bytes of a paragraph; empty beyond the last one.
  func range(_ paragraph: Int) -> Range<Int> {
    starts[paragraph]..<starts[min(paragraph + 1, count)]
  }

  /// Bytes as text.
  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Adds a paragraph.
  mutating func append(_ paragraph: [UInt8]) {
    bytes += paragraph
    starts.append(bytes.count)
  }

  /// The first offset from `start` on that isn't a space; `end` if all are spaces.
  func skipSpaces(from start: Int, to end: Int) -> Int {
    var place = start
    while place < end, bytes[place] == 0x20 { place += 1 }
    return place
  }

  /// End of a piece of text that starts at `start`.
  ///
  /// The piece is about `letters` average letters wide, but has at most `most` bytes; `more` bytes
  /// follow. It ends at a space if one is near, and never within a scalar.
  func cut(from start: Int, to end: Int, letters: Double, more: Int, most: Int) -> Int {
    var (place, width) = (start, 0.0)
    let last = min(end, start + most)
    while place < last, width < letters {
      width += letterWidth(at: place)
      place += 1
    }
    place = min(place + more, end)
    for near in place..<min(place + Self.mostToSpace, end) where bytes[near] == 0x20 { return near }
    while place < end, bytes[place] & 0xC0 == 0x80 { place += 1 }
    return place
  }

  /// Number of bytes after the planned end of a piece in which a space is searched.
  private static let mostToSpace = 64

  /// Width of the scalar at an offset, in average letters; 0 within a scalar.
  ///
  /// An estimate: an error costs time, but doesn't change the result.
  private func letterWidth(at place: Int) -> Double {
    switch bytes[place] {
    case 0..<0x80, 0xC2..<0xE0: 0.95
    case 0xE0, 0xE1: 0.8
    // Most of these are punctuation, some without width.
    case 0xE2: 0.6
    case 0xE3...: 1.8
    default: 0
    }
  }

  /// Whether an offset is inside a word.
  func isInsideWord(at place: Int) -> Bool {
    place > 0 && !starts(at: place) && bytes[place - 1] != 0x20
      && !mayEndLine(at: place)
  }

  private func starts(at place: Int) -> Bool {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] < place { low = middle + 1 } else { high = middle }
    }
    return starts[low] == place
  }

  /// Whether a line may end at the scalar at an offset, judged by bytes.
  ///
  /// Lines may end at spaces, at the last of several hyphens, and in scripts that Pango breaks
  /// without spaces or hyphens.
  func mayEndLine(at place: Int) -> Bool {
    let next = place + 1 < bytes.count ? bytes[place + 1] : 0
    let third = place + 2 < bytes.count ? bytes[place + 2] : 0
    switch bytes[place] {
    case 0x20: return true
    case 0x2D: return next != 0x2D
    // Thai, and Tibetan at its mark between syllables; not the scripts of India, nor Lao.
    case 0xE0: return next == 0xB8 || next == 0xB9 || next == 0xBC && third == 0x8B
    // Hangul's components, and Ethiopic at its mark between words.
    case 0xE1: return (0x84...0x87).contains(next) || next == 0x8D && third == 0xA1
    case 0xE2: return next == 0x80 && third == 0x8B
    case 0xE3...0xED: return true
    // Emoji, and ideographs beyond the first 65,536 scalars.
    case 0xF0: return next >= 0x9F
    default: return false
    }
  }

  /// Whether a scalar starts at an offset that doesn't combine with the scalar before it.
  func mayBeginLine(at place: Int) -> Bool {
    guard let scalar = scalar(at: place), !TextReader.isMark(scalar) else { return false }
    var last = place
    repeat { last -= 1 } while last > 0 && bytes[last] & 0xC0 == 0x80
    guard last >= 0, let before = self.scalar(at: last) else { return true }
    // Viramas, which have this class, join a letter to the next, as a joiner does.
    return before.properties.canonicalCombiningClass != .virama && before != "\u{200d}"
  }

  /// The scalar that starts at an offset; nil within a scalar.
  private func scalar(at place: Int) -> UnicodeScalar? {
    guard bytes[place] & 0xC0 != 0x80 else { return nil }
    let end = min(place + 4, bytes.count)
    return String(decoding: bytes[place..<end], as: UTF8.self).unicodeScalars.first
  }

  /// Whether text is certainly narrower than a width; `width` and `em` are pixels.
  ///
  /// No letter is wider than 1.5 em, and no other scalar is wider than 4.5 em.
  func isNarrow(_ range: Range<Int>, than width: Double, em: Double) -> Bool {
    var letters = 0
    for place in range {
      switch bytes[place] {
      case 0x20..<0x7F, 0xC3...0xC9, 0xCE...0xD1, 0xE4...0xE9: letters += 1
      case 0x80..<0xC0: break
      case 0xC2...0xED: letters += 3
      default: return false
      }
      if Double(letters) * 1.5 * em > width { return false }
    }
    return true
  }
}
