public import ImageFiles

/// How long something is held: `0.5s` or `12` frames.
public enum Pause: Sendable {
  /// A number of frames, 0 or more.
  case frames(Int)
  /// A time, rounded to whole frames; 0 or more.
  case seconds(Double)

  /// The frames that it lasts at a rate.
  public func frames(at rate: FrameRate) -> Int {
    switch self {
    case .frames(let count): count
    case .seconds(let seconds): Int((seconds * rate.framesPerSecond).rounded())
    }
  }
}
