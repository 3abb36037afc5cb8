import CurlCore
import PageCache
import PageTurner
import Synchronization
import Testing

/// Which pages a store draws and keeps, whatever becomes of the book.
@Suite struct PageWindowTests {
  /// Pages of which some are ready; it notes what it's asked for.
  private final class Pages: PageSource {
    let count: Int
    private let state: Mutex<(ready: Set<Int>, asked: [Int])>

    init(_ count: Int, ready: Set<Int>? = nil) {
      self.count = count
      state = Mutex((ready ?? Set(0..<count), []))
    }

    func identities() async throws -> [String] { (0..<count).map(String.init) }

    func picture(of identity: String, at size: PageSize) async throws -> PageAnswer {
      let page = Int(identity) ?? 0
      let isReady = state.withLock {
        $0.asked.append(page)
        return $0.ready.contains(page)
      }
      guard isReady else { return .notReady }
      return .picture(
        Pixmap(
          width: size.width, height: size.height,
          rgba8: [UInt8](repeating: UInt8(page + 1), count: 4 * size.width * size.height)))
    }

    func open(_ page: Int) { state.withLock { _ = $0.ready.insert(page) } }
    /// What it was asked for since this was asked last.
    func asked() -> [Int] {
      state.withLock { state in
        defer { state.asked = [] }
        return state.asked
      }
    }
  }

  private static let size = PageSize(width: 4, height: 6)
  private static var patient: DrawAheadRun.Profile {
    var profile = DrawAheadRun.Profile()
    (profile.load, profile.edit, profile.turn, profile.tick) = (0, 0, 0, 0)
    return profile
  }

  /// A store and a turner that goes along with it.
  private final class Reader {
    let store: PageStore
    var turner: Turner
    var time = 0.0

    init(_ store: PageStore, _ turner: Turner) async throws {
      (self.store, self.turner) = (store, turner)
      try await store.load(around: turner.stop ?? 0, at: 0)
      try await work()
    }

    /// Something happens, a little later.
    func handle(
      _ event: TurnerEvent, after seconds: Double = 0, _ identities: [String] = []
    ) async throws {
      time += seconds
      let told = try turner.handle(event, at: time)
      await store.note(told, of: turner) { _ in identities }
    }

    /// Draws all that there is to draw now.
    func work(_ rounds: Int = 20) async throws {
      for _ in 0..<rounds {
        time += 1.0 / 128
        for event in await store.work(at: time, isMoving: turner.phase != .idle) {
          try await handle(event)
        }
      }
    }
  }

  private func reader(
    _ source: Pages, _ book: Book, at stop: Int, _ rules: TurnerConfiguration? = nil,
    neighbours: Int = 3, storage: (any SnapshotStorage)? = nil
  ) async throws -> Reader {
    var waiting = TurnerConfiguration()
    waiting.awaitsPages = true
    return try await Reader(
      PageStore(
        source, size: Self.size, neighbours: neighbours, profile: Self.patient, storage: storage),
      try Turner(book, view: SIMD2(900, 600), at: stop, rules ?? waiting))
  }

