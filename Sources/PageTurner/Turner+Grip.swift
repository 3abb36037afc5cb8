import CurlCore

/// How a finger grabs a sheet.
extension Turner {
  /// State of a held sheet that survives a change of the view, the rules or the finger.
  struct Grip {
    /// Position on its way.
    var place: Double
    /// Position that follows from the finger, without limits; nil unless the sheet lies flat until
    /// its pages are ready.
    var rawPlace: Double?
    /// Displacement across the way, pixels.
    var across: Double
    /// Distance that the sheet has still to catch up with, stops.
    var catchUpDistance = 0.0
    /// Target position and displacement of smoothing; nil without smoothing.
    var aim: SIMD2<Double>?
  }

  /// Grip of the held sheet; nil if none is held.
  var grip: Grip? {
    guard let drag, let finger = fingers.first, let flight = flights.last else { return nil }
    let raw = drag.rawPlace(
      along: space.place(finger.point).x, at: time, length: wayLength, catchUp)
    let aim = SIMD2(limited(raw, flight), across(of: drag, finger))
    return Grip(
      place: place(of: flight, at: time), rawPlace: flight.isWaiting ? raw : nil,
      across: flight.isWaiting ? aim.y : across(of: flight, at: time),
      catchUpDistance: drag.catchUpDistance * (1 - Drag.share(time - drag.since, catchUp)),
      aim: configuration.smoothing > 0 ? aim : nil)
  }

  /// Restarts the drag from a grip, with the current finger, view and rules.
  mutating func restartDrag(from grip: Grip) {
    guard drag != nil, let finger = fingers.first, let flight = flights.last else { return }
    let place = space.place(finger.point)
    let aim = (configuration.smoothing > 0 ? grip.aim : nil) ?? SIMD2(grip.place, grip.across)
    let base = grip.rawPlace ?? rawPlace(limitedTo: aim.x, flight)
    // If catching up is immediate, the remaining distance stays, so that the sheet doesn't jump.
    let remaining = grip.catchUpDistance * (1 - Drag.share(0, catchUp))
    drag?.rebase(
      to: base, along: place.x, across: place.y, displacement: aim.y,
      catchUpDistance: remaining, at: time)
    if grip.rawPlace == nil { drag?.grabPosition = grip.place }
    replan(from: SIMD2(grip.place, grip.across))
  }

  /// The touch is not a tap: turns that were commanded before it are dropped.
  mutating func dropTurnsBeforeTouch(_ reason: TurnerOutput.Reason = .superseded) {
    guard drag != nil else { return }
    drag?.resume = nil
    for waiting in queue where waiting.isBeforeTouch { tell(.dropped(reason)) }
    queue.removeAll(where: { $0.isBeforeTouch })
  }

  /// The touch is a tap: turns that were commanded before it keep waiting.
  ///
  /// Turns beyond the queue's limit are dropped, the latest first.
  mutating func keepTurnsBeforeTouch() {
    drag?.resume = nil
    for index in queue.indices { queue[index] = queue[index].marked(isBeforeTouch: false) }
    while waitingTurns > configuration.queueLimit, let last = queue.lastIndex(where: { $0.isTurn })
    {
      queue.remove(at: last)
      tell(.dropped(.queueFull))
    }
  }

  /// Number of queued turns that count against the queue's limit.
  ///
  /// As long as it is undecided whether the touch is a tap, turns before the touch don't count:
  /// they may still be dropped.
  var waitingTurns: Int {
    let isTouchUndecided = drag?.resume != nil
    return queue.count { $0.isTurn && !(isTouchUndecided && $0.isBeforeTouch) }
  }

  /// Grabs the latest sheet with a finger that has come down, or begins to drag.
  ///
  /// A sheet that waits for its pages lies flat. Only a drag grabs it (`evenIfWaiting`), and so can
  /// cancel its turn.
  mutating func grabSheet(evenIfWaiting: Bool = false) {
    guard configuration.allowsTurning, var flight = flights.last, flight.isGrabbable,
      configuration.drags.allows(flight.direction), let finger = fingers.first
    else { return }
    let (target, velocity): (Double, Double)
    switch flight.motion {
    case .settling(let settle): (target, velocity) = (settle.target, settle.velocity(at: time))
    case .waiting(let goal) where evenIfWaiting:
      (target, velocity) = (goal, 0)
      flight.isWaiting = true
    case .waiting, .held: return
    }
    let place = place(of: flight, at: time)
    let raw = rawPlace(limitedTo: place, flight)
    // A sheet pulled under other rules may be beyond the limits of these: it can't be held there.
    if flight.isPull, abs(limited(raw, flight) - place) > 1e-9 { return }
    let fingerPlace = space.place(finger.point)
    drag = Drag(
      base: raw, anchor: fingerPlace.x, anchorAcross: fingerPlace.y,
      baseAcross: flight.across(at: place), since: time,
      resume: Drag.Resumption(target: target, velocity: velocity),
      grabPosition: place)
    flight.motion = .held
    flights[flights.count - 1] = flight
    tell(.grab(position))
    plan(&flight, from: place)
    flights[flights.count - 1] = flight
  }

