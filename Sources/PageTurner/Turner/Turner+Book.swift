import CurlCore

/// Edits of the book, and other views of it.
extension Turner {
  /// Edits now, or as soon as nothing moves.
  mutating func request(_ edit: BookEdit) {
    idleSince = time
    guard !flights.isEmpty || drag != nil || !queue.isEmpty else {
      perform(edit)
      return
    }
    if configuration.onBusyEdit == .refuse {
      tell(.dropped(.busy))
    } else {
      queue.append(.edit(edit))
    }
  }

  mutating func perform(_ edit: BookEdit) {
    guard isPossible(edit) else {
      tell(.dropped(.outOfRange))
      return
    }
    tell(.willEdit(edit))
    let shown = shownPage
    switch edit {
    case .insert(let at, let count):
      renumber(book.pages + count) { $0 < at ? $0 : $0 + count }
      show(shown.map { $0 < at ? $0 : $0 + count })
      reveal(at, shown: shown)
    case .delete(let at, let count):
      renumber(book.pages - count) { $0 < at ? $0 : $0 < at + count ? nil : $0 - count }
      show(shown.map { $0 < at ? $0 : $0 < at + count ? at : $0 - count })
    case .update(let at): readyPages.remove(at)
    case .reload(let count):
      renumber(count) { _ in nil }
      show(nil)
    }
    tell(.didEdit(edit, stop: book.stops > 0 ? committed : nil))
  }

  private func isPossible(_ edit: BookEdit) -> Bool {
    switch edit {
    case .insert(let at, let count):
      (0...book.pages).contains(at) && (1...Self.mostPages).contains(count)
        && book.pages + count <= Self.mostPages
    case .delete(let at, let count):
      at >= 0 && count >= 1 && at < book.pages && count <= book.pages - at
    case .update(let at): (0..<book.pages).contains(at)
    case .reload(let count): (0...Self.mostPages).contains(count)
    }
  }

  private static let mostPages = 1 << 30

  /// The page that stays in view whatever happens: the first one that is shown.
  private var shownPage: Int? {
    guard book.stops > 0 else { return nil }
    let stop = book.stop(committed)
    return stop.pages.first ?? stop.verso?.page ?? stop.recto?.page
  }

  /// Opens the book where a page is shown, the last one for one that isn't there any more.
  private mutating func show(_ page: Int?) {
    guard book.pages > 0, let page else {
      committed = 0
      return
    }
    committed = book.stop(of: min(page, book.pages - 1))
  }

  /// Gives the book another number of pages; what is known of a page goes with it.
  private mutating func renumber(_ count: Int, _ number: (Int) -> Int?) {
    readyPages = Set(readyPages.compactMap(number))
    book = Book(
      pages: count, layout: book.layout, printing: book.printing, binding: book.binding,
      hardPages: Set(book.hardPages.compactMap(number)))
  }

  /// Turns to an inserted page after a while, if it took the place of the shown one or is the last.
  private mutating func reveal(_ page: Int, shown: Int?) {
    guard let delay = configuration.revealDelay, let shown else { return }
    guard page == shown || page == book.pages - 1 else { return }
    let stop = book.stop(of: page)
    guard stop != committed else { return }
    delayed.append(
      Delayed(due: time + delay, navigation: Navigation(.stop(stop)), cause: .edit))
  }

  /// Another size leaves every sheet where it is; another layout ends what is under way at the
  /// nearer stop, and shows the page that was shown first.
  mutating func lay(out layout: Book.Layout?, size: SIMD2<Double>?) {
    idleSince = time
    if let size, size != space.size {
      let held = flights.last.map { place(of: $0, at: time) }
      let displacement = drag.map { across(of: $0, fingers[0]) } ?? 0
      space.size = size
      // Where a finger was in the old view says nothing about its speed in this one.
      for index in fingers.indices {
        let point = fingers[index].point
        let mayTap = fingers[index].mayTap
        fingers[index].takeOver(along: space.place(point).x, time)
        fingers[index].mayTap = mayTap
      }
      if drag != nil, let held { rebase(at: held, displacement) }
    }
    guard let layout, layout != book.layout else { return }
    finishAtNearerStop()
    let shown = shownPage
    let stops = queue.map(firstPage(of:))
    let isUsual = book.printing == (book.layout == .single ? .oneSided : .twoSided)
    book = Book(
      pages: book.pages, layout: layout, printing: isUsual ? nil : book.printing,
      binding: book.binding, hardPages: book.hardPages)
    show(shown)
    for (index, page) in stops.enumerated() {
      guard let page, case .turn(var navigation, let cause) = queue[index] else { continue }
      navigation.destination = .stop(book.stop(of: page))
      queue[index] = .turn(navigation, cause)
    }
  }

  /// The page that a waiting turn to a stop is meant to show.
  private func firstPage(of waiting: Waiting) -> Int? {
    guard case .turn(let navigation, _) = waiting, case .stop(let stop) = navigation.destination,
      (0..<book.stops).contains(stop)
    else { return nil }
    return book.stop(stop).pages.first
  }

  private mutating func finishAtNearerStop() {
    for finger in fingers.indices { fingers[finger].isSpent = true }
    while !flights.isEmpty {
      var flight = flights[0]
      let place = place(of: flight, at: time)
      let way: Double
      if case .riffle(let stagger) = flight.kind {
        way = place / Double(stagger.count)
      } else {
        way = abs(place - flight.origin)
      }
      let target = flight.isTurn && way > 0.5 ? flight.goal : flight.origin
      flight.marks.removeAll()
      flight.motion = .settling(Settle(at: time, resting: target))
      flights[0] = flight
      endOldest()
    }
    drag = nil
  }

  mutating func configure(_ rules: TurnerConfiguration) {
    idleSince = time
    let held = flights.last.map { place(of: $0, at: time) }
    let displacement = drag.map { across(of: $0, fingers[0]) } ?? 0
    configuration = rules
    if drag != nil, let held { rebase(at: held, displacement) }
    resumeFlights()
  }
}

extension Turner {
  /// Throws for an event that makes no sense.
  func check(_ event: TurnerEvent, at time: Double) throws(TurnerError) {
    guard time.isFinite, time >= self.time else { throw .time(time, latest: self.time) }
    switch event {
    case .down(_, let point), .move(_, let point), .up(_, let point):
      for number in [point.x, point.y] where !(abs(number) <= 1e9) { throw .point(point) }
    case .navigate(let navigation):
      guard (0...1e9).contains(navigation.delay) else {
        throw .value(name: "delay", navigation.delay, range: "0…1e9 s")
      }
    case .layout(let size, _):
      if let size { try Self.check(size) }
    case .configure(let rules): try rules.check()
    case .cancel, .abort, .tick, .page, .edit: break
    }
  }
}
