internal import Glibc

/// The values of a numeric parameter over time, given by keyframes.
///
/// Before the first keyframe the track has the first value, after the last keyframe the last value,
/// and at a keyframe exactly that keyframe's value. Between two keyframes the earlier one's
/// interpolation applies.
///
/// A cubic piece is a Hermite cubic. The slope at a keyframe between two cubic pieces is the mean
/// of their average slopes, or 0 if the values reverse or stay constant there. At an end of a run
/// of cubic pieces, the slope is the end piece's average slope. Slopes that would overshoot are
/// reduced to α² + β² ≤ 9, where α and β are the slopes at a piece's ends as multiples of its
/// average slope. So the track is monotone wherever its keyframes are, and no value between two
/// keyframes lies outside theirs. Source: Fritsch, Carlson, "Monotone Piecewise Cubic
/// Interpolation", SIAM J. Numer. Anal. 17 (1980), 238–246. Unlike the source, a keyframe gets the
/// smaller of the slopes that its two pieces allow, so that the curve doesn't depend on the order
/// of evaluation.
public struct Track: Sendable, Equatable {
  /// The keyframes, at least one, in ascending order of time.
  public let keyframes: [Keyframe]
  /// The slopes of cubic pieces at each keyframe, per second.
  private let slopes: [Double]

  /// A track through keyframes.
  ///
  /// Throws if there is no keyframe, a time or value is out of range, or two times are less than a
  /// nanosecond apart.
  public init(_ keyframes: [Keyframe]) throws(TrackError) {
    guard !keyframes.isEmpty else { throw .noKeyframes }
    for (index, keyframe) in keyframes.enumerated() {
      guard keyframe.time >= 0 && keyframe.time <= 1e9 else {
        throw .time(keyframe: index, keyframe.time)
      }
      guard abs(keyframe.value) <= 1e100 else { throw .value(keyframe: index, keyframe.value) }
      guard index > 0 else { continue }
      let previous = keyframes[index - 1].time
      // A minimum step keeps every slope finite; beyond 1e7 s, doubles are further apart than this
      // step.
      guard keyframe.time > previous && keyframe.time - previous >= 0.999e-9 else {
        throw .order(keyframe: index, time: keyframe.time, previous: previous)
      }
    }
    self.keyframes = keyframes
    slopes = Self.slopes(keyframes)
  }

  /// A constant value.
  ///
  /// - Precondition: the value is within ±1e100.
  public init(constant value: Double) {
    precondition(abs(value) <= 1e100, "a track's values must be −1e100…1e100")
    keyframes = [Keyframe(0, value)]
    slopes = [0]
  }

  /// A value that changes to another in `duration` seconds, after `delay` seconds.
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

  /// Time of the last keyframe, seconds.
  public var duration: Double { keyframes[keyframes.count - 1].time }

  /// The value at a time, seconds, not NaN.
  public func value(at time: Double) -> Double {
    precondition(!time.isNaN, "a track has no value at NaN")
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
      // Easings may overshoot; rounding may not.
      guard eased >= 0 && eased <= 1 else { return value }
    case .cubic:
      let (a, b) = (slopes[index] * length, slopes[index + 1] * length)
      value = start.value + share * (a + share * (3 * way - 2 * a - b + share * (a + b - 2 * way)))
    }
    return min(max(value, min(start.value, end.value)), max(start.value, end.value))
  }

  /// Index of the last keyframe at or before a time; −1 before the first.
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
