/// A format of video files that `VideoWriter` makes.
public enum VideoFormat: Sendable, Equatable, CaseIterable {
  /// H.264, without alpha.
  case mp4
  /// VP9, with or without alpha.
  case webm
  /// 256 colours a frame; alpha is all or nothing. Loops for ever.
  case gif

  /// The most frames per second of a GIF: it counts hundredths of a second, and players take
  /// anything below two of them for ten.
  public static let fastestGIF: FrameRate = 50

  /// Whether frames are handed over as luma and chroma: sides are even then.
  var isYCbCr: Bool { self != .gif }

  /// The encoder's words about the file.
  func words(rate: FrameRate) -> [String] {
    switch self {
    case .mp4: return ["-movflags", "+faststart", "-f", "mp4"]
    // Else a random number would make each file another.
    case .webm: return ["-fflags", "+bitexact", "-f", "webm"]
    case .gif:
      let isTooFast = rate.framesPerSecond > Self.fastestGIF.framesPerSecond
      return (isTooFast ? ["-r", "\(Self.fastestGIF)"] : []) + ["-loop", "0", "-f", "gif"]
    }
  }
}
