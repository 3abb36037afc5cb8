internal import CurlCore
internal import GLES

/// Contents of a frame, and the format of its target.
enum FrameOutput: Hashable {
  /// Colours of 8 bits per channel.
  case colour8
  /// Colours of 16 bits per channel, as integers: every ES 3.0 device can draw to them.
  case colour16
  /// Geometry at pixel centres: two attachments of floats as bit patterns.
  case geometry

  init(_ format: Pixmap.Format) {
    self = format == .rgba8 ? .colour8 : .colour16
  }

  var attachments: [PixelFormat] {
    switch self {
    case .colour8: [.rgba8]
    case .colour16: [.rgba16ui]
    case .geometry: [.rgba32ui, .rgba32ui]
    }
  }

  /// Texel format of a picture for this output.
  ///
  /// Half floats have 11 significant bits, too few for 16-bit colours.
  func texels(of picture: PreparedPicture) -> PixelFormat {
    self == .colour16 || picture.format == .rgba16 ? .rgba32f : .rgba16f
  }
}
