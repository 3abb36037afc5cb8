import CurlCore

/// How a finger moves the sheet that it holds, and releases it.
extension Turner {
  /// Moves the held sheet with the finger, from a visible position and displacement across.
  mutating func follow(from old: SIMD2<Double>, hasMoved: Bool) {
    guard let drag, let flight = flights.last else { return }
    if drag.resume != nil, fingers[0].hasTravelled {
      dropTurnsBeforeTouch()
      if configuration.follow == .position, flight.isTurn {
        // The finger only rested on the sheet so far; now the sheet moves to the finger.
        restartDrag(from: Grip(place: old.x, across: across(of: drag, fingers[0])))
        let distance = catchUpDistance(from: 0, to: space.place(fingers[0].point).x)
        self.drag?.catchUpDistance = distance
      }
    }
    let mayReverse =
      hasMoved && !flight.isWaiting && configuration.allowsReversal && flights.count == 1
      && configuration.claim == .direction
    if mayReverse, reverseIfBeyond(flight, from: old.x) { return }
    replan(from: old)
  }

  /// Turns in the other direction if the finger has moved back past its start.
  ///
  /// The finger's whole motion counts, whether or not the sheet has caught up with it.
  private mutating func reverseIfBeyond(_ flight: Flight, from old: Double) -> Bool {
    guard let drag else { return false }
    let along = space.place(fingers[0].point).x
    let raw = drag.rawPlace(
      along: along, at: .infinity, length: wayLength, catchUp)
    let isBeyond: Bool
    switch flight.kind {
    case .pull(.first): isBeyond = raw > 0
    case .pull(.last): isBeyond = raw < 0
    case .leaf: isBeyond = flight.direction > 0 ? raw < 0 : raw > 1
    case .direct, .riffle, .peek: isBeyond = false
    }
    guard isBeyond, configuration.drags.allows(-flight.direction) else { return false }
    if !flight.isTurn, neighbour(of: committed, -flight.direction) == nil { return false }
    flights.removeLast()
    if flight.isTurn {
      tellLeap(from: old, to: flight.origin)
      tell(.didTurn(from: flight.from, to: flight.to, completed: false))
    }
    // The base becomes relative to the shown stop; `startDraggedTurn` adds the origin of the next
    // flight.
    let caughtUp = drag.catchUpDistance * Drag.share(.infinity, catchUp)
    self.drag?.base = drag.base - flight.origin + caughtUp
    self.drag?.catchUpDistance = 0
    self.drag?.grabPosition = nil
    // The other leaf is another sheet, held at the finger's current point.
    let across = space.place(fingers[0].point).y
    self.drag?.anchorAcross = across
    self.drag?.baseAcross = 0
    dropTurnsBeforeTouch()
    startDraggedTurn(-flight.direction, heldAt: across)
    if let next = flights.last { replan(from: SIMD2(next.origin, 0)) }
    return true
  }

  /// Releases the sheet by the release rule; a lost finger has no speed.
  mutating func release(_ finger: Finger, isLost: Bool = false) {
    guard let drag, let flight = flights.last else { return }
    guard flight.isTurn else {
      letGo(at: 0, to: 0)
      return
    }
    let along = space.place(finger.point).x
    // The finger's whole motion counts, whether or not the sheet has caught up with it.
    let raw = drag.rawPlace(along: along, at: .infinity, length: wayLength, catchUp)
    let place = limited(raw, flight)
    let sign = Double(flight.direction)
    let velocity = isLost ? 0 : fingerVelocity
    let release = ReleaseRule.Release(
      progress: flight.direction > 0 ? place : 1 - place,
      velocity: sign * velocity, speed: sign * velocity * wayLength,
      duration: time - finger.downTime)
    if !isLost, !flight.isWaiting, let snap = snap(at: place, velocity) {
      letGo(at: velocity, to: snap)
      return
    }
    let commits = configuration.release.commits(release)
    letGo(
      at: velocity, to: commits ? flight.goal : flight.origin,
      isQuick: commits && configuration.release.isQuick(release))
  }

  /// The snapping point that attracts a sheet released at a position and a speed; nil for none.
  private func snap(at place: Double, _ velocity: Double) -> Double? {
    var end = place
    if case .projected(let time, _) = configuration.release { end += velocity * time }
    return configuration.snaps.filter { abs(end - $0.at) <= $0.within }
      .min { (abs(end - $0.at), $0.at) < (abs(end - $1.at), $1.at) }?.at
  }

  /// Releases the sheet at a speed, to a target; nil is its origin.
  mutating func letGo(at velocity: Double, to target: Double?, isQuick: Bool = false) {
    dropTurnsBeforeTouch()
    guard var flight = flights.popLast() else { return }
    let target = target ?? flight.origin
    if flight.isWaiting, target == flight.goal {
      flight.isWaiting = false
      flight.motion = .waiting(target: target)
    } else {
      settle(
        &flight, at: flight.isWaiting ? 0 : velocity, to: target, isQuick: isQuick)
    }
    drag = nil
    flights.append(flight)
  }
}
