import CurlCore

/// Changes between events.
extension Turner {
  /// A change without an event.
  enum Incident: Equatable {
    /// The next mark of a motion.
    case mark(Int)
    /// The oldest motion has settled.
    case end
    /// A leaf has come to rest at a snapping point.
    case rest
    /// The next leaf may start beside the current one.
    case stack
    /// A delayed turn is due.
    case delayed(Int)
    /// A finger is lost while a command waits.
    case lost
    /// An automatic turn is due.
    case autoplay
  }

  /// Performs all incidents up to a time, each at its own time.
  ///
  /// Output is therefore independent of the polling rate, except that autoplay pauses in a book
  /// that has had no events for long.
  mutating func advance(to end: Double) {
    let hasSlept = configuration.autoplay.map { end - time > Self.mostIntervals * $0 } ?? false
    while let next = nextIncident(), next.time <= end {
      if hasSlept, next.incident == .autoplay {
        idleSince = end
        continue
      }
      time = max(time, next.time)
      perform(next.incident)
      performQueueAndReport()
    }
    time = end
  }

  /// The next incident without further events.
  func nextIncident() -> (time: Double, incident: Incident)? {
    var next: (time: Double, incident: Incident)?
    func consider(_ time: Double, _ incident: Incident) {
      if next.map({ time < $0.time }) ?? true { next = (time, incident) }
    }
    for index in motions.indices {
      if let mark = motions[index].nextMark { consider(mark.time, .mark(index)) }
    }
    if let settle = motions.first?.ending { consider(max(settle.end, time), .end) }
    if let settle = motions.last?.snapping, settle.end > time {
      consider(settle.end, .rest)
    }
    if let start = stackTime() { consider(start, .stack) }
    for index in delayed.indices { consider(delayed[index].due, .delayed(index)) }
    if drag != nil, !queue.isEmpty, let finger = fingers.first {
      consider(max(lossTime(finger), time), .lost)
    }
    if let interval = configuration.autoplay, configuration.allowsTurning,
      [.idle, .peeking, .resting].contains(phase) || drag != nil,
      neighbour(of: openStop, +1) != nil
    {
      // A finger that is down suspends it until the finger counts as lost.
      let lost = fingers.reduce(-.infinity) { max($0, lossTime($1)) }
      // Far from 0, an interval may be smaller than the step of a Double.
      consider(max(idleSince + interval, idleSince.nextUp, lost), .autoplay)
    }
    return next
  }

  /// Longest time without events for which automatic turns are made up, in their intervals.
  private static let mostIntervals = 1000.0

  private mutating func perform(_ incident: Incident) {
    switch incident {
    case .mark(let index):
      if let mark = motions[index].popMark() { tell(mark.kind) }
    case .end: endOldest()
    case .rest:
      // Nothing to perform: `performQueueAndReport` finds the leaf at rest now, and reports it.
      break
    case .stack:
      guard case .turn(let navigation, let cause, _)? = queue.first else { return }
      queue.removeFirst()
      start(navigation, cause)
    case .delayed(let index):
      let turn = delayed.remove(at: index)
      navigate(turn.navigation, turn.cause, changesAhead: turn.changesAhead)
    case .lost: loseSilentDrivingFinger()
    case .autoplay: navigate(Navigation(.next), .autoplay)
    }
  }

  /// Ends the oldest motion at its target.
  mutating func endOldest() {
    var motion = motions.removeFirst()
    while let mark = motion.popMark() { tell(mark.kind) }
    if motions.isEmpty { idleSince = time }
    guard motion.isTurn, let settle = motion.settle else { return }
    let completed = settle.target == motion.goal
    openStop = completed ? motion.to : motion.from
    tell(.didTurn(from: motion.from, to: motion.to, completed: completed))
  }

  /// Performs queued commands as long as nothing moves, and reports the resulting state.
  mutating func performQueueAndReport() {
    if !queue.isEmpty { leaveSnappingPoint() }
    repeat {
      endWhatHasSettled()
      while motions.isEmpty, drag == nil, !queue.isEmpty {
        switch queue.removeFirst() {
        case .turn(let navigation, let cause, _): start(navigation, cause)
        case .edit(let edit): perform(edit)
        case .kind(let name): turn(as: name)
        }
        endWhatHasSettled()
      }
      peek()
    } while motions.first?.ending.map { $0.end <= time } ?? false
    let waits = motions.contains { $0.waitsForPages }
    if waits != isBusy {
      isBusy = waits
      tell(waits ? .busy : .ready)
    }
    let isResting = motions.count == 1 && motions[0].snapping.map { $0.end <= time } ?? false
    let now: TurnerOutput.Phase =
      drag != nil
      ? .dragging
      : motions.isEmpty ? .idle : isPeeking ? .peeking : isResting ? .resting : .settling
    if now != phase {
      phase = now
      tell(.state(now))
    }
  }

  /// Ends motions that have settled; one of zero duration ends at its start.
  mutating func endWhatHasSettled() {
    while let settle = motions.first?.ending, settle.end <= time { endOldest() }
  }

  /// Time at which the next queued turn may start beside the current one; nil if it may not.
  private func stackTime() -> Double? {
    guard configuration.onBusyTurn == .stack, let motion = motions.last, motion.kind == .leaf,
      let settle = motion.settle, settle.target == motion.goal,
      case .turn(let navigation, _, _)? = queue.first, navigation.isAnimated,
      canStack(navigation, on: motion)
    else { return nil }
    let position = motion.origin + Double(motion.direction) * Self.stackShare
    let isBeyond = { (time: Double) in
      Double(motion.direction) * (settle.position(at: time) - position) >= 0
    }
    var low = time
    if isBeyond(low) { return low }
    for end in settle.pieces where end > low {
      if isBeyond(end) { return Self.first(after: low, before: end, isBeyond) }
      low = end
    }
    return nil
  }

  func canStack(_ navigation: Navigation, on motion: SheetMotion) -> Bool {
    let direction: Int
    switch navigation.destination {
    case .next: direction = 1
    case .previous: direction = -1
    case .first, .last, .stop: return false
    }
    guard direction == motion.direction, let to = neighbour(of: motion.to, direction) else {
      return false
    }
    return !turnsWhole(from: motion.from, to: motion.to, direction)
      && !turnsWhole(from: motion.to, to: to, direction)
  }

  /// Whether a turn to a neighbour turns the book back as a whole, so that no leaf may stack on it.
  private func turnsWhole(from: Int, to: Int, _ direction: Int) -> Bool {
    let (early, late) = direction > 0 ? (from, to) : (to, from)
    return early > late && book.roles(early: early, late: late)?.isForward == false
  }

  /// Share of its way that a leaf must have moved before the next leaf starts beside it.
  private static let stackShare = 0.05

  /// The first time after `low` and up to `high` at which a condition holds.
  ///
  /// The condition is false at `low`, true at `high`, and changes once between. The result is exact
  /// to the last bit, so that it doesn't depend on the interval.
  static func first(
    after low: Double, before high: Double, _ holds: (Double) -> Bool
  ) -> Double {
    var (low, high) = (low, high)
    while true {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { return high }
      if holds(middle) { high = middle } else { low = middle }
    }
  }
}
