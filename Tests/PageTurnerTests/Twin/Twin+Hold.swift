/// How a finger takes hold of a sheet, takes it along and lets go of it.
extension Twin {
  /// The driving finger says no more until it's lifted.
  mutating func spend() {
    if !fingers.isEmpty { fingers[0].isSpent = true }
    hold = nil
  }

  /// Where the finger is, as a way, where sheets follow its position.
  func fingerWay(_ flight: TwinFlight) -> Double {
    let a = reading(fingers[0].place).x / extent.x
    return flight.sign > 0 ? 1 - a : a
  }

  private var followsPosition: Bool { if case .position = rules.follow { true } else { false } }

  /// Where the edge is held.
  var edge: Double {
    min(max(reading(fingers[0].place).y / extent.y, 0.05), 0.95)
  }

  /// Takes hold of the latest sheet where it is.
  mutating func take(mayTap: Bool) {
    let index = flights.count - 1
    let flight = flights[index]
    let place = place(flight, at: now)
    tell("grab", position)
    let speed = speed(flight)
    hold = TwinHold(base: unlimited(place, flight), anchor: fingers[0].place, since: now)
    hold?.taken = flight.isTurn ? place : nil
    if mayTap { hold?.resume = (flight.isOn, speed) }
    if !mayTap {
      if flight.isWaiting, !followsPosition {
        // What still lies flat is lifted as if it were only begun.
        let way = reading(fingers[0].place).x - reading(fingers[0].origin).x
        owe(-flight.sign * way * perPixel)
      } else {
        comeToFinger(flight)
      }
    }
    if flight.isWaiting { flights[index].lacks = true }
    flights[index].motion = .held
    if !mayTap { dropOlder() }
    plan(index)
  }

  /// Where sheets follow its position, one that was taken hold of on its way comes to the finger.
  mutating func comeToFinger(_ flight: TwinFlight) {
    guard followsPosition, flight.isTurn, let hold else { return }
    owe(fingerWay(flight) - hold.base)
  }

  /// Whether a sheet can be held where it is: one that was pulled by other rules perhaps can't.
  func canBeHeld(_ flight: TwinFlight) -> Bool {
    let place = place(flight, at: now)
    guard !flight.isTurn else { return true }
    switch rules.ends {
    case .still, .loop: return place < 1e-9
    case .tip(let limit), .rubber(let limit, _): return place < limit + 1e-9
    }
  }

  /// What is to be caught up with.
  mutating func owe(_ slack: Double) {
    hold?.since = now
    switch rules.catchUp {
    case .atOnce: hold?.base += slack
    case .never, .eased: hold?.slack = slack
    }
  }

  /// The sheet that is held stays where it is, whatever changes.
  mutating func keepingHold(_ change: (inout Twin) -> Void) {
    guard let old = hold, let flight = flights.last else { return change(&self) }
    let now = now
    let seen = flight.lacks ? wanted(flight, at: now) : place(flight, at: now)
    let left = old.slack * (1 - caughtUp(now - old.since))
    change(&self)
    guard hold != nil else { return }
    hold = TwinHold(
      base: flight.lacks ? seen : unlimited(seen, flight), anchor: fingers[0].place, since: now)
    // A sheet that is nearer to its end than the margin stays there.
    hold?.taken = flight.lacks ? old.taken : seen
    hold?.resume = old.resume
    // Where nothing is caught up with slowly, what is left of it stays, rather than leap.
    if case .atOnce = rules.catchUp {} else { hold?.slack = left }
    plan(flights.count - 1)
  }

  /// Another finger drives.
  mutating func handOver(to index: Int) {
    if hold != nil { dropOlder() }
    keepingHold { twin in
      var heir = twin.fingers.remove(at: index)
      heir.origin = heir.place
      heir.mayTap = false
      heir.heard = twin.now
      heir.samples = [TwinFinger.Sample(time: twin.now, place: heir.place)]
      twin.fingers.insert(heir, at: 0)
      twin.hold?.resume = nil
    }
    hold?.resume = nil
  }

