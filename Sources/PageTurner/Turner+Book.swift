import CurlCore

/// Edits of the book, and changes of its layout and view.
extension Turner {
  /// Queues an edit or a kind of turn, which takes effect as soon as nothing moves.
  ///
  /// If `mayRefuse`, it is dropped while anything moves or waits, except a peeking corner.
  mutating func request(_ command: QueuedCommand, mayRefuse: Bool) {
    idleSince = time
    loseSilentDrivingFinger()
    leaveSnappingPoint()
    let isFree = drag == nil && queue.isEmpty && (motions.isEmpty || isPeeking)
    guard isFree || !mayRefuse else {
      tell(.dropped(.busy))
      return
    }
    queue.append(command)
  }

  /// Sets the kind of turn of leaves that start from now on.
  mutating func turn(as name: String) {
    decrementChangesAhead()
    turn = name
    tell(.turns(as: name))
  }

  /// Counts one edit or kind of turn less ahead of delayed turns.
  private mutating func decrementChangesAhead() {
    for index in delayed.indices where delayed[index].changesAhead > 0 {
      delayed[index].changesAhead -= 1
    }
  }

  mutating func perform(_ edit: BookEdit) {
    // Performed or dropped, the edit is no longer ahead of delayed turns.
    defer { decrementChangesAhead() }
    guard isPossible(edit) else {
      tell(.dropped(.outOfRange))
      return
    }
    tell(.willEdit(edit))
    let shown = shownPage
    switch edit {
    case .insert(let at, let count):
      let last = book.pages
      renumber(last + count) { $0 < at ? $0 : $0 + count }
      show(shown.map { $0 < at ? $0 : $0 + count })
      reveal(at, shown: shown, orAfter: last)
    case .delete(let at, let count):
      renumber(book.pages - count) { $0 < at ? $0 : $0 < at + count ? nil : $0 - count }
      show(shown.map { $0 < at ? $0 : $0 < at + count ? at : $0 - count })
    case .update(let at): readyPages.remove(at)
    case .reload(let count):
      // Turns to stops of the old book have no meaning in the new one.
      for turn in delayed where turn.changesAhead == 0 { tell(.dropped(.superseded)) }
      delayed.removeAll { $0.changesAhead == 0 }
      renumber(count) { _ in nil }
      show(nil)
    }
    tell(.didEdit(edit, stop: book.stops > 0 ? openStop : nil))
  }

  private func isPossible(_ edit: BookEdit) -> Bool {
    switch edit {
    case .insert(let at, let count):
      (0...book.pages).contains(at) && (1...configuration.mostPages).contains(count)
        && book.pages <= configuration.mostPages - count
    case .delete(let at, let count):
      at >= 0 && count >= 1 && at < book.pages && count <= book.pages - at
    case .update(let at): (0..<book.pages).contains(at)
    case .reload(let count): (0...configuration.mostPages).contains(count)
    }
  }

  /// Most pages of any book.
  private static let mostPages = TurnerConfiguration.mostPagesRange.upperBound

  /// The first page shown at rest, which edits and layouts keep in view; nil in an empty book.
  public var shownPage: Int? {
    guard book.stops > 0 else { return nil }
    let stop = book.stop(openStop)
    return stop.pages.first ?? stop.verso?.page ?? stop.recto?.page
  }

  /// Opens the book at a page, or at the last one if `page` is beyond the end; nil opens stop 0.
  private mutating func show(_ page: Int?) {
    guard book.pages > 0, let page else {
      openStop = 0
      return
    }
    openStop = book.stop(of: min(page, book.pages - 1))
  }

  /// Changes the number of pages, and renumbers ready pages, hard pages and delayed turns.
  ///
  /// Queued turns were commanded after the edit, and already refer to the edited book.
  private mutating func renumber(_ count: Int, _ number: (Int) -> Int?) {
    readyPages.renumber(number)
    let old = book
    book = Book(
      pages: count, layout: book.layout, printing: book.printing, binding: book.binding,
      hardPages: Set(book.hardPages.compactMap(number)))
    redirectDelayed(from: old, number)
  }

  /// Leads delayed turns to the new numbers of their pages; drops turns to deleted pages.
  private mutating func redirectDelayed(from old: Book, _ number: (Int) -> Int?) {
    delayed = delayed.compactMap { turn in
      guard turn.changesAhead == 0 else { return turn }
      var turn = turn
      if let page = turn.page, let now = number(page) {
        turn.page = now
        turn.navigation.destination = .stop(book.stop(of: now))
        return turn
      }
      guard turn.page == nil,
        let now = Self.redirected(turn.navigation, from: old, to: book, number)
      else {
        tell(.dropped(.superseded))
        return nil
      }
      turn.navigation = now
      return turn
    }
  }

  /// A turn of the old book as a turn of the new one; nil if its page was deleted.
  private static func redirected(
    _ navigation: Navigation, from old: Book, to book: Book, _ number: (Int) -> Int?
  ) -> Navigation? {
    guard case .stop(let stop) = navigation.destination, (0..<old.stops).contains(stop),
      let page = old.stop(stop).pages.first
    else { return navigation }
    guard let now = number(page) else { return nil }
    var navigation = navigation
    navigation.destination = .stop(book.stop(of: now))
    return navigation
  }

