import CurlCore

/// How a finger takes hold of a sheet.
extension Turner {
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
    drag?.resume = nil
    for waiting in queue where waiting.isHeldUp { tell(.dropped(reason)) }
    queue.removeAll(where: \.isHeldUp)
  }

  /// Works out anew what the latest flight passes.
  mutating func replan(from old: Double) {
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
  mutating func grab(evenWaiting: Bool = false) {
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
    for index in queue.indices { queue[index] = queue[index].heldUp(true) }
    drag = Drag(
      base: unlimited(place, flight), anchor: hand.x, anchorAcross: hand.y,
      baseAcross: flight.across(at: place), since: time,
      resume: Drag.Resumption(target: target, velocity: velocity),
      grabbed: place)
    flight.motion = .held
    flights[flights.count - 1] = flight
    tell(.grab(position))
    plan(&flight, from: place)
    flights[flights.count - 1] = flight
  }

  /// A finger that has moved without dragging: perhaps it does now.
  mutating func claim() {
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

  /// Which way a finger turns that goes some way along the view from a place; nil for none.
  func direction(of way: Double, from start: SIMD2<Double>) -> Int? {
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
  func slack(from start: Double, to place: Double) -> Double {
    guard configuration.follow == .position else { return (start - place) / wayLength }
    guard let flight = flights.last, flight.isTurn, let drag else { return 0 }
    return (1 - place / space.length) - drag.base
  }

  /// Begins the turn that the finger drags, or pulls at the book's end; the finger's anchor is kept.
  mutating func hold(_ direction: Int, at across: Double) {
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
}
