import CurlCore

/// What takes its course between events.
extension Turner {
  /// Something that happens by itself.
  enum Incident: Equatable {
    /// The next mark of a flight.
    case mark(Int)
    /// The oldest flight has settled.
    case end
    /// A leaf has come to rest at a snapping point.
    case rest
    /// The next leaf may start beside the one under way.
    case stack
    /// A turn's time has come.
    case delayed(Int)
    /// What waits takes over the sheet of a finger that is lost.
    case lost
    /// The book turns by itself.
    case autoplay
  }

  /// Goes through everything up to a time, each at its own: what is told doesn't depend on how often
  /// somebody looks, but that a book which is left alone for long hasn't turned by itself.
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

  /// What happens next, if nothing else does.
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
      // A finger that is down holds it up, but one that may have been lifted without a word.
      let lost = fingers.reduce(-.infinity) { max($0, lossTime($1)) }
      // Far from 0 an interval may be less than the next number.
      consider(max(idleSince + interval, idleSince.nextUp, lost), .autoplay)
    }
    return next
  }

  /// Intervals of ``TurnerConfiguration/autoplay`` without an event beyond which nobody was there.
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
    case .lost: lose()
    case .autoplay: navigate(Navigation(.next), .autoplay)
    }
  }

  /// Ends the oldest flight where it was going.
  mutating func endOldest() {
    var flight = flights.removeFirst()
    while let mark = flight.popMark() { tell(mark.kind) }
    if flights.isEmpty { idleSince = time }
    guard flight.isTurn, let settle = flight.settle else { return }
    let completed = settle.target == flight.goal
    committed = completed ? flight.to : flight.from
    tell(.didTurn(from: flight.from, to: flight.to, completed: completed))
  }

  /// Does what has waited, as long as nothing moves, and tells what state that leads to.
  mutating func settleUp() {
    if !queue.isEmpty { goOn() }
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

  /// A flight without a way ends in the moment in which it begins.
  mutating func endWhatHasSettled() {
    while let settle = flights.first?.ending, settle.end <= time { endOldest() }
  }

  /// When the next turn of the queue may start beside the one that is under way, if it may.
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

  /// Whether a turn to a neighbour is the whole book's, which starts over: no other leaf lies on it.
  private func turnsWhole(from: Int, to: Int, _ direction: Int) -> Bool {
    let (early, late) = direction > 0 ? (from, to) : (to, from)
    return early > late && book.roles(early: early, late: late)?.isForward == false
  }

  /// The way that a leaf must have gone before the next one starts beside it.
  private static let stackWay = 0.05

  /// The first time at which a condition holds that doesn't at `low`, does at `high`, and changes
  /// once between; to the last bit, so that it's the same however it's come upon.
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
