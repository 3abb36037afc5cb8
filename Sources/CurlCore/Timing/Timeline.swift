/// Parameters over time: tracks by parameter name, played once, several times or endlessly.
///
/// Time is seconds from the start; a timeline reads no clock. Before 0 a timeline has its values at
/// 0, after its end its values at the end. Any name can be a parameter; `progress` and `time` have
/// no special meaning here.
public struct Timeline: Sendable, Equatable {
  /// How many times a timeline plays.
  public enum Repetition: Sendable, Equatable {
    /// A number of times, 1…1,000,000.
    case count(Int)
    /// Endlessly.
    case forever

    /// Once.
    public static let once = Repetition.count(1)
  }

  /// Duration of one pass through the tracks, seconds.
  public let duration: Double
  /// The tracks by the names of their parameters.
  public let tracks: [String: Track]
  /// How many times the timeline plays; with `autoreverses`, forward and back count as once.
  public let repetition: Repetition
  /// Whether a backward pass follows each forward pass.
  public let autoreverses: Bool
  /// Whether the timeline plays from its end to its start.
  public private(set) var isReversed = false
  /// Values whose crossing is an event; see `crossings(from:to:)`.
  public private(set) var thresholds: [Threshold] = []

  /// A timeline of tracks.
  ///
  /// The default duration is that of the longest track. Throws for a duration outside 0…1e9 s or
  /// before a track's last keyframe, for a number of repetitions outside 1…1,000,000, and for
  /// thresholds that aren't finite or whose parameter has no track.
  public init(
    _ tracks: [String: Track], duration: Double? = nil, repetition: Repetition = .once,
    autoreverses: Bool = false, thresholds: [Threshold] = []
  ) throws(TimelineError) {
    let duration = duration ?? tracks.values.map { $0.duration }.max() ?? 0
    guard duration >= 0 && duration <= 1e9 else { throw .duration(duration) }
    switch repetition {
    case .count(let count): guard 1...1_000_000 ~= count else { throw .repetitions(count) }
    case .forever: guard duration > 0 else { throw .endlessInstant }
    }
    for (parameter, track) in tracks.sorted(by: { $0.key < $1.key }) {
      guard track.duration > duration,
        let first = track.keyframes.firstIndex(where: { $0.time > duration })
      else { continue }
      throw .keyframeAfterEnd(
        parameter: parameter, keyframe: first, time: track.keyframes[first].time,
        duration: duration)
    }
    self.init(
      unchecked: tracks, duration: duration, repetition: repetition, autoreverses: autoreverses)
    self = try watching(thresholds)
  }

  /// A timeline without checks, for presets, whose values are valid.
  init(
    unchecked tracks: [String: Track], duration: Double, repetition: Repetition = .once,
    autoreverses: Bool = false
  ) {
    self.tracks = tracks
    self.duration = duration
    self.repetition = repetition
    self.autoreverses = autoreverses
  }

  /// This timeline with other thresholds.
  ///
  /// Throws for a threshold that isn't finite or whose parameter has no track.
  public func watching(_ thresholds: [Threshold]) throws(TimelineError) -> Timeline {
    for threshold in thresholds {
      guard threshold.value.isFinite else {
        throw .thresholdValue(name: threshold.name, threshold.value)
      }
      guard tracks[threshold.parameter] != nil else {
        throw .thresholdParameter(name: threshold.name, parameter: threshold.parameter)
      }
    }
    var timeline = self
    timeline.thresholds = thresholds
    return timeline
  }

  /// This timeline played from its end to its start.
  ///
  /// At time t, the reversed timeline has exactly the value of the forward timeline at
  /// `totalDuration` − t; frames are swapped exactly too, see `value(of:atFrame:of:)`. An endless
  /// timeline has no end to start from: each of its periods plays from the period's end.
  public func reversed() -> Timeline {
    var reversed = self
    reversed.isReversed.toggle()
    return reversed
  }

