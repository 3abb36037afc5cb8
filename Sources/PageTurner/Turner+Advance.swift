import CurlCore

/// Changes between events.
extension Turner {
  /// A change without an event.
  enum Incident: Equatable {
    /// The next mark of a flight.
    case mark(Int)
    /// The oldest flight has settled.
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
      settleUp()
    }
    time = end
  }

  /// The next incident without further events.
  func nextIncident() -> (time: Double, incident: Incident)? {
    var next: (time: Double, incident: Incident)?
    func consider(_ time: Double, _ incident: Incident) {
      if next.map({ time < $0.time }) ?? true { next = (time, incident) }
    }
    for index in flights.indices {
      if let mark = flights[index].nextMark { consider(mark.time, .mark(index)) }
    }
    if let settle = flights.first?.ending { consider(max(settle.end, time), .end) }
    if let settle = flights.last?.snapping, settle.end > time {
      consider(settle.end, .rest)
    }
    if let start = stackTime() { consider(start, .stack) }
    for index in delayed.indices { consider(delayed[index].due, .delayed(index)) }
    if drag != nil, !queue.isEmpty, let finger = fingers.first {
      consider(max(lossTime(finger), time), .lost)
    }
    if let interval = configuration.autoplay, configuration.allowsTurning,
      [.idle, .peeking, .resting].contains(phase) || drag != nil,
      neighbour(of: committed, +1) != nil
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
      if let mark = flights[index].popMark() { tell(mark.kind) }
    case .end: endOldest()
    case .rest: break
    case .stack:
      guard case .turn(let navigation, let cause, _)? = queue.first else { return }
      queue.removeFirst()
      start(navigation, cause)
    case .delayed(let index):
      let turn = delayed.remove(at: index)
      navigate(turn.navigation, turn.cause, editsAhead: turn.editsAhead)
    case .lost: dropSilentDriver()
    case .autoplay: navigate(Navigation(.next), .autoplay)
    }
  }

  /// Ends the oldest flight at its target.
  mutating func endOldest() {
    var flight = flights.removeFirst()
    while let mark = flight.popMark() { tell(mark.kind) }
    if flights.isEmpty { idleSince = time }
    guard flight.isTurn, let settle = flight.settle else { return }
    let completed = settle.target == flight.goal
    committed = completed ? flight.to : flight.from
    tell(.didTurn(from: flight.from, to: flight.to, completed: completed))
  }

  /// Performs queued commands as long as nothing moves, and reports the resulting state.
  mutating func settleUp() {
    if !queue.isEmpty { leaveSnappingPoint() }
    repeat {
      endWhatHasSettled()
      while flights.isEmpty, drag == nil, !queue.isEmpty {
        switch queue.removeFirst() {
        case .turn(let navigation, let cause, _): start(navigation, cause)
        case .edit(let edit): perform(edit)
        case .kind(let name): turn(as: name)
        }
        endWhatHasSettled()
      }
      peek()
    } while flights.first?.ending.map { $0.end <= time } ?? false
    let waits = flights.contains { flight in
      if case .waiting = flight.motion { true } else { flight.isWaiting }
    }
    if waits != isBusy {
      isBusy = waits
      tell(waits ? .busy : .ready)
    }
    let isResting = flights.count == 1 && flights[0].snapping.map { $0.end <= time } ?? false
    let now: TurnerOutput.Phase =
      drag != nil
      ? .dragging
      : flights.isEmpty ? .idle : isPeeking ? .peeking : isResting ? .resting : .settling
    if now != phase {
      phase = now
      tell(.state(now))
    }
  }

  /// Ends flights that have settled; one of zero duration ends at its start.
  mutating func endWhatHasSettled() {
    while let settle = flights.first?.ending, settle.end <= time { endOldest() }
  }

  /// Time at which the next queued turn may start beside the current one; nil if it may not.
  private func stackTime() -> Double? {
    guard configuration.onBusyTurn == .stack, let flight = flights.last, flight.kind == .leaf,
      let settle = flight.settle, settle.target == flight.goal,
      case .turn(let navigation, _, _)? = queue.first, navigation.isAnimated,
      canStack(navigation, on: flight)
    else { return nil }
    let place = flight.origin + Double(flight.direction) * Self.stackWay
    let isBeyond = { (time: Double) in
      Double(flight.direction) * (settle.position(at: time) - place) >= 0
    }
    var low = time
    if isBeyond(low) { return low }
    for end in settle.pieces where end > low {
      if isBeyond(end) { return Self.first(after: low, before: end, isBeyond) }
      low = end
    }
    return nil
  }

  func canStack(_ navigation: Navigation, on flight: Flight) -> Bool {
    let direction: Int
    switch navigation.destination {
    case .next: direction = 1
    case .previous: direction = -1
    case .first, .last, .stop: return false
    }
    guard direction == flight.direction, let to = neighbour(of: flight.to, direction) else {
      return false
    }
    return !turnsWhole(from: flight.from, to: flight.to, direction)
      && !turnsWhole(from: flight.to, to: to, direction)
  }

  /// Whether a turn to a neighbour turns the book back as a whole, so that no leaf may stack on it.
  private func turnsWhole(from: Int, to: Int, _ direction: Int) -> Bool {
    let (early, late) = direction > 0 ? (from, to) : (to, from)
    return early > late && book.roles(early: early, late: late)?.isForward == false
  }

  /// Share of its way that a leaf must have moved before the next leaf starts beside it.
  private static let stackWay = 0.05

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