  /// Leads queued and delayed turns to the same pages in another layout.
  ///
  /// Turns behind edits refer to the edited book, which may have more pages.
  private mutating func redirectPendingTurns(from old: Book) {
    func endless(_ book: Book) -> Book {
      Book(
        pages: Self.mostPages, layout: book.layout, printing: book.printing, binding: book.binding,
        hardPages: book.hardPages)
    }
    func inNewLayout(_ navigation: Navigation, isBehindEdit: Bool) -> Navigation {
      let (before, now) = isBehindEdit ? (endless(old), endless(book)) : (old, book)
      return Self.redirected(navigation, from: before, to: now) { $0 } ?? navigation
    }
    for index in delayed.indices {
      if let page = delayed[index].page {
        delayed[index].navigation.destination = .stop(endless(book).stop(of: page))
      } else {
        delayed[index].navigation = inNewLayout(
          delayed[index].navigation, isBehindEdit: delayed[index].changesAhead > 0)
      }
    }
    var isBehindEdit = false
    for index in queue.indices {
      if case .turn(let navigation, let cause, let isBeforeTouch) = queue[index] {
        let now = inNewLayout(navigation, isBehindEdit: isBehindEdit)
        queue[index] = .turn(now, cause, isBeforeTouch: isBeforeTouch)
      } else if case .edit = queue[index] {
        isBehindEdit = true
      }
    }
  }

  /// Turns to an inserted page after the reveal delay, if it replaced the shown page or is last.
  private mutating func reveal(_ page: Int, shown: Int?, orAfter last: Int) {
    guard let delay = configuration.revealDelay, let shown else { return }
    guard page == shown || page == last else { return }
    let stop = book.stop(of: page)
    guard stop != openStop else { return }
    delayed.append(
      Delayed(due: time + delay, navigation: Navigation(.stop(stop)), cause: .edit, page: page))
  }

  /// Applies another size, layout or binding.
  ///
  /// A size keeps the position of every sheet. Another layout or binding ends each motion at its
  /// nearer stop, and keeps the first shown page visible.
  mutating func applyLayout(_ layout: Book.Layout?, _ binding: Binding?, size: SIMD2<Double>?) {
    idleSince = time
    if let size, size != space.size {
      var grip = grip
      let width = space.width
      space.size = size
      // The open pages fill the view, so displacements across scale with it.
      grip?.across *= space.width / width
      grip?.aim?.across *= space.width / width
      for index in motions.indices { motions[index].across *= space.width / width }
      // Samples from the old view say nothing about a finger's speed in the new one.
      for index in fingers.indices {
        let mayTap = fingers[index].mayTap
        let along = space.readingPoint(fingers[index].point).along
        fingers[index].takeOver(along: along, fingers[index].heard)
        fingers[index].mayTap = mayTap
      }
      if let grip { restartDrag(from: grip) }
    }
    let (layout, binding) = (layout ?? book.layout, binding ?? book.binding)
    guard layout != book.layout || binding != book.binding else { return }
    finishAtNearerStop()
    let shown = shownPage
    let isUsual = book.printing == (book.layout == .single ? .oneSided : .twoSided)
    let old = book
    book = Book(
      pages: book.pages, layout: layout, printing: isUsual ? nil : book.printing,
      binding: binding, hardPages: book.hardPages)
    space.binding = binding
    redirectPendingTurns(from: old)
    show(shown)
  }

  /// Ends all motions at once, each at its nearer stop; if one goes back, later motions do, too.
  private mutating func finishAtNearerStop() {
    for finger in fingers.indices { fingers[finger].isIgnored = true }
    dropTurnsBeforeTouch()
    var isCompleted = true
    var undone: [SheetMotion] = []
    for motion in motions where motion.isTurn {
      isCompleted = isCompleted && shareGone(of: motion) > 0.5
      guard isCompleted else {
        undone.append(motion)
        continue
      }
      var landing = motion
      if let position = motion.leafPosition({ position(of: $0, at: time) }) {
        // A leaf that was held, or went back, has no marks ahead up to its goal.
        reportThresholds(from: position, to: motion.goal)
      } else {
        while let mark = landing.popMark() { tell(mark.kind) }
      }
      openStop = motion.to
      tell(.didTurn(from: motion.from, to: motion.to, completed: true))
    }
    for motion in undone.reversed() {
      if let position = motion.leafPosition({ position(of: $0, at: time) }) {
        reportThresholds(from: position, to: motion.origin)
      }
      tell(.didTurn(from: motion.from, to: motion.to, completed: false))
    }
    motions = []
    drag = nil
    idleSince = time
  }

  /// The share of its way that a motion has gone.
  private func shareGone(of motion: SheetMotion) -> Double {
    let position = position(of: motion, at: time)
    if case .riffle(let stagger) = motion.kind { return position / Double(stagger.count) }
    return abs(position - motion.origin)
  }
}
