internal import Glibc

/// The values of one numeric parameter over time, given by keyframes.
///
/// Before the first keyframe it has the first's value, after the last the last's, and at a keyframe
/// that keyframe's value exactly. Between two keyframes it goes the way that the earlier one says.
///
/// A cubic way is a Hermite cubic between the two values. The slopes at keyframes with cubic ways
/// on both sides are the mean of the two ways' steepnesses, or 0 where the values turn back or stay;
/// at the ends of a run of cubic ways they are the end way's own steepness. Slopes that would
/// overshoot are shortened to α² + β² ≤ 9, α and β being the slopes at a way's ends as multiples of
/// its steepness. So the track is monotone wherever its keyframes are, and no value between two
/// keyframes lies outside theirs. Source: Fritsch, Carlson, "Monotone Piecewise Cubic
/// Interpolation", SIAM J. Numer. Anal. 17 (1980), 238–246; here a slope takes the shorter of what
/// its two ways ask, so that the curve doesn't depend on the order in which they are looked at.
public struct Track: Sendable, Equatable {
  /// The keyframes, one or more, their times rising.
  public let keyframes: [Keyframe]
  /// The slope of the cubic ways at each keyframe, per second.
  private let slopes: [Double]

  /// A track through keyframes.
  ///
  /// Throws where there is no keyframe, or a time or value is out of its range, or times don't rise
  /// by a nanosecond or more.
  public init(_ keyframes: [Keyframe]) throws(TrackError) {
    guard !keyframes.isEmpty else { throw .noKeyframes }
    for (index, keyframe) in keyframes.enumerated() {
      guard keyframe.time >= 0 && keyframe.time <= 1e9 else {
        throw .time(keyframe: index, keyframe.time)
      }
      guard abs(keyframe.value) <= 1e100 else { throw .value(keyframe: index, keyframe.value) }
      guard index > 0 else { continue }
      let previous = keyframes[index - 1].time
      // A step of some size keeps every slope finite; at times past 1e7 s doubles are wider apart.
      guard keyframe.time > previous && keyframe.time - previous >= 0.999e-9 else {
        throw .order(keyframe: index, time: keyframe.time, previous: previous)
      }
    }
    self.keyframes = keyframes
    slopes = Self.slopes(keyframes)
  }

  /// One value, whatever the time.
  ///
  /// - Precondition: the value is within ±1e100.
  public init(constant value: Double) {
    precondition(abs(value) <= 1e100, "a track's values must be −1e100…1e100")
    keyframes = [Keyframe(0, value)]
    slopes = [0]
  }

  /// From one value to another in `duration` seconds, after `delay` seconds at the first.
  ///
  /// - Precondition: the values are within ±1e100, the duration is 1e-9…1e9 s, the delay 0…1e6 s.
  public init(
    from first: Double, to last: Double, in duration: Double, _ easing: Easing = .linear,
    after delay: Double = 0
  ) {
    precondition(
      abs(first) <= 1e100 && abs(last) <= 1e100, "a track's values must be −1e100…1e100")
    precondition(
      duration >= 1e-9 && duration <= 1e9, "a track's duration must be 1e-9…1e9 seconds")
    precondition(delay >= 0 && delay <= 1e6, "a track's delay must be 0…1e6 seconds")
    keyframes = [Keyframe(delay, first, .easing(easing)), Keyframe(delay + duration, last)]
    slopes = [0, 0]
  }

  /// Seconds at which the last keyframe stands.
  public var duration: Double { keyframes[keyframes.count - 1].time }

  /// The value at a time in seconds, any but NaN.
  public func value(at time: Double) -> Double {
    precondition(!time.isNaN, "a track has no value at a time that is no number")
    let index = lastKeyframe(at: time)
    guard index >= 0 else { return keyframes[0].value }
    let start = keyframes[index]
    guard index + 1 < keyframes.count, time > start.time else { return start.value }
    let end = keyframes[index + 1]
    let length = end.time - start.time
    let (share, way) = ((time - start.time) / length, end.value - start.value)
    let value: Double
    switch start.interpolation {
    case .easing(let easing):
      let eased = easing.value(at: share)
      value = start.value + way * eased
      // Easings may overshoot, rounding may not.
      guard eased >= 0 && eased <= 1 else { return value }
    case .cubic:
      let (a, b) = (slopes[index] * length, slopes[index + 1] * length)
      value = start.value + share * (a + share * (3 * way - 2 * a - b + share * (a + b - 2 * way)))
    }
    return min(max(value, min(start.value, end.value)), max(start.value, end.value))
  }

  /// The last keyframe at or before a time; −1 before the first.
  private func lastKeyframe(at time: Double) -> Int {
    var (low, high) = (-1, keyframes.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if keyframes[middle].time <= time { low = middle } else { high = middle }
    }
    return low
  }

  private static func slopes(_ keyframes: [Keyframe]) -> [Double] {
    let steepness = zip(keyframes, keyframes.dropFirst()).map { start, end in
      start.interpolation == .cubic ? (end.value - start.value) / (end.time - start.time) : nil
    }
    var slopes = keyframes.indices.map { index -> Double in
      let before = index > 0 ? steepness[index - 1] : nil
      let after = index < steepness.count ? steepness[index] : nil
      guard let before, let after else { return before ?? after ?? 0 }
      let turnsBack = before == 0 || after == 0 || (before > 0) != (after > 0)
      return turnsBack ? 0 : before / 2 + after / 2
    }
    let wanted = slopes
    for case (let index, let steepness?) in steepness.enumerated() {
      guard steepness != 0 else {
        (slopes[index], slopes[index + 1]) = (0, 0)
        continue
      }
      let (a, b) = (wanted[index] / steepness, wanted[index + 1] / steepness)
      let excess = hypot(a, b)
      guard excess > 3 else { continue }
      let shortened = 3 / excess * steepness
      for (index, slope) in [(index, a * shortened), (index + 1, b * shortened)]
      where abs(slope) < abs(slopes[index]) {
        slopes[index] = slope
      }
    }
    return slopes
  }
}
