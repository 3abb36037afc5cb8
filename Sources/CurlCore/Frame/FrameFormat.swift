/// What a frame is drawn for.
package enum FrameFormat: Sendable, Equatable {
  /// Premultiplied channels of a format.
  case pixels(Pixmap.Format)
  /// An output of 8 bits a channel with straight colours, such as a PNG: 8 bits where all pixels are
  /// opaque or clear, else 16, since premultiplied bytes don't hold straight ones.
  case straightBytes

  /// The format with the most bits that a frame may have.
  package var widest: Pixmap.Format {
    switch self {
    case .pixels(let format): format
    case .straightBytes: .rgba16
    }
  }
}
