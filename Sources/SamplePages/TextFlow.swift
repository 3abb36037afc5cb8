/// A text that runs on from column to column.
struct TextFlow {
  private var paragraphs: ArraySlice<String>
  /// Whether the first paragraph was begun on an earlier page.
  private var isContinued = false

  /// A column of text; lengths are pixels.
  struct Column {
    var left: Double
    var width: Double
    /// Baselines, the first and their distance.
    var firstBaseline: Double
    var leading: Double
    /// How many there are.
    var lineCount: Int
    var face: Typeface
    var inks: Inks

    /// The baseline of line `line`.
    func baseline(_ line: Int) -> Double { firstBaseline + leading * Double(line) }
  }

  /// The beginning of a text.
  init(paragraphs: [String]) {
    self.paragraphs = paragraphs[...]
  }

  /// What is set between here and a later place of the same text; nil is its end.
  func text(before end: TextFlow?) -> String {
    let left = end?.paragraphs.count ?? 0
    var parts = Array(paragraphs.dropLast(left))
    // A paragraph that goes on there begins here: what there is left of it is its end.
    if let end, end.isContinued, let rest = end.paragraphs.first,
      let whole = paragraphs.dropLast(left - 1).last
    {
      parts.append(String(whole.dropLast(rest.count)))
    }
    return parts.joined(separator: "\n\n")
  }

  /// What is left: paragraphs, and bytes of the first of them; less and less on the way through a text,
  /// however it's set.
  var left: (paragraphs: Int, bytes: Int) { (paragraphs.count, paragraphs.first?.utf8.count ?? 0) }

  /// Whether all has been set.
  var isOver: Bool { paragraphs.isEmpty }

  /// Begins again if all has been set: no page goes without text.
  mutating func refill(_ paragraphs: [String]) {
    if isOver { self = TextFlow(paragraphs: paragraphs) }
  }

  /// Sets paragraphs, all but the first indented, until the text or the column ends; returns the
  /// lines that it took.
  mutating func set(
    _ column: Column, from first: Int = 0, indentsFirst: Bool = true, on canvas: Canvas
  ) throws(SamplePagesError) -> Int {
    var line = first
    while line < column.lineCount, let text = paragraphs.first {
      let indents = !isContinued && (line > first || indentsFirst)
      let layout = try TextLayout(
        text, column.face, width: column.width, indent: indents ? column.leading : 0,
        alignment: .justified, on: canvas)
      let count = min(layout.lineCount, column.lineCount - line)
      let end = layout.draw(
        x: column.left, baseline: column.baseline(line), leading: column.leading, limit: count,
        column.inks.text)
      advance(end, of: text, isWhole: count == layout.lineCount)
      line += count
    }
    return line
  }

  /// Sets the first paragraph's beginning around a capital of `lines` lines; returns the lines that
  /// it took.
  mutating func setDropCapital(
    _ column: Column, lines: Int, on canvas: Canvas
  ) throws(SamplePagesError) -> Int {
    guard let text = paragraphs.first, let letter = text.first, column.lineCount >= lines else {
      return 0
    }
    // From the x-height of the first line down to the baseline of the last.
    let probe = try TextLayout("x", column.face, on: canvas)
    let rise = probe.ink.rise * 1.45 + column.leading * Double(lines - 1)
    let unit = try TextLayout("E", Typeface(size: 100), on: canvas)
    let face = Typeface(size: 100 * rise / max(unit.ink.rise, 1))
    let capital = try TextLayout(String(letter), face, on: canvas)
    let ink = capital.ink
    capital.draw(
      x: column.left - ink.left, baseline: column.baseline(lines - 1), column.inks.rubric)
    let inset = ink.right - ink.left + column.leading * 0.25
    let rest = String(text.dropFirst())
    let layout = try TextLayout(
      rest, column.face, width: max(column.width - inset, 1), alignment: .justified, on: canvas)
    let count = min(lines, layout.lineCount)
    let end = layout.draw(
      x: column.left + inset, baseline: column.baseline(0), leading: column.leading, limit: count,
      column.inks.text)
    advance(end, of: rest, isWhole: count == layout.lineCount)
    return max(count, lines)
  }

  /// Goes on after the first `end` bytes of the first paragraph, which reads `text`.
  private mutating func advance(_ end: Int, of text: String, isWhole: Bool) {
    paragraphs = paragraphs.dropFirst()
    isContinued = !isWhole
    guard !isWhole else { return }
    let rest = String(decoding: text.utf8.dropFirst(end), as: UTF8.self)
    paragraphs = ([String(rest.drop { $0 == " " })] + paragraphs)[...]
  }
}
