/// As much of a long paragraph as is laid out at a time: what Pango does takes the square of what it's
/// given, and a whole paragraph for every page of it the square again.
struct TextPiece {
  /// What is laid out: the text, with places put in where lines may end that it has too few of.
  private(set) var bytes: [UInt8] = []
  /// Where in it those places are.
  private var breaks: [Int] = []
  /// Whether it ends with the paragraph.
  let isLast: Bool

  /// Lines of a text of which a piece was laid out.
  struct Lines {
    /// How many of the lines count.
    var count: Int
    /// Bytes of text on them.
    var bytes: Int
    /// Whether that is all of it.
    var isWhole: Bool
  }

  /// Bytes of a piece at least that stand behind its last line that counts: what comes then can't change
  /// where that line ends.
  private static let margin = 64
  /// Bytes beyond which a piece doesn't grow.
  private static let most = 16 << 10
  /// Bytes of a word beyond which it may end a line anywhere, and how often that is said: Pango tries
  /// each of its letters otherwise.
  private static let longestWord = 128
  private static let wordStep = 12
  /// U+200B, at which a line may end.
  private static let space: [UInt8] = [0xE2, 0x80, 0x8B]

  /// The piece of `rest` that has about `room` lines of a column, and one more.
  init(_ text: ParagraphText, _ rest: Range<Int>, _ column: TextFlow.Column, room: Int) {
    let letters = Double(room + 1) * column.width / column.letter
    let end = text.cut(
      from: rest.lowerBound, to: rest.upperBound, letters: letters, more: Self.margin,
      most: Self.most)
    isLast = end == rest.upperBound
    bytes.reserveCapacity(end - rest.lowerBound)
    // A word that goes on from the page before is long already.
    var word = text.isBroken(at: rest.lowerBound) ? 3 * Self.longestWord : 0
    for place in rest.lowerBound..<end {
      let byte = text.bytes[place]
      if text.mayEndLine(at: place) { word = 0 }
      // In the scripts of India and others three bytes or more are a letter.
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

  /// The lines that count in a layout of it where there is room for some.
  func lines(of layout: TextLayout, room: Int) -> Lines {
    if isLast {
      let count = layout.lineCount
      let taken = min(count, room)
      return Lines(
        count: taken, bytes: original(layout.end(ofLine: taken)), isWhole: taken == count)
    }
    let (count, end) = layout.lines(endingWithin: bytes.count - Self.margin, room)
    // A line that is longer than a piece ends with it.
    return count > 0
      ? Lines(count: count, bytes: original(end), isWhole: false)
      : Lines(count: 1, bytes: original(layout.end(ofLine: 1)), isWhole: false)
  }

  /// A place in what is laid out as one in the text.
  private func original(_ place: Int) -> Int {
    var (low, high) = (0, breaks.count)
    while low < high {
      let middle = (low + high) / 2
      if breaks[middle] < place { low = middle + 1 } else { high = middle }
    }
    return place - Self.space.count * low
  }
}
