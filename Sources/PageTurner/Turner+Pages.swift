import CurlCore

/// Turns that wait for pictures of their pages.
extension Turner {
  /// The pages that a turn needs, each once: each leaf's back, front, and the pages under it.
  ///
  /// Of a riffle, only the first two and the last two leaves count.
  func pages(of motion: SheetMotion) -> [Int] {
    guard motion.isTurn else { return [] }
    var pages: [Int] = []
    func add(_ roles: Book.Roles) {
      for page in roles.pages where !pages.contains(page) { pages.append(page) }
    }
    if case .riffle(let stagger) = motion.kind {
      let (first, last) = (min(2, stagger.count), max(stagger.count - 2, 2))
      for number in Array(0..<first) + Array(min(last, stagger.count)..<stagger.count) {
        let stop = motion.from + motion.direction * number
        add(book.roles(from: stop, to: stop + motion.direction))
      }
    } else if let roles = roles(of: motion) {
      add(roles)
    }
    return pages
  }

  /// The roles of a single leaf in its direction; nil for a leaf that isn't in the book.
  func roles(of motion: SheetMotion) -> Book.Roles? {
    motion.direction > 0
      ? book.roles(early: motion.from, late: motion.to)
      : book.roles(early: motion.to, late: motion.from)?.reversed
  }

  /// The pages that a turn needs and that have no pictures.
  func missingPages(_ motion: SheetMotion) -> [Int] {
    guard configuration.awaitsPages else { return [] }
    return pages(of: motion).filter { !readyPages.contains($0) }
  }

  /// Pages without pictures that current turns need, each once, in the best order of drawing.
  public var missingPages: [Int] {
    motions.flatMap { missingPages($0) }.reduce(into: []) { pages, page in
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
      resumeMotions()
    case .stale:
      readyPages.remove(page)
      if motions.contains(where: { $0.waitsForPages && pages(of: $0).contains(page) }) {
        tell(.need([page]))
      }
    case .failed:
      readyPages.remove(page)
      for motion in motions where motion.waitsForPages && pages(of: motion).contains(page) {
        fail(motion, page)
      }
    }
  }

  /// Lets sheets that wait for pages move, as soon as they have them all.
  mutating func resumeMotions() {
    for index in motions.indices where motions[index].waitsForPages {
      guard configuration.latePages != .hold || missingPages(motions[index]).isEmpty else {
        continue
      }
      if case .awaitingPages = motions[index].state {
        var motion = motions[index]
        depart(&motion, isInstant: configuration.reducesMotion)
        motions[index] = motion
      } else {
        startCatchingUp(index)
      }
    }
  }

  /// Lifts a held sheet that lay flat for its pages: it catches up with its finger.
  private mutating func startCatchingUp(_ index: Int) {
    guard var drag, let finger = fingers.first else { return }
    let motion = motions[index]
    let point = space.readingPoint(finger.point)
    let raw = drag.rawPosition(
      along: point.along, at: time, length: wayLength, catchUp)
    drag.base = motion.origin
    drag.anchor = point.along
    // The sheet lay flat so far: it is held at the finger's current point.
    drag.anchorAcross = point.across
    drag.baseAcross = 0
    motions[index].heldPoint = heldPoint(at: point.across)
    drag.catchUpDistance = raw - motion.origin
    drag.since = time
    drag.smoothedFrom = SheetOffset(position: motion.origin, across: 0)
    drag.smoothedSince = time
    self.drag = drag
    motions[index].liesFlatForPages = false
    var held = motions[index]
    plan(&held, from: motion.origin)
    motions[index] = held
  }

  /// Ends a turn that waits for a failed page; its sheet has never moved.
  private mutating func fail(_ motion: SheetMotion, _ page: Int) {
    guard let index = motions.firstIndex(of: motion) else { return }
    if drag != nil, index == motions.count - 1 {
      drag = nil
      fingers[0].isIgnored = true
    }
    motions.remove(at: index)
    tell(.failed(page: page))
    tell(.didTurn(from: motion.from, to: motion.to, completed: false))
    if motions.isEmpty { idleSince = time }
  }
}
