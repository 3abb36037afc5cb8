public import CurlCore

/// The pages of a book as pictures: drawn ahead while nothing moves, kept within a budget, and told to
/// a page turner as they come.
///
/// It has no clock and starts nothing by itself: the host calls ``work(at:around:isMoving:)`` when it
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
  /// How far from the shown page pictures are kept and drawn ahead.
  private let reach: Int
  private var cache: SnapshotCache<Pixmap>
  private var run: PasteRun?
  /// Pages that a turn waits for; they go first, whatever the budget says.
  private var needed: [Int] = []
  /// Pages that failed when they were drawn last.
  private var failed: Set<PageKey> = []

  /// A store of a source's pages.
  ///
  /// - Parameters:
  ///   - source: where they come from.
  ///   - size: of the pictures.
  ///   - budget: bytes that are kept in memory; nil is room for the window and a page.
  ///   - reach: pages to either side of the shown one that are drawn ahead and kept; default 2.
  ///   - profile: for how long.
  ///   - storage: where pictures are kept beyond this process's life; default nowhere.
  public init(
    _ source: any PageSource, size: PageSize, budget: Int? = nil, reach: Int = 2,
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

  /// Asks the source for its pages, and begins to draw around one of them.
  public func load(around page: Int = 0, at time: Double) async throws {
    list = PageList(try await source.identities())
    begin(.load, around: page, at: time)
  }

  /// Begins a run of drawing ahead.
  public func begin(_ occasion: Occasion, around page: Int, at time: Double) {
    cache.look(at: page, in: list)
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
  /// `identities` are those of the pages that an edit brings in.
  public func note(
    _ told: [TurnerOutput], of book: Book, _ identities: (BookEdit) -> [String] = { _ in [] }
  ) async {
    for output in told {
      switch output.kind {
      case .need(let pages): needed += pages.filter { !needed.contains($0) }
      case .didTurn(let from, let to, let completed):
        begin(.turn, around: Self.page(at: completed ? to : from, book), at: output.time)
      case .didEdit(let edit, let stop):
        for key in list.apply(edit, identities(edit)) {
          cache.remove(key)
          failed.remove(key)
          await storage?.remove(key)
        }
        begin(.edit, around: stop.map { Self.page(at: $0, book) } ?? 0, at: output.time)
      case .willTurn, .grab, .boundary, .tap, .busy, .ready, .failed, .dropped, .threshold,
        .passed, .state, .willEdit:
        break
      }
    }
  }

  /// Draws one page, if one is needed or there is time for one ahead.
  ///
  /// - Parameters:
  ///   - time: now, seconds on the turner's clock.
  ///   - isMoving: whether a sheet moves; then only what a turn waits for is drawn.
  /// - Returns: what to tell the turner, none if there was nothing to do.
  public func work(at time: Double, isMoving: Bool) async -> [TurnerEvent] {
    let isNeeded = !needed.isEmpty
    let page: Int
    if isNeeded {
      page = needed.removeFirst()
      guard page < list.count else { return [] }
    } else {
      let (list, cache) = (list, cache)
      guard
        let next = run?.next(at: time, isMoving: isMoving, isThere: { cache.contains(list[$0]) })
      else { return [] }
      page = next
    }
    let key = list[page]
    if cache.contains(key) { return [.page(page, .ready)] }
    guard let picture = await fetch(key) else {
      failed.insert(key)
      return [.page(page, .failed)]
    }
    // The book may have changed while the page was drawn.
    guard let now = list.page(of: key.identity), list[now] == key else { return [] }
    guard let picture = picture else {
      if isNeeded { needed.append(now) }
      return []
    }
    failed.remove(key)
    cache.insert(picture, of: key, at: now, cost: 4 * size.width * size.height)
    return [.page(now, .ready)]
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
    for key in list.keys {
      cache.remove(key)
      await storage?.remove(key)
    }
  }

  /// Nil is a failure, `.some(nil)` not ready.
  private func fetch(_ key: PageKey) async -> Pixmap?? {
    if let stored = await storage?.picture(of: key, at: size) { return stored }
    do {
      switch try await source.picture(of: key.identity, at: size) {
      case .notReady: return .some(nil)
      case .picture(let picture):
        guard picture.width == size.width, picture.height == size.height else { return nil }
        await storage?.keep(picture, of: key)
        return picture
      }
    } catch {
      return nil
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
