/// Pages that come when they can.
extension Twin {
  /// The pages that a turn needs and that aren't at hand.
  func missing(_ flight: TwinFlight) -> [Int] {
    guard rules.awaits, flight.isTurn else { return [] }
    return needed(flight).filter { !ready.contains($0) }
  }

  /// The pages that a turn needs, each once; of leaves that riffle those of two at either end.
  private func needed(_ flight: TwinFlight) -> [Int] {
    let step = Int(flight.sign)
    var leaves = [(flight.from, flight.to)]
    if flight.shape == .riffle {
      leaves = (0..<flight.count).map { (flight.from + step * $0, flight.from + step * ($0 + 1)) }
      if leaves.count > 4 { leaves.removeSubrange(2..<leaves.count - 2) }
    }
    var pages: [Int] = []
    for (from, to) in leaves {
      let between = book.pages(
        early: step > 0 ? from : to, late: step > 0 ? to : from, isForward: step > 0)
      for page in between where !pages.contains(page) { pages.append(page) }
    }
    return pages
  }

  /// Whether a flight stays where it is until its pages have come.
  private func lacks(_ flight: TwinFlight) -> Bool { flight.isWaiting || flight.lacks }

  mutating func note(_ page: Int, _ state: String) {
    guard page >= 0 && page < book.pages else { return tell("dropped outOfRange") }
    if state == "ready" { ready.insert(page) } else { ready.remove(page) }
    guard let index = flights.firstIndex(where: { lacks($0) && needed($0).contains(page) }) else {
      return
    }
    switch state {
    case "failed":
      tell("failed \(page)")
      if flights[index].isHeld { spend() }
      let flight = flights.remove(at: index)
      tell("didTurn \(flight.from) \(flight.to) false")
      if flights.isEmpty { quiet = now }
    case "stale": tell("need \([page])")
    default: goOn()
    }
  }

  /// Sets going what has all its pages.
  mutating func goOn() {
    for index in flights.indices where lacks(flights[index]) {
      let mayGo = rules.late != "hold" || missing(flights[index]).isEmpty
      guard mayGo else { continue }
      if flights[index].isHeld {
        flights[index].lacks = false
        arrive(index)
      } else {
        depart(index)
      }
    }
  }

  /// A sheet that was held in vain comes to its finger.
  private mutating func arrive(_ index: Int) {
    let flight = flights[index]
    let way = wanted(flight)
    hold?.base = 0
    hold?.slack = 0
    hold?.anchor = fingers[0].place
    owe(way)
    flights[index].edge = edge
    leap(from: 0, to: place(flight, at: now), flight)
    plan(index)
  }
}
