import CurlCore
import Glibc

/// Measures shared by all pages of a size, in pixels.
struct PageDesign {
  /// Size of the page, pixels.
  let width: Int
  let height: Int
  /// Type area of a right-hand page, which is bound at the left.
  let left: Double
  let top: Double
  let measure: Double
  let depth: Double
  /// Typeface of the text, and the distance of its baselines.
  let face: Typeface
  let leading: Double
  let inks: Inks

  /// Letters per line of a 3 : 4 page, for good legibility.
  ///
  /// On pages of another shape, lines are longer or shorter within `letterRange`, so that a page
  /// has about as many letters.
  private static let lettersPerLine = 63.0
  private static let letterRange = 44.0...88.0

  /// Distance of baselines in average letter widths.
  static let leadingLetters = 3.05

  /// Text with letters of average width.
  private static let averageText = "the lamp stood on a table and the sea below it went on reading"

  /// The measures of a page of `width` × `height` pixels.
  init(width: Int, height: Int, inks: Inks = .day) throws(SamplePagesError) {
    let sides = 1...SamplePages.largestSide
    guard sides.contains(width), sides.contains(height) else {
      throw .badSize(width: width, height: height)
    }
    self.width = width
    self.height = height
    self.inks = inks
    left = Double(width) * 0.125
    measure = Double(width) * 0.735
    top = Double(height) * 0.115
    depth = Double(height) * 0.765
    // Fonts differ in width: the size follows from the wanted number of letters per line.
    let trial = try TextLayout(
      Self.averageText, Typeface(size: 100), on: try CairoPicture(width: 1, height: 1))
    let wanted = Self.lettersPerLine * sqrt(Double(width) / Double(height) / 0.75)
    let range = Self.letterRange
    let letter = measure / min(max(wanted, range.lowerBound), range.upperBound)
    let trialLetter = trial.width / Double(Self.averageText.count)
    face = Typeface(size: max(100 * letter / max(trialLetter, 1), 0.1))
    leading = letter * Self.leadingLetters
  }

  /// Draws a page: paper, then `body`.
  func draw(
    _ body: (CairoPicture) throws(SamplePagesError) -> Void
  ) throws(SamplePagesError) -> Pixmap {
    let canvas = try CairoPicture(width: width, height: height)
    canvas.rectangle(0, 0, Double(width), Double(height))
    canvas.fill(.flat(inks.paper))
    try body(canvas)
    return try canvas.pixmap()
  }

  /// The text column of a page, from `offset` pixels below the top of the type area.
  ///
  /// Baselines are on the page's grid, so that lines on both sides of a leaf coincide.
  func column(left: Double, below offset: Double = 0) -> TextFlow.Column {
    let lines = (depth / leading).rounded(.down)
    let skipped = (offset / leading).rounded(.up)
    return TextFlow.Column(
      left: left, width: measure, firstBaseline: top + leading * (skipped + 0.8), leading: leading,
      lineCount: max(0, Int(lines - skipped)), face: face,
      inks: inks)
  }

  /// The running head, with the page number at the outer edge.
  func drawHead(
    _ title: String, number: Int, left: Double, isRight: Bool, on canvas: CairoPicture
  ) throws(SamplePagesError) {
    let baseline = top - leading * 1.05
    let italic = Typeface(size: face.size * 0.88, isItalic: true)
    let figure = Typeface(size: face.size * 0.9)
    let head = try TextLayout(
      title, italic, width: measure, alignment: isRight ? .left : .right, on: canvas)
    head.draw(x: left, baseline: baseline, inks.faint)
    let folio = try TextLayout(
      "\(number)", figure, width: measure, alignment: isRight ? .right : .left, on: canvas)
    folio.draw(x: left, baseline: baseline, inks.faint)
    canvas.move(left, baseline + leading * 0.36)
    canvas.line(left + measure, baseline + leading * 0.36)
    canvas.stroke(inks.faint, width: leading * 0.025)
  }

  /// A small ornament: three leaves on a line.
  func drawOrnament(x: Double, y: Double, on canvas: CairoPicture) {
    let unit = leading * 0.3
    for side in [-1.0, 1.0] {
      canvas.move(x + side * unit * 0.9, y)
      canvas.curve(
        x + side * unit * 2, y - unit * 1.1, x + side * unit * 3.2, y - unit * 0.7,
        x + side * unit * 4, y)
      canvas.curve(
        x + side * unit * 3, y + unit * 0.25, x + side * unit * 2, y + unit * 0.35,
        x + side * unit * 0.9, y)
      canvas.fill(.flat(inks.rubric))
      canvas.circle(x + side * unit * 4.7, y, radius: unit * 0.16)
      canvas.fill(.flat(inks.rubric))
    }
    canvas.polygon([
      (x, y - unit * 0.6), (x + unit * 0.6, y), (x, y + unit * 0.6), (x - unit * 0.6, y),
    ])
    canvas.fill(.flat(inks.rubric))
  }
}
