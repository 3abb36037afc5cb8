import Glibc

/// What happens by itself.
extension Twin {
  private enum Next {
    case pass, land, lose, stack
    case later(Int)
    case autoplay
  }

  mutating func pass(until time: Double) {
    while let (at, next) = nextThing(), at <= time {
      now = max(now, at)
      switch next {
      case .pass: passNext()
      case .land: land()
      case .lose: lose()
      case .stack:
        if let index = queue.firstIndex(where: \.isTurn), case .turn(let wish) = queue[index].what {
          queue.remove(at: index)
          begin(wish)
        }
      case .later(let index):
        let one = later.remove(at: index)
        var wish = one.wish
        wish.delay = 0
        quiet = now
        if let page = one.page { wish.stop = book.stop(of: page) ?? -1 }
        ask(wish, behind: one.edits)
      case .autoplay:
        quiet = now
        ask(TwinWish(step: 1, cause: "autoplay"))
      }
      comeToRest()
    }
    now = time
  }

  var nextTime: Double? { nextThing()?.0 }

  /// The earliest of all that is to come; of several at the same time the first of this list.
  private func nextThing() -> (Double, Next)? {
    var all: [(Double, Next)] = flights.compactMap { $0.passes.first.map { ($0.time, .pass) } }
    if let first = flights.first, let end = end(of: first) { all.append((end, .land)) }
    if let finger = fingers.first, hold != nil, !queue.isEmpty {
      all.append((max(finger.heard + rules.lostAfter, now), .lose))
    }
    if let time = stackTime { all.append((time, .stack)) }
    for (index, one) in later.enumerated() { all.append((one.time, .later(index))) }
    if let time = autoplayTime { all.append((time, .autoplay)) }
    return all.enumerated().min { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }?.element
  }

  private mutating func passNext() {
    let index = flights.indices.filter { !flights[$0].passes.isEmpty }
      .min { flights[$0].passes[0].time < flights[$1].passes[0].time }
    guard let index else { return }
    tell(flights[index].passes.removeFirst().words)
  }

  private var autoplayTime: Double? {
    guard let wait = rules.autoplay, rules.turns, flights.isEmpty || hold != nil, book.stops > 0,
      neighbour(of: rest, 1) != nil
    else { return nil }
    return ([quiet + wait] + fingers.map { $0.heard + rules.lostAfter }).max()
  }

  /// When the next turn that waits may start beside the leaf on its way.
  private var stackTime: Double? {
    guard rules.busyTurn == "stack", let item = queue.first, case .turn(let wish) = item.what,
      let last = flights.last, last.shape == .leaf, last.isOn,
      case .gliding(let glide) = last.motion, wish.step != nil, wish.isShown,
      let to = goal(of: wish, from: last.to),
      wish.step == Int(last.sign), !turnsWhole(last.from, last.to, last.sign),
      !turnsWhole(last.to, to, last.sign)
    else { return nil }
    if glide.place(now) >= 0.05 { return now }
    var (low, high) = (now, glide.end)
    for _ in 0..<200 where low < high {
      let middle = (low + high) / 2
      if glide.place(middle) >= 0.05 { high = middle } else { low = middle }
    }
    return high
  }

  private func turnsWhole(_ from: Int, _ to: Int, _ sign: Double) -> Bool {
    sign > 0 ? book.isWhole(early: from, late: to) : book.isWhole(early: to, late: from)
  }

  /// When a flight lands by itself.
  func end(of flight: TwinFlight) -> Double? {
    switch flight.motion {
    case .held, .waiting: nil
    case .gliding(let glide): glide.end
    case .riffling(let since, let from, let isOn):
      since + (isOn ? flight.starts[flight.count - 1] + flight.lasts - from : from)
    }
  }

  /// What has come to rest lands.
  mutating func landSettled() {
    while let first = flights.first, let end = end(of: first), end <= now { land() }
  }

  /// The first flight lands.
  mutating func land() {
    let flight = flights.removeFirst()
    for pass in flight.passes { tell(pass.words) }
    if flights.isEmpty { quiet = now }
    guard flight.isTurn else { return }
    if flight.isOn { rest = flight.to }
    tell("didTurn \(flight.from) \(flight.to) \(flight.isOn)")
  }
}