  /// The driving finger drags.
  mutating func claim(_ step: Int?) {
    guard rules.turns else {
      spend()
      return tell("dropped locked")
    }
    if let flight = flights.last {
      if flight.shape != .riffle, rules.busyDown == "grab", canBeHeld(flight) {
        take(mayTap: false)
      } else {
        fingers[0].isBlocked = true
        fingers[0].origin = fingers[0].place
      }
      return
    }
    guard book.stops > 0 else {
      spend()
      return tell("dropped empty")
    }
    guard let step else { return spend() }
    let way = reading(fingers[0].place).x - reading(fingers[0].origin).x
    start(step, base: 0, owed: -Double(step) * way * perPixel)
  }

  /// Begins the turn that the finger drags, or pulls the sheet at the book's end.
  private mutating func start(
    _ step: Int, base: Double, owed: Double?, anchor: SIMD2<Double>? = nil
  ) {
    var flight = TwinFlight(from: rest, to: rest + step, sign: Double(step), shape: .pull)
    if let to = neighbour(of: rest, step) {
      flight.to = to
      flight.shape = .leaf
      let missing = missing(flight)
      if missing.isEmpty || rules.late != "refuse" {
        tell("willTurn \(rest) \(to) drag")
        if !missing.isEmpty { tell("need \(missing)") }
        flight.lacks = !missing.isEmpty && rules.late == "hold"
      } else {
        flight.shape = .pull
        tell("dropped pagesMissing")
        tell("need \(missing)")
      }
    } else if case .loop = rules.ends {
      tell("dropped alreadyThere")
    } else {
      tell("boundary \(step > 0 ? "last" : "first")")
    }
    if flight.isTurn { flight.edge = edge }
    flights.append(flight)
    hold = TwinHold(base: base, anchor: anchor ?? fingers[0].place, since: now)
    if let owed {
      if case .position = rules.follow {
        comeToFinger(flight)
      } else {
        owe(owed)
      }
    }
    let index = flights.count - 1
    leap(from: 0, to: place(flights[index], at: now), flights[index])
    plan(index)
  }

  /// Turns to the other side where the finger has gone back past the start.
  mutating func turnRound() {
    guard rules.reverses, !rules.claimsInZones, flights.count == 1, let flight = flights.last,
      !flight.lacks, flight.shape != .direct,
      let old = hold, wanted(flight) < 0,
      flight.isTurn || neighbour(of: rest, -Int(flight.sign)) != nil
    else { return }
    leap(from: place(flight, at: now), to: 0, flight)
    flights.removeLast()
    if flight.isTurn { tell("didTurn \(flight.from) \(flight.to) false") }
    let base = -old.base - old.slack * caughtUp(.infinity)
    start(-Int(flight.sign), base: base, owed: nil, anchor: old.anchor)
  }

  /// The finger lets go, or has been lost.
  mutating func release(isLost: Bool = false) {
    guard let flight = flights.last else { return }
    guard flight.isTurn else { return letGo(isOn: false, speed: 0) }
    let gone = min(max(wanted(flight), bounds.lowerBound), bounds.upperBound)
    let still = isLost ? 0.0 : 1
    let speed = flight.lacks ? 0 : still * fingerSpeed(flight)
    let isOn = commits(
      gone, still * fingerSpeed(flight), pixels: -flight.sign * still * pixelSpeed)
    var isQuick = false
    if case .angle(let half, let quick, let time) = rules.release {
      isQuick =
        180 * gone <= half && 180 * gone > quick && now - fingers[0].downAt < time
    }
    letGo(isOn: isOn, speed: speed, isQuick: isQuick)
  }

  mutating func letGo(isOn: Bool, speed: Double, isQuick: Bool = false) {
    dropOlder()
    settle(isOn: isOn, speed: speed, isQuick: isQuick)
  }

  /// Whether a sheet turns that is let go of.
  func commits(_ gone: Double, _ speed: Double, pixels: Double) -> Bool {
    switch rules.release {
    case .projected(let time, let share): return gone + speed * time > share
    case .half: return gone > 0.5
    case .distance(let share): return gone >= share
    case .speed(let most): return abs(pixels) > most ? pixels > 0 : gone > 0.5
    case .angle(let half, let quick, let time):
      let degrees = gone * 180
      return degrees > half || (degrees > quick && now - fingers[0].downAt < time)
    }
  }
}
