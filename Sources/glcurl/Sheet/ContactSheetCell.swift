internal import ArgumentParser
internal import PageCurl
internal import PageFilm
internal import SamplePages

/// One picture of the contact sheet: pages, a look, a moment, and what of it is seen.
struct ContactSheetCell: Sendable {
  /// What lies under the pages.
  enum Ground: Sendable {
    /// The colour of a desk.
    case desk
    /// Squares that show what is transparent.
    case squares
  }

  /// What the picture shows.
  let title: String
  /// The look's options, as on the command line.
  var options = ""
  /// Where the fold line is, as `--time` counts.
  let time: Double
  var design = SamplePages.Design.book
  var ground = Ground.desk
  /// Page widths that fit across the picture.
  var span = Self.plainSpan
  /// The page point in the picture's middle, as shares of the page.
  var centre = SIMD2(0.5, 0.5)

  /// Leaves what a corner needs to lift, and its shadow to fall.
  static let plainSpan = 15.0 / 11

  /// The second line of the label: what makes this picture.
  var recipe: String { "--time \(time.short)" + (options.isEmpty ? "" : " " + options) }

  /// The look, as the command line reads it.
  ///
  /// - Precondition: the options are right, which tests see to.
  var look: LookOptions {
    let words = options.split(separator: " ").map(String.init)
    guard let look = try? LookOptions.parse(words) else {
      preconditionFailure("'\(options)' of the contact sheet is no look")
    }
    return look
  }

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
