public import CurlCore
public import PageTurner

/// Draws pages and returns their pictures.
extension PageStore {
  /// Draws one page, if a turn needs one or time is left to draw ahead.
  ///
  /// - Parameters:
  ///   - time: now, seconds on the turner's clock.
  ///   - isMoving: whether a sheet moves; then only pages that a turn waits for are drawn.
  /// - Returns: events for the turner, in this order; may be empty.
  public func work(at time: Double, isMoving: Bool) async -> [TurnerEvent] {
    var events = tellStale()
    guard let (key, isNeeded) = next(at: time, isMoving: isMoving) else { return events }
    let asked = size
    let answer = cache.contains(key) ? nil : await fetch(key)
    // The book or the size of its pages may have changed while the page was drawn.
    guard let page = list.page(of: key.identity), list[page] == key, asked == size else {
      return events + tellStale()
    }
    switch answer {
    case nil:
      needed.removeAll { $0 == key }
      events.append(.page(page, .ready))
    case .failed(let error):
      needed.removeAll { $0 == key }
      failed[key] = placeholder(error)
      events.append(.page(page, .failed))
    case .notReady:
      if isNeeded {
        // The page moves to the end, so that others come first the next time.
        needed.removeAll { $0 == key }
        needed.append(key)
        retryTime = time + profile.tick
      } else {
        run?.putBack(page)
      }
    case .picture(let picture):
      needed.removeAll { $0 == key }
      keep(picture, of: key, at: page)
      if cache.contains(key) { events.append(.page(page, .ready)) }
    }
    return events + tellStale()
  }

  private func keep(_ picture: Pixmap, of key: PageKey, at page: Int) {
    failed[key] = nil
    outgrown[key] = nil
    stale += cache.insert(picture, of: key, at: page, cost: Self.bytes(picture))
    evictOutgrown()
  }

  /// Evicts pictures of an earlier size beyond the budget, furthest first; the shown page's stays.
  func evictOutgrown() {
    guard let budget else { return }
    func distance(_ key: PageKey) -> Int {
      list.page(of: key.identity).map { abs($0 - shown) } ?? .max
    }
    let furthestFirst = outgrown.keys.sorted {
      (distance($0), $0.identity) > (distance($1), $1.identity)
    }
    var bytes = outgrown.values.reduce(cache.cost) { $0 + Self.bytes($1) }
    for key in furthestFirst where bytes > budget && distance(key) > 0 {
      if let picture = outgrown.removeValue(forKey: key) { bytes -= Self.bytes(picture) }
    }
  }

  /// Returns a page's picture, drawn now if necessary, however long that takes; nil if the source
  /// isn't ready.
  ///
  /// For callers that can wait, such as a film.
  ///
  /// - Throws: a ``PageError``, or the source's error; ``picture(of:)`` then returns the page's
  ///   placeholder.
  public func picture(drawing page: Int) async throws -> Pixmap? {
    guard (0..<list.count).contains(page) else {
      throw PageError.missing(page: page, pages: list.count)
    }
    let (key, asked) = (list[page], size)
    if let kept = cache.picture(of: key) { return kept }
    switch await fetch(key) {
    case .notReady: return nil
    case .failed(let error):
      failed[key] = placeholder(error)
      throw error
    case .picture(let picture):
      if let now = list.page(of: key.identity), list[now] == key, asked == size {
        keep(picture, of: key, at: now)
      }
      return picture
    }
  }

  /// Whether pages have to be drawn at a time, seconds, for a turn or ahead.
  public func hasWork(at time: Double) -> Bool {
    !needed.isEmpty || !(run?.isOver(at: time) ?? true)
  }

  /// Whether a turn waits for a page.
  public var isBusy: Bool { !needed.isEmpty }

  /// Position of a page in the book and in its chapter; nil for a page that doesn't exist.
  public func place(of page: Int) async -> PagePlace? {
    guard (0..<list.count).contains(page) else { return nil }
    let pages = list.count
    let chapter = await source.chapter(of: list[page].identity)
    return PagePlace(page: page, pages: pages, chapter: chapter)
  }

  /// The next page to draw, and whether a turn waits for it.
  private func next(at time: Double, isMoving: Bool) -> (PageKey, Bool)? {
    if let key = needed.first, time >= retryTime { return (key, true) }
    let (list, cache) = (list, cache)
    let page = run?.next(at: time, isMoving: isMoving) { cache.contains(list[$0]) }
    return page.map { (list[$0], false) }
  }

  private func tellStale() -> [TurnerEvent] {
    defer { stale = [] }
    return stale.compactMap { key in
      guard let page = list.page(of: key.identity), list[page] == key, !cache.contains(key)
      else { return nil }
      return .page(page, .stale)
    }
  }

  /// A page's picture: the cached one, else one of an earlier size, else the placeholder of a page
  /// that failed, has no pixels, isn't drawn yet, or doesn't exist.
  public func picture(of page: Int) -> Pixmap {
    guard (0..<list.count).contains(page) else { return Placeholder.missing.picture }
    if let picture = cache.picture(of: list[page]) ?? outgrown[list[page]] { return picture }
    return (failed[list[page]] ?? .blank(size)).picture
  }

  /// Whether a page's picture is in memory.
  public func contains(_ page: Int) -> Bool {
    (0..<list.count).contains(page) && cache.contains(list[page])
  }

  /// The pages whose pictures are in memory, in order.
  public var pages: [Int] { cache.pages }

  /// Removes all pictures, in memory and in the storage; the next `begin` draws pages again.
  public func clear() async {
    let kept = list.keys.indices.filter { cache.contains(list[$0]) }
    cache.removeAll()
    outgrown = [:]
    // Pages drawn from now on are a newer generation than the removed ones.
    let gone = list.apply(.reload(count: list.count), list.keys.map(\.identity))
    stale += kept.map { list[$0] }
    needed = needed.compactMap { key in list.page(of: key.identity).map { list[$0] } }
    cache.pinned = Set(needed)
    await storage?.remove(gone)
  }

  /// Placeholder of a page that failed.
  private func placeholder(_ error: any Error) -> Placeholder {
    (error as? PageError)?.placeholder ?? .failed(size)
  }

  private enum Answer {
    case picture(Pixmap)
    case notReady
    case failed(any Error)
  }

  private func fetch(_ key: PageKey) async -> Answer {
    // Copies, because both may change before the picture arrives.
    let (size, source) = (size, source)
    if let stored = await storage?.picture(of: key, at: size) { return .picture(stored) }
    do {
      let spare = cache.takeSpare(cost: 4 * size.width * size.height)?.takeBytes() ?? []
      let isReused = !spare.isEmpty
      switch try await source.picture(of: key.identity, at: size, over: spare) {
      case .notReady: return .notReady
      case .empty: throw PageError.empty(identity: key.identity)
      case .picture(let picture):
        drawn += 1
        reused += isReused ? 1 : 0
        guard picture.width == size.width, picture.height == size.height else {
          throw PageError.wrongSize(
            asked: size, picture: PageSize(width: picture.width, height: picture.height))
        }
        await storage?.keep(picture, of: key)
        return .picture(picture)
      }
    } catch {
      return .failed(error)
    }
  }

  private static func bytes(_ picture: Pixmap) -> Int {
    (picture.format == .rgba16 ? 8 : 4) * picture.width * picture.height
  }
}
