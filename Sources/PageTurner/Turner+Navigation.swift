import CurlCore

/// Commanded turns.
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

  /// Starts, queues or drops a turn, by the rules for a busy book.
  ///
  /// `editsAhead` is the number of waiting edits that were commanded before it; it is queued ahead
  /// of later edits.
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
    dropSilentDriver()
    leaveSnappingPoint()
    if isPeeking, drag == nil, queue.isEmpty {
      if takesPeek(navigation) {
        start(navigation, cause)
      } else {
        // It starts as soon as the corner lies flat.
        enqueue(navigation, cause, editsAhead)
      }
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
      // It starts after commands that already wait, such as edits.
      enqueue(navigation, cause, editsAhead)
      return
    case .finish, .queue, .stack: break
    }
    guard waitingTurns < configuration.queueLimit else {
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

  /// Starts a turn now, from the stop that the latest flight leads to.
  mutating func start(_ navigation: Navigation, _ cause: TurnerOutput.Cause) {
    guard book.stops > 0 else {
      tell(.dropped(.empty))
      return
    }
    let from = flights.last { $0.isTurn }?.to ?? committed
    let (direction, to) = way(of: navigation, from: from)
    guard let to else {
      if configuration.boundary == .loop {
        // A book of one stop is its own neighbour.
        let isNeighbour = [.next, .previous].contains(navigation.destination)
        tell(.dropped(isNeighbour ? .alreadyThere : .outOfRange))
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

  /// Direction of a turn from a stop, and the stop that it leads to; nil if there is no such stop.
  func way(of navigation: Navigation, from stop: Int) -> (direction: Int, to: Int?) {
    switch navigation.destination {
    case .next: (1, neighbour(of: stop, 1))
    case .previous: (-1, neighbour(of: stop, -1))
    case .first: (-1, 0)
    case .last: (1, book.stops - 1)
    case .stop(let to): (to > stop ? 1 : -1, (0..<book.stops).contains(to) ? to : nil)
    }
  }

  private mutating func turn(
    from: Int, to: Int, _ direction: Int, _ navigation: Navigation, _ cause: TurnerOutput.Cause
  ) {
    // A turn across the book's ends moves one leaf, although the stops' numbers are far apart.
    let count = neighbour(of: from, direction) == to ? 1 : abs(to - from)
    let full = max(configuration.fullDuration, configuration.leastDuration)
    let isInstant = !navigation.isAnimated || configuration.reducesMotion || full == 0
    let kind: Flight.Kind =
      count == 1
      ? .leaf
      : navigation.style == .direct || isInstant
        ? .direct
        : .riffle(leaves(count, from: from, direction, full: full))
    var flight = Flight(
      kind: kind, from: from, to: to, direction: direction, cause: cause, motion: .held)
    let missing = navigation.isAnimated ? missingPages(flight) : []
    if !missing.isEmpty, configuration.latePages == .refuse {
      tell(.dropped(.pagesMissing))
      tell(.need(missing))
      return
    }
    let peeked = takePeek()
    tell(.willTurn(from: from, to: to, cause))
    if !missing.isEmpty { tell(.need(missing)) }
    if !missing.isEmpty, configuration.latePages == .hold {
      flight.motion = .waiting(target: flight.goal)
    } else {
      if let peeked {
        (flight.heldPoint, flight.across, flight.acrossPlace) =
          (peeked.heldPoint, peeked.across, peeked.place)
      }
      depart(&flight, isInstant: isInstant, from: peeked)
    }
    flights.append(flight)
  }

  /// Starts and duration of `count` leaves that turn from a stop.
  private func leaves(_ count: Int, from: Int, _ direction: Int, full: Double) -> Stagger {
    guard case .flipboard(let spread) = configuration.leafTiming else {
      return Stagger(count: count, duration: full, delay: configuration.stagger * full)
    }
    return Flipboard(pages: book.stops, spread: spread).turning(
      from: from, count, isForward: direction > 0, halfTurn: full, share: configuration.stagger)
  }

  /// Seconds for which a flight of one leaf waits before it moves.
  private func lead(of flight: Flight) -> Double {
    let full = max(configuration.fullDuration, configuration.leastDuration)
    guard full > 0 else { return 0 }
    return leaves(1, from: flight.from, flight.direction, full: full).lead
  }

  /// Starts the motion of a flight from rest, or from a peeking corner.
  mutating func depart(_ flight: inout Flight, isInstant: Bool, from peeked: Peeked? = nil) {
    let place = flight.origin
    flight.isWaiting = false
    if isInstant {
      flight.motion = .settling(Settle(at: time, resting: flight.goal))
    } else if case .riffle(let stagger) = flight.kind {
      flight.motion = .settling(
        Settle(
          at: time, from: 0, velocity: 0, to: 1, full: stagger.totalDuration, least: 0,
          retreatLimit: 0))
    } else {
      flight.motion = .settling(
        course(
          of: flight, from: peeked?.place ?? place, at: peeked?.velocity ?? 0, to: flight.goal,
          after: peeked == nil ? lead(of: flight) : 0))
    }
    plan(&flight, from: place)
  }

  /// Undoes the latest turn.
  mutating func abort(isImmediate: Bool) {
    idleSince = time
    clearQueue()
    guard var flight = flights.last, flight.kind != .peek else { return }
    let velocity = flight.isTurn ? velocity(of: flight) : 0
    if drag != nil {
      fingers[0].isIgnored = true
      dropTurnsBeforeTouch()
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
      // The leaves of a riffle reverse their motion.
      guard settle.target == flight.goal else { return }
      let gone = min(time - settle.start, stagger.totalDuration)
      flight.forgetMarks()
      flight.motion = .settling(
        Settle(at: time, from: gone, velocity: 0, to: 0, full: 1, least: 0, retreatLimit: 0))
    } else {
      settle(&flight, at: velocity, to: flight.origin)
    }
    drag = nil
    flights[flights.count - 1] = flight
  }

  /// Drops all queued turns.
  mutating func clearQueue(_ reason: TurnerOutput.Reason = .superseded) {
    for case .turn in queue { tell(.dropped(reason)) }
    queue.removeAll { $0.isTurn }
  }

  /// Stops turning: held, waiting and snapped sheets go back, settling sheets land.
  mutating func lock() {
    for index in fingers.indices { fingers[index].isIgnored = true }
    clearQueue(.locked)
    dropTurnsBeforeTouch(.locked)
    if drag != nil { letGo(at: 0, to: nil) }
    for index in flights.indices {
      var flight = flights[index]
      if case .waiting = flight.motion {
        flight.motion = .settling(Settle(at: time, resting: flight.origin))
      } else if let snapping = flight.snapping {
        settle(&flight, at: snapping.velocity(at: time), to: flight.origin)
      }
      flights[index] = flight
    }
  }
}
