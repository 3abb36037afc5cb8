import CurlCore

/// How a finger moves the sheet that it holds, and releases it.
extension Turner {
  /// Moves the held sheet with the finger, from a visible position and displacement across.
  mutating func follow(from old: SheetOffset, hasMoved: Bool) {
    guard let drag, let motion = motions.last else { return }
    if drag.resume != nil, fingers[0].hasTravelled {
      dropTurnsBeforeTouch()
      if configuration.follow == .position, motion.isTurn {
        // The finger only rested on the sheet so far; now the sheet moves to the finger.
        restartDrag(from: Grip(position: old.position, across: across(of: drag, fingers[0])))
        let distance = catchUpDistance(from: 0, to: space.readingPoint(fingers[0].point).along)
        self.drag?.catchUpDistance = distance
      }
    }
    let mayReverse =
      hasMoved && !motion.liesFlatForPages && configuration.allowsReversal && motions.count == 1
      && configuration.claim == .direction
    if mayReverse, reverseIfBeyond(motion, from: old.position) { return }
    replan(from: old)
  }

  /// Turns in the other direction if the finger has moved back past its start.
  ///
  /// The finger's whole motion counts, whether or not the sheet has caught up with it.
  private mutating func reverseIfBeyond(_ motion: SheetMotion, from old: Double) -> Bool {
    guard let drag else { return false }
    let along = space.readingPoint(fingers[0].point).along
    let raw = drag.rawPosition(
      along: along, at: .infinity, length: wayLength, catchUp)
    let isBeyond: Bool
    switch motion.kind {
    case .pull(.first): isBeyond = raw > 0
    case .pull(.last): isBeyond = raw < 0
    case .leaf: isBeyond = motion.direction > 0 ? raw < 0 : raw > 1
    case .direct, .riffle, .peek: isBeyond = false
    }
    guard isBeyond, configuration.drags.allows(-motion.direction) else { return false }
    if !motion.isTurn, neighbour(of: openStop, -motion.direction) == nil { return false }
    motions.removeLast()
    if motion.isTurn {
      reportThresholds(from: old, to: motion.origin)
      tell(.didTurn(from: motion.from, to: motion.to, completed: false))
    }
    // The base becomes relative to the shown stop; `startDraggedTurn` adds the origin of the next
    // motion.
    let caughtUp = drag.catchUpDistance * Drag.share(.infinity, catchUp)
    self.drag?.base = drag.base - motion.origin + caughtUp
    self.drag?.catchUpDistance = 0
    self.drag?.positionAtGrab = nil
    // The other leaf is another sheet, held at the finger's current point.
    let across = space.readingPoint(fingers[0].point).across
    self.drag?.anchorAcross = across
    self.drag?.baseAcross = 0
    dropTurnsBeforeTouch()
    startDraggedTurn(-motion.direction, heldAt: across)
    if let next = motions.last { replan(from: SheetOffset(position: next.origin, across: 0)) }
    return true
  }

  /// Releases the sheet by the release rule; a lost finger has no speed.
  mutating func release(_ finger: Finger, isLost: Bool = false) {
    guard let drag, let motion = motions.last else { return }
    guard motion.isTurn else {
      letGo(at: 0, to: 0)
      return
    }
    let along = space.readingPoint(finger.point).along
    // The finger's whole motion counts, whether or not the sheet has caught up with it.
    let raw = drag.rawPosition(along: along, at: .infinity, length: wayLength, catchUp)
    let position = limited(raw, motion)
    let sign = Double(motion.direction)
    let velocity = isLost ? 0 : dragVelocity
    let release = ReleaseRule.Release(
      progress: motion.direction > 0 ? position : 1 - position,
      sheetVelocity: sign * velocity, fingerVelocity: sign * velocity * wayLength,
      duration: time - finger.downTime)
    if !isLost, !motion.liesFlatForPages, let snap = snap(at: position, velocity) {
      letGo(at: velocity, to: snap)
      return
    }
    let completes = configuration.release.completes(release)
    letGo(
      at: velocity, to: completes ? motion.goal : motion.origin,
      isQuick: completes && configuration.release.isQuick(release))
  }

  /// The snapping point that attracts a sheet released at a position and a speed; nil for none.
  private func snap(at position: Double, _ velocity: Double) -> Double? {
    var end = position
    if case .projected(let time, _) = configuration.release { end += velocity * time }
    return configuration.snaps.filter { abs(end - $0.at) <= $0.within }
      .min { (abs(end - $0.at), $0.at) < (abs(end - $1.at), $1.at) }?.at
  }

  /// Releases the sheet at a speed, to a target; nil is its origin.
  mutating func letGo(at velocity: Double, to target: Double?, isQuick: Bool = false) {
    dropTurnsBeforeTouch()
    guard var motion = motions.popLast() else { return }
    let target = target ?? motion.origin
    if motion.liesFlatForPages, target == motion.goal {
      motion.liesFlatForPages = false
      motion.state = .awaitingPages(target: target)
    } else {
      settle(
        &motion, at: motion.liesFlatForPages ? 0 : velocity, to: target, isQuick: isQuick)
    }
    drag = nil
    motions.append(motion)
  }
}
