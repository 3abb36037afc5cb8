import Glibc

/// Fingers.
extension Twin {
  private func finger(_ id: Int) -> Int? { fingers.firstIndex { $0.id == id } }

  private func isSilent(_ finger: TwinFinger) -> Bool { now >= finger.heard + rules.lostAfter }

  mutating func down(_ id: Int, _ place: SIMD2<Double>) {
    if let index = finger(id) { lift(index) }
    landSettled()
    lose(mayHoldNothing: true)
    let new = TwinFinger(id, place, at: now)
    guard let driver = fingers.first, !driver.isLost else {
      fingers.insert(new, at: 0)
      return touch()
    }
    fingers.append(new)
    for index in fingers.indices { fingers[index].mayTap = false }
  }

  /// Somebody asks: a driving finger that has been silent for long is lost.
  mutating func lose(mayHoldNothing: Bool = false) {
    guard let driver = fingers.first, !driver.isLost, isSilent(driver),
      hold != nil || mayHoldNothing
    else { return }
    if let heir = fingers.firstIndex(where: { !isSilent($0) && !$0.isLost }) {
      handOver(to: heir)
    } else if hold != nil {
      release(isLost: true)
    }
    for index in fingers.indices where isSilent(fingers[index]) { fingers[index].isLost = true }
    landSettled()
  }

  /// The driving finger is taken away: what it was about is undone.
  private mutating func lift(_ index: Int) {
    if index == 0 { forgetSilent() }
    guard index == 0, hold != nil else {
      if index == 0 { leave() } else { fingers.remove(at: index) }
      return
    }
    if let heir = fingers.indices.dropFirst().first(where: { !fingers[$0].isLost }) {
      let id = fingers[0].id
      handOver(to: heir)
      fingers.removeAll { $0.id == id }
    } else {
      letGo(isOn: false, speed: 0)
      fingers.removeFirst()
    }
  }

  /// A finger comes down and drives: it takes hold of a sheet that moves.
  private mutating func touch() {
    for index in queue.indices { queue[index].isOlder = true }
    guard rules.turns, rules.busyDown == "grab", let flight = flights.last,
      case .gliding = flight.motion, canBeHeld(flight)
    else { return }
    take(mayTap: true)
  }

  mutating func move(_ id: Int, _ place: SIMD2<Double>) {
    guard let index = finger(id) else { return }
    note(index, place)
    guard fingers[index].isLost else {
      if index == 0 { drive() }
      return
    }
    // It's heard of again, and drives.
    fingers[index].isLost = false
    fingers[index].isBlocked = false
    handOver(to: index)
  }

  private mutating func note(_ index: Int, _ place: SIMD2<Double>) {
    if index == 0, hold != nil {
      let flight = flights[flights.count - 1]
      let before = self.place(flight, at: now)
      let way = place - fingers[index].down
      fingers[index].samples.append(TwinFinger.Sample(time: now, place: place))
      if hold?.resume != nil, hypot(way.x, way.y) > rules.slop {
        hold?.resume = nil
        dropOlder()
        if case .position = rules.follow, flight.isTurn {
          hold?.base = before
          hold?.taken = before
          hold?.anchor = place
          comeToFinger(flight)
        }
      }
      leap(from: before, to: self.place(flight, at: now), flight)
    } else {
      fingers[index].samples.append(TwinFinger.Sample(time: now, place: place))
    }
    fingers[index].heard = now
    let way = place - fingers[index].down
    if hypot(way.x, way.y) > rules.slop { fingers[index].hasStrayed = true }
  }

  /// The driving finger has moved.
  private mutating func drive() {
    guard !fingers[0].isSpent else { return }
    if hold != nil {
      turnRound()
      plan(flights.count - 1)
      return
    }
    let (from, to) = (reading(fingers[0].origin), reading(fingers[0].place))
    let way = to - from
    guard abs(way.x) > rules.slop, abs(way.x) >= rules.dominance * abs(way.y) else { return }
    let sign = way.x < 0 ? 1 : -1
    claim(rules.claimsInZones ? zone(fingers[0].down).step : sign)
  }

  /// Others that have been silent for long may have been lifted without a word.
  private mutating func forgetSilent() {
    let driver = fingers[0].id
    fingers = fingers.filter { $0.id == driver || !($0.isLost || isSilent($0)) }
  }

