import CurlCore

/// Fingers: down, move, up, and what becomes of them.
extension Turner {
  mutating func down(_ id: Int, _ point: SIMD2<Double>) {
    idleSince = time
    // It was lifted without a word.
    if fingers.contains(where: { $0.id == id }) { cancel(id) }
    let finger = Finger(id, at: point, along: space.place(point).x, time)
    if let driving = fingers.first, isSilent(driving) {
      // Perhaps that one was, too; if it wasn't, it's given its say back when it's heard again.
      let wasDragging = drag != nil
      takeOver(from: 0) { fingers in
        fingers[0].isReplaced = true
        fingers[0].mayTap = false
        fingers.insert(finger, at: 0)
      }
      if !wasDragging {
        fingers[0].mayTap = true
        if configuration.onBusyDown == .grab { grab() }
      }
      return
    }
    guard fingers.isEmpty else {
      fingers[0].mayTap = false
      fingers.append(finger)
      fingers[fingers.count - 1].mayTap = false
      return
    }
    fingers.append(finger)
    if configuration.onBusyDown == .grab { grab() }
  }

  mutating func move(_ id: Int, _ point: SIMD2<Double>) {
    guard let index = fingers.firstIndex(where: { $0.id == id }) else { return }
    idleSince = time
    guard index == 0 else {
      note(index, point)
      if fingers[index].isReplaced {
        fingers[index].isReplaced = false
        takeOver(from: 0) { fingers in fingers.insert(fingers.remove(at: index), at: 0) }
      }
      return
    }
    let old = flights.last.map { place(of: $0, at: time) }
    let hasMoved = space.place(point).x != space.place(fingers[0].point).x
    note(0, point)
    guard !fingers[0].isSpent else { return }
    if drag != nil {
      follow(from: old ?? 0, hasMoved: hasMoved)
    } else {
      claim()
    }
  }

  mutating func up(_ id: Int, _ point: SIMD2<Double>) {
    // Its last point counts as any other: it may even be what makes it drag, or drive again.
    move(id, point)
    guard let index = fingers.firstIndex(where: { $0.id == id }) else { return }
    guard index == 0 else {
      fingers.remove(at: index)
      return
    }
    dropSilent(but: id)
    let finger = fingers[0]
    if fingers.count > 1 {
      handOver()
    } else if drag != nil {
      let isTap = finger.mayTap && !finger.hasTravelled && isShort(finger)
      if isTap, let resume = drag?.resume {
        // As if it hadn't been touched: what waited goes on waiting.
        drag?.resume = nil
        for index in queue.indices { queue[index] = queue[index].heldUp(false) }
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
      if finger.mayTap, !finger.isSpent, !finger.hasTravelled, isShort(finger) {
        tap(finger)
      } else if let swipe {
        navigate(Navigation(swipe), .drag)
      }
    }
  }

  /// What a finger asks for that has swiped while it couldn't take hold of what moved.
  private func swipe(_ finger: Finger) -> Navigation.Destination? {
    guard finger.isHeldOff, !finger.isSpent else { return nil }
    let start = space.place(finger.downPoint)
    let way = space.place(finger.point).x - start.x
    guard way != 0, let direction = direction(of: way, from: start) else { return nil }
    let sign = Double(direction)
    let release = ReleaseRule.Release(
      progress: min(max(0 - sign * way / wayLength, 0), 1), velocity: sign * fingerVelocity,
      speed: sign * fingerVelocity * wayLength, duration: time - finger.downTime)
    guard configuration.release.commits(release) else { return nil }
    return direction > 0 ? .next : .previous
  }

  mutating func cancel(_ id: Int) {
    guard let index = fingers.firstIndex(where: { $0.id == id }) else { return }
    idleSince = time
    guard index == 0 else {
      fingers.remove(at: index)
      return
    }
    dropSilent(but: id)
    guard fingers.count == 1 else { return handOver() }
    if drag != nil { letGo(at: 0, to: nil) }
    fingers.removeFirst()
  }

  /// Forgets others that have been silent for long: they may have been lifted without a word.
  private mutating func dropSilent(but id: Int) {
    let (now, patience) = (time, configuration.lostAfter)
    fingers.removeAll { $0.id != id && now - $0.heard >= patience }
  }

  private func isShort(_ finger: Finger) -> Bool {
    time - finger.downTime <= configuration.longestTap
  }

  private mutating func note(_ index: Int, _ point: SIMD2<Double>) {
    let way = point - fingers[index].start
    if (way * way).sum() > configuration.slop * configuration.slop {
      fingers[index].hasTravelled = true
    }
    fingers[index].note(
      point, along: space.place(point).x, time, window: configuration.velocityWindow)
  }

  /// What a tap's zone says.
  private mutating func tap(_ finger: Finger) {
    let place = space.place(finger.point)
    let (action, zone) = configuration.zones.action(
      along: place.x, of: space.length, across: place.y, of: space.width)
    switch action {
    case .host: tell(.tap(zone))
    case .previous: navigate(Navigation(.previous), .tap)
    case .next: navigate(Navigation(.next), .tap)
    }
  }

  private func isSilent(_ finger: Finger) -> Bool {
    time - finger.heard >= configuration.lostAfter
  }

  /// The oldest of the other fingers takes over from the driving one, where it is.
  private mutating func handOver() {
    takeOver(from: 0) { fingers in fingers.removeFirst() }
  }

  /// Another finger drives: the sheet stays where it lies.
  mutating func takeOver(from index: Int, _ change: (inout [Finger]) -> Void) {
    let grip = grip
    change(&fingers)
    fingers[0].takeOver(along: space.place(fingers[0].point).x, time)
    guard let grip else { return }
    giveUpResuming()
    hold(grip)
  }
}
