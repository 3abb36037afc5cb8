/// Use of a drawn frame, which determines its pixel format.
package enum FrameFormat: Sendable, Equatable {
  /// Premultiplied channels of the given format.
  case pixels(Pixmap.Format)
  /// An output with 8 bits a channel and straight (not premultiplied) colours, such as PNG.
  ///
  /// Bytes converted from premultiplied bytes would be inexact: the CPU path draws straight ones, and
  /// OpenGL premultiplied channels of 16 bits.
  case straightBytes

  /// The widest format that the frame may have.
  package var widest: Pixmap.Format {
    switch self {
    case .pixels(let format): format
    case .straightBytes: .rgba16
    }
  }
}