  mutating func up(_ id: Int, _ place: SIMD2<Double>) {
    guard let index = finger(id) else { return }
    if fingers[index].isLost {
      move(id, place)
    } else if index > 0 {
      fingers.remove(at: index)
      return
    }
    if fingers[0].place != place || hold == nil {
      move(id, place)
    } else {
      note(0, place)
    }
    guard let index = finger(id), index == 0 else { return }
    forgetSilent()
    let finger = fingers[0]
    let others = fingers.indices.dropFirst()
    if let heir = others.first {
      handOver(to: heir)
      fingers.removeAll { $0.id == id }
      return
    }
    let isTap =
      finger.mayTap && !finger.isSpent && !finger.hasStrayed
      && now - finger.downAt <= rules.longestTap
    if hold != nil {
      if isTap, let resume = hold?.resume {
        giveBack()
        settle(isOn: resume.isOn, speed: resume.speed)
        leave()
        return tap(finger.place)
      }
      dropOlder()
      release()
    } else if isTap {
      leave()
      return tap(finger.place)
    } else if finger.isBlocked, !finger.isSpent {
      swipe()
    }
    leave()
  }

  /// The driving finger goes; the next one drives from where it is.
  private mutating func leave() {
    fingers.removeFirst()
    if let heir = fingers.firstIndex(where: { !$0.isLost }) { handOver(to: heir) }
  }

  mutating func cancel(_ id: Int) {
    guard let index = finger(id) else { return }
    lift(index)
  }

  /// What a tap does.
  private mutating func tap(_ place: SIMD2<Double>) {
    let zone = zone(place)
    guard let step = zone.step else { return tell("tap \(zone.column) \(zone.row)") }
    ask(TwinWish(step: step, cause: "tap"))
  }

  /// A zone's turn and its place.
  func zone(_ place: SIMD2<Double>) -> (step: Int?, column: Int, row: Int) {
    let (p, size) = (reading(place), extent)
    let column = p.x < size.x / 3 ? 0 : p.x > size.x * 2 / 3 ? 2 : 1
    let row = p.y < size.y / 3 ? 0 : p.y > size.y * 2 / 3 ? 2 : 1
    switch rules.zones {
    case .none: return (nil, column, row)
    case .thirds: return ([-1, nil, 1][column], column, 1)
    case .strips(let share, let least, let preferred):
      var width = max(least, share * size.x)
      if let preferred, preferred > 0, preferred < size.x / 2 { width = preferred }
      if p.x < width { return (-1, 0, 1) }
      return p.x > size.x - width ? (1, 2, 1) : (nil, 1, 1)
    case .grid(let steps): return (steps[3 * row + column], column, row)
    }
  }

  /// Turns that were asked for before the touch are dropped.
  mutating func dropOlder() { dropWaiting { $0.isTurn && $0.isOlder } }

  mutating func dropWaiting(_ isDropped: (TwinQueued) -> Bool) {
    let count = queue.count(where: isDropped)
    queue.removeAll(where: isDropped)
    for _ in 0..<count { tell("dropped superseded") }
  }

  /// What waited for the touch goes on waiting, as far as there is room.
  private mutating func giveBack() {
    for index in queue.indices { queue[index].isOlder = false }
    while queue.count(where: \.isTurn) > rules.limit, let last = queue.lastIndex(where: \.isTurn) {
      queue.remove(at: last)
      tell("dropped queueFull")
    }
  }

  /// What has been swiped while nothing could be taken hold of is a turn that is asked for.
  private mutating func swipe() {
    let finger = fingers[0]
    let way = reading(finger.place).x - reading(finger.down).x
    let own = rules.claimsInZones ? zone(finger.down).step : way < 0 ? 1 : -1
    guard way != 0, let step = own else { return }
    let flight = TwinFlight(from: 0, to: step, sign: Double(step), shape: .leaf)
    let gone = min(max(-Double(step) * way * perPixel, 0), 1)
    guard commits(gone, fingerSpeed(flight), pixels: -flight.sign * pixelSpeed) else { return }
    ask(TwinWish(step: step, cause: "drag"))
  }
}