  /// Duration of one repetition, seconds: `duration`, or twice that with `autoreverses`.
  public var period: Double { autoreverses ? 2 * duration : duration }

  /// Time until the end, seconds; nil for an endless timeline.
  public var totalDuration: Double? {
    switch repetition {
    case .count(let count): Double(count) * period
    case .forever: nil
    }
  }

  /// The value of a parameter at a time, seconds; nil if the parameter has no track.
  ///
  /// - Precondition: the time isn't NaN and, for an endless timeline, is finite.
  public func value(of parameter: String, at time: Double) -> Double? {
    tracks[parameter]?.value(at: trackTime(at: time))
  }

  /// The values of all parameters at a time, seconds.
  ///
  /// - Precondition: the time isn't NaN and, for an endless timeline, is finite.
  public func values(at time: Double) -> [String: Double] {
    let time = trackTime(at: time)
    return tracks.mapValues { $0.value(at: time) }
  }

  /// The time of frame `index` of `count`, seconds, evenly spaced from 0 to the end.
  ///
  /// The frames of an endless timeline span one period; the last frame is at the start of the next
  /// period.
  ///
  /// - Precondition: `count` is positive, `index` in 0..<count.
  public func frameTime(_ index: Int, of count: Int) -> Double {
    precondition(count > 0 && index >= 0 && index < count, "there is no such frame")
    guard index > 0 else { return 0 }
    let total = totalDuration ?? period
    return index == count - 1 ? total : total * Double(index) / Double(count - 1)
  }

  /// The value of a parameter in frame `index` of `count`; nil if the parameter has no track.
  ///
  /// Frame i of N of the reversed timeline is exactly frame N − 1 − i of this one. In a forward
  /// timeline, the value is that at `frameTime(_:of:)`; in a reversed timeline, the two may differ
  /// by the rounding of that time.
  ///
  /// - Precondition: `count` is positive, `index` in 0..<count.
  public func value(of parameter: String, atFrame index: Int, of count: Int) -> Double? {
    tracks[parameter]?.value(at: trackTime(atFrame: index, of: count))
  }

  /// The values of all parameters in frame `index` of `count`; see `value(of:atFrame:of:)`.
  ///
  /// - Precondition: `count` is positive, `index` in 0..<count.
  public func values(atFrame index: Int, of count: Int) -> [String: Double] {
    let time = trackTime(atFrame: index, of: count)
    return tracks.mapValues { $0.value(at: time) }
  }

  private func trackTime(atFrame index: Int, of count: Int) -> Double {
    // Reverses the index rather than the time, because total − (total − t) isn't always t in
    // doubles.
    trackTimeForward(at: frameTime(isReversed ? count - 1 - index : index, of: count))
  }

  /// The tracks' time, 0…duration, at a time of the timeline.
  private func trackTime(at time: Double) -> Double {
    precondition(!time.isNaN, "a timeline has no values at NaN")
    precondition(
      totalDuration != nil || time < .infinity,
      "an endless timeline has no values at infinity")
    let time = max(time, 0)
    guard isReversed else { return trackTimeForward(at: time) }
    guard let totalDuration else { return folded(period - remainder(of: time)) }
    return trackTimeForward(at: totalDuration - min(time, totalDuration))
  }

  /// The tracks' time at a time of the forward timeline.
  private func trackTimeForward(at time: Double) -> Double {
    if let totalDuration, time >= totalDuration { return folded(period) }
    return folded(remainder(of: time))
  }

  /// The tracks' time at a time within a period.
  private func folded(_ time: Double) -> Double { time > duration ? period - time : time }

  /// Time since the start of the current period; period k starts at the rounded product k ·
  /// `period`.
  private func remainder(of time: Double) -> Double {
    var periods = (time / period).rounded(.down)
    if periods * period > time { periods -= 1 }
    if (periods + 1) * period <= time { periods += 1 }
    return min(time - periods * period, period)
  }
}
