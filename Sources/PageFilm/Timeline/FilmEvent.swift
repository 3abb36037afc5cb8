package import ImageFiles
package import PageCurl

/// A crossing of a parameter's threshold in a film.
package struct FilmEvent: Sendable {
  /// The threshold's name.
  package let name: String
  /// Time from the film's first frame, seconds.
  package let time: Double
  package let direction: Crossing.Direction
  /// Number of the turn in the order of the book, from 0.
  package let turn: Int

  /// The event as a note for the user.
  package var sentence: String {
    "at \(time.fixed(3)) s: \(name), \(direction.rawValue), in turn \(turn)"
  }

  /// The events of a reel's film, in order; the reel's first frame is frame `first` of the film.
  package static func events(
    of reel: Reel, from first: Int = 0, _ rate: FrameRate, _ limits: Limits
  ) throws(LimitExceeded) -> [FilmEvent] {
    var events: [FilmEvent] = []
    var start = first
    let order = reel.takes.indices
    for number in reel.isBackward ? Array(order.reversed()) : Array(order) {
      let take = reel.takes[number]
      defer { start += take.frames - 1 + reel.hold }
      guard var timeline = take.timeline, !timeline.thresholds.isEmpty else { continue }
      if reel.isBackward { timeline = timeline.reversed() }
      let total = timeline.totalDuration ?? timeline.period
      guard total > 0 else { continue }
      let seconds = Double(take.frames - 1) / rate.framesPerSecond
      let begin: Double = Double(start) / rate.framesPerSecond
      for crossing in try crossings(of: timeline, to: total, limits, told: events.count) {
        let time: Double = begin + seconds * (crossing.time / total)
        events.append(
          FilmEvent(
            name: crossing.name, time: time, direction: crossing.direction, turn: number))
      }
    }
    return events
  }

  /// The crossings of a timeline; `told` is the number of events so far.
  ///
  /// Reads a few periods at a time, so that the limit applies before memory is full.
  private static func crossings(
    of timeline: Timeline, to total: Double, _ limits: Limits, told: Int
  ) throws(LimitExceeded) -> [Crossing] {
    let what = "the timeline's thresholds"
    // The work per threshold grows with the keyframes of its track.
    let work = timeline.thresholds.reduce(0) {
      $0 + (timeline.tracks[$1.parameter]?.keyframes.count ?? 0)
    }
    try limits.check(.events, work, of: what)
    var found: [Crossing] = []
    var (start, periods) = (-1.0, 1.0)
    while start < total {
      let end = min(total, max(start, 0) + periods * timeline.period)
      found += timeline.crossings(from: start, to: end)
      try limits.check(.events, told + found.count, of: what)
      (start, periods) = (max(end, start.nextUp), min(2 * periods, 4096))
    }
    return found
  }
}
