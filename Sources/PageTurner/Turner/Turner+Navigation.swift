import CurlCore

/// Turns that are asked for.
extension Turner {
  /// The stop beside one, +1 in reading direction or −1 against it; nil at the book's ends.
  func neighbour(of stop: Int, _ direction: Int) -> Int? {
    let stops = book.stops
    guard stops > 0 else { return nil }
    if configuration.boundary == .loop, stops > 1 {
      return (stop + direction + stops) % stops
    }
    let next = stop + direction
    return (0..<stops).contains(next) ? next : nil
  }

  /// Does what is asked for, or lets it wait, as the rules for a busy book say; no longer than for
  /// `editsAhead` of the edits that wait, those that were asked for before it.
  mutating func navigate(
    _ navigation: Navigation, _ cause: TurnerOutput.Cause, editsAhead: Int = .max
  ) {
    idleSince = time
    guard book.stops > 0 else {
      tell(.dropped(.empty))
      return
    }
    guard configuration.allowsTurning else {
      tell(.dropped(.locked))
      return
    }
    if navigation.delay > 0 {
      var turn = navigation
      turn.delay = 0
      delayed.append(
        Delayed(
          due: time + navigation.delay, navigation: turn, cause: cause, editsAhead: waitingEdits))
      return
    }
    guard !flights.isEmpty || drag != nil || !queue.isEmpty else {
      start(navigation, cause)
      return
    }
    switch configuration.onBusyTurn {
    case .ignore:
      tell(.dropped(.busy))
      return
    case .finish where drag == nil && !flights.contains { $0.settle == nil }:
      while !flights.isEmpty { endOldest() }
      // After what has waited for this moment, such as edits.
      enqueue(navigation, cause, editsAhead)
      return
    case .finish, .queue, .stack: break
    }
    let turns = queue.count { $0.isTurn }
    guard turns < configuration.queueLimit else {
      tell(.dropped(.queueFull))
      return
    }
    enqueue(navigation, cause, editsAhead)
  }

  private mutating func enqueue(
    _ navigation: Navigation, _ cause: TurnerOutput.Cause, _ editsAhead: Int
  ) {
    let edits = queue.indices.filter { !queue[$0].isTurn }
    let place = editsAhead < edits.count ? edits[editsAhead] : queue.endIndex
    queue.insert(.turn(navigation, cause), at: place)
  }

  /// Turns now, from the stop that the latest flight leads to.
  mutating func start(_ navigation: Navigation, _ cause: TurnerOutput.Cause) {
    guard book.stops > 0 else {
      tell(.dropped(.empty))
      return
    }
    let from = flights.last?.to ?? committed
    let direction: Int
    let to: Int?
    switch navigation.destination {
    case .next: (direction, to) = (1, neighbour(of: from, 1))
    case .previous: (direction, to) = (-1, neighbour(of: from, -1))
    case .first: (direction, to) = (-1, 0)
    case .last: (direction, to) = (1, book.stops - 1)
    case .stop(let stop):
      direction = stop > from ? 1 : -1
      to = (0..<book.stops).contains(stop) ? stop : nil
    }
    guard let to else {
      if configuration.boundary == .loop {
        tell(.dropped(book.stops > 1 ? .outOfRange : .alreadyThere))
      } else {
        tell(.boundary(direction > 0 ? .last : .first))
      }
      return
    }
    guard to != from else {
      tell(.dropped(.alreadyThere))
      return
    }
    turn(from: from, to: to, direction, navigation, cause)
  }

  private mutating func turn(
    from: Int, to: Int, _ direction: Int, _ navigation: Navigation, _ cause: TurnerOutput.Cause
  ) {
    // Going round the book's end is a single leaf's turn, though the numbers are far apart.
    let count = neighbour(of: from, direction) == to ? 1 : abs(to - from)
    let full = max(configuration.fullDuration, configuration.leastDuration)
    let isInstant = !navigation.isAnimated || configuration.reducesMotion || full == 0
    let kind: Flight.Kind =
      count == 1
      ? .leaf
      : navigation.style == .direct || isInstant
        ? .direct
        : .riffle(
          Stagger(count: count, duration: full, delay: configuration.stagger * full))
    var flight = Flight(
      kind: kind, from: from, to: to, direction: direction, cause: cause, motion: .held)
    let missing = navigation.isAnimated ? missingPages(flight) : []
    if !missing.isEmpty, configuration.latePages == .refuse {
      tell(.dropped(.pagesMissing))
      tell(.need(missing))
      return
    }
    tell(.willTurn(from: from, to: to, cause))
    if !missing.isEmpty { tell(.need(missing)) }
    if !missing.isEmpty, configuration.latePages == .hold {
      flight.motion = .waiting(target: flight.goal)
    } else {
      depart(&flight, isInstant: isInstant)
    }
    flights.append(flight)
  }

  /// Sets a flight going that starts at rest.
  mutating func depart(_ flight: inout Flight, isInstant: Bool) {
    let place = flight.origin
    flight.isWaiting = false
    if isInstant {
      flight.motion = .settling(Settle(at: time, resting: flight.goal))
    } else if case .riffle(let stagger) = flight.kind {
      flight.motion = .settling(
        Settle(
          at: time, from: 0, velocity: 0, to: 1, full: stagger.totalDuration, least: 0, room: 0))
    } else {
      flight.motion = .settling(
        Settle(
          at: time, from: place, velocity: 0, to: flight.goal, full: configuration.fullDuration,
          least: configuration.leastDuration, room: 0))
    }
    plan(&flight, from: place)
  }

  /// Undoes the latest turn.
  mutating func abort(isImmediate: Bool) {
    idleSince = time
    clearQueue()
    guard var flight = flights.last else { return }
    let velocity = flight.isTurn ? velocity(of: flight) : 0
    if drag != nil {
      fingers[0].isSpent = true
      giveUpResuming()
    }
    if isImmediate {
      if flight.isTurn, let place = flight.leafPlace({ place(of: $0, at: time) }) {
        tellLeap(from: place, to: flight.origin)
      }
      flights.removeLast()
      drag = nil
      if flights.isEmpty { idleSince = time }
      if flight.isTurn { tell(.didTurn(from: flight.from, to: flight.to, completed: false)) }
      return
    } else if case .riffle(let stagger) = flight.kind, let settle = flight.settle {
      // Its leaves go back the way that they have come.
      guard settle.target == flight.goal else { return }
      let gone = min(time - settle.start, stagger.totalDuration)
      flight.forgetMarks()
      flight.motion = .settling(
        Settle(at: time, from: gone, velocity: 0, to: 0, full: 1, least: 0, room: 0))
    } else {
      settle(&flight, at: velocity, to: flight.origin)
    }
    drag = nil
    flights[flights.count - 1] = flight
  }

  /// Drops the turns that wait for the one under way.
  mutating func clearQueue(_ reason: TurnerOutput.Reason = .superseded) {
    for case .turn in queue { tell(.dropped(reason)) }
    queue.removeAll { $0.isTurn }
  }

  /// Turns nothing more: what is held or waits goes back, what settles lands.
  mutating func lock() {
    for index in fingers.indices { fingers[index].isSpent = true }
    clearQueue(.locked)
    giveUpResuming(.locked)
    if drag != nil { letGo(at: 0, to: nil) }
    for index in flights.indices {
      guard case .waiting = flights[index].motion else { continue }
      flights[index].motion = .settling(Settle(at: time, resting: flights[index].origin))
    }
  }
}