  @Test(arguments: [(100, 39), (9, 4), (2, 0)])
  func r16_s3_14_theShownPagesAreKeptWhereTheLayoutChangesInATurn(
    count: Int, stop: Int
  ) async throws {
    for isPastHalf in [true, false] {
      let source = Pages(count)
      let reader = try await reader(source, Book(pages: count), at: stop)
      try await reader.handle(.navigate(Navigation(.next)))
      try await reader.handle(
        .layout(size: nil, .facing(cover: true)), after: isPastHalf ? 0.3 : 0.1)
      try await reader.work()
      let turner = reader.turner
      let shown = turner.book.stop(try #require(turner.stop)).pages
      #expect(shown.contains(isPastHalf ? stop + 1 : stop))
      let kept = Set(await reader.store.pages)
      let around = Set((shown[0] - 3...shown[0] + 3).filter { (0..<count).contains($0) })
      #expect(kept.isSuperset(of: around), "\(kept.sorted()) of \(shown)")
      // And back, from a turn of facing pages.
      try await reader.handle(.navigate(Navigation(.previous)))
      try await reader.handle(.layout(size: nil, .single), after: 0.3)
      try await reader.work()
      let page = try #require(reader.turner.stop)
      #expect(await reader.store.contains(page))
    }
  }

  @Test func aTurnThatEndsForAnotherLayoutWaitsForNothing() async throws {
    let source = Pages(100, ready: Set(0..<40))
    let reader = try await reader(source, Book(pages: 100), at: 39)
    try await reader.handle(.navigate(Navigation(.next)))
    #expect(reader.turner.missingPages == [40])
    #expect(await reader.store.isBusy)
    try await reader.handle(.layout(size: nil, .facing(cover: true)), after: 0.1)
    #expect(reader.turner.missingPages.isEmpty)
    #expect(await !reader.store.isBusy)
  }

  /// Going round the book's end is a turn between the first and the last stop, not of all.
  @Test func aTurnThatWaitsBehindOneRoundTheEndGetsItsPage() async throws {
    var rules = TurnerConfiguration()
    (rules.awaitsPages, rules.boundary, rules.onBusyTurn) = (true, .loop, .stack)
    let source = Pages(5, ready: [4, 0])
    let reader = try await reader(source, Book(pages: 5), at: 4, rules)
    // Page 0 is far from page 4 on paper alone.
    try await reader.handle(.page(0, .ready))
    try await reader.handle(.navigate(Navigation(.next)))
    try await reader.handle(.navigate(Navigation(.next)))
    for _ in 0..<16 { try await reader.handle(.tick, after: 1.0 / 16) }
    #expect(reader.turner.stop == 0 && reader.turner.missingPages == [1])
    source.open(1)
    try await reader.work()
    #expect(reader.turner.missingPages.isEmpty)
    try await reader.handle(.tick, after: 2)
    #expect(reader.turner.stop == 1 && reader.turner.phase == .idle)
    #expect(await !reader.store.isBusy)
  }

  @Test(arguments: [true, false])
  func aTurnThatWaitsBehindAnotherGetsWhatThatHad(isForgotten: Bool) async throws {
    var rules = TurnerConfiguration()
    (rules.awaitsPages, rules.onBusyTurn) = (true, .stack)
    let source = Pages(5, ready: [0, 1])
    let reader = try await reader(source, Book(pages: 5), at: 0, rules)
    try await reader.handle(.navigate(Navigation(.next)))
    try await reader.handle(.navigate(Navigation(.next)))
    try await reader.handle(.tick, after: 0.3)
    #expect(reader.turner.missingPages == [2])
    // The page between the two goes while the first is on its way.
    if isForgotten {
      await reader.store.clear()
    } else {
      await reader.store.resize(to: PageSize(width: 8, height: 12), at: reader.time)
    }
    try await reader.work(1)
    source.open(2)
    for _ in 0..<16 { try await reader.handle(.tick, after: 1.0 / 16) }
    try await reader.work()
    try await reader.handle(.tick, after: 2)
    #expect(reader.turner.stop == 2 && reader.turner.phase == .idle)
  }

  @Test func g8_whatIsNoLongerAtHandIsToldInOrder() async throws {
    let source = Pages(60)
    let store = PageStore(source, size: Self.size, neighbours: 24, profile: Self.patient)
    try await store.load(around: 30, at: 0)
    for _ in 0..<60 { _ = await store.work(at: 0, isMoving: false) }
    #expect(await store.pages == Array(6...54))
    await store.resize(to: PageSize(width: 8, height: 12), at: 0)
    let told = await store.work(at: 0, isMoving: false)
    #expect(told == (6...54).map { .page($0, .stale) } + [.page(30, .ready)])
    // What is forgotten isn't at hand either.
    for _ in 0..<60 { _ = await store.work(at: 0, isMoving: false) }
    await store.clear()
    let gone = await store.work(at: 0, isMoving: false)
    #expect(gone == (6...54).map { .page($0, .stale) })
  }

  /// Keeps pictures by identity, as a folder does.
  private actor Shelf: SnapshotStorage {
    private(set) var pictures: [String: Pixmap] = [:]

    var identities: [String] { pictures.keys.sorted() }
    func picture(of key: PageKey, at size: PageSize) -> Pixmap? { pictures[key.identity] }
    func keep(_ picture: Pixmap, of key: PageKey) { pictures[key.identity] = picture }
    func remove(_ keys: [PageKey]) { for key in keys { pictures[key.identity] = nil } }
    var generations: [String: Int] { [:] }
  }

  @Test func s1_26_aBookThatMakesWayForAnotherKeepsItsPicturesElsewhere() async throws {
    let (source, shelf) = (Pages(4, ready: Set(0..<6)), Shelf())
    let reader = try await reader(source, Book(pages: 4), at: 0, storage: shelf)
    #expect(await shelf.identities == ["0", "1", "2", "3"])
    try await reader.handle(.edit(.delete(at: 3, count: 1)))
    try await reader.handle(.edit(.update(at: 1)))
    #expect(await shelf.identities == ["0", "2"])
    // S4-20: another book opens at its start, and what comes back in it is drawn anew.
    try await reader.handle(.navigate(Navigation(.last, isAnimated: false)))
    _ = source.asked()
    try await reader.handle(.edit(.reload(count: 2)), ["5", "2"])
    #expect(reader.turner.stop == 0)
    #expect(await shelf.identities == ["0"])
    try await reader.work()
    #expect(source.asked() == [5, 2])
    #expect(await shelf.identities == ["0", "2", "5"])
  }

  /// Two pages to either side, three where pages face each other: the numbers of Leaves.
  @Test func s4_17_pagesNearTheShownOneAreKept() async throws {
    for (book, neighbours) in [
      (Book(pages: 20), 2), (Book(pages: 20, layout: .facing(cover: true)), 3),
    ] {
      let reader = try await reader(Pages(20), book, at: 0, neighbours: neighbours)
      for stop in Array(0..<book.stops) + (0..<book.stops - 1).reversed() {
        try await reader.handle(.navigate(Navigation(.stop(stop), isAnimated: false)))
        try await reader.work()
        let shown = book.stop(stop).pages[0]
        let window = (shown - neighbours...shown + neighbours).filter { (0..<20).contains($0) }
        let kept = await reader.store.pages
        #expect(Set(kept).isSuperset(of: window) && kept.count <= 2 * neighbours + 2, "\(kept)")
      }
    }
  }

  /// Nearest first: where the neighbours are there, a step forward draws the second page after it.
  @Test func s4_18_theNextPagesAreDrawnAhead() async throws {
    let source = Pages(20)
    let reader = try await reader(source, Book(pages: 20), at: 5, neighbours: 2)
    #expect(source.asked() == [5, 4, 6, 3, 7])
    try await reader.handle(.navigate(Navigation(.next)))
    try await reader.handle(.tick, after: 1)
    #expect(reader.turner.stop == 6 && source.asked().isEmpty)
    try await reader.work()
    #expect(source.asked() == [8])
    try await reader.handle(.navigate(Navigation(.stop(12), isAnimated: false)))
    try await reader.work()
    #expect(source.asked() == [12, 11, 13, 10, 14])
  }
}
