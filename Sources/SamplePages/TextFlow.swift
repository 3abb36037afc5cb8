import CPango

/// A text that continues from column to column.
struct TextFlow {
  private let text: ParagraphText
  /// The current paragraph, and the end of the text's paragraphs.
  private var paragraph: Int
  private let end: Int
  /// Byte offset in the text at which the flow continues.
  private(set) var offset: Int
  /// Number of runs of one font, script and direction in the lines so far.
  private(set) var runs = 0

  /// A column of text; lengths are pixels.
  struct Column {
    var left: Double
    var width: Double
    /// First baseline, and distance of baselines.
    var firstBaseline: Double
    var leading: Double
    /// Number of lines.
    var lineCount: Int
    var face: Typeface
    var inks: Inks

    /// Width of an average letter, as in `PageDesign`.
    var letter: Double { max(leading / PageDesign.leadingLetters, 1e-6) }

    /// The baseline of line `line`.
    func baseline(_ line: Int) -> Double { firstBaseline + leading * Double(line) }

    /// A layout for the column's lines.
    ///
    /// All alignments give the same line ends; justifying takes time.
    func layout(
      _ alignment: TextLayout.Alignment = .justified, on canvas: CairoPicture
    ) throws(SamplePagesError) -> TextLayout {
      try TextLayout("", face, width: width, alignment: alignment, on: canvas)
    }
  }

  /// A flow from the start of a text.
  init(paragraphs: [String]) {
    var text = ParagraphText()
    for paragraph in paragraphs { text.append(Array(paragraph.utf8)) }
    self.init(text, 0..<text.count)
  }

  /// A flow from the start of some paragraphs of a text.
  init(_ text: ParagraphText, _ paragraphs: Range<Int>) {
    self.text = text
    (paragraph, end) = (paragraphs.lowerBound, paragraphs.upperBound)
    offset = text.range(paragraphs.lowerBound).lowerBound
  }

  /// Whether the current paragraph began on an earlier page.
  private var isContinued: Bool { !isOver && offset > text.range(paragraph).lowerBound }

  /// The text from here to `later`, which is further in the same text; nil means the end.
  func text(before later: TextFlow?) -> String {
    let last = later?.paragraph ?? end
    var parts = (paragraph..<last).map { number in
      let range = text.range(number)
      return text.string(max(range.lowerBound, offset)..<range.upperBound)
    }
    // The paragraph that continues at `later` begins before it.
    if let later, later.isContinued {
      parts.append(text.string(max(text.range(last).lowerBound, offset)..<later.offset))
    }
    return parts.joined(separator: "\n\n")
  }

  /// The rest of the text: paragraphs, and bytes of the first of them.
  ///
  /// The rest shrinks along a text, so it compares positions in different settings.
  var remaining: (paragraphs: Int, bytes: Int) {
    (end - paragraph, isOver ? 0 : text.range(paragraph).upperBound - offset)
  }

  /// Whether the whole text is set.
  var isOver: Bool { paragraph == end }

  /// Lines per piece.
  ///
  /// With more lines Pango shapes some letters repeatedly; each piece costs one additional line.
  private static let pieceLines = 16

  /// Starts again at the end of the text, so that every page has text.
  mutating func refill(_ paragraphs: [String]) {
    if isOver { self = TextFlow(paragraphs: paragraphs) }
  }

  /// Sets paragraphs, all but the first indented, until the text or the column ends; returns the
  /// number of lines.
  mutating func set(
    _ column: Column, from first: Int = 0, indentsFirst: Bool = true, on canvas: CairoPicture
  ) throws(SamplePagesError) -> Int {
    set(column, from: first, indentsFirst: indentsFirst, try column.layout(on: canvas), draws: true)
  }

  /// Sets paragraphs with a reusable layout of the column; without `draws`, only advances.
  mutating func set(
    _ column: Column, from first: Int = 0, indentsFirst: Bool = true, _ layout: TextLayout,
    draws: Bool
  ) -> Int {
    var line = first
    // Direction of a paragraph that continues in another piece.
    var direction: PangoDirection?
    while line < column.lineCount, !isOver {
      let indents = !isContinued && (line > first || indentsFirst)
      let indent = indents ? column.leading : 0
      let rest = offset..<text.range(paragraph).upperBound
      if !draws, text.isNarrow(rest, than: column.width - indent, em: column.face.size) {
        advance(to: rest.upperBound, isWhole: true)
        (line, direction) = (line + 1, nil)
        continue
      }
      let room = column.lineCount - line
      let piece = TextPiece(text, rest, column, room: min(room, Self.pieceLines))
      layout.set(piece, indent: indent, direction)
      let lines = piece.lines(of: layout, room: room)
      direction = lines.isWhole ? nil : direction ?? layout.direction
      runs += layout.runs(inLines: lines.count)
      if draws {
        layout.draw(
          x: column.left, baseline: column.baseline(line), leading: column.leading,
          limit: lines.count, column.inks.text)
      }
      advance(to: rest.lowerBound + lines.bytes, isWhole: lines.isWhole || lines.bytes == 0)
      line += lines.count
    }
    return line
  }

  /// Sets the first paragraph's start around a capital of `lines` lines; returns the number of
  /// lines.
  mutating func setDropCapital(
    _ column: Column, lines: Int, on canvas: CairoPicture
  ) throws(SamplePagesError) -> Int {
    guard !isOver, column.lineCount >= lines else { return 0 }
    let whole = text.string(offset..<text.range(paragraph).upperBound)
    guard let letter = whole.first else { return 0 }
    // From the x-height of the first line to the baseline of the last.
    let probe = try TextLayout("x", column.face, on: canvas)
    let rise = probe.ink.rise * 1.45 + column.leading * Double(lines - 1)
    let unit = try TextLayout("E", Typeface(size: 100), on: canvas)
    let face = Typeface(size: 100 * rise / max(unit.ink.rise, 1))
    let capital = try TextLayout(String(letter), face, on: canvas)
    let ink = capital.ink
    capital.draw(
      x: column.left - ink.left, baseline: column.baseline(lines - 1), column.inks.rubric)
    let inset = ink.right - ink.left + column.leading * 0.25
    let rest = String(whole.dropFirst())
    let layout = try TextLayout(
      rest, column.face, width: max(column.width - inset, 1), alignment: .justified, on: canvas)
    let count = min(lines, layout.lineCount)
    let end = layout.draw(
      x: column.left + inset, baseline: column.baseline(0), leading: column.leading, limit: count,
      column.inks.text)
    advance(to: offset + letter.utf8.count + end, isWhole: count == layout.lineCount)
    return max(count, lines)
  }

  /// Advances to an offset in the current paragraph, or after the paragraph if `isWhole`.
  private mutating func advance(to place: Int, isWhole: Bool) {
    let range = text.range(paragraph)
    // Spaces at the end of a line aren't repeated on the next.
    offset = isWhole ? range.upperBound : text.skipSpaces(from: place, to: range.upperBound)
    if offset == range.upperBound { paragraph += 1 }
  }
}
