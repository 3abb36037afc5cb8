/// A part of a long paragraph that is laid out at a time.
///
/// Pango's time grows with the square of the text's length, and with the number of pages if each
/// page lays out the whole paragraph.
struct TextPiece {
  /// The text as UTF-8, with additional break opportunities where it has too few.
  private(set) var bytes: [UInt8] = []
  /// Offsets of the additional breaks in `bytes`.
  private var breaks: [Int] = []
  /// Whether the piece ends with the paragraph.
  let isLast: Bool

  /// The valid lines of a piece's layout.
  struct Lines {
    /// Number of valid lines.
    var count: Int
    /// Number of the text's bytes on these lines.
    var bytes: Int
    /// Whether these lines reach the paragraph's end.
    var isWhole: Bool
  }

  /// Smallest number of bytes after the last valid line: text beyond them can't change where that
  /// line ends.
  private static let margin = 64
  /// Largest size of a piece, bytes.
  private static let most = 16 << 10
  /// Length, bytes, from which a word gets additional breaks, and the distance of these breaks:
  /// without them Pango tries each letter of the word.
  private static let longestWord = 128
  private static let wordStep = 12
  /// U+200B, at which a line may end.
  private static let space: [UInt8] = [0xE2, 0x80, 0x8B]

  /// The start of `rest`, long enough for about `room` + 1 lines of a column.
  init(_ text: ParagraphText, _ rest: Range<Int>, _ column: TextFlow.Column, room: Int) {
    let letters = Double(room + 1) * column.width / column.letter
    let end = text.cut(
      from: rest.lowerBound, to: rest.upperBound, letters: letters, more: Self.margin,
      most: Self.most)
    isLast = end == rest.upperBound
    bytes.reserveCapacity(end - rest.lowerBound)
    // A word that continues from the page before counts as long from its start.
    var word = text.isInsideWord(at: rest.lowerBound) ? 3 * Self.longestWord : 0
    for place in rest.lowerBound..<end {
      let byte = text.bytes[place]
      if text.mayEndLine(at: place) { word = 0 }
      // In the scripts of India and others, a letter has three bytes or more.
      let size = byte >= 0xE0 ? 3 : 1
      if word >= Self.longestWord * size, text.mayBeginLine(at: place) {
        breaks.append(bytes.count)
        bytes += Self.space
        word = (Self.longestWord - Self.wordStep) * size
      }
      word += 1
      bytes.append(byte)
    }
  }

  /// The valid lines of the piece's layout, at most `room`.
  func lines(of layout: TextLayout, room: Int) -> Lines {
    if isLast {
      let count = layout.lineCount
      let taken = min(count, room)
      return Lines(
        count: taken, bytes: original(layout.end(ofLine: taken)), isWhole: taken == count)
    }
    let (count, end) = layout.lines(endingWithin: bytes.count - Self.margin, room)
    // A line that is longer than the piece ends with it.
    return count > 0
      ? Lines(count: count, bytes: original(end), isWhole: false)
      : Lines(count: 1, bytes: original(layout.end(ofLine: 1)), isWhole: false)
  }

  /// Converts an offset in `bytes` to one in the text, which lacks the additional breaks.
  private func original(_ place: Int) -> Int {
    var (low, high) = (0, breaks.count)
    while low < high {
      let middle = (low + high) / 2
      if breaks[middle] < place { low = middle + 1 } else { high = middle }
    }
    return place - Self.space.count * low
  }
}
