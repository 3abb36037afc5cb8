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
  /// `changesAhead` is the number of queued edits and kinds of turns that were commanded before it;
  /// it is queued ahead of later ones.
  mutating func navigate(
    _ navigation: Navigation, _ cause: TurnerOutput.Cause, changesAhead: Int = .max
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
          due: time + navigation.delay, navigation: turn, cause: cause,
          changesAhead: queuedChanges))
      return
    }
    loseSilentDrivingFinger()
    leaveSnappingPoint()
    if isPeeking, drag == nil, queue.isEmpty {
      if takesPeek(navigation) {
        start(navigation, cause)
      } else {
        // It starts as soon as the corner lies flat.
        enqueue(navigation, cause, changesAhead)
      }
      return
    }
    guard !motions.isEmpty || drag != nil || !queue.isEmpty else {
      start(navigation, cause)
      return
    }
    switch configuration.onBusyTurn {
    case .ignore:
      tell(.dropped(.busy))
      return
    case .finish where drag == nil && !motions.contains { $0.settle == nil }:
      while !motions.isEmpty { endOldest() }
      // It starts after commands that already wait, such as edits.
      enqueue(navigation, cause, changesAhead)
      return
    case .finish, .queue, .stack: break
    }
    guard countedTurns < configuration.queueLimit else {
      tell(.dropped(.queueFull))
      return
    }
    enqueue(navigation, cause, changesAhead)
  }

  private mutating func enqueue(
    _ navigation: Navigation, _ cause: TurnerOutput.Cause, _ changesAhead: Int
  ) {
    let changes = queue.indices.filter { !queue[$0].isTurn }
    let index = changesAhead < changes.count ? changes[changesAhead] : queue.endIndex
    queue.insert(.turn(navigation, cause), at: index)
  }

  /// Starts a turn now, from the stop that the latest motion leads to.
  mutating func start(_ navigation: Navigation, _ cause: TurnerOutput.Cause) {
    guard book.stops > 0 else {
      tell(.dropped(.empty))
      return
    }
    let from = motions.last { $0.isTurn }?.to ?? openStop
    let (direction, to) = resolve(navigation, from: from)
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

  /// Direction and stop that a turn from a stop leads to; no stop if the book doesn't have it.
  func resolve(_ navigation: Navigation, from stop: Int) -> (direction: Int, to: Int?) {
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
    let kind: SheetMotion.Kind =
      count == 1
      ? .leaf
      : navigation.style == .direct || isInstant
        ? .direct
        : .riffle(leaves(count, from: from, direction, full: full))
    var motion = SheetMotion(
      kind: kind, from: from, to: to, direction: direction, cause: cause, state: .held)
    let missing = navigation.isAnimated ? missingPages(motion) : []
    if !missing.isEmpty, configuration.latePages == .refuse {
      tell(.dropped(.pagesMissing))
      tell(.need(missing))
      return
    }
    let peeked = takePeek()
    tell(.willTurn(from: from, to: to, cause))
    if !missing.isEmpty { tell(.need(missing)) }
    if !missing.isEmpty, configuration.latePages == .hold {
      motion.state = .awaitingPages(target: motion.goal)
    } else {
      if let peeked {
        (motion.heldPoint, motion.across, motion.acrossPosition) =
          (peeked.heldPoint, peeked.across, peeked.position)
      }
      depart(&motion, isInstant: isInstant, from: peeked)
    }
    motions.append(motion)
  }

  /// Starts and duration of `count` leaves that turn from a stop.
  private func leaves(_ count: Int, from: Int, _ direction: Int, full: Double) -> Stagger {
    guard case .flipboard(let spread) = configuration.leafTiming else {
      return Stagger(count: count, duration: full, delay: configuration.stagger * full)
    }
    return Flipboard(pages: book.stops, spread: spread).turning(
      from: from, count, isForward: direction > 0, halfTurn: full, share: configuration.stagger)
  }

  /// Seconds for which a motion of one leaf waits before it moves.
  private func lead(of motion: SheetMotion) -> Double {
    let full = max(configuration.fullDuration, configuration.leastDuration)
    guard full > 0 else { return 0 }
    return leaves(1, from: motion.from, motion.direction, full: full).lead
  }

  /// Lets a turn start to settle, from rest or from a peeking corner.
  mutating func depart(_ motion: inout SheetMotion, isInstant: Bool, from peeked: Peeked? = nil) {
    motion.liesFlatForPages = false
    if isInstant {
      motion.state = .settling(Settle(at: time, resting: motion.goal))
    } else if case .riffle(let stagger) = motion.kind {
      motion.state = .settling(
        Settle(ofRiffleAt: time, seconds: stagger.totalDuration, goesBack: false))
    } else {
      motion.state = .settling(
        makeSettle(
          of: motion, from: peeked?.position ?? motion.origin, at: peeked?.velocity ?? 0,
          to: motion.goal, after: peeked == nil ? lead(of: motion) : 0))
    }
    plan(&motion, from: motion.origin)
  }

  /// Undoes the latest turn.
  mutating func abort(isImmediate: Bool) {
    idleSince = time
    clearQueue()
    guard var motion = motions.last, motion.kind != .peek else { return }
    let velocity = motion.isTurn ? velocity(of: motion) : 0
    if drag != nil {
      fingers[0].isIgnored = true
      dropTurnsBeforeTouch()
    }
    if isImmediate {
      if motion.isTurn, let position = motion.leafPosition({ position(of: $0, at: time) }) {
        reportThresholds(from: position, to: motion.origin)
      }
      motions.removeLast()
      drag = nil
      if motions.isEmpty { idleSince = time }
      if motion.isTurn { tell(.didTurn(from: motion.from, to: motion.to, completed: false)) }
      return
    } else if case .riffle(let stagger) = motion.kind, let settle = motion.settle {
      // The leaves of a riffle reverse their motion, in the seconds that it has lasted.
      guard settle.target == motion.goal else { return }
      let secondsGone = min(time - settle.start, stagger.totalDuration)
      motion.forgetMarks()
      motion.state = .settling(Settle(ofRiffleAt: time, seconds: secondsGone, goesBack: true))
    } else {
      settle(&motion, at: velocity, to: motion.origin)
    }
    drag = nil
    motions[motions.count - 1] = motion
  }

  /// Drops all queued turns.
  mutating func clearQueue(_ reason: TurnerOutput.Reason = .superseded) {
    for case .turn in queue { tell(.dropped(reason)) }
    queue.removeAll { $0.isTurn }
  }

  /// Stops turning: held and snapped sheets, and those that await pages, go back; others land.
  mutating func lock() {
    for index in fingers.indices { fingers[index].isIgnored = true }
    clearQueue(.locked)
    dropTurnsBeforeTouch(.locked)
    if drag != nil { letGo(at: 0, to: nil) }
    for index in motions.indices {
      var motion = motions[index]
      if case .awaitingPages = motion.state {
        motion.state = .settling(Settle(at: time, resting: motion.origin))
      } else if let snapping = motion.snapping {
        settle(&motion, at: snapping.velocity(at: time), to: motion.origin)
      }
      motions[index] = motion
    }
  }
}
