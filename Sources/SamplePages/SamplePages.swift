public import CurlCore

/// Three sample pages, of an imaginary book or another design, for experiments without files.
///
/// They are drawn on request with the machine's fonts: EB Garamond, Linux Libertine or DejaVu
/// Serif. A book's pages are opaque, and none equals itself turned or mirrored.
public struct SamplePages: Sendable, Equatable {
  /// The turning page; of a book, the opening of a chapter, with a headpiece in colour.
  public let front: Pixmap
  /// The page that appears; of a book, text around an engraving with its caption.
  public let next: Pixmap
  /// The other side of `front`, as it reads after the turn; of a book, a page of text.
  public let back: Pixmap

  /// Longest side, pixels: Cairo's limit.
  public static let largestSide = 32_767

  /// Draws the pages of a book.
  ///
  /// - Parameters:
  ///   - width: Width in pixels, from 1 to `largestSide`.
  ///   - height: Height in pixels, from 1 to `largestSide`.
  /// - Returns: The pages, all of that size.
  /// - Throws: `SamplePagesError` without a font or without memory, or if a side is out of range.
  public static func make(
    width: Int = 1024, height: Int = 1366
  ) throws(SamplePagesError) -> SamplePages {
    try make(.book, width: width, height: height)
  }

  /// The pages of a book, with the inks of a design.
  static func book(_ design: PageDesign) throws(SamplePagesError) -> SamplePages {
    var flow = TextFlow(paragraphs: Prose.paragraphs)
    // In reading order: the text continues from page to page.
    let front = try design.draw { canvas throws(SamplePagesError) in
      try design.drawOpening(on: canvas, &flow)
    }
    flow.refill(Prose.paragraphs)
    let back = try design.draw { canvas throws(SamplePagesError) in
      try design.drawText(on: canvas, &flow)
    }
    flow.refill(Prose.paragraphs)
    let next = try design.draw { canvas throws(SamplePagesError) in
      try design.drawEngravingPage(on: canvas, &flow)
    }
    return SamplePages(front: front, next: next, back: back)
  }
}
