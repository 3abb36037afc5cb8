/// The paragraphs of a text, one behind the other in one array of UTF-8: places in a text of any size
/// are numbers, and cost nothing to keep.
struct ParagraphText {
  private(set) var bytes: [UInt8] = []
  /// Where each begins, and where the last one ends.
  private var starts = [0]

  /// How many there are.
  var count: Int { starts.count - 1 }

  /// The bytes of a paragraph; behind the last one there are none.
  func range(_ paragraph: Int) -> Range<Int> {
    starts[paragraph]..<starts[min(paragraph + 1, count)]
  }

  /// Some bytes as text.
  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Adds a paragraph.
  mutating func append(_ paragraph: [UInt8]) {
    bytes += paragraph
    starts.append(bytes.count)
  }

  /// The first place from one on where no space is.
  func skipSpaces(from start: Int, to end: Int) -> Int {
    var place = start
    while place < end, bytes[place] == 0x20 { place += 1 }
    return place
  }

  /// Where a piece of text ends that begins at a place and is about so many letters wide, and `more`
  /// bytes longer, `most` bytes altogether: at white space where that is near, and never within a scalar.
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

  /// Bytes within which a piece ends at white space.
  private static let mostToSpace = 64

  /// The width of a scalar that begins at a place, in average letters; 0 elsewhere.
  ///
  /// What is wider or narrower costs time and changes nothing.
  private func letterWidth(at place: Int) -> Double {
    switch bytes[place] {
    case 0..<0x80, 0xC2..<0xE0: 0.95
    case 0xE0, 0xE1: 0.8
    // Most of these are punctuation, some without a width.
    case 0xE2: 0.6
    case 0xE3...: 1.8
    default: 0
    }
  }

  /// Whether a word goes on at a place.
  func isBroken(at place: Int) -> Bool {
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

  /// Whether a line may end at the scalar that begins at a place, as far as bytes tell: at spaces and
  /// hyphens, and in scripts that have none between words.
  func mayEndLine(at place: Int) -> Bool {
    let next = place + 1 < bytes.count ? bytes[place + 1] : 0
    switch bytes[place] {
    case 0x20, 0x2D: return true
    // Thai, Lao and Tibetan, not those of India.
    case 0xE0: return next >= 0xB8
    case 0xE1, 0xE3...0xED: return true
    case 0xE2: return next == 0x80 && place + 2 < bytes.count && bytes[place + 2] == 0x8B
    case 0xF0: return next >= 0xA0
    default: return false
    }
  }

  /// Whether the scalar that begins at a place is no mark that belongs to the one before it, as far as
  /// that is easily told.
  func mayBeginLine(at place: Int) -> Bool {
    switch bytes[place] {
    case 0x21..<0x7F, 0xC3...0xCB, 0xCE..<0xE0, 0xEF: return true
    // Consonants of India, which have the same places in each block.
    case 0xE0:
      guard place + 2 < bytes.count else { return false }
      return bytes[place + 1] % 2 == 0 && (0x95...0xB9).contains(bytes[place + 2])
    default: return false
    }
  }

  /// Whether some bytes surely take less than a width, given an em's: those of letters of which none is
  /// as wide as one and a half.
  func isNarrow(_ range: Range<Int>, than width: Double, em: Double) -> Bool {
    var letters = 0
    for place in range {
      switch bytes[place] {
      case 0x20..<0x7F, 0xC3...0xC9, 0xCE...0xD1, 0xE4...0xE9: letters += 1
      case 0x80..<0xC0: break
      default: return false
      }
      if Double(letters) * 1.5 * em > width { return false }
    }
    return true
  }
}
