public import CurlCore

/// Three pages of a book that doesn't exist, or of something else, for trying things out without
/// files of one's own.
///
/// They are drawn when asked for, with the fonts of the machine: EB Garamond, Linux Libertine or
/// DejaVu Serif. A book's are opaque, and no page looks like itself turned or mirrored.
public struct SamplePages: Sendable, Equatable {
  /// The page that is turned; of a book, the opening of a chapter, with a headpiece in colour.
  public let front: Pixmap
  /// The page that comes to light; of a book, text around an engraving with its caption.
  public let next: Pixmap
  /// The other side of `front`, as it reads when it has been turned; of a book, a page of text.
  public let back: Pixmap

  /// Pixels of the longest side: what Cairo can draw on.
  public static let largestSide = 32_767

  /// Draws the pages of a book.
  ///
  /// - Parameters:
  ///   - width: Pixels in a row, from 1 to `largestSide`.
  ///   - height: Rows, from 1 to `largestSide`.
  /// - Returns: The pages, all of that size.
  /// - Throws: `SamplePagesError` without a font or without memory, or if a side is out of range.
  public static func make(
    width: Int = 1024, height: Int = 1366
  ) throws(SamplePagesError) -> SamplePages {
    try make(.book, width: width, height: height)
  }

  /// The pages of a book, printed with the inks of `design`.
  static func book(_ design: PageDesign) throws(SamplePagesError) -> SamplePages {
    var flow = TextFlow(paragraphs: Prose.paragraphs)
    // In reading order: the text runs on from page to page.
    let front = try design.draw { canvas throws(SamplePagesError) in
      try design.drawOpening(on: canvas, &flow)
    }
    flow.refill(Prose.paragraphs)
    let back = try design.draw { canvas throws(SamplePagesError) in
      try design.drawText(on: canvas, &flow)
    }
    flow.refill(Prose.paragraphs)
    let next = try design.draw { canvas throws(SamplePagesError) in
      try design.drawPlate(on: canvas, &flow)
    }
    return SamplePages(front: front, next: next, back: back)
  }
}
