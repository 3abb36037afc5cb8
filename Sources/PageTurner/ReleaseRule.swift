/// Rule that decides whether a released sheet turns or goes back.
public enum ReleaseRule: Sendable, Equatable {
  /// The sheet turns if, at its speed, it would be beyond `threshold` of its way, 0…1, in `time`
  /// seconds; at exactly the threshold it goes back.
  case projected(time: Double, threshold: Double)
  /// A half that flips turns past `half` degrees, or past `quick` degrees if the finger was down
  /// for less than `quickTime` seconds.
  case angle(half: Double, quick: Double, quickTime: Double)
  /// The sheet turns beyond half of its way.
  case half
  /// The sheet turns from `share` of its way on, 0…1.
  case distance(Double)
  /// A finger faster than `speed` pixels per second decides by its direction; else the sheet turns
  /// beyond half of its way.
  case speedOrHalf(speed: Double)

  /// State of a sheet at its release.
  struct Release {
    /// Share of the way that the sheet has gone, 0…1.
    var progress: Double
    /// Speed of the sheet, ways per second, positive towards the end.
    var sheetVelocity: Double
    /// Speed of the finger, pixels per second, positive towards the end.
    var fingerVelocity: Double
    /// Duration of the touch, seconds.
    var duration: Double
  }

  /// Whether the sheet turns.
  func completes(_ release: Release) -> Bool {
    switch self {
    case .projected(let time, let threshold):
      release.progress + release.sheetVelocity * time > threshold
    case .angle(let half, let quick, let quickTime):
      180 * release.progress > half
        || (180 * release.progress > quick && release.duration < quickTime)
    case .half: release.progress > 0.5
    case .distance(let share): release.progress >= share
    case .speedOrHalf(let speed):
      abs(release.fingerVelocity) > speed ? release.fingerVelocity > 0 : release.progress > 0.5
    }
  }

  /// Whether the release was quick in the sense of ``angle(half:quick:quickTime:)``.
  func isQuick(_ release: Release) -> Bool {
    guard case .angle(let half, let quick, let quickTime) = self else { return false }
    let degrees = 180 * release.progress
    return degrees <= half && degrees > quick && release.duration < quickTime
  }
}
