/// Direction in which a book turns.
public enum TurnDirection: String, Sendable {
  /// To a later page: the sheet turns away and uncovers the new page.
  case forward
  /// To an earlier page: the sheet turns back and covers the old page.
  case backward

  /// The direction from one page to another; forward if they are the same.
  public init(from old: Int, to new: Int) {
    self = old <= new ? .forward : .backward
  }
}

extension Timeline {
  /// A corner curl whose heading turns while it moves: parameters `time` and `angle` over
  /// `duration` seconds.
  ///
  /// `time` goes linearly from 0 to 2.2, or to the turn's end if that is later. `angle` starts at
  /// `angle`, grows by 45° in the first half, and stays there. Backward is the reversed timeline.
  ///
  /// - Parameters:
  ///   - endTime: The turn's `endTime` (of `CurlGeometry`) at the last angle; finite.
  ///   - angle: The first heading, degrees; the default lifts the bottom-right corner.
  ///   - direction: Whether the sheet turns away or back.
  ///   - duration: Duration, seconds, 1e-8…1e9.
  /// - Returns: A timeline that plays once.
  public static func pageCurlWithShadow(
    endTime: Double = 2.2, angle: Double = 135, direction: TurnDirection = .forward,
    duration: Double = 1
  ) -> Timeline {
    precondition(duration >= 1e-8, "a turn's duration must be 1e-8…1e9 seconds")
    let timeline = Timeline(
      unchecked: [
        "time": Track(from: 0, to: max(2.2, endTime), in: duration),
        "angle": Track(from: angle, to: angle + 45, in: duration / 2),
      ], duration: duration)
    return direction == .forward ? timeline : timeline.reversed()
  }

  /// A parameter that goes linearly from 0 to 360° in `seconds`, endlessly: 4 s for a card, 8 s for
  /// a spin in the plane.
  ///
  /// - Precondition: `seconds` is 1e-9…1e9.
  public static func revolving(_ parameter: String = "angle", in seconds: Double = 4) -> Timeline {
    Timeline(
      unchecked: [parameter: Track(from: 0, to: 360, in: seconds)], duration: seconds,
      repetition: .forever)
  }

  /// A parameter that eases from 0 to 1 in one second and back in another, endlessly.
  public static func swing(_ parameter: String = "progress") -> Timeline {
    Timeline(
      unchecked: [parameter: Track(from: 0, to: 1, in: 1, .easeInOut)], duration: 1,
      repetition: .forever, autoreverses: true)
  }

  /// A page that slides in as the old one slides out: `progress` 0 → 1 in 0.2 s, eased at both
  /// ends.
  public static let slide = Timeline(
    unchecked: ["progress": Track(from: 0, to: 1, in: 0.2, .easeInOut)], duration: 0.2)

  /// A page that drops and fades: after 0.01 s, `progress` 0 → 1 in 0.5 s, eased at the end.
  public static let dropFade = Timeline(
    unchecked: ["progress": Track(from: 0, to: 1, in: 0.5, .easeOut, after: 0.01)],
    duration: 0.51)

  /// A sheet that settles: `parameter` goes linearly to its value at rest, in a time proportional
  /// to the distance.
  ///
  /// A flipboard's leaf settles by `settle("lift", from: lift, to: 180, speed: 180)`, or in 0.3 s
  /// after a quick release; a folded leaf settles by `settle(from: progress, to: 1)`. For a
  /// distance of 0, the timeline has duration 0.
  ///
  /// - Parameters:
  ///   - parameter: The parameter's name.
  ///   - value: The current value.
  ///   - rest: The value at rest.
  ///   - speed: Distance per second, above 0.
  ///   - seconds: Duration, 1e-9…1e9, for any distance; nil makes it proportional to the distance.
  /// - Returns: A timeline that plays once.
  /// - Precondition: the values are finite, and the motion takes at most 1e9 s.
  public static func settle(
    _ parameter: String = "progress", from value: Double, to rest: Double, speed: Double = 1,
    seconds: Double? = nil
  ) -> Timeline {
    precondition(speed > 0, "what takes one second must be more than nothing")
    let duration = seconds ?? abs(rest - value) / speed
    guard value != rest, duration >= 1e-9 else {
      return Timeline(unchecked: [parameter: Track(constant: rest)], duration: 0)
    }
    return Timeline(
      unchecked: [parameter: Track(from: value, to: rest, in: duration)], duration: duration)
  }
}
