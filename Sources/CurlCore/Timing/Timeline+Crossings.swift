extension Timeline {
  /// The crossings of the thresholds after `start`, up to and including `end`, in order; those at
  /// the same time in the thresholds' order.
  ///
  /// They are worked out from the tracks, not from samples: however a time is divided into
  /// intervals, each crossing is in one of them, and always at the same time to the bit.
  ///
  /// A value crosses a threshold when it was below and next is above, or the other way round.
  /// A value that reaches the threshold and goes back, or that starts or ends there, doesn't. One
  /// that stays at the threshold for a while before it goes on to the other side counts as above it
  /// for that while: it rises when it arrives, and falls when it leaves; so the reversed timeline
  /// has the same crossings mirrored. A jump, as after a held keyframe or where a repetition starts
  /// anew, crosses all that lies between its ends, at once; at that instant a reversed timeline still
  /// has the value from before the jump.
  ///
  /// - Precondition: `start` ≤ `end`; without end to the timeline, `end` is at most 1e15 periods.
  public func crossings(from start: Double, to end: Double) -> [Crossing] {
    precondition(start <= end, "crossings are asked for from an earlier time to a later one")
    precondition(
      totalDuration != nil || end <= 1e15 * period,
      "a timeline without end has no last crossing; ask for those up to a time within 1e15 periods")
    let period = period
    let last: Int? = if case .count(let count) = repetition { count - 1 } else { nil }
    // One period more on each side: its crossings may be rounded over the edge.
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
          // Nothing happens after the end, not even by rounding.
          let time = min(Double(number) * period + event.time, totalDuration ?? .infinity)
          guard time > start && time <= end else { continue }
          found.append(
            (Crossing(name: threshold.name, time: time, direction: event.direction), index))
        }
      }
    }
    // Crossings of one threshold are in order already, and stay so among themselves.
    let order = found.indices.sorted {
      (found[$0].crossing.time, found[$0].threshold, $0)
        < (found[$1].crossing.time, found[$1].threshold, $1)
    }
    return order.map { found[$0].crossing }
  }

  /// What one period plays, in order; `backFrom` is the period's length where it goes back.
  private typealias Played = (piece: MonotonePiece, backFrom: Double?)

  private func playedPieces(of track: Track) -> [Played] {
    let pieces = track.monotonePieces(to: duration)
    var played: [Played] = pieces.map { ($0, nil) }
    if autoreverses { played += pieces.reversed().map { ($0, period) } }
    guard isReversed else { return played }
    return played.reversed().map { ($0.piece, $0.backFrom == nil ? period : nil) }
  }

  /// Whether a period comes after another and before another.
  private struct Neighbours: Hashable {
    var before: Bool
    var after: Bool
  }

  /// The crossings in a period.
  ///
  /// Its neighbours are played too: the value may have come from the other side in the one before,
  /// or arrive at the threshold here and go on from there in the one after.
  private func events(
    _ threshold: Double, _ track: Track, _ pieces: [Played], _ neighbours: Neighbours
  ) -> [ThresholdWatch.Event] {
    var watch = ThresholdWatch(threshold)
    for period in (neighbours.before ? -1 : 0)...(neighbours.after ? 1 : 0) {
      for played in pieces
      where !played.piece.isInstant || showsEnd(ofPeriod: period, neighbours) {
        watch.follow(played.piece, of: track, inPeriod: period, backFrom: played.backFrom)
      }
    }
    return watch.events.filter { $0.period == 0 }
  }

  /// Whether the very end of the tracks is seen in a period, and not the next period's start.
  private func showsEnd(ofPeriod period: Int, _ neighbours: Neighbours) -> Bool {
    if autoreverses { return true }
    guard isReversed else { return period == 0 && !neighbours.after }
    return repetition == .forever || period == 0 && !neighbours.before
  }
}