  /// Starts a drag if the driving finger has moved far enough.
  mutating func claim() {
    let finger = fingers[0]
    let (start, place) = (space.place(finger.start), space.place(finger.point))
    let way = place - start
    guard abs(way.x) > configuration.slop,
      abs(way.x) >= configuration.dominance * abs(way.y)
    else { return }
    guard configuration.allowsTurning else {
      fingers[0].mayTap = false
      fingers[0].isIgnored = true
      tell(.dropped(.locked))
      return
    }
    let direction = direction(of: way.x, from: space.place(finger.downPoint))
    if isPeeking {
      // A drag of the peeking leaf starts now; of another leaf, once the peeking leaf lies flat.
      guard let direction, configuration.drags.allows(direction),
        !takesPeek(direction, to: neighbour(of: committed, direction))
      else { return startDrag(direction, from: start, at: place) }
      fingers[0].mayTap = false
      fingers[0].isBlockedByMotion = true
      fingers[0].start = finger.point
      return
    }
    if !flights.isEmpty {
      let old = seen ?? .zero
      if configuration.onBusyDown == .grab { grabSheet(evenIfWaiting: true) }
      fingers[0].mayTap = false
      guard drag != nil else {
        fingers[0].isBlockedByMotion = true
        // The finger must move as far again once the sheet has settled.
        fingers[0].start = finger.point
        return
      }
      dropTurnsBeforeTouch()
      // A sheet that still lies flat is lifted as at the start of a drag.
      if configuration.follow == .position || flights.last?.isWaiting == true {
        let distance = catchUpDistance(from: start.x, to: place.x)
        drag?.catchUpDistance = distance
      }
      replan(from: old)
      return
    }
    startDrag(direction, from: start, at: place)
  }

  /// Starts to drag a leaf at rest in a direction, if drags are allowed there.
  private mutating func startDrag(
    _ direction: Int?, from start: SIMD2<Double>, at place: SIMD2<Double>
  ) {
    fingers[0].mayTap = false
    guard book.stops > 0 else {
      fingers[0].isIgnored = true
      tell(.dropped(.empty))
      return
    }
    guard let direction else {
      fingers[0].isIgnored = true
      return
    }
    guard configuration.drags.allows(direction) else {
      fingers[0].isIgnored = true
      tell(.dropped(.locked))
      return
    }
    drag = Drag(
      base: 0, anchor: place.x, anchorAcross: place.y, baseAcross: 0, since: time)
    startDraggedTurn(direction, heldAt: place.y)
    let distance = catchUpDistance(from: start.x, to: place.x)
    drag?.catchUpDistance = distance
    if let flight = flights.last { replan(from: SIMD2(drag?.grabPosition ?? flight.origin, 0)) }
  }

  /// Direction of the turn that a finger drags by a distance from a point; nil for none.
  func direction(of way: Double, from start: SIMD2<Double>) -> Int? {
    switch configuration.claim {
    case .direction: return way < 0 ? 1 : -1
    case .corners(let share): return corner(at: start, share)
    case .zones: break
    }
    let (action, _) = configuration.zones.action(
      along: start.x, of: space.length, across: start.y, of: space.width)
    switch action {
    case .next: return 1
    case .previous: return -1
    case .host: return nil
    }
  }

  /// Distance from a sheet to the finger that grabs it, stops.
  func catchUpDistance(from start: Double, to place: Double) -> Double {
    guard configuration.follow == .position else { return (start - place) / wayLength }
    guard let flight = flights.last, flight.isTurn, let drag else { return 0 }
    return (1 - place / space.length) - drag.base
  }

  /// Starts the turn that the finger drags, or a pull if no leaf can turn; keeps the finger's
  /// anchor.
  mutating func startDraggedTurn(_ direction: Int, heldAt across: Double) {
    guard let to = neighbour(of: committed, direction) else {
      startPull(direction)
      return
    }
    var flight = Flight(
      kind: .leaf, from: committed, to: to, direction: direction, cause: .drag, motion: .held)
    let missing = missingPages(flight)
    if !missing.isEmpty, configuration.latePages == .refuse {
      tell(.dropped(.pagesMissing))
      tell(.need(missing))
      startPull(direction)
      return
    }
    flight.heldPoint = heldPoint(at: across)
    flight.isWaiting = !missing.isEmpty && configuration.latePages == .hold
    let peeked = takePeek()
    drag?.base += peeked?.place ?? flight.origin
    drag?.baseAcross += peeked?.across ?? 0
    tell(.willTurn(from: flight.from, to: flight.to, .drag))
    if let peeked {
      flight.heldPoint = peeked.heldPoint
      drag?.grabPosition = peeked.place
      tellLeap(from: flight.origin, to: peeked.place)
    }
    if !missing.isEmpty { tell(.need(missing)) }
    flights.append(flight)
  }

  /// Held point of the free edge for a finger at `across` pixels, as a share, 0.05…0.95.
  func heldPoint(at across: Double) -> Double { min(max(across / space.width, 0.05), 0.95) }

  /// Starts a pull, and reports the turn if it is beyond an end of the book.
  private mutating func startPull(_ direction: Int) {
    let edge: TurnerOutput.Edge = direction > 0 ? .last : .first
    if neighbour(of: committed, direction) == nil {
      tell(configuration.boundary == .loop ? .dropped(.alreadyThere) : .boundary(edge))
    }
    flights.append(
      Flight(
        kind: .pull(edge), from: committed, to: committed, direction: direction, cause: .drag,
        motion: .held))
  }
}
