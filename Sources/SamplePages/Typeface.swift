/// How letters look; lengths are pixels.
struct Typeface {
  /// Families, the most wanted first; fontconfig takes the first that it has.
  static let families = "EB Garamond, Linux Libertine O, DejaVu Serif, serif"

  var size: Double
  var isItalic = false
  /// Added between letters.
  var spacing = 0.0
}
