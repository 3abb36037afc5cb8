public import ImageFiles

/// Duration of a pause: `0.5s` or `12` frames.
public enum Pause: Sendable, Equatable {
  /// Number of frames, ≥ 0.
  case frames(Int)
  /// Seconds, ≥ 0; rounded to whole frames.
  case seconds(Double)

  /// Number of frames at a rate.
  public func frames(at rate: FrameRate) -> Int {
    switch self {
    case .frames(let count): count
    case .seconds(let seconds): Int((seconds * rate.framesPerSecond).rounded())
    }
  }
}
