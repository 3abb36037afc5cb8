internal import CurlCore

extension SamplePages {
  /// What the pages are pages of.
  public enum Design: Sendable, CaseIterable {
    /// A book: text, a picture in colour, an engraving.
    case book
    /// The same book on dark paper.
    case night
    /// Two photographs that fill their page, and the back of a postcard.
    case photograph
    /// Sheets with an edge like a stamp's and shapes cut out of the front: all have alpha.
    case cutOut
  }

  /// Draws the pages of a design.
  ///
  /// - Parameters:
  ///   - design: What they are pages of.
  ///   - width: Pixels in a row, from 1 to `largestSide`.
  ///   - height: Rows, from 1 to `largestSide`.
  /// - Returns: The pages, all of that size; opaque but for those of `.cutOut`.
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
    func draw(_ body: (Canvas) -> Void) throws(SamplePagesError) -> Pixmap {
      let canvas = try Canvas(width: design.width, height: design.height)
      body(canvas)
      return try canvas.pixmap()
    }
    return SamplePages(
      front: try draw(theatre.drawNight(on:)), next: try draw(theatre.drawDay(on:)),
      back: try draw(theatre.drawBack(on:)))
  }
}
