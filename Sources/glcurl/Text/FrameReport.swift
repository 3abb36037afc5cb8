internal import PageCurl
internal import PageFilm

/// Output of `compare` for one frame.
struct FrameReport {
  private typealias Bound = FrameComparison.Bound

  let progress: Double
  let comparison: FrameComparison

  /// Column headings of ``line``.
  static let heading = "progress    max   mean  edge max  edges     PSNR"

  /// Whether the renderers agree within the parity.
  var isOK: Bool { comparison.isWithinBounds }

  /// Names of the quantities past the parity, as in the heading.
  private var excess: String {
    let limit = comparison.isLarge ? Bound.offEdgesLarge : Bound.offEdges
    var names: [String] = []
    if comparison.interior.maximum > limit { names.append("max") }
    if comparison.touched.psnr < Bound.psnr { names.append("PSNR") }
    if comparison.hasTooManyEdges { names.append("edges") }
    return names.joined(separator: ", ")
  }

  /// The numbers in columns.
  var line: String {
    let columns = [
      progress.fixed(4).right(8), comparison.interior.maximum.fixed(2).right(6),
      comparison.interior.mean.fixed(3).right(6), comparison.edges.maximum.fixed(2).right(9),
      ((100 * comparison.edgeShare).fixed(2) + "%").right(6),
      comparison.touched.psnr.fixed(2).right(8), isOK ? "ok" : "FAIL: " + excess,
    ]
    return columns.joined(separator: " ")
  }

  /// The numbers as JSON.
  var json: JSON {
    .object([
      ("progress", .number(progress)), ("max", .number(comparison.interior.maximum)),
      ("mean", .number(comparison.interior.mean)),
      ("edgeMax", .number(comparison.edges.maximum)),
      ("edgeShare", .number(comparison.edgeShare)), ("psnr", .number(comparison.touched.psnr)),
      ("ok", .bool(isOK)),
    ])
  }
}
