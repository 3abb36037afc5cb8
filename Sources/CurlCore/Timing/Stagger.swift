/// Schedule of the turns in a flight, which have the same duration and start at a constant delay.
public struct Stagger: Sendable, Equatable {
  /// Number of turns.
  public let count: Int
  /// Duration of a turn, seconds.
  public let duration: Double
  /// Delay between consecutive starts, seconds.
  public let delay: Double
  /// Start of the first turn, seconds.
  public let lead: Double

  /// A flight of `count` turns.
  ///
  /// - Parameters:
  ///   - count: 1 and up.
  ///   - duration: Seconds, above 0 and at most 1e6.
  ///   - delay: Seconds, 0…1e6; nil is a twentieth of the duration.
  ///   - lead: Seconds, finite, 0 and up.
  /// - Precondition: all are in range.
  public init(count: Int, duration: Double, delay: Double? = nil, lead: Double = 0) {
    let delay = delay ?? 0.05 * duration
    precondition(count >= 1, "a flight has one turn or more")
    precondition(duration > 0 && duration <= 1e6, "a turn's duration must be up to 1e6 seconds")
    precondition(delay >= 0 && delay <= 1e6, "a delay must be 0…1e6 seconds")
    precondition(lead >= 0 && lead < .infinity, "a lead must be finite, 0 seconds and up")
    self.count = count
    self.duration = duration
    self.delay = delay
    self.lead = lead
  }

  /// Seconds until the end of the last turn.
  public var totalDuration: Double { start(of: count - 1) + duration }

  /// Start of a turn, seconds; turn 0 starts at the lead.
  ///
  /// - Precondition: `turn` is in 0..<count.
  public func start(of turn: Int) -> Double {
    precondition(turn >= 0 && turn < count, "there is no such turn in the flight")
    return lead + Double(turn) * delay
  }

  /// Eased progress of a turn at a time: 0 before its start, 1 after its end.
  ///
  /// - Precondition: `turn` is in 0..<count.
  public func progress(of turn: Int, at time: Double, _ easing: Easing = .linear) -> Double {
    let start = start(of: turn)
    // Rounding must not keep the last turn from ending.
    guard time < start + duration else { return 1 }
    return easing.value(at: (time - start) / duration)
  }

  /// The turns in progress at a time, strictly between their start and end.
  ///
  /// If no turn is in progress, the range is empty, at the next turn to start; all turns before it
  /// have ended. A binary search finds the range.
  public func inTheAir(at time: Double) -> Range<Int> {
    let ended = first { time < start(of: $0) + duration }
    return ended..<max(first { !(start(of: $0) < time) }, ended)
  }

  /// The first turn with a property that all later turns have too; `count` if no turn has it.
  private func first(_ holds: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
