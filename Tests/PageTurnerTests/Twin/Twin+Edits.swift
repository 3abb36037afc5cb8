/// Edits of the book, other layouts and other rules.
extension Twin {
  mutating func ask(_ edit: TwinEdit) {
    lose()
    guard !flights.isEmpty || !queue.isEmpty else { return make(edit) }
    if rules.busyEdit == "refuse" { return tell("dropped busy") }
    queue.append(TwinQueued(what: .edit(edit)))
  }

  mutating func make(_ edit: TwinEdit) {
    defer { for index in later.indices { later[index].edits = max(later[index].edits - 1, 0) } }
    let isThere =
      switch edit.kind {
      case "insert": edit.at >= 0 && edit.at <= book.pages && edit.count > 0
      case "delete": edit.at >= 0 && edit.count > 0 && edit.at + edit.count <= book.pages
      case "update": edit.at >= 0 && edit.at < book.pages
      default: edit.count >= 0
      }
    guard isThere else { return tell("dropped outOfRange") }
    tell("willEdit \(edit.words)")
    let shown = book.stops > 0 ? book.spreads[rest][0] : 0
    // Each page's old number, by its new one.
    var numbers: [Int?] = Array(0..<book.pages)
    switch edit.kind {
    case "insert":
      numbers.insert(contentsOf: [Int?](repeating: nil, count: edit.count), at: edit.at)
    case "delete": numbers.removeSubrange(edit.at..<edit.at + edit.count)
    case "update": ready.remove(edit.at)
    default: numbers = [Int?](repeating: nil, count: edit.count)
    }
    let (old, oldPages) = (book, book.pages)
    book.pages = numbers.count
    ready = Set(numbers.indices.filter { numbers[$0].map(ready.contains) ?? false })
    let next = edit.kind == "delete" ? min(edit.at, max(book.pages - 1, 0)) : 0
    rest = book.stop(of: numbers.firstIndex(of: shown) ?? next) ?? 0
    follow(old, isOther: edit.kind == "reload") { page in numbers.firstIndex(of: page) }
    if edit.kind == "insert", let wait = rules.reveal, oldPages > 0,
      edit.at == shown || edit.at == oldPages, book.stop(of: edit.at) != rest
    {
      var wish = TwinWish(stop: 0)
      wish.cause = "edit"
      later.append(TwinLater(time: now + wait, wish, page: edit.at))
    }
    tell("didEdit \(edit.words) \(book.stops > 0 ? String(rest) : "-")")
  }

  /// Turns that wait for their time follow their pages.
  private mutating func follow(_ old: TwinBook, isOther: Bool, _ number: (Int) -> Int?) {
    var kept: [TwinLater] = []
    for var one in later {
      if isOther {
        if one.page == nil { tell("dropped superseded") }
        continue
      }
      if one.wish.step == nil, one.wish.stop != .max {
        let isThere = one.page != nil || (one.wish.stop >= 0 && one.wish.stop < old.stops)
        guard isThere else {
          kept.append(one)
          continue
        }
        guard let page = number(one.page ?? old.spreads[one.wish.stop][0]) else {
          if one.page == nil { tell("dropped superseded") }
          continue
        }
        if one.page != nil { one.page = page } else { one.wish.stop = book.stop(of: page) ?? 0 }
      }
      kept.append(one)
    }
    later = kept
  }

  mutating func lay(_ size: SIMD2<Double>?, _ layout: TwinBook.Layout?, _ binding: String?) {
    let old = book
    var new = book
    new.layout = layout ?? old.layout
    new.binding = binding ?? old.binding
    guard new.layout != old.layout || new.binding != old.binding else {
      if let size, size != view { keepingHold { $0.view = size } }
      return
    }
    endAll()
    let shown = book.stops > 0 ? book.spreads[rest][0] : 0
    book = new
    view = size ?? view
    rest = book.stop(of: shown) ?? 0
    for index in later.indices where later[index].page == nil && later[index].wish.step == nil {
      later[index].wish.stop = moved(later[index].wish.stop, old)
    }
    for index in queue.indices {
      if case .turn(var wish) = queue[index].what, wish.step == nil {
        wish.stop = moved(wish.stop, old)
        queue[index].what = .turn(wish)
      }
    }
  }

  /// A stop of an old layout in this one.
  private func moved(_ stop: Int, _ old: TwinBook) -> Int {
    guard stop != .max, stop >= 0, stop < old.stops else { return stop }
    return book.stop(of: old.spreads[stop][0]) ?? stop
  }

  /// All that is under way ends at its nearer stop.
  private mutating func endAll() {
    var isGoing = true
    var ends: [Bool] = []
    for flight in flights {
      let ways = flight.shape == .riffle ? ways(flight, at: now) : [place(flight, at: now)]
      isGoing = isGoing && ways.reduce(0, +) / Double(ways.count) > 0.5 && flight.isTurn
      ends.append(isGoing)
    }
    if hold != nil { dropOlder() }
    while let last = flights.last, ends[flights.count - 1] == false {
      if last.shape != .riffle { leap(from: place(last, at: now), to: 0, last) }
      flights.removeLast()
      if last.isTurn { tell("didTurn \(last.from) \(last.to) false") }
    }
    while !flights.isEmpty {
      flights[0].isOn = true
      hurry()
    }
    hold = nil
    for index in fingers.indices { fingers[index].isSpent = true }
    quiet = now
  }

  mutating func change(to rules: TwinRules) {
    if self.rules.turns && !rules.turns { lock() }
    if hold != nil, let flight = flights.last, !flight.isTurn, self.rules.ends != rules.ends {
      // What it may be pulled to by the new rules is another place: it's let go of where it is.
      let place = place(flight, at: now)
      dropOlder()
      spend()
      self.rules = rules
      flights[flights.count - 1].motion = .gliding(
        TwinGlide(at: now, from: place, speed: 0, to: place, length: 0, room: 0))
      settle(isOn: false, speed: 0)
    } else {
      keepingHold { $0.rules = rules }
    }
    for index in flights.indices {
      plan(index)
      flights[index].passes.removeAll { $0.time <= now }
    }
    goOn()
  }

  /// Nothing is turned any more: what is held or waits goes back.
  private mutating func lock() {
    for index in fingers.indices { fingers[index].isSpent = true }
    let turns = queue.count(where: \.isTurn)
    queue.removeAll(where: \.isTurn)
    for _ in 0..<turns { tell("dropped locked") }
    if hold != nil { settle(isOn: false, speed: 0) }
    for index in flights.indices where flights[index].isWaiting { fall(index) }
  }
}
