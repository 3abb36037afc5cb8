/// Formats of `VideoWriter`.
public enum VideoFormat: Sendable, Equatable, CaseIterable {
  /// H.264, without alpha.
  case mp4
  /// VP9, with or without alpha.
  case webm
  /// 256 colours per frame; each pixel is transparent or opaque.
  ///
  /// Loops endlessly.
  case gif

  /// Highest frame rate of a GIF.
  ///
  /// Delays are hundredths of a second, and players treat delays below 2 as 10.
  public static let fastestGIF: FrameRate = 50

  /// Whether frames are passed as Y′CbCr planes, whose sides are even.
  var isYCbCr: Bool { self != .gif }

  /// Arguments for the container.
  ///
  /// A stream can't be written at its start again, so that an MP4 becomes fragments, each with the
  /// table of its own frames.
  func words(rate: FrameRate, isStream: Bool) -> [String] {
    switch self {
    case .mp4:
      let flags = isStream ? "+frag_keyframe+empty_moov+default_base_moof" : "+faststart"
      return ["-movflags", flags, "-f", "mp4"]
    // Without this flag a random number makes every file differ.
    case .webm: return ["-fflags", "+bitexact", "-f", "webm"]
    case .gif:
      let isTooFast = rate.framesPerSecond > Self.fastestGIF.framesPerSecond
      return (isTooFast ? ["-r", "\(Self.fastestGIF)"] : []) + ["-loop", "0", "-f", "gif"]
    }
  }
}
