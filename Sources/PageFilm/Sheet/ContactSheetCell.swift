internal import PageCurl
package import SamplePages

/// One picture of the contact sheet: pages, a look, a moment, and what of it is seen.
package struct ContactSheetCell: Sendable {
  /// What lies under the pages.
  package enum Ground: Sendable {
    /// The colour of a desk.
    case desk
    /// Squares that show what is transparent.
    case squares
  }

  /// What the picture shows.
  package let title: String
  /// The look's options, as on the command line.
  package let options: String
  /// Where the fold line is, as `--time` counts.
  let time: Double
  let design: SamplePages.Design
  let ground: Ground
  /// Page widths that fit across the picture.
  let span: Double
  /// The page point in the picture's middle, as shares of the page.
  let centre: SIMD2<Double>

  /// A cell; a plain one shows the whole page of a book on a desk.
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

  /// Leaves what a corner needs to lift, and its shadow to fall.
  package static let plainSpan = 15.0 / 11

  /// The second line of the label: what makes this picture.
  package var recipe: String { "--time \(time.short)" + (options.isEmpty ? "" : " " + options) }

  /// The page's size where the picture is so large: its pixels are the picture's.
  func page(in picture: PageSize) -> PageSize {
    PageSize(
      width: max(Int((Double(picture.width) / span).rounded()), 1),
      height: max(Int((Double(picture.height) / span).rounded()), 1))
  }

  /// What is drawn of that page.
  func canvas(_ page: PageSize, in picture: PageSize) -> Canvas {
    let size = SIMD2(Double(page.width), Double(page.height))
    let half = SIMD2(Double(picture.width), Double(picture.height)) / 2
    return Canvas(
      width: picture.width, height: picture.height,
      origin: (centre * size - half).rounded(.toNearestOrAwayFromZero), step: SIMD2(1, 1))
  }
}
