internal import CurlCore
internal import GLES

/// What is drawn of a frame, and what it is drawn into.
enum FrameOutput: Hashable {
  /// Colours of 8 bits a channel.
  case colour8
  /// Colours of 16 bits a channel, as whole numbers: every ES 3.0 can draw to those.
  case colour16
  /// What lies at pixels' centres: two attachments of float bits.
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

  /// The texels that a picture needs for it: half floats have 11 bits, too few for 16-bit steps.
  func texels(of picture: PreparedPicture) -> PixelFormat {
    self == .colour16 || picture.format == .rgba16 ? .rgba32f : .rgba16f
  }
}
