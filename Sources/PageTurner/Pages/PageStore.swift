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
  public let size: PageSize

  private let source: any PageSource
  private let storage: (any SnapshotStorage)?
  private let profile: PasteRun.Profile
  /// How far from the shown page pages are drawn ahead.
  private let reach: Int
  private var cache: SnapshotCache<Pixmap>
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
  ///   - budget: bytes that are kept in memory; nil is room for the window and a page.
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
    cache = SnapshotCache(budget: budget ?? (2 * reach + 2) * 4 * size.width * size.height)
  }

  /// Asks the source for its pages, and begins to draw around one of them; the pages of an earlier
  /// call are forgotten.
  public func load(around page: Int = 0, at time: Double) async throws {
    let identities = try await source.identities()
    forget(list.apply(.reload(count: identities.count), identities))
    cache.removeAll()
    needed = []
    begin(.load, around: page, at: time)
  }

  /// Begins a run of drawing ahead.
  public func begin(_ occasion: Occasion, around page: Int, at time: Double) {
    stale += cache.look(at: page, in: list)
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
  /// `identities` are those of the pages that an edit brings in, as many as it says.
  public func note(
    _ told: [TurnerOutput], of book: Book, _ identities: (BookEdit) -> [String]
  ) async {
    var gone: [PageKey] = []
    for output in told {
      switch output.kind {
      case .need(let pages):
        patience = -.infinity
        for page in pages where page < list.count && !needed.contains(list[page]) {
          needed.append(list[page])
          cache.pinned.insert(list[page])
        }
      case .didTurn(let from, let to, let completed):
        needed = []
        cache.pinned = []
        begin(.turn, around: Self.page(at: completed ? to : from, book), at: output.time)
      case .didEdit(let edit, let stop):
        let keys = list.apply(edit, identities(edit))
        forget(keys)
        gone += keys
        begin(.edit, around: stop.map { Self.page(at: $0, book) } ?? 0, at: output.time)
      case .willTurn, .grab, .boundary, .tap, .busy, .ready, .failed, .dropped, .threshold,
        .passed, .state, .willEdit:
        break
      }
    }
    // The list is right before anything is waited for: others may work meanwhile.
    for key in gone { await storage?.remove(key) }
  }

  /// The same where no edit brings in pages.
  public func note(_ told: [TurnerOutput], of book: Book) async {
    await note(told, of: book) { edit in
      preconditionFailure("\(edit) brings in pages: their identities are needed")
    }
  }

  private func forget(_ keys: [PageKey]) {
    for key in keys {
      cache.remove(key)
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
    let answer = cache.contains(key) ? nil : await fetch(key)
    // The book may have changed while the page was drawn.
    guard let page = list.page(of: key.identity), list[page] == key else {
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
      failed.remove(key)
      stale += cache.insert(
        picture, of: key, at: page, cost: 4 * size.width * size.height)
      if cache.contains(key) { events.append(.page(page, .ready)) }
    }
    return events + tellStale()
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

  /// A page's picture: the one that is kept, else what stands in for one that failed, isn't drawn yet,
  /// or isn't there.
  public func picture(of page: Int) -> Pixmap {
    guard (0..<list.count).contains(page) else { return Placeholder.missing.picture }
    if let picture = cache.picture(of: list[page]) { return picture }
    return (failed.contains(list[page]) ? Placeholder.failed(size) : .blank(size)).picture
  }

  /// Whether a page's picture is kept in memory.
  public func contains(_ page: Int) -> Bool {
    (0..<list.count).contains(page) && cache.contains(list[page])
  }

  /// The pages whose pictures are kept in memory, in order.
  public var pages: [Int] { cache.pages }

  /// Forgets all pictures, in memory and elsewhere.
  public func clear() async {
    stale += list.keys.filter { cache.contains($0) }
    cache.removeAll()
    for key in list.keys { await storage?.remove(key) }
  }

  private enum Answer {
    case picture(Pixmap)
    case notReady
    case failed
  }

  private func fetch(_ key: PageKey) async -> Answer {
    if let stored = await storage?.picture(of: key, at: size) { return .picture(stored) }
    do {
      switch try await source.picture(of: key.identity, at: size) {
      case .notReady: return .notReady
      case .picture(let picture):
        guard picture.width == size.width, picture.height == size.height else { return .failed }
        await storage?.keep(picture, of: key)
        return .picture(picture)
      }
    } catch {
      return .failed
    }
  }

  /// The first page that is shown at a stop.
  private static func page(at stop: Int, _ book: Book) -> Int {
    (0..<book.stops).contains(stop) ? book.stop(stop).pages.first ?? 0 : 0
  }
}

/// Where pictures of pages are kept beyond a process's life.
///
/// Nothing that goes wrong there is more than a picture that has to be drawn again.
public protocol SnapshotStorage: Sendable {
  /// A picture that was kept, whole and of that size, or nil.
  func picture(of key: PageKey, at size: PageSize) async -> Pixmap?
  /// Keeps a picture.
  func keep(_ picture: Pixmap, of key: PageKey) async
  /// Forgets a page's pictures in all sizes, that of this key and older ones; one that comes too late
  /// to be kept isn't.
  func remove(_ key: PageKey) async
}
