import CImageCodecs

/// What a picture file says about its pixels before they are decoded.
struct PictureHeader {
  /// The sizes and kinds of what the decoder will give.
  let stored: ci_header
  /// How its rows lie.
  let orientation: Orientation
  /// The ICC profile of its colours; nil is sRGB, or for inks no particular ones.
  let profile: [UInt8]?
  /// Whether inks are stored as light, 255 no ink.
  var hasInvertedInks = false
  /// Scans of a JPEG times its pixels; 0 is another format.
  var scanPixels = 0

  /// Pixels in a row, upright.
  var width: Int { Int(orientation.swapsSides ? stored.height : stored.width) }
  /// Rows, upright.
  var height: Int { Int(orientation.swapsSides ? stored.width : stored.height) }
}
