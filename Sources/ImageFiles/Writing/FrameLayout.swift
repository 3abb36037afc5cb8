import CurlCore

/// Layout of a frame's pixels in an uncompressed stream.
enum FrameLayout: Sendable {
  /// Planes of Y′CbCr, 4:2:0, and alpha if the converter makes it.
  case planes(BT709)
  /// Straight RGBA, the low byte of a 16-bit channel first.
  case straight(BitDepth)

  /// ffmpeg's name of the layout.
  var name: String {
    switch self {
    case .planes(let converter): converter.hasAlpha ? "yuva420p" : "yuv420p"
    case .straight(.eight): "rgba"
    case .straight(.sixteen): "rgba64le"
    }
  }

  /// Background of planes without alpha, `0xRRGGBB`; nil for other layouts.
  var planesBackground: UInt32? {
    guard case .planes(let converter) = self else { return nil }
    // From 0xAABBGGRR.
    return converter.background.map { $0.byteSwapped >> 8 }
  }

  /// Size of a frame's planes without alpha, bytes.
  func planesCount(width: Int, height: Int) -> Int {
    let size = size(width: width, height: height)
    return size.width * size.height * 3 / 2
  }

  /// Size of the written frames, pixels; 4:2:0 rounds both sides up to even numbers.
  func size(width: Int, height: Int) -> (width: Int, height: Int) {
    switch self {
    case .planes(let converter): (converter.paddedWidth, converter.paddedHeight)
    case .straight: (width, height)
    }
  }

  /// A frame in this layout.
  func bytes(_ frame: Pixmap) -> [UInt8] {
    switch self {
    case .planes(let converter): converter.planes(frame)
    case .straight(let depth):
      StraightPixels.bytes(frame, depth: depth, order: .littleEndian)
    }
  }
}
