internal import PageCurl
package import SamplePages

/// One cell of the contact sheet: pages, options, a moment, and the visible part.
package struct ContactSheetCell: Sendable {
  /// Background of the pages.
  package enum Ground: Sendable {
    /// The colour of a desk.
    case desk
    /// A checkerboard that reveals transparency.
    case squares
  }

  /// Title of the picture.
  package let title: String
  /// The look's options, as on the command line.
  package let options: String
  /// Position of the fold, as in `--time`.
  let time: Double
  let design: SamplePages.Design
  let ground: Ground
  /// Width of the picture in page widths.
  let span: Double
  /// Page point in the centre of the picture, as shares of the page's sides.
  let centre: SIMD2<Double>

  /// A cell; by default it shows the whole page of a book on a desk.
  package init(
    title: String, options: String = "", time: Double, design: SamplePages.Design = .book,
    ground: Ground = .desk, span: Double = plainSpan, centre: SIMD2<Double> = SIMD2(0.5, 0.5)
  ) {
    self.title = title
    self.options = options
    self.time = time
    self.design = design
    self.ground = ground
    self.span = span
    self.centre = centre
  }

  /// Span that shows a whole page with a lifted corner and its shadow.
  package static let plainSpan = 1.56

  /// Whether the picture shows the whole page and sheet, not a detail.
  package var showsAll: Bool { span >= Self.plainSpan }

  /// Second line of the label: the options that make this picture.
  package var recipe: String { "--time \(time.short)" + (options.isEmpty ? "" : " " + options) }

  /// Page size for a picture of the given size; one page pixel is one picture pixel.
  func page(in picture: PageSize) -> PageSize {
    PageSize(
      width: max(Int((Double(picture.width) / span).rounded()), 1),
      height: max(Int((Double(picture.height) / span).rounded()), 1))
  }

  /// Area of the page that the picture shows.
  func canvas(_ page: PageSize, in picture: PageSize) -> Canvas {
    let size = SIMD2(Double(page.width), Double(page.height))
    let half = SIMD2(Double(picture.width), Double(picture.height)) / 2
    return Canvas(
      width: picture.width, height: picture.height,
      origin: (centre * size - half).rounded(.toNearestOrAwayFromZero), step: SIMD2(1, 1))
  }
}
