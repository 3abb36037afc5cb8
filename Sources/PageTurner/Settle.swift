import CurlCore

/// A sheet that comes to rest: a cubic in time with a given place and speed at its start, and none
/// at its end.
///
/// On its way to its target it's monotone if it lasts no longer than 3|Δ|/|v| (Fritsch and Carlson,
/// *Monotone Piecewise Cubic Interpolation*, 1980); away from it, it first goes on by 4/27·|v|·D at
/// most, which is held within the room that there is.
///
/// An eased one goes by its easing instead, and stays within its limits.
struct Settle: Sendable, Equatable {
  /// Start, seconds.
  let start: Double
  /// Place and speed at the start.
  let from: Double
  let velocity: Double
  /// Place at the end.
  let target: Double
  /// Duration, seconds.
  let duration: Double
  /// Easing and limits; nil for a cubic.
  private let eased: Eased?

  private struct Eased: Equatable {
    var easing: Easing
    var limits: ClosedRange<Double>
  }

  /// From a place at a speed to a target, in `full` seconds for a whole way and `least` at least;
  /// `room` is how far it may go away from its target first.
  init(
    at start: Double, from: Double, velocity: Double, to target: Double, full: Double,
    least: Double, room: Double
  ) {
    let way = target - from
    var duration = max(least, full * abs(way))
    var velocity = velocity
    if velocity * way > 0 {
      duration = min(duration, 3 * abs(way) / abs(velocity))
    } else if velocity != 0, duration > 0 {
      let most = 6.75 * max(room, 0) / duration
      velocity = min(max(velocity, -most), most)
    }
    self.start = start
    self.from = from
    self.velocity = way == 0 || duration == 0 ? 0 : velocity
    self.target = target
    self.duration = way == 0 ? 0 : duration
    eased = nil
  }

  /// An eased motion from a place to a target in some seconds, within limits.
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
  init(at start: Double, resting place: Double) {
    self.init(
      at: start, from: place, velocity: 0, to: place, full: 0, least: 0, room: 0)
  }

  /// End, seconds.
  var end: Double { start + duration }

  /// Place at a time.
  func position(at time: Double) -> Double {
    guard time < end else { return target }
    guard time > start else { return from }
    let u = (time - start) / duration
    if let eased { return place(eased, u) }
    let w = 1 - u
    return (1 + 2 * u) * w * w * from + u * w * w * duration * velocity
      + u * u * (3 - 2 * u) * target
  }

  private func place(_ eased: Eased, _ u: Double) -> Double {
    let place = from + (target - from) * eased.easing.value(at: u)
    return min(max(place, eased.limits.lowerBound), eased.limits.upperBound)
  }

  /// How fast it is at a time, per second; an eased one over a thousandth of its time.
  func velocity(at time: Double) -> Double {
    guard time < end else { return 0 }
    guard time > start else { return velocity }
    let u = (time - start) / duration
    if let eased {
      let (low, high) = (max(u - 0.0005, 0), min(u + 0.0005, 1))
      return (place(eased, high) - place(eased, low)) / ((high - low) * duration)
    }
    let w = 1 - u
    return 6 * u * w * (target - from) / duration + w * (1 - 3 * u) * velocity
  }

  /// The times at which it turns round or ends, in order: between them it's monotone.
  var pieces: [Double] {
    if let eased {
      let turns = eased.easing.turningPoints.filter { $0 > 0 && $0 < 1 }
      return turns.map { start + $0 * duration } + [end]
    }
    // The speed is w times (6uΔ/D + (1 − 3u)v): linear but for the end.
    guard velocity != 0, duration > 0 else { return [end] }
    let slope = 3 * velocity - 6 * (target - from) / duration
    let u = slope == 0 ? -1 : velocity / slope
    return u > 0 && u < 1 ? [start + u * duration, end] : [end]
  }
}
