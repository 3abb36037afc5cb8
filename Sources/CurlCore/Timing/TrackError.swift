/// Keyframes that don't form a track; keyframes count from 0.
public enum TrackError: Error, Sendable, Equatable, CustomStringConvertible {
  /// There are no keyframes.
  case noKeyframes
  /// A keyframe's time is outside 0…1e9 s or NaN.
  case time(keyframe: Int, Double)
  /// A keyframe is less than a nanosecond after the one before it.
  case order(keyframe: Int, time: Double, previous: Double)
  /// A keyframe's value is outside ±1e100 or NaN.
  case value(keyframe: Int, Double)

  /// The error with its value, and the remedy.
  public var description: String {
    switch self {
    case .noKeyframes: "the track has no keyframes; give it one or more"
    case .time(let keyframe, let time):
      "keyframe \(keyframe) is at \(time) s; its time must be 0…1e9 s"
    case .order(let keyframe, let time, let previous):
      "keyframe \(keyframe) is at \(time) s, but the one before it at \(previous) s; times must "
        + "rise by a nanosecond or more"
    case .value(let keyframe, let value):
      "keyframe \(keyframe) has the value \(value); it must be −1e100…1e100"
    }
  }
}
