import CurlCore

/// How a finger grabs a sheet.
extension Turner {
  /// State of a held sheet that survives a change of the view, the rules or the finger.
  struct Grip {
    /// Position on its way.
    var position: Double
    /// Position that follows from the finger, without limits; nil unless the sheet lies flat until
    /// its pages are ready.
    var rawPosition: Double?
    /// Displacement across the way, pixels.
    var across: Double
    /// Distance that the sheet has still to catch up with, stops.
    var catchUpDistance = 0.0
    /// Where smoothing ends; nil without smoothing.
    var aim: SheetOffset?
  }

  /// Grip of the held sheet; nil if none is held.
  var grip: Grip? {
    guard let drag, let finger = fingers.first, let motion = motions.last else { return nil }
    let raw = drag.rawPosition(
      along: space.readingPoint(finger.point).along, at: time, length: wayLength, catchUp)
    let aim = SheetOffset(position: limited(raw, motion), across: across(of: drag, finger))
    return Grip(
      position: position(of: motion, at: time),
      rawPosition: motion.liesFlatForPages ? raw : nil,
      across: motion.liesFlatForPages ? aim.across : across(of: motion, at: time),
      catchUpDistance: drag.catchUpDistance * (1 - Drag.share(time - drag.since, catchUp)),
      aim: configuration.smoothing > 0 ? aim : nil)
  }

  /// Restarts the drag from a grip, with the current finger, view and rules.
  mutating func restartDrag(from grip: Grip) {
    guard drag != nil, let finger = fingers.first, let motion = motions.last else { return }
    let point = space.readingPoint(finger.point)
    let visible = SheetOffset(position: grip.position, across: grip.across)
    let aim = (configuration.smoothing > 0 ? grip.aim : nil) ?? visible
    let base = grip.rawPosition ?? rawPosition(limitedTo: aim.position, motion)
    // If catching up is immediate, the remaining distance stays, so that the sheet doesn't jump.
    let remaining = grip.catchUpDistance * (1 - Drag.share(0, catchUp))
    drag?.rebase(
      to: base, along: point.along, across: point.across, displacement: aim.across,
      catchUpDistance: remaining, at: time)
    if grip.rawPosition == nil { drag?.positionAtGrab = grip.position }
    replan(from: visible)
  }

  /// The touch is not a tap: turns that were commanded before it are dropped.
  mutating func dropTurnsBeforeTouch(_ reason: TurnerOutput.Reason = .superseded) {
    guard drag != nil else { return }
    drag?.resume = nil
    for command in queue where command.isBeforeTouch { tell(.dropped(reason)) }
    queue.removeAll(where: { $0.isBeforeTouch })
  }

  /// The touch is a tap: turns that were commanded before it keep waiting.
  ///
  /// Turns beyond the queue's limit are dropped, the latest first.
  mutating func keepTurnsBeforeTouch() {
    drag?.resume = nil
    for index in queue.indices { queue[index] = queue[index].marked(isBeforeTouch: false) }
    while countedTurns > configuration.queueLimit, let last = queue.lastIndex(where: { $0.isTurn })
    {
      queue.remove(at: last)
      tell(.dropped(.queueFull))
    }
  }

  /// Number of queued turns that the queue's limit applies to.
  ///
  /// As long as it is undecided whether the touch is a tap, turns before the touch don't count:
  /// they may still be dropped.
  var countedTurns: Int {
    let isTouchUndecided = drag?.resume != nil
    return queue.count { $0.isTurn && !(isTouchUndecided && $0.isBeforeTouch) }
  }

  /// Grabs the latest sheet with a finger that has come down, or begins to drag.
  ///
  /// A sheet that waits for its pages lies flat. Only a drag grabs it (`evenIfAwaitingPages`), and
  /// so can cancel its turn.
  mutating func grabSheet(evenIfAwaitingPages: Bool = false) {
    guard configuration.allowsTurning, var motion = motions.last, motion.isGrabbable,
      configuration.drags.allows(motion.direction), let finger = fingers.first
    else { return }
    let (target, velocity): (Double, Double)
    switch motion.state {
    case .settling(let settle): (target, velocity) = (settle.target, settle.velocity(at: time))
    case .awaitingPages(let goal) where evenIfAwaitingPages:
      (target, velocity) = (goal, 0)
      motion.liesFlatForPages = true
    case .awaitingPages, .held: return
    }
    let position = position(of: motion, at: time)
    let raw = rawPosition(limitedTo: position, motion)
    // A sheet pulled under other rules may be beyond the limits of these: it can't be held there.
    if motion.isPull, abs(limited(raw, motion) - position) > 1e-9 { return }
    let point = space.readingPoint(finger.point)
    drag = Drag(
      base: raw, anchor: point.along, anchorAcross: point.across,
      baseAcross: motion.across(at: position), since: time,
      resume: Drag.Resumption(target: target, velocity: velocity),
      positionAtGrab: position)
    motion.state = .held
    motions[motions.count - 1] = motion
    // The book's position, with all sheets in motion.
    tell(.grab(self.position))
    plan(&motion, from: position)
    motions[motions.count - 1] = motion
  }

