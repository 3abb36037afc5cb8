import CurlCore

/// Motion of a sheet that settles: a cubic in time from a position and a speed to a target, without
/// speed at its end.
///
/// Let Δ be the distance to the target, v the speed at the start and D the duration. Towards the
/// target, the motion is monotone if it lasts at most 3|Δ|/|v| (Fritsch and Carlson, *Monotone
/// Piecewise Cubic Interpolation*, 1980). A sheet that starts away from the target first retreats
/// from it by at most 4/27·|v|·D; the speed is reduced so that this stays within a limit.
///
/// An eased motion follows its easing instead, clamped to limits.
struct Settle: Sendable, Equatable {
  /// Start, seconds.
  let start: Double
  /// Position and speed at the start.
  let from: Double
  let velocity: Double
  /// Position at the end.
  let target: Double
  /// Duration, seconds.
  let duration: Double
  /// Easing and limits; nil for a cubic.
  private let eased: Eased?

  private struct Eased: Equatable {
    var easing: Easing
    var limits: ClosedRange<Double>
  }

  /// A cubic from a position and a speed to a target.
  ///
  /// It takes `full` seconds for a whole way, at least `least`. `retreatLimit` is the largest
  /// distance by which it may first move away from the target.
  init(
    at start: Double, from: Double, velocity: Double, to target: Double, full: Double,
    least: Double, retreatLimit: Double
  ) {
    let distance = target - from
    var duration = max(least, full * abs(distance))
    var velocity = velocity
    if velocity * distance > 0 {
      duration = min(duration, 3 * abs(distance) / abs(velocity))
    } else if velocity != 0, duration > 0 {
      let most = 6.75 * max(retreatLimit, 0) / duration
      velocity = min(max(velocity, -most), most)
    }
    self.start = start
    self.from = from
    self.velocity = distance == 0 || duration == 0 ? 0 : velocity
    self.target = target
    self.duration = distance == 0 ? 0 : duration
    eased = nil
  }

  /// An eased motion from a position to a target, clamped to limits.
  init(
    at start: Double, from: Double, to target: Double, in duration: Double, _ easing: Easing,
    within limits: ClosedRange<Double>
  ) {
    self.start = start
    self.from = from
    velocity = 0
    self.target = target
    self.duration = from == target ? 0 : duration
    eased = Eased(easing: easing, limits: limits)
  }

  /// A motion that has already ended.
  init(at start: Double, resting position: Double) {
    self.init(
      at: start, from: position, velocity: 0, to: position, full: 0, least: 0, retreatLimit: 0)
  }

  /// Time of a riffle from `start` on: `seconds` while its leaves turn, or back.
  ///
  /// The leaves have motions of their own, so only start, duration and target count: the target is
  /// 1 for leaves that turn, 0 for leaves that go back.
  init(ofRiffleAt start: Double, seconds: Double, goesBack: Bool) {
    self.init(
      at: start, from: goesBack ? 1 : 0, velocity: 0, to: goesBack ? 0 : 1, full: seconds,
      least: 0, retreatLimit: 0)
  }

  /// End, seconds.
  var end: Double { start + duration }

  /// Position at a time.
  func position(at time: Double) -> Double {
    guard time < end else { return target }
    guard time > start else { return from }
    let u = (time - start) / duration
    if let eased { return position(eased, u) }
    let w = 1 - u
    return (1 + 2 * u) * w * w * from + u * w * w * duration * velocity
      + u * u * (3 - 2 * u) * target
  }

  private func position(_ eased: Eased, _ u: Double) -> Double {
    let position = from + (target - from) * eased.easing.value(at: u)
    return min(max(position, eased.limits.lowerBound), eased.limits.upperBound)
  }

  /// Speed at a time, per second; for an eased motion, the mean over a thousandth of the duration.
  func velocity(at time: Double) -> Double {
    guard time < end else { return 0 }
    guard time > start else { return velocity }
    let u = (time - start) / duration
    if let eased {
      let (low, high) = (max(u - 0.0005, 0), min(u + 0.0005, 1))
      return (position(eased, high) - position(eased, low)) / ((high - low) * duration)
    }
    let w = 1 - u
    return 6 * u * w * (target - from) / duration + w * (1 - 3 * u) * velocity
  }

  /// Times at which the motion reverses or ends, in order; between them it is monotone.
  var pieces: [Double] {
    if let eased {
      let turns = eased.easing.turningPoints.filter { $0 > 0 && $0 < 1 }
      return turns.map { start + $0 * duration } + [end]
    }
    // The speed is w · (6uΔ/D + (1 − 3u)v): before the end, only the linear factor has a zero.
    guard velocity != 0, duration > 0 else { return [end] }
    let slope = 3 * velocity - 6 * (target - from) / duration
    let u = slope == 0 ? -1 : velocity / slope
    return u > 0 && u < 1 ? [start + u * duration, end] : [end]
  }
}
