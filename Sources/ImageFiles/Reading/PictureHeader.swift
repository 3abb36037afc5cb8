import CImageCodecs

/// Properties of a picture's pixels, read before they are decoded.
struct PictureHeader {
  /// Size, depth and channels of the decoder's output.
  let stored: ci_header
  /// Orientation of the stored rows.
  let orientation: Orientation
  /// ICC profile; nil means sRGB, or CMYK without a profile.
  let profile: [UInt8]?
  /// Whether inks are stored inverted: 255 is no ink.
  var hasInvertedInks = false
  /// Scans of a JPEG times its padded pixels; 0 for other formats.
  var scanPixels = 0

  /// Width after orientation, pixels.
  var width: Int { Int(orientation.swapsSides ? stored.height : stored.width) }
  /// Height after orientation, pixels.
  var height: Int { Int(orientation.swapsSides ? stored.width : stored.height) }
}
