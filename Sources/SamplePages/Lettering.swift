public import CurlCore

/// A plain picture with lines of text, such as the labels of a table of pictures.
public struct Lettering: Sendable {
  /// A line of text.
  public struct Line: Sendable, Equatable {
    /// The text.
    public var text: String
    /// Left end, pixels.
    public var x: Double
    /// Baseline, pixels from the top.
    public var baseline: Double
    /// Size of the letters, pixels.
    public var size: Double
    /// Whether the text is italic.
    public var isItalic: Bool
    /// Whether all letters have one width, as in a terminal.
    public var isMonospaced: Bool
    /// Colour of the text.
    public var colour: CurlCore.Colour
    /// Width at which the text is broken into lines, pixels; nil breaks nothing.
    public var width: Double?
    /// Distance between the baselines of lines, in sizes of the letters.
    public var leading: Double

    /// A line from its parts.
    public init(
      _ text: String, x: Double, baseline: Double, size: Double, isItalic: Bool = false,
      isMonospaced: Bool = false, colour: CurlCore.Colour, width: Double? = nil,
      leading: Double = 1.2
    ) {
      self.text = text
      self.x = x
      self.baseline = baseline
      self.size = size
      self.isItalic = isItalic
      self.isMonospaced = isMonospaced
      self.colour = colour
      self.width = width
      self.leading = leading
    }

    /// Number of lines into which the text is broken.
    ///
    /// Throws `SamplePagesError` without a font or without memory.
    package var count: Int {
      get throws(SamplePagesError) {
        try layout(on: CairoPicture(width: 1, height: 1)).lineCount
      }
    }

    fileprivate func layout(on canvas: CairoPicture) throws(SamplePagesError) -> TextLayout {
      let face = Typeface(size: size, isItalic: isItalic, isMonospaced: isMonospaced)
      return try TextLayout(text, face, width: width, on: canvas)
    }
  }

  /// The lines.
  public var lines: [Line]

  /// Lettering of these lines.
  public init(_ lines: [Line]) { self.lines = lines }

  /// Draws the lines on a ground of one colour.
  ///
  /// - Parameters:
  ///   - width: Width in pixels, from 1 to `SamplePages.largestSide`.
  ///   - height: Height in pixels, same range.
  ///   - ground: Colour of the ground.
  /// - Returns: The picture.
  /// - Throws: `SamplePagesError` without a font or without memory, or if a side is out of range.
  public func draw(
    width: Int, height: Int, ground: CurlCore.Colour
  ) throws(SamplePagesError) -> Pixmap {
    let sides = 1...SamplePages.largestSide
    guard sides.contains(width), sides.contains(height) else {
      throw .badSize(width: width, height: height)
    }
    let canvas = try CairoPicture(width: width, height: height)
    canvas.rectangle(0, 0, Double(width), Double(height))
    canvas.fill(.flat(Colour(ground)))
    for line in lines {
      let layout = try line.layout(on: canvas)
      layout.draw(
        x: line.x, baseline: line.baseline, leading: line.leading * line.size, Colour(line.colour))
    }
    return try canvas.pixmap()
  }
}
