public import CurlCore

/// The pages of a book as pictures: drawn ahead while nothing moves, kept within a budget, and told to
/// a page turner as they come.
///
/// It has no clock and starts nothing by itself: the host calls ``work(at:isMoving:)`` when it
/// has time, and hands the events that come of it to its ``Turner``. Safe from any task.
public actor PageStore {
  /// Why a run of drawing ahead begins; each has its time.
  public enum Occasion: String, Sendable, Equatable, CaseIterable {
    /// The book is opened.
    case load
    /// The book was edited.
    case edit
    /// A page was turned.
    case turn
  }

  /// The pages.
  public private(set) var list = PageList()
  /// The size at which pages are drawn.
  public private(set) var size: PageSize
  /// Pictures that the source has drawn.
  public private(set) var drawn = 0
  /// How many of them were drawn over the memory of one that wasn't needed any more, as far as the
  /// source does so.
  public private(set) var reused = 0

  private var source: any PageSource
  /// Calls of `load` so far.
  private var loads = 0
  private let storage: (any SnapshotStorage)?
  private let profile: PasteRun.Profile
  /// How far from the shown page pages are drawn ahead.
  private let reach: Int
  /// Bytes that were asked for.
  private let budget: Int?
  private var cache: SnapshotCache<Pixmap>
  /// Pictures of an earlier size, for as long as there are none of this one.
  private var outgrown: [PageKey: Pixmap] = [:]
  /// The page around which pages are drawn.
  private var shown = 0
  private var run: PasteRun?
  /// Pages that a turn waits for; they go first, whatever the budget says.
  private var needed: [PageKey] = []
  /// Before this time none of them is asked for again: they weren't ready.
  private var patience = -Double.infinity
  /// Pages that failed when they were drawn last.
  private var failed: Set<PageKey> = []
  /// Pages whose pictures were given away since the turner was last told.
  private var stale: [PageKey] = []

  /// A store of a source's pages.
  ///
  /// - Parameters:
  ///   - source: where they come from.
  ///   - size: of the pictures.
  ///   - budget: bytes that are kept in memory; nil is room for the window and a page. After a resize
  ///     the shown page's old picture stays, and with nil the window's, until there are new ones.
  ///   - reach: pages to either side of the shown one that are drawn ahead and kept; default 3, what facing pages
  ///     need. Single ones do with 2.
  ///   - profile: for how long.
  ///   - storage: where pictures are kept beyond this process's life; default nowhere.
  public init(
    _ source: any PageSource, size: PageSize, budget: Int? = nil, reach: Int = 3,
    profile: PasteRun.Profile = PasteRun.Profile(), storage: (any SnapshotStorage)? = nil
  ) {
    precondition(reach >= 0, "a window reaches 0 pages or further")
    self.source = source
    self.size = size
    self.reach = reach
    self.profile = profile
    self.storage = storage
    self.budget = budget
    cache = Self.cache(budget, reach, size)
  }

  private static func cache(_ budget: Int?, _ reach: Int, _ size: PageSize) -> SnapshotCache<Pixmap>
  {
    SnapshotCache(budget: budget ?? (2 * reach + 2) * 4 * size.width * size.height)
  }

  /// Asks the source for its pages, and begins to draw around one of them.
  ///
  /// The pages of an earlier call are forgotten, and the turner is told that none is at hand; of calls
  /// that overlap the latest counts.
  public func load(around page: Int = 0, at time: Double) async throws {
    try await open(nil, at: nil, around: page, at: time)
  }

  /// The same with another source, such as a text that was set again for pages of another size.
  ///
  /// A turner that is idle takes it as `.edit(.reload(count:))` and a turn to the page without
  /// animation; that edit isn't to be noted.
  public func load(
    _ source: any PageSource, at size: PageSize, around page: Int = 0, at time: Double
  ) async throws {
    try await open(source, at: size, around: page, at: time)
  }

  /// Opens another source, at another size, or what is there at the size that then is.
  private func open(
    _ other: (any PageSource)?, at newSize: PageSize?, around page: Int, at time: Double
  ) async throws {
    loads += 1
    let load = loads
    let source = other ?? self.source
    let identities = try await source.identities()
    let outdated = await storage?.generations ?? [:]
    guard load == loads else { return }
    let size = newSize ?? self.size
    if size != self.size { cache = Self.cache(budget, reach, size) }
    self.source = source
    self.size = size
    let kept = cache.pages
    // What another store has removed there is outdated for this one, too.
    list.outdate(outdated)
    forget(list.apply(.reload(count: identities.count), identities))
    cache.removeAll()
    stale += kept.filter { $0 < list.count }.map { list[$0] }
    outgrown = [:]
    needed = []
    begin(.load, around: page, at: time)
  }

  /// Draws pages at another size from now on, those around the shown one first.
  ///
  /// Until one is drawn anew, ``picture(of:)`` is the one of the old size, to be scaled by whoever
  /// shows it. The turner is told that none is at hand.
  public func resize(to size: PageSize, at time: Double) {
    guard size != self.size else { return }
    self.size = size
    outgrown.merge(cache.pictures) { $1 }
    stale += list.keys.filter { cache.contains($0) }
    let pinned = cache.pinned
    cache = Self.cache(budget, reach, size)
    cache.pinned = pinned
    failed = []
    begin(.load, around: shown, at: time)
  }

  /// Begins a run of drawing ahead.
  public func begin(_ occasion: Occasion, around page: Int, at time: Double) {
    shown = page
    stale += cache.look(at: page, in: list)
    outgrown = outgrown.filter { key, _ in
      list.page(of: key.identity).map { list[$0] == key && abs($0 - page) <= reach } ?? false
    }
    giveAwayOutgrown()
    let budget =
      switch occasion {
      case .load: profile.load
      case .edit: profile.edit
      case .turn: profile.turn
      }
    run = PasteRun(
      around: page, of: list.count, reach: reach, budget: budget, tick: profile.tick, at: time)
  }

  /// Takes notice of what a turner has told: what a turn needs goes first, and when it has ended or the
  /// book was edited, drawing begins around the page that is shown.
  ///
  /// `turner` is the one that told it, as it is now. `identities` are those of the pages that an edit
  /// brings in, as many as it says; it's asked for them where there are any.
  public func note(
    _ told: [TurnerOutput], of turner: Turner, _ identities: (BookEdit) -> [String]
  ) async {
    var gone: [PageKey] = []
    var next: (occasion: Occasion, time: Double)?
    for output in told {
      switch output.kind {
      case .need(let pages):
        patience = -.infinity
        need(pages)
      case .didTurn:
        needed = []
        next = (.turn, output.time)
      case .didEdit(let edit, _):
        let keys = list.apply(edit, edit.bringsIn > 0 ? identities(edit) : [])
        forget(keys)
        // A book that makes way for another leaves its pictures for the next time.
        if case .reload = edit {
          gone += keys.filter { list.page(of: $0.identity) != nil }
        } else {
          gone += keys
        }
        next = (.edit, output.time)
      case .willTurn, .grab, .boundary, .tap, .busy, .ready, .failed, .dropped, .threshold,
        .passed, .state, .willEdit:
        break
      }
    }
    if let next {
      // Stops that were told may be those of another layout: the turner knows what is shown, and what
      // turns still wait for.
      need(turner.missingPages)
      cache.pinned = Set(needed)
      begin(next.occasion, around: turner.shownPage ?? 0, at: next.time)
    }
    // The list is right before anything is waited for: others may work meanwhile.
    if !gone.isEmpty { await storage?.remove(gone) }
  }

  /// The same where no edit brings in pages.
  public func note(_ told: [TurnerOutput], of turner: Turner) async {
    await note(told, of: turner) { edit in
      preconditionFailure("\(edit) brings in pages: their identities are needed")
    }
  }

  private func need(_ pages: [Int]) {
    for page in pages where page < list.count && !needed.contains(list[page]) {
      needed.append(list[page])
      cache.pinned.insert(list[page])
    }
  }

  private func forget(_ keys: [PageKey]) {
    for key in keys {
      cache.remove(key)
      outgrown[key] = nil
      failed.remove(key)
    }
    needed.removeAll { keys.contains($0) }
  }

  /// Draws one page, if one is needed or there is time for one ahead.
  ///
  /// - Parameters:
  ///   - time: now, seconds on the turner's clock.
  ///   - isMoving: whether a sheet moves; then only what a turn waits for is drawn.
  /// - Returns: what to tell the turner, in this order; none if there is nothing to tell.
  public func work(at time: Double, isMoving: Bool) async -> [TurnerEvent] {
    var events = tellStale()
    guard let (key, isNeeded) = next(at: time, isMoving: isMoving) else { return events }
    let asked = size
    let answer = cache.contains(key) ? nil : await fetch(key)
    // The book may have changed while the page was drawn, or the size of its pages.
    guard let page = list.page(of: key.identity), list[page] == key, asked == size else {
      return events + tellStale()
    }
    switch answer {
    case nil:
      needed.removeAll { $0 == key }
      events.append(.page(page, .ready))
    case .failed:
      needed.removeAll { $0 == key }
      failed.insert(key)
      events.append(.page(page, .failed))
    case .notReady:
      if isNeeded {
        // Others first, the next time.
        needed.removeAll { $0 == key }
        needed.append(key)
        patience = time + profile.tick
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
    failed.remove(key)
    outgrown[key] = nil
    stale += cache.insert(picture, of: key, at: page, cost: Self.bytes(picture))
    giveAwayOutgrown()
  }

  /// Makes room within the bytes that were asked for: of the pictures of an earlier size the furthest
  /// go first, and the shown page's stays.
  private func giveAwayOutgrown() {
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

  /// A page's picture, drawn now unless it's kept, however long that takes: for whoever can wait, as a
  /// film can; nil if its source hasn't got it yet, and for a page that isn't there.
  ///
  /// - Throws: what the source throws.
  public func picture(drawing page: Int) async throws -> Pixmap? {
    guard (0..<list.count).contains(page) else { return nil }
    let (key, asked) = (list[page], size)
    if let kept = cache.picture(of: key) { return kept }
    switch await fetch(key) {
    case .notReady: return nil
    case .failed(let error):
      failed.insert(key)
      throw error
    case .picture(let picture):
      if let now = list.page(of: key.identity), list[now] == key, asked == size {
        keep(picture, of: key, at: now)
      }
      return picture
    }
  }

  /// Whether pages are still to be drawn at a time, seconds, for a turn or ahead.
  public func hasWork(at time: Double) -> Bool {
    !needed.isEmpty || !(run?.isOver(at: time) ?? true)
  }

  /// Whether a turn waits for a page.
  public var isBusy: Bool { !needed.isEmpty }

  /// Where a page is in the book and in its chapter; nil if it isn't there.
  public func place(of page: Int) async -> PagePlace? {
    guard (0..<list.count).contains(page) else { return nil }
    let pages = list.count
    let chapter = await source.chapter(of: list[page].identity)
    return PagePlace(page: page, pages: pages, chapter: chapter)
  }

  /// What is to be drawn next, and whether a turn waits for it.
  private func next(at time: Double, isMoving: Bool) -> (PageKey, Bool)? {
    if let key = needed.first, time >= patience { return (key, true) }
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

  /// A page's picture: the one that is kept, else one of an earlier size, else what stands in for one
  /// that failed, isn't drawn yet, or isn't there.
  public func picture(of page: Int) -> Pixmap {
    guard (0..<list.count).contains(page) else { return Placeholder.missing.picture }
    if let picture = cache.picture(of: list[page]) ?? outgrown[list[page]] { return picture }
    return (failed.contains(list[page]) ? Placeholder.failed(size) : .blank(size)).picture
  }

  /// Whether a page's picture is kept in memory.
  public func contains(_ page: Int) -> Bool {
    (0..<list.count).contains(page) && cache.contains(list[page])
  }

  /// The pages whose pictures are kept in memory, in order.
  public var pages: [Int] { cache.pages }

  /// Forgets all pictures, in memory and elsewhere; pages are drawn anew from the next `begin` on.
  public func clear() async {
    let kept = list.keys.indices.filter { cache.contains(list[$0]) }
    cache.removeAll()
    outgrown = [:]
    // What is drawn from now on is another generation than what is removed.
    let gone = list.apply(.reload(count: list.count), list.keys.map(\.identity))
    stale += kept.map { list[$0] }
    needed = needed.compactMap { key in list.page(of: key.identity).map { list[$0] } }
    cache.pinned = Set(needed)
    await storage?.remove(gone)
  }

  private enum Answer {
    case picture(Pixmap)
    case notReady
    case failed(any Error)
  }

  private func fetch(_ key: PageKey) async -> Answer {
    // Both may be others by the time that the picture has come.
    let (size, source) = (size, source)
    if let stored = await storage?.picture(of: key, at: size) { return .picture(stored) }
    do {
      let spare = cache.takeSpare(cost: 4 * size.width * size.height)?.takeBytes() ?? []
      let isReused = !spare.isEmpty
      switch try await source.picture(of: key.identity, at: size, over: spare) {
      case .notReady: return .notReady
      case .picture(let picture):
        drawn += 1
        reused += isReused ? 1 : 0
        guard picture.width == size.width, picture.height == size.height else {
          throw WrongPageSize(
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

extension BookEdit {
  /// How many pages it brings in.
  fileprivate var bringsIn: Int {
    switch self {
    case .insert(_, let count), .reload(let count): count
    case .delete, .update: 0
    }
  }
}
