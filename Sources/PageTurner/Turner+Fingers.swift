import CurlCore

/// Events of fingers: down, move, up and cancel; taps, and fingers that are lost.
extension Turner {
  mutating func down(_ id: Int, _ point: SIMD2<Double>) {
    idleSince = time
    pointer = nil
    // The earlier touch with this id was lifted without an event.
    if fingers.contains(where: { $0.id == id }) { cancel(id) }
    endWhatHasSettled()
    loseSilentDrivingFinger(evenIfIdle: true)
    var finger = Finger(id, at: point, along: space.readingPoint(point).along, time)
    guard fingers.first?.isLost ?? true else {
      fingers[0].mayTap = false
      finger.mayTap = false
      fingers.append(finger)
      return
    }
    fingers.insert(finger, at: 0)
    for index in queue.indices { queue[index] = queue[index].marked(isBeforeTouch: true) }
    if configuration.onBusyDown == .grab { grabSheet() }
  }

  /// Counts a silent driving finger as lost: it may have been lifted without an event.
  ///
  /// Another finger takes over its sheet, or the sheet is released. All silent fingers are lost
  /// then; a lost finger takes control again with its next event. With `evenIfIdle`, a finger that
  /// holds no sheet is lost, too.
  mutating func loseSilentDrivingFinger(evenIfIdle: Bool = false) {
    guard drag != nil || evenIfIdle, let finger = fingers.first, !finger.isLost, isSilent(finger)
    else { return }
    if let next = fingers.firstIndex(where: { !$0.isLost && !isSilent($0) }) {
      takeOver { fingers in fingers.insert(fingers.remove(at: next), at: 0) }
    } else if drag != nil {
      release(finger, isLost: true)
    }
    for index in fingers.indices where isSilent(fingers[index]) {
      fingers[index].isLost = true
      fingers[index].mayTap = false
    }
    endWhatHasSettled()
  }

  mutating func move(_ id: Int, _ point: SIMD2<Double>) {
    guard let index = fingers.firstIndex(where: { $0.id == id }) else { return }
    idleSince = time
    if fingers[index].isLost {
      note(index, point)
      fingers[index].isLost = false
      fingers[index].isBlockedByMotion = false
      takeOver { fingers in fingers.insert(fingers.remove(at: index), at: 0) }
      return
    }
    guard index == 0 else {
      note(index, point)
      return
    }
    let (old, from) = (visibleOffset ?? .zero, fingers[0].point)
    note(0, point)
    guard !fingers[0].isIgnored else { return }
    if drag != nil {
      // A finger at rest changes nothing, however often its point is reported.
      guard point != from else { return }
      follow(from: old, hasMoved: space.readingPoint(point).along != space.readingPoint(from).along)
    } else {
      startDragIfFarEnough()
    }
  }

  mutating func up(_ id: Int, _ point: SIMD2<Double>) {
    // The last point counts as a move: it may start a drag, or return control to a lost finger.
    move(id, point)
    guard let index = fingers.firstIndex(where: { $0.id == id }) else { return }
    guard index == 0 else {
      fingers.remove(at: index)
      return
    }
    removeSilentFingers(except: id)
    let finger = fingers[0]
    if fingers.count > 1 {
      handOver()
    } else if drag != nil {
      let isTap = finger.mayTap && !finger.hasTravelled && isShort(finger)
      if isTap, let resume = drag?.resume {
        keepTurnsBeforeTouch()
        letGo(at: resume.velocity, to: resume.target)
        fingers.removeFirst()
        tap(finger)
      } else {
        release(finger)
        fingers.removeFirst()
      }
    } else {
      let swipe = swipe(finger)
      fingers.removeFirst()
      if finger.mayTap, !finger.isIgnored, !finger.hasTravelled, isShort(finger) {
        tap(finger)
      } else if let swipe {
        navigate(Navigation(swipe), .drag)
      }
    }
  }

  /// Destination commanded by a swipe of a finger that couldn't grab a moving sheet; nil for none.
  private func swipe(_ finger: Finger) -> Navigation.Destination? {
    guard finger.isBlockedByMotion, !finger.isIgnored else { return nil }
    let start = space.readingPoint(finger.downPoint)
    let travel = space.readingPoint(finger.point).along - start.along
    guard travel != 0, let direction = direction(of: travel, from: start),
      configuration.drags.allows(direction)
    else { return nil }
    let sign = Double(direction)
    let release = ReleaseRule.Release(
      progress: min(max(0 - sign * travel / wayLength, 0), 1), sheetVelocity: sign * dragVelocity,
      fingerVelocity: sign * dragVelocity * wayLength, duration: time - finger.downTime)
    guard configuration.release.completes(release) else { return nil }
    return direction > 0 ? .next : .previous
  }

  mutating func cancel(_ id: Int) {
    guard let index = fingers.firstIndex(where: { $0.id == id }) else { return }
    idleSince = time
    guard index == 0 else {
      fingers.remove(at: index)
      return
    }
    removeSilentFingers(except: id)
    guard fingers.count == 1 else { return handOver() }
    if drag != nil { letGo(at: 0, to: nil) }
    fingers.removeFirst()
  }

  /// Removes all lost or silent fingers but one: they may have been lifted without an event.
  private mutating func removeSilentFingers(except id: Int) {
    fingers = fingers.filter { $0.id == id || !($0.isLost || isSilent($0)) }
  }

  private func isShort(_ finger: Finger) -> Bool {
    time - finger.downTime <= configuration.longestTap
  }

  private mutating func note(_ index: Int, _ point: SIMD2<Double>) {
    let travel = point - fingers[index].start
    if (travel * travel).sum() > configuration.slop * configuration.slop {
      fingers[index].hasTravelled = true
    }
    fingers[index].note(
      point, along: space.readingPoint(point).along, time, window: configuration.velocityWindow)
  }

  /// Performs the action of a tap's zone.
  private mutating func tap(_ finger: Finger) {
    let point = space.readingPoint(finger.point)
    let (action, zone) = configuration.zones.action(
      along: point.along, of: space.length, across: point.across, of: space.width)
    switch action {
    case .previous where configuration.taps.allows(-1): navigate(Navigation(.previous), .tap)
    case .next where configuration.taps.allows(1): navigate(Navigation(.next), .tap)
    case .host, .previous, .next: tell(.tap(zone))
    }
  }

  private func isSilent(_ finger: Finger) -> Bool { time >= lossTime(finger) }

  /// Time from which a silent finger may count as lost.
  func lossTime(_ finger: Finger) -> Double { finger.heard + configuration.lostAfter }

  /// Removes the driving finger; the oldest other finger takes over at its current point.
  private mutating func handOver() {
    takeOver { fingers in fingers.removeFirst() }
  }

  /// Changes the driving finger; the sheet keeps its position.
  private mutating func takeOver(_ change: (inout [Finger]) -> Void) {
    let grip = grip
    change(&fingers)
    fingers[0].takeOver(along: space.readingPoint(fingers[0].point).along, time)
    guard let grip else { return }
    dropTurnsBeforeTouch()
    restartDrag(from: grip)
  }
}