  /// Starts a drag if the driving finger has moved far enough.
  mutating func startDragIfFarEnough() {
    let finger = fingers[0]
    let (start, point) = (space.readingPoint(finger.start), space.readingPoint(finger.point))
    let travel = point.along - start.along
    guard abs(travel) > configuration.slop,
      abs(travel) >= configuration.dominance * abs(point.across - start.across)
    else { return }
    guard configuration.allowsTurning else {
      fingers[0].mayTap = false
      fingers[0].isIgnored = true
      tell(.dropped(.locked))
      return
    }
    let direction = direction(of: travel, from: space.readingPoint(finger.downPoint))
    if isPeeking {
      // A drag of the peeking leaf starts now; of another leaf, once the peeking leaf lies flat.
      guard let direction, configuration.drags.allows(direction),
        !takesPeek(direction, to: neighbour(of: openStop, direction))
      else { return startDrag(direction, from: start, at: point) }
      fingers[0].mayTap = false
      fingers[0].isBlockedByMotion = true
      fingers[0].start = finger.point
      return
    }
    if !motions.isEmpty {
      let old = visibleOffset ?? .zero
      if configuration.onBusyDown == .grab { grabSheet(evenIfAwaitingPages: true) }
      fingers[0].mayTap = false
      guard drag != nil else {
        fingers[0].isBlockedByMotion = true
        // The finger must move as far again once the sheet has settled.
        fingers[0].start = finger.point
        return
      }
      dropTurnsBeforeTouch()
      // A sheet that still lies flat is lifted as at the start of a drag.
      if configuration.follow == .position || motions.last?.liesFlatForPages == true {
        let distance = catchUpDistance(from: start.along, to: point.along)
        drag?.catchUpDistance = distance
      }
      replan(from: old)
      return
    }
    startDrag(direction, from: start, at: point)
  }

  /// Starts to drag a leaf at rest in a direction, if drags are allowed there.
  private mutating func startDrag(
    _ direction: Int?, from start: ReadingPoint, at point: ReadingPoint
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
      base: 0, anchor: point.along, anchorAcross: point.across, baseAcross: 0, since: time)
    startDraggedTurn(direction, heldAt: point.across)
    let distance = catchUpDistance(from: start.along, to: point.along)
    drag?.catchUpDistance = distance
    if let motion = motions.last {
      replan(from: SheetOffset(position: drag?.positionAtGrab ?? motion.origin, across: 0))
    }
  }

  /// Direction of the turn that a finger drags by `travel` pixels from a point; nil for none.
  func direction(of travel: Double, from start: ReadingPoint) -> Int? {
    switch configuration.claim {
    case .direction: return travel < 0 ? 1 : -1
    case .corners(let share): return corner(at: start, share)
    case .zones: break
    }
    let (action, _) = configuration.zones.action(
      along: start.along, of: space.length, across: start.across, of: space.width)
    switch action {
    case .next: return 1
    case .previous: return -1
    case .host: return nil
    }
  }

  /// Distance, stops, from a sheet to the finger that grabs it and has moved between two pixels
  /// along the reading direction.
  func catchUpDistance(from start: Double, to end: Double) -> Double {
    guard configuration.follow == .position else { return (start - end) / wayLength }
    guard let motion = motions.last, motion.isTurn, let drag else { return 0 }
    return (1 - end / space.length) - drag.base
  }

  /// Starts the turn that the finger drags, or a pull if no leaf can turn; keeps the finger's
  /// anchor.
  mutating func startDraggedTurn(_ direction: Int, heldAt across: Double) {
    guard let to = neighbour(of: openStop, direction) else {
      startPull(direction)
      return
    }
    var motion = SheetMotion(
      kind: .leaf, from: openStop, to: to, direction: direction, cause: .drag, state: .held)
    let missing = missingPages(motion)
    if !missing.isEmpty, configuration.latePages == .refuse {
      tell(.dropped(.pagesMissing))
      tell(.need(missing))
      startPull(direction)
      return
    }
    motion.heldPoint = heldPoint(at: across)
    motion.liesFlatForPages = !missing.isEmpty && configuration.latePages == .hold
    let peeked = takePeek()
    drag?.base += peeked?.position ?? motion.origin
    drag?.baseAcross += peeked?.across ?? 0
    tell(.willTurn(from: motion.from, to: motion.to, .drag))
    if let peeked {
      motion.heldPoint = peeked.heldPoint
      drag?.positionAtGrab = peeked.position
      reportThresholds(from: motion.origin, to: peeked.position)
    }
    if !missing.isEmpty { tell(.need(missing)) }
    motions.append(motion)
  }

  /// Held point of the free edge for a finger at `across` pixels, as a share, 0.05…0.95.
  func heldPoint(at across: Double) -> Double { min(max(across / space.width, 0.05), 0.95) }

  /// Starts a pull, and reports the turn if it is beyond an end of the book.
  private mutating func startPull(_ direction: Int) {
    let edge: TurnerOutput.Edge = direction > 0 ? .last : .first
    if neighbour(of: openStop, direction) == nil {
      tell(configuration.boundary == .loop ? .dropped(.alreadyThere) : .boundary(edge))
    }
    motions.append(
      SheetMotion(
        kind: .pull(edge), from: openStop, to: openStop, direction: direction, cause: .drag,
        state: .held))
  }
}
