/// Tracks that don't form a timeline.
public enum TimelineError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The duration is outside 0…1e9 s or NaN.
  case duration(Double)
  /// The number of repetitions is outside 1…1,000,000.
  case repetitions(Int)
  /// A timeline of duration 0 can't be endless.
  case endlessInstant
  /// A track's keyframe is after the timeline's end.
  case keyframeAfterEnd(parameter: String, keyframe: Int, time: Double, duration: Double)
  /// A threshold's value isn't finite.
  case thresholdValue(name: String, Double)
  /// A threshold is on a parameter that has no track.
  case thresholdParameter(name: String, parameter: String)

  /// The error with its value, and the remedy.
  public var description: String {
    switch self {
    case .duration(let duration): "the duration is \(duration) s; it must be 0…1e9 s"
    case .repetitions(let count): "it plays \(count) times; the number must be 1…1000000"
    case .endlessInstant: "it lasts 0 s and can't repeat forever; give it a duration"
    case .keyframeAfterEnd(let parameter, let keyframe, let time, let duration):
      "keyframe \(keyframe) of \(parameter) is at \(time) s, after the end at \(duration) s; move "
        + "it, or make the timeline longer"
    case .thresholdValue(let name, let value):
      "threshold \(name) is at \(value); its value must be a finite number"
    case .thresholdParameter(let name, let parameter):
      "threshold \(name) is on \(parameter), which has no track; name a parameter that has one"
    }
  }
}
