extension Timeline {
  /// The crossings after `start`, up to and including `end`, by time and then in the order of
  /// `thresholds`.
  ///
  /// Crossings are computed from the tracks, not from samples. However a span of time is divided
  /// into intervals, each crossing is in exactly one interval, at the same time to the bit.
  ///
  /// A value crosses a threshold if it moves from below to above or from above to below. A value
  /// that reaches the threshold and goes back, or that starts or ends there, doesn't cross it. A
  /// value that stays at the threshold before it moves to the other side counts as above meanwhile:
  /// a rising value crosses on arrival, a falling value on leaving. So the reversed timeline has
  /// the same crossings mirrored. A jump, as after a held keyframe or at the start of a repetition,
  /// crosses every threshold between its ends at once; at that instant a reversed timeline still
  /// has the value from before the jump.
  ///
  /// - Precondition: `start` ≤ `end`; for an endless timeline, `end` is at most 1e15 periods.
  public func crossings(from start: Double, to end: Double) -> [Crossing] {
    precondition(start <= end, "crossings need an earlier time and a later one")
    precondition(
      totalDuration != nil || end <= 1e15 * period,
      "an endless timeline has no last crossing; end within 1e15 periods")
    let period = period
    let last: Int? = if case .count(let count) = repetition { count - 1 } else { nil }
    // One more period on each side, because rounding may move its crossings into the interval.
    let final = min(end, totalDuration ?? end)
    guard period > 0, final >= 0, start < final else { return [] }
    let lower = max(Int((max(start, 0) / period).rounded(.down)) - 1, 0)
    let upper = min(Int((final / period).rounded(.down)) + 1, last ?? .max)
    guard lower <= upper else { return [] }

    var found: [(crossing: Crossing, threshold: Int)] = []
    for (index, threshold) in thresholds.enumerated() {
      guard let track = tracks[threshold.parameter] else { continue }
      let pieces = playedPieces(of: track)
      // Periods with the same neighbours have the same crossings.
      var known: [Neighbours: [ThresholdWatch.Event]] = [:]
      for number in lower...upper {
        let neighbours = Neighbours(before: number > 0, after: number != last)
        let events =
          known[neighbours] ?? events(threshold.value, track, pieces, neighbours)
        known[neighbours] = events
        for event in events {
          // Rounding must not put a crossing after the end.
          let time = min(Double(number) * period + event.time, totalDuration ?? .infinity)
          guard time > start && time <= end else { continue }
          found.append(
            (Crossing(name: threshold.name, time: time, direction: event.direction), index))
        }
      }
    }
    // Crossings of one threshold are in order already; the sort keeps that order.
    let order = found.indices.sorted {
      (found[$0].crossing.time, found[$0].threshold, $0)
        < (found[$1].crossing.time, found[$1].threshold, $1)
    }
    return order.map { found[$0].crossing }
  }

  /// A piece of a period; `backFrom` is the period's length if the piece plays backward, else nil.
  private typealias Played = (piece: MonotonePiece, backFrom: Double?)

  private func playedPieces(of track: Track) -> [Played] {
    let pieces = track.monotonePieces(to: duration)
    var played: [Played] = pieces.map { ($0, nil) }
    if autoreverses { played += pieces.reversed().map { ($0, period) } }
    guard isReversed else { return played }
    return played.reversed().map { ($0.piece, $0.backFrom == nil ? period : nil) }
  }

  /// Whether a period has a predecessor and a successor.
  private struct Neighbours: Hashable {
    var before: Bool
    var after: Bool
  }

  /// The crossings in a period.
  ///
  /// The neighbouring periods are played too: the value may come from the other side in the period
  /// before, or reach the threshold in this period and move on in the period after.
  private func events(
    _ threshold: Double, _ track: Track, _ pieces: [Played], _ neighbours: Neighbours
  ) -> [ThresholdWatch.Event] {
    var watch = ThresholdWatch(threshold)
    for period in (neighbours.before ? -1 : 0)...(neighbours.after ? 1 : 0) {
      for played in pieces
      where !played.piece.isInstant || includesEndValue(ofPeriod: period, neighbours) {
        watch.follow(played.piece, of: track, inPeriod: period, backFrom: played.backFrom)
      }
    }
    return watch.events.filter { $0.period == 0 }
  }

  /// Whether a period shows the tracks' end value, rather than the neighbouring period's value at
  /// the same time.
  private func includesEndValue(ofPeriod period: Int, _ neighbours: Neighbours) -> Bool {
    if autoreverses { return true }
    guard isReversed else { return period == 0 && !neighbours.after }
    return repetition == .forever || period == 0 && !neighbours.before
  }
}
