/// Typeface of letters; lengths are pixels.
struct Typeface {
  /// Families in order of preference; fontconfig takes the first that exists.
  private static let serif = "EB Garamond, Linux Libertine O, DejaVu Serif, serif"
  private static let monospaced = "DejaVu Sans Mono, Liberation Mono, monospace"

  var size: Double
  var isItalic = false
  var isMonospaced = false
  var families: String { isMonospaced ? Self.monospaced : Self.serif }
  /// Additional space between letters.
  var spacing = 0.0
}
