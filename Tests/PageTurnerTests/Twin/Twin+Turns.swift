/// Turns that are asked for.
extension Twin {
  /// The stop beside one.
  func neighbour(of stop: Int, _ step: Int) -> Int? {
    let next = stop + step
    if next >= 0 && next < book.stops { return next }
    if case .loop = rules.ends, book.stops > 1 { return next < 0 ? book.stops - 1 : 0 }
    return nil
  }

  /// Where a turn leads, nil if nowhere.
  func goal(of wish: TwinWish, from stop: Int) -> Int? {
    if let step = wish.step { return neighbour(of: stop, step) }
    let stop = wish.stop == .max ? book.stops - 1 : wish.stop
    return stop >= 0 && stop < book.stops ? stop : nil
  }

  /// Now, or as the rules for a busy book say.
  mutating func ask(_ wish: TwinWish, behind edits: Int = .max) {
    guard book.stops > 0 || !flights.isEmpty || !queue.isEmpty else { return tell("dropped empty") }
    guard rules.turns else { return tell("dropped locked") }
    if wish.delay > 0 {
      let edits = queue.count { !$0.isTurn }
      return later.append(TwinLater(time: now + wish.delay, wish, edits: edits))
    }
    lose()
    guard !flights.isEmpty || !queue.isEmpty else { return begin(wish) }
    switch rules.busyTurn {
    case "ignore": tell("dropped busy")
    case "finish" where hold == nil && !flights.contains(where: \.isWaiting):
      finish()
      queue.append(TwinQueued(what: .turn(wish)))
    default:
      let mayTap = hold?.resume != nil
      if queue.count(where: { $0.isTurn && !($0.isOlder && mayTap) }) >= rules.limit {
        return tell("dropped queueFull")
      }
      // No later than the edits that were asked for after it.
      let places = queue.indices.filter { !queue[$0].isTurn }
      queue.insert(
        TwinQueued(what: .turn(wish)), at: edits < places.count ? places[edits] : queue.count)
    }
  }

  /// What is under way ends where it goes.
  mutating func finish() {
    while !flights.isEmpty { hurry() }
  }

  /// The first flight lands at once.
  mutating func hurry() {
    let flight = flights[0]
    if flight.shape != .riffle {
      flights[0].passes = []
      leap(from: place(flight, at: now), to: flight.isOn ? 1 : 0, flight)
    }
    land()
  }

  /// A turn from where the latest flight leads to.
  mutating func begin(_ wish: TwinWish) {
    guard rules.turns else { return tell("dropped locked") }
    guard book.stops > 0 else { return tell("dropped empty") }
    let from = flights.last?.to ?? rest
    guard let to = goal(of: wish, from: from) else {
      if case .loop = rules.ends {
        return tell(wish.step == nil ? "dropped outOfRange" : "dropped alreadyThere")
      }
      return tell("boundary \((wish.step ?? wish.stop) < 0 ? "first" : "last")")
    }
    if to == from { return tell("dropped alreadyThere") }
    let isNext = wish.step != nil
    let sign = isNext ? Double(wish.step ?? 1) : to > from ? 1.0 : -1
    let isAtOnce = !wish.isShown || rules.still || max(rules.full, rules.least) == 0
    let shape: TwinFlight.Shape =
      isNext || abs(to - from) == 1 ? .leaf : wish.isDirect || isAtOnce ? .direct : .riffle
    var flight = TwinFlight(from: from, to: to, sign: sign, shape: shape)
    if shape == .riffle { (flight.starts, flight.lasts) = timing(flight) }
    let missing = wish.isShown ? missing(flight) : []
    if !missing.isEmpty && rules.late == "refuse" {
      tell("dropped pagesMissing")
      return tell("need \(missing)")
    }
    tell("willTurn \(from) \(to) \(wish.cause)")
    if !missing.isEmpty { tell("need \(missing)") }
    let waits = !missing.isEmpty && rules.late == "hold"
    if isAtOnce && !waits {
      leap(from: 0, to: 1, flight)
      rest = to
      quiet = now
      return tell("didTurn \(from) \(to) true")
    }
    flight.motion = .waiting
    flights.append(flight)
    if waits { return }
    depart(flights.count - 1)
  }

  /// Sets a flight going that has its pages.
  mutating func depart(_ index: Int) {
    let flight = flights[index]
    let goal = flight.isOn ? 1.0 : 0
    if rules.still, flight.shape == .riffle {
      let whole = flight.starts[flight.count - 1] + flight.lasts
      flights[index].motion = .riffling(since: now - whole, from: 0, isOn: true)
    } else if rules.still {
      leap(from: 0, to: goal, flight)
      flights[index].motion = .gliding(
        TwinGlide(at: now, from: goal, speed: 0, to: goal, length: 0, room: 0))
    } else if flight.shape == .riffle {
      flights[index].motion = .riffling(since: now, from: 0, isOn: true)
    } else {
      let length = flight.isOn ? max(rules.full, rules.least) : 0
      flights[index].motion = .gliding(
        TwinGlide(
          at: now + timing(flight).starts[0], from: 0, speed: 0, to: goal, length: length, room: 0))
    }
    plan(index)
  }

  /// The latest turn goes back.
  mutating func abort(atOnce: Bool) {
    guard let index = flights.indices.last else { return }
    let flight = flights[index]
    dropWaiting { $0.isTurn }
    if atOnce || flight.isWaiting || flight.lacks {
      if flight.shape != .riffle { leap(from: place(flight, at: now), to: 0, flight) }
      if flight.isHeld { spend() }
      flights.removeLast()
      if flight.isTurn { tell("didTurn \(flight.from) \(flight.to) false") }
      quiet = now
      return
    }
    switch flight.motion {
    case .waiting: break
    case .riffling(let since, let from, let isOn):
      guard isOn else { return }
      flights[index].motion = .riffling(since: now, from: from + now - since, isOn: false)
      flights[index].isOn = false
      plan(index)
    case .held, .gliding:
      settle(isOn: false, speed: flight.isTurn ? speed(flight) : 0)
      if flight.isHeld { spend() }
    }
  }

  /// The latest sheet comes to rest from where it is.
  mutating func settle(isOn: Bool, speed: Double, isQuick: Bool = false) {
    let index = flights.count - 1
    let flight = flights[index]
    let place = place(flight, at: now)
    let goal = isOn ? 1.0 : 0
    let usual = max(rules.least, rules.full * abs(goal - place))
    flights[index].isOn = isOn
    flights[index].motion = .gliding(
      TwinGlide(
        at: now, from: place, speed: speed, to: goal,
        length: rules.still ? 0 : isQuick ? rules.quick : usual, room: isOn ? place : 1 - place))
    hold = nil
    if flight.lacks {
      flights[index].lacks = false
      if isOn { flights[index].motion = .waiting } else { fall(index) }
    }
    leap(from: place, to: self.place(flights[index], at: now), flight)
    plan(index)
  }

  /// A turn that waits for pages is to end without having moved.
  mutating func fall(_ index: Int) {
    flights[index].isOn = false
    flights[index].motion = .gliding(
      TwinGlide(at: now, from: 0, speed: 0, to: 0, length: 0, room: 0))
  }
}
