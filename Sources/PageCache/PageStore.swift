public import CurlCore
public import PageTurner

/// Draws a book's pages ahead, caches their pictures within a budget, and reports to a turner.
///
/// The store has no clock and starts no work of its own: the host calls ``work(at:isMoving:)`` when
/// it has time, and passes the returned events to its `Turner`. Safe from any task.
public actor PageStore {
  /// Causes of drawing ahead; each has its own delay.
  public enum Occasion: String, Sendable, Equatable, CaseIterable {
    /// The book is opened.
    case load
    /// The book was edited.
    case edit
    /// A page was turned.
    case turn
  }

  /// The keys of the book's pages.
  public internal(set) var list = PageList()
  /// The size at which pages are drawn, pixels.
  public private(set) var size: PageSize
  /// Count of pictures that the source has drawn.
  public internal(set) var drawn = 0
  /// Count of pictures that were drawn into the memory of an evicted one.
  public internal(set) var reused = 0

  var source: any PageSource
  /// Calls of `load` so far.
  private var loads = 0
  let storage: (any SnapshotStorage)?
  let profile: DrawAheadRun.Profile
  /// Number of pages on either side of the shown one that are drawn ahead.
  let neighbours: Int
  /// Budget of cached pictures, bytes; nil is the default.
  let budget: Int?
  var cache: SnapshotCache<Pixmap>
  /// Pictures of an earlier size, until new ones are drawn.
  var outgrown: [PageKey: Pixmap] = [:]
  /// The page around which pages are drawn.
  var shown = 0
  var run: DrawAheadRun?
  /// Pages that a turn waits for; they come first, whatever the budget.
  var needed: [PageKey] = []
  /// Time, seconds, before which needed pages that weren't ready aren't requested again.
  var retryTime = -Double.infinity
  /// Placeholders of pages that failed when they were last drawn.
  var failed: [PageKey: Placeholder] = [:]
  /// Pages whose pictures were evicted since the last report to the turner.
  var stale: [PageKey] = []

  /// A store of a source's pages.
  ///
  /// - Parameters:
  ///   - source: Source of the pages.
  ///   - size: Size of the pictures, pixels.
  ///   - budget: Bytes of cached pictures; nil is the window (2 · `neighbours` + 1 pages) and one
  ///     page. After a resize the old picture of the shown page, and with nil those of the window,
  ///     stay until new ones are drawn.
  ///   - neighbours: Pages on either side of the shown one that are drawn ahead, ≥ 0; default 3,
  ///     enough for facing pages. Single pages need 2.
  ///   - profile: Delays and durations of drawing ahead.
  ///   - storage: Storage of pictures across runs of the program; default none.
  public init(
    _ source: any PageSource, size: PageSize, budget: Int? = nil, neighbours: Int = 3,
    profile: DrawAheadRun.Profile = DrawAheadRun.Profile(), storage: (any SnapshotStorage)? = nil
  ) {
    precondition(neighbours >= 0, "0 neighbours or more are kept")
    self.source = source
    self.size = size
    self.neighbours = neighbours
    self.profile = profile
    self.storage = storage
    self.budget = budget
    cache = Self.cache(budget, neighbours, size)
  }

  private static func cache(_ budget: Int?, _ neighbours: Int, _ size: PageSize) -> SnapshotCache<
    Pixmap
  > {
    SnapshotCache(budget: budget ?? (2 * neighbours + 2) * 4 * size.width * size.height)
  }

  /// Loads the list of pages from the source, and starts to draw around one of them.
  ///
  /// Pages of an earlier call are dropped and reported as stale. Of overlapping calls, only the
  /// latest takes effect.
  public func load(around page: Int = 0, at time: Double) async throws {
    try await open(nil, at: nil, around: page, at: time)
  }

  /// Loads another source, such as a text that was set again for pages of another size.
  ///
  /// Pass `.edit(.reload(count:))` and a turn to the page without animation to an idle turner;
  /// don't pass that edit to the store.
  public func load(
    _ source: any PageSource, at size: PageSize, around page: Int = 0, at time: Double
  ) async throws {
    try await open(source, at: size, around: page, at: time)
  }

  /// Opens a source at a size; nil means the current source or size.
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
    if size != self.size { cache = Self.cache(budget, neighbours, size) }
    self.source = source
    self.size = size
    let kept = cache.pages
    // Pages that another store has removed from the storage are outdated for this one too.
    list.outdate(outdated)
    forget(list.apply(.reload(count: identities.count), identities))
    cache.removeAll()
    stale += kept.filter { $0 < list.count }.map { list[$0] }
    outgrown = [:]
    needed = []
    begin(.load, around: page, at: time)
  }

  /// Sets another size and draws the pages again, those around the shown one first.
  ///
  /// Until a page is drawn, ``picture(of:)`` returns its picture of the old size. All pages are
  /// reported as stale.
  public func resize(to size: PageSize, at time: Double) {
    guard size != self.size else { return }
    self.size = size
    outgrown.merge(cache.pictures) { $1 }
    stale += list.keys.filter { cache.contains($0) }
    let pinned = cache.pinned
    cache = Self.cache(budget, neighbours, size)
    cache.pinned = pinned
    failed = [:]
    begin(.load, around: shown, at: time)
  }

  /// Begins a run of drawing ahead.
  public func begin(_ occasion: Occasion, around page: Int, at time: Double) {
    shown = page
    stale += cache.look(at: page, in: list)
    outgrown = outgrown.filter { key, _ in
      list.page(of: key.identity).map { list[$0] == key && abs($0 - page) <= neighbours } ?? false
    }
    evictOutgrown()
    let budget =
      switch occasion {
      case .load: profile.load
      case .edit: profile.edit
      case .turn: profile.turn
      }
    run = DrawAheadRun(
      around: page, of: list.count, neighbours: neighbours, budget: budget, tick: profile.tick,
      at: time)
  }

  /// Processes a turner's outputs: pages that a turn needs come first, and after a turn or an edit
  /// drawing starts around the shown page.
  ///
  /// `turner` is the turner that returned them, in its current state. `identities` returns the
  /// identities of the pages that an edit inserts, as many as it inserts; it is called only for
  /// such edits.
  public func note(
    _ told: [TurnerOutput], of turner: Turner, _ identities: (BookEdit) -> [String]
  ) async {
    var gone: [PageKey] = []
    var next: (occasion: Occasion, time: Double)?
    for output in told {
      switch output.kind {
      case .need(let pages):
        retryTime = -.infinity
        need(pages)
      case .didTurn:
        needed = []
        next = (.turn, output.time)
      case .didEdit(let edit, _):
        let keys = list.apply(edit, edit.bringsIn > 0 ? identities(edit) : [])
        forget(keys)
        // A replaced book leaves its pictures in the storage.
        if case .reload = edit {
          gone += keys.filter { list.page(of: $0.identity) != nil }
        } else {
          gone += keys
        }
        next = (.edit, output.time)
      case .willTurn, .grab, .boundary, .tap, .busy, .ready, .failed, .dropped, .threshold,
        .passed, .state, .turns, .willEdit:
        break
      }
    }
    if let next {
      // The outputs' stops may be those of another layout, so the turner itself says which pages
      // are shown and still missing.
      need(turner.missingPages)
      cache.pinned = Set(needed)
      begin(next.occasion, around: turner.shownPage ?? 0, at: next.time)
    }
    // The list is complete before the first suspension, during which other calls may run.
    if !gone.isEmpty { await storage?.remove(gone) }
  }

  /// Processes a turner's outputs if no edit inserts pages.
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
      failed[key] = nil
    }
    needed.removeAll { keys.contains($0) }
  }
}

extension BookEdit {
  /// Number of pages that the edit inserts.
  fileprivate var bringsIn: Int {
    switch self {
    case .insert(_, let count), .reload(let count): count
    case .delete, .update: 0
    }
  }
}
