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
        // The edits among it have stayed: none is made while a finger holds a sheet.
        queue = resume.queue + queue.dropFirst(resume.queue.count { !$0.isTurn })
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
  private mutating func takeOver(from index: Int, _ change: (inout [Finger]) -> Void) {
    let grip = grip
    change(&fingers)
    fingers[0].takeOver(along: space.place(fingers[0].point).x, time)
    guard let grip else { return }
    giveUpResuming()
    hold(grip)
  }

  /// Where a held sheet lies, whatever becomes of the view, the rules or the finger.
  struct Grip {
    /// Its place on its way.
    var place: Double
    /// Where the finger would have it, where it hasn't followed for want of pages.
    var wanted: Double?
    /// How far across the way it's displaced.
    var across: Double
    /// What is still to be caught up with, stops.
    var slack = 0.0
  }

  /// How the latest sheet is held, if one is.
  var grip: Grip? {
    guard let drag, let finger = fingers.first, let flight = flights.last else { return nil }
    let wanted = drag.raw(
      along: space.place(finger.point).x, at: time, length: wayLength, configuration.catchUp)
    return Grip(
      place: place(of: flight, at: time), wanted: flight.isWaiting ? wanted : nil,
      across: across(of: drag, finger),
      slack: drag.slack * (1 - Drag.share(time - drag.since, configuration.catchUp)))
  }

  /// The finger holds the sheet as it was held, from now on.
  mutating func hold(_ grip: Grip) {
    guard drag != nil, let finger = fingers.first, let flight = flights.last else { return }
    let place = space.place(finger.point)
    let base = grip.wanted ?? unlimited(grip.place, flight)
    // Where nothing is caught up with slowly, what is left of it stays, rather than leap.
    drag?.rebase(
      to: base, along: place.x, across: place.y, displacement: grip.across,
      slack: grip.slack * (1 - Drag.share(0, configuration.catchUp)), at: time)
    if grip.wanted == nil { drag?.grabbed = grip.place }
    replan(from: grip.place)
  }

  /// The finger is no tap: what waited for the sheet doesn't wait any more.
  mutating func giveUpResuming(_ reason: TurnerOutput.Reason = .superseded) {
    for waiting in drag?.resume?.queue ?? [] where waiting.isTurn { tell(.dropped(reason)) }
    drag?.resume = nil
  }

  /// Works out anew what the latest flight passes.
  private mutating func replan(from old: Double) {
    let hasMarks = flights.last?.marks.isEmpty == false
    guard hasMarks || !configuration.thresholds.isEmpty, drag != nil,
      var flight = flights.popLast()
    else { return }
    plan(&flight, from: old)
    flights.append(flight)
  }

  /// The finger has come down on a moving sheet, or begins to drag while one moves.
  ///
  /// What waits for its pages still lies flat: only who drags means it, and may take it back.
  private mutating func grab(evenWaiting: Bool = false) {
    guard configuration.allowsTurning, var flight = flights.last, flight.isGrabbable,
      let finger = fingers.first
    else { return }
    let (target, velocity): (Double, Double)
    switch flight.motion {
    case .settling(let settle): (target, velocity) = (settle.target, settle.velocity(at: time))
    case .waiting(let goal) where evenWaiting:
      (target, velocity) = (goal, 0)
      flight.isWaiting = true
    case .waiting, .held: return
    }
    let place = place(of: flight, at: time)
    let hand = space.place(finger.point)
    let waiting = queue
    queue.removeAll { $0.isTurn }
    drag = Drag(
      base: unlimited(place, flight), anchor: hand.x, anchorAcross: hand.y,
      baseAcross: flight.across(at: place), since: time,
      resume: Drag.Resumption(target: target, velocity: velocity, queue: waiting),
      grabbed: place)
    flight.motion = .held
    flights[flights.count - 1] = flight
    tell(.grab(position))
    plan(&flight, from: place)
    flights[flights.count - 1] = flight
  }

  /// A finger that has moved without dragging: perhaps it does now.
  private mutating func claim() {
    let finger = fingers[0]
    let (start, place) = (space.place(finger.start), space.place(finger.point))
    let way = place - start
    guard abs(way.x) > configuration.slop,
      abs(way.x) >= configuration.dominance * abs(way.y)
    else { return }
    guard configuration.allowsTurning else {
      fingers[0].mayTap = false
      fingers[0].isSpent = true
      tell(.dropped(.locked))
      return
    }
    if !flights.isEmpty {
      let old = flights.last.map { self.place(of: $0, at: time) } ?? 0
      if configuration.onBusyDown == .grab { grab(evenWaiting: true) }
      fingers[0].mayTap = false
      guard drag != nil else {
        fingers[0].isHeldOff = true
        // It's to go as far again, once what moves now has settled.
        fingers[0].start = finger.point
        return
      }
      giveUpResuming()
      // What still lies flat is lifted as if it were only begun.
      if configuration.follow == .position || flights.last?.isWaiting == true {
        let slack = slack(from: start.x, to: place.x)
        drag?.slack = slack
      }
      replan(from: old)
      return
    }
    fingers[0].mayTap = false
    guard book.stops > 0 else {
      fingers[0].isSpent = true
      tell(.dropped(.empty))
      return
    }
    guard let direction = direction(of: way.x, from: space.place(finger.downPoint)) else {
      fingers[0].isSpent = true
      return
    }
    drag = Drag(
      base: 0, anchor: place.x, anchorAcross: place.y, baseAcross: 0, since: time)
    hold(direction, at: place.y)
    let slack = slack(from: start.x, to: place.x)
    drag?.slack = slack
    if let flight = flights.last { replan(from: flight.origin) }
  }

  private func direction(of way: Double, from start: SIMD2<Double>) -> Int? {
    guard configuration.claim == .zones else { return way < 0 ? 1 : -1 }
    let (action, _) = configuration.zones.action(
      along: start.x, of: space.length, across: start.y, of: space.width)
    switch action {
    case .next: return 1
    case .previous: return -1
    case .host: return nil
    }
  }

  /// What lies between a sheet that a finger takes hold of and the finger.
  private func slack(from start: Double, to place: Double) -> Double {
    guard configuration.follow == .position else { return (start - place) / wayLength }
    guard let flight = flights.last, flight.isTurn, let drag else { return 0 }
    return (1 - place / space.length) - drag.base
  }

  /// Begins the turn that the finger drags, or pulls at the book's end; the finger's anchor is kept.
  private mutating func hold(_ direction: Int, at across: Double) {
    guard let to = neighbour(of: committed, direction) else {
      pull(direction)
      return
    }
    var flight = Flight(
      kind: .leaf, from: committed, to: to, direction: direction, cause: .drag, motion: .held)
    let missing = missingPages(flight)
    if !missing.isEmpty, configuration.latePages == .refuse {
      tell(.dropped(.pagesMissing))
      tell(.need(missing))
      pull(direction)
      return
    }
    flight.grab = held(at: across)
    flight.isWaiting = !missing.isEmpty && configuration.latePages == .hold
    drag?.base += flight.origin
    tell(.willTurn(from: flight.from, to: flight.to, .drag))
    if !missing.isEmpty { tell(.need(missing)) }
    flights.append(flight)
  }

  /// Where the free edge is held by a finger at a place across the way: not too near its ends.
  func held(at across: Double) -> Double { min(max(across / space.width, 0.05), 0.95) }

  private mutating func pull(_ direction: Int) {
    let edge: TurnerOutput.Edge = direction > 0 ? .last : .first
    if neighbour(of: committed, direction) == nil {
      tell(configuration.boundary == .loop ? .dropped(.alreadyThere) : .boundary(edge))
    }
    flights.append(
      Flight(
        kind: .boundary(edge), from: committed, to: committed, direction: direction, cause: .drag,
        motion: .held))
  }

  /// The finger has moved a sheet from a place.
  private mutating func follow(from old: Double, hasMoved: Bool) {
    guard let drag, let flight = flights.last else { return }
    if drag.resume != nil, fingers[0].hasTravelled {
      giveUpResuming()
      if configuration.follow == .position {
        // It only rested on the sheet so far; now the sheet comes to it.
        hold(Grip(place: old, across: across(of: drag, fingers[0])))
        let slack = slack(from: 0, to: space.place(fingers[0].point).x)
        self.drag?.slack = slack
        return
      }
    }
    let mayReverse =
      hasMoved && !flight.isWaiting && configuration.allowsReversal && flights.count == 1
      && configuration.claim == .direction
    if mayReverse, reverseIfBeyond(flight, from: old) { return }
    replan(from: old)
  }

  /// Turns to the other side where the finger has gone back past its start: that of its whole way,
  /// whether or not the sheet has caught up with it.
  private mutating func reverseIfBeyond(_ flight: Flight, from old: Double) -> Bool {
    guard let drag else { return false }
    let along = space.place(fingers[0].point).x
    let raw = drag.raw(
      along: along, at: .infinity, length: wayLength, configuration.catchUp)
    let isBeyond: Bool
    switch flight.kind {
    case .boundary(.first): isBeyond = raw > 0
    case .boundary(.last): isBeyond = raw < 0
    case .leaf: isBeyond = flight.direction > 0 ? raw < 0 : raw > 1
    case .direct, .riffle: isBeyond = false
    }
    guard isBeyond else { return false }
    if !flight.isTurn, neighbour(of: committed, -flight.direction) == nil { return false }
    flights.removeLast()
    if flight.isTurn {
      tellLeap(from: old, to: flight.origin)
      tell(.didTurn(from: flight.from, to: flight.to, completed: false))
    }
    // From here on places count from the stop that is shown: the origin of what comes is added.
    self.drag?.base =
      drag.base - flight.origin + drag.slack * Drag.share(.infinity, configuration.catchUp)
    self.drag?.slack = 0
    self.drag?.grabbed = nil
    // The other leaf is another sheet: it's held where the finger is now.
    let across = space.place(fingers[0].point).y
    self.drag?.anchorAcross = across
    self.drag?.baseAcross = 0
    giveUpResuming()
    hold(-flight.direction, at: across)
    if let next = flights.last { replan(from: next.origin) }
    return true
  }

  /// Lets go of the sheet as the release rule says.
  private mutating func release(_ finger: Finger) {
    guard let drag, let flight = flights.last else { return }
    guard flight.isTurn else {
      letGo(at: 0, to: 0)
      return
    }
    let along = space.place(finger.point).x
    // What counts is how far the finger has gone, whether or not the sheet has caught up with it.
    let raw = drag.raw(along: along, at: .infinity, length: wayLength, configuration.catchUp)
    let place = limited(raw, flight)
    let sign = Double(flight.direction)
    let release = ReleaseRule.Release(
      progress: flight.direction > 0 ? place : 1 - place,
      velocity: sign * fingerVelocity, speed: sign * fingerVelocity * wayLength,
      duration: time - finger.downTime)
    let commits = configuration.release.commits(release)
    letGo(
      at: fingerVelocity, to: commits ? flight.goal : flight.origin,
      isQuick: commits && configuration.release.isQuick(release))
  }

  /// Lets go of the sheet at a speed; it goes to a target, nil being where it came from.
  mutating func letGo(at velocity: Double, to target: Double?, isQuick: Bool = false) {
    giveUpResuming()
    guard var flight = flights.popLast() else { return }
    let target = target ?? flight.origin
    if flight.isWaiting, target == flight.goal {
      flight.isWaiting = false
      flight.motion = .waiting(target: target)
    } else {
      settle(
        &flight, at: flight.isTurn && !flight.isWaiting ? velocity : 0, to: target,
        isQuick: isQuick)
    }
    drag = nil
    flights.append(flight)
  }
}
