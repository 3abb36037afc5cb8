import CurlCore

/// Fingers: down, move, up, and what becomes of them.
extension Turner {
  mutating func down(_ id: Int, _ point: SIMD2<Double>) {
    idleSince = time
    pointer = nil
    // It was lifted without a word.
    if fingers.contains(where: { $0.id == id }) { cancel(id) }
    endWhatHasSettled()
    lose(evenArmed: true)
    var finger = Finger(id, at: point, along: space.place(point).x, time)
    guard fingers.first?.isLost ?? true else {
      fingers[0].mayTap = false
      finger.mayTap = false
      fingers.append(finger)
      return
    }
    fingers.insert(finger, at: 0)
    for index in queue.indices { queue[index] = queue[index].older(true) }
    if configuration.onBusyDown == .grab { grab() }
  }

  /// Somebody asks for the sheet of a finger that has been silent for long, and may have been lifted
  /// without a word: another finger goes on with it, or it's released.
  ///
  /// The finger takes control again with its next event.
  mutating func lose(evenArmed: Bool = false) {
    guard drag != nil || evenArmed, let finger = fingers.first, !finger.isLost, isSilent(finger)
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
      fingers[index].isHeldOff = false
      takeOver { fingers in fingers.insert(fingers.remove(at: index), at: 0) }
      return
    }
    guard index == 0 else {
      note(index, point)
      return
    }
    let (old, from) = (seen ?? .zero, fingers[0].point)
    note(0, point)
    guard !fingers[0].isSpent else { return }
    if drag != nil {
      // Where it rests it changes nothing, however often it says so.
      guard point != from else { return }
      follow(from: old, hasMoved: space.place(point).x != space.place(from).x)
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
        keepWaiting()
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
    guard way != 0, let direction = direction(of: way, from: start),
      configuration.drags.allows(direction)
    else { return nil }
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
    fingers = fingers.filter { $0.id == id || !($0.isLost || isSilent($0)) }
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
    case .previous where configuration.taps.allows(-1): navigate(Navigation(.previous), .tap)
    case .next where configuration.taps.allows(1): navigate(Navigation(.next), .tap)
    case .host, .previous, .next: tell(.tap(zone))
    }
  }

  private func isSilent(_ finger: Finger) -> Bool { time >= lossTime(finger) }

  /// The time from which a finger that stays silent may be lost.
  func lossTime(_ finger: Finger) -> Double { finger.heard + configuration.lostAfter }

  /// The oldest of the other fingers takes over from the driving one, where it is.
  private mutating func handOver() {
    takeOver { fingers in fingers.removeFirst() }
  }

  /// Another finger drives: the sheet stays where it lies.
  private mutating func takeOver(_ change: (inout [Finger]) -> Void) {
    let grip = grip
    change(&fingers)
    fingers[0].takeOver(along: space.place(fingers[0].point).x, time)
    guard let grip else { return }
    giveUpResuming()
    hold(grip)
  }
}
