/// Typeface of letters; lengths are pixels.
struct Typeface {
  /// Families in order of preference; fontconfig takes the first that exists.
  static let families = "EB Garamond, Linux Libertine O, DejaVu Serif, serif"

  var size: Double
  var isItalic = false
  /// Additional space between letters.
  var spacing = 0.0
}
