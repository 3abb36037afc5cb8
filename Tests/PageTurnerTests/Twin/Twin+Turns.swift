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
  mutating func ask(_ wish: TwinWish) {
    guard book.stops > 0 || !flights.isEmpty || !queue.isEmpty else { return tell("dropped empty") }
    guard rules.turns else { return tell("dropped locked") }
    if wish.delay > 0 { return later.append(TwinLater(time: now + wish.delay, wish)) }
    lose()
    guard !flights.isEmpty || !queue.isEmpty else { return begin(wish) }
    switch rules.busyTurn {
    case "ignore": tell("dropped busy")
    case "finish" where hold == nil:
      finish()
      comeToRestQuietly()
      begin(wish)
    default:
      let mayTap = hold?.resume != nil
      if queue.count(where: { $0.isTurn && !($0.isOlder && mayTap) }) >= rules.limit {
        return tell("dropped queueFull")
      }
      queue.append(TwinQueued(what: .turn(wish)))
    }
  }

  /// Does what waits, and tells no state yet.
  private mutating func comeToRestQuietly() {
    while flights.isEmpty, !queue.isEmpty {
      switch queue.removeFirst().what {
      case .turn(let wish): begin(wish)
      case .edit(let edit): make(edit)
      }
    }
  }

  /// What is under way ends where it goes.
  mutating func finish() {
    while let flight = flights.first {
      hurry(flight)
      land()
    }
  }

  /// Tells what a flight passes until it lands.
  mutating func hurry(_ flight: TwinFlight) {
    if flight.shape == .riffle {
      for pass in flight.passes { tell(pass.words) }
    } else {
      leap(from: place(flight, at: now), to: flight.isOn ? 1 : 0, flight)
    }
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
    let shape: TwinFlight.Shape =
      isNext || abs(to - from) == 1 ? .leaf : wish.isDirect ? .direct : .riffle
    var flight = TwinFlight(from: from, to: to, sign: sign, shape: shape)
    let missing = missing(flight)
    if !missing.isEmpty && wish.isShown && rules.late == "refuse" {
      tell("dropped pagesMissing")
      return tell("need \(missing)")
    }
    tell("willTurn \(from) \(to) \(wish.cause)")
    if !wish.isShown || rules.still {
      leap(from: 0, to: 1, flight)
      rest = to
      return tell("didTurn \(from) \(to) true")
    }
    flight.motion = .waiting
    flights.append(flight)
    if !missing.isEmpty {
      tell("need \(missing)")
      if rules.late == "hold" { return }
    }
    depart(flights.count - 1)
  }

  /// Sets a flight going that has its pages.
  mutating func depart(_ index: Int) {
    let flight = flights[index]
    let timing = timing(flight)
    if flight.shape == .riffle {
      flights[index].starts = timing.starts
      flights[index].lasts = timing.lasts
      flights[index].motion = .riffling(since: now, from: 0, isOn: true)
    } else {
      let length = flight.isOn ? max(rules.full, rules.least) : 0
      flights[index].motion = .gliding(
        TwinGlide(
          at: now + timing.starts[0], from: 0, speed: 0, to: flight.isOn ? 1 : 0, length: length,
          room: 0))
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
      settle(isOn: false, speed: speed(flight))
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
      flights[index].motion = .waiting
      if !isOn { return fall(index) }
    }
    plan(index)
  }

  /// A turn that waits for pages ends without having moved.
  mutating func fall(_ index: Int) {
    let flight = flights.remove(at: index)
    tell("didTurn \(flight.from) \(flight.to) false")
    quiet = now
  }
}
