import CurlCore

/// Turns that wait for pictures of their pages.
extension Turner {
  /// The pages that a turn needs, each once: each leaf's back, front, and the pages under it.
  ///
  /// Of a riffle, only the first two and the last two leaves count.
  func pages(of flight: Flight) -> [Int] {
    guard flight.isTurn else { return [] }
    var pages: [Int] = []
    func add(_ roles: Book.Roles) {
      for page in roles.pages where !pages.contains(page) { pages.append(page) }
    }
    if case .riffle(let stagger) = flight.kind {
      let (first, last) = (min(2, stagger.count), max(stagger.count - 2, 2))
      for number in Array(0..<first) + Array(min(last, stagger.count)..<stagger.count) {
        let stop = flight.from + flight.direction * number
        add(book.roles(from: stop, to: stop + flight.direction))
      }
    } else if let roles = roles(of: flight) {
      add(roles)
    }
    return pages
  }

  /// The roles of a single leaf in its direction; nil for a leaf that isn't in the book.
  func roles(of flight: Flight) -> Book.Roles? {
    flight.direction > 0
      ? book.roles(early: flight.from, late: flight.to)
      : book.roles(early: flight.to, late: flight.from)?.reversed
  }

  /// The pages that a turn needs and that have no pictures.
  func missingPages(_ flight: Flight) -> [Int] {
    guard configuration.awaitsPages else { return [] }
    return pages(of: flight).filter { !readyPages.contains($0) }
  }

  /// Pages without pictures that current turns need, each once, in the best order of drawing.
  public var missingPages: [Int] {
    flights.flatMap { missingPages($0) }.reduce(into: []) { pages, page in
      if !pages.contains(page) { pages.append(page) }
    }
  }

  mutating func page(_ page: Int, _ state: PageState) {
    guard (0..<book.pages).contains(page) else {
      tell(.dropped(.outOfRange))
      return
    }
    switch state {
    case .ready:
      readyPages.insert(page)
      resumeFlights()
    case .stale:
      readyPages.remove(page)
      if flights.contains(where: { isWaiting($0) && pages(of: $0).contains(page) }) {
        tell(.need([page]))
      }
    case .failed:
      readyPages.remove(page)
      for flight in flights where isWaiting(flight) && pages(of: flight).contains(page) {
        fail(flight, page)
      }
    }
  }

  private func isWaiting(_ flight: Flight) -> Bool {
    if case .waiting = flight.motion { true } else { flight.isWaiting }
  }

  /// Starts the motion of waiting flights that have all their pages.
  mutating func resumeFlights() {
    for index in flights.indices where isWaiting(flights[index]) {
      guard configuration.latePages != .hold || missingPages(flights[index]).isEmpty else {
        continue
      }
      if case .waiting = flights[index].motion {
        var flight = flights[index]
        depart(&flight, isInstant: configuration.reducesMotion)
        flights[index] = flight
      } else {
        bring(index)
      }
    }
  }

  /// Lets a held sheet that waited for pages catch up with its finger, without a jump.
  private mutating func bring(_ index: Int) {
    guard var drag, let finger = fingers.first else { return }
    let flight = flights[index]
    let place = space.place(finger.point)
    let raw = drag.rawPlace(
      along: place.x, at: time, length: wayLength, catchUp)
    drag.base = flight.origin
    drag.anchor = place.x
    // The sheet lay flat so far: it is held at the finger's current point.
    drag.anchorAcross = place.y
    drag.baseAcross = 0
    flights[index].heldPoint = heldPoint(at: place.y)
    drag.catchUpDistance = raw - flight.origin
    drag.since = time
    (drag.seen, drag.seenSince) = (SIMD2(flight.origin, 0), time)
    self.drag = drag
    flights[index].isWaiting = false
    var held = flights[index]
    plan(&held, from: flight.origin)
    flights[index] = held
  }

  /// Ends a turn that waits for a failed page; its sheet has never moved.
  private mutating func fail(_ flight: Flight, _ page: Int) {
    guard let index = flights.firstIndex(of: flight) else { return }
    if drag != nil, index == flights.count - 1 {
      drag = nil
      fingers[0].isIgnored = true
    }
    flights.remove(at: index)
    tell(.failed(page: page))
    tell(.didTurn(from: flight.from, to: flight.to, completed: false))
    if flights.isEmpty { idleSince = time }
  }
}
