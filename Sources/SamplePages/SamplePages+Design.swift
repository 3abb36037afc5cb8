internal import CurlCore

extension SamplePages {
  /// Kinds of sample pages.
  public enum Design: Sendable, CaseIterable {
    /// A book: text, a picture in colour, an engraving.
    case book
    /// The same book on dark paper.
    case night
    /// Two photographs that fill their pages, and the back of a postcard.
    case photograph
    /// Sheets with a stamp's edge and cut-out shapes: all have alpha.
    case cutOut
  }

  /// Draws the pages of a design.
  ///
  /// - Parameters:
  ///   - design: The kind of pages.
  ///   - width: Width in pixels, from 1 to `largestSide`.
  ///   - height: Height in pixels, from 1 to `largestSide`.
  /// - Returns: The pages, all of that size; opaque except those of `.cutOut`.
  /// - Throws: `SamplePagesError` without a font or without memory, or if a side is out of range.
  public static func make(
    _ design: Design, width: Int = 1024, height: Int = 1366
  ) throws(SamplePagesError) -> SamplePages {
    switch design {
    case .book: try book(PageDesign(width: width, height: height))
    case .night: try book(PageDesign(width: width, height: height, inks: .night))
    case .photograph: try photographs(PageDesign(width: width, height: height))
    case .cutOut: try cutOuts(PageDesign(width: width, height: height))
    }
  }

  private static func photographs(_ design: PageDesign) throws(SamplePagesError) -> SamplePages {
    let (width, height) = (Double(design.width), Double(design.height))
    let front = try design.draw { canvas throws(SamplePagesError) in
      CoastPicture(x: 0, y: 0, width: width, height: height).draw(on: canvas)
    }
    let next = try design.draw { canvas throws(SamplePagesError) in
      MountainPicture(x: 0, y: 0, width: width, height: height).draw(on: canvas)
    }
    let back = try design.draw { canvas throws(SamplePagesError) in
      try Postcard(width: width, height: height).draw("The light at dusk", on: canvas)
    }
    return SamplePages(front: front, next: next, back: back)
  }

  private static func cutOuts(_ design: PageDesign) throws(SamplePagesError) -> SamplePages {
    let theatre = PaperTheatre(width: Double(design.width), height: Double(design.height))
    func draw(_ body: (CairoPicture) -> Void) throws(SamplePagesError) -> Pixmap {
      let canvas = try CairoPicture(width: design.width, height: design.height)
      body(canvas)
      return try canvas.pixmap()
    }
    return SamplePages(
      front: try draw(theatre.drawNight(on:)), next: try draw(theatre.drawDay(on:)),
      back: try draw(theatre.drawBack(on:)))
  }
}

/// The back of a postcard: lines for an address and a place for a stamp.
struct Postcard {
  let width: Double
  let height: Double

  /// Draws the back.
  func draw(_ title: String, on canvas: CairoPicture) throws(SamplePagesError) {
    canvas.rectangle(0, 0, width, height)
    canvas.fill(.flat(Colour(0xF4F1EA)))
    let unit = width / 40
    let pale = Colour(0x8A8579)
    let face = Typeface(size: unit * 1.6, spacing: unit * 0.5)
    let heading = try TextLayout(
      "POST CARD", face, width: width, alignment: .centred, on: canvas)
    heading.draw(x: 0, baseline: height * 0.12, pale)
    let small = Typeface(size: unit * 1.15, isItalic: true)
    let caption = try TextLayout(title, small, width: width, alignment: .centred, on: canvas)
    caption.draw(x: 0, baseline: height * 0.95, pale)
    canvas.rectangle(width - 9 * unit, 3 * unit, 6 * unit, 7.5 * unit)
    canvas.stroke(pale, width: unit * 0.1)
    for line in 0..<5 {
      let y = height * (0.6 + 0.065 * Double(line))
      canvas.move(width * 0.14, y)
      canvas.line(width * 0.86, y)
      canvas.stroke(Colour(0xB9B3A5), width: unit * 0.08)
    }
  }
}
