import CurlCore
import PageCache
import PageTurner
import Synchronization
import Testing

/// Pages that come when they can, and a turner that waits for them.
@Suite struct PageStoreTests {
  /// A source that says when, and counts.
  private final class Slow: PageSource {
    struct State {
      var asked: [String] = []
      var ready: Set<String> = []
      var broken: Set<String> = []
      var empty: Set<String> = []
    }
    struct Broken: Error {}
    let state = Mutex(State())
    let count: Int

    init(_ count: Int, ready: [Int]) {
      self.count = count
      state.withLock { $0.ready = Set(ready.map { "p\($0)" }) }
    }

    func identities() async throws -> [String] { (0..<count).map { "p\($0)" } }

    func picture(of identity: String, at size: PageSize) async throws -> PageAnswer {
      let (isReady, isBroken) = state.withLock {
        $0.asked.append(identity)
        return ($0.ready.contains(identity), $0.broken.contains(identity))
      }
      if isBroken { throw Broken() }
      if state.withLock({ $0.empty.contains(identity) }) { return .empty }
      guard isReady else { return .notReady }
      let shade = UInt8((Int(identity.dropFirst()) ?? 0) + 1)
      return .picture(
        Pixmap(
          width: size.width, height: size.height,
          rgba8: [UInt8](repeating: shade, count: 4 * size.width * size.height)))
    }

    var asked: [String] { state.withLock { $0.asked } }
    func open(_ page: Int) { state.withLock { _ = $0.ready.insert("p\(page)") } }
    func breakPage(_ page: Int) { state.withLock { _ = $0.broken.insert("p\(page)") } }
    func emptyPage(_ page: Int) { state.withLock { _ = $0.empty.insert("p\(page)") } }
  }

  /// A source that lists its pages once it's told to.
  private actor Late: PageSource {
    private let pages: [String]
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private(set) var isAsked = false

    init(_ pages: [String]) { self.pages = pages }

    func open() {
      isOpen = true
      for continuation in waiting { continuation.resume() }
      waiting = []
    }

    func identities() async throws -> [String] {
      isAsked = true
      if !isOpen { await withCheckedContinuation { waiting.append($0) } }
      return pages
    }

    func picture(of identity: String, at size: PageSize) async throws -> PageAnswer {
      let bytes = [UInt8](repeating: 9, count: 4 * size.width * size.height)
      return .picture(Pixmap(width: size.width, height: size.height, rgba8: bytes))
    }
  }

  private static let size = PageSize(width: 4, height: 6)

  @Test func ofLoadsThatOverlapTheLatestCounts() async throws {
    let (early, late) = (Late(["a", "b"]), Late(["x", "y", "z"]))
    let store = PageStore(early, size: Self.size, profile: Self.patient)
    let first = Task { try await store.load(at: 0) }
    while await !early.isAsked { await Task.yield() }
    let second = Task { try await store.load(late, at: PageSize(width: 8, height: 6), at: 0) }
    while await !late.isAsked { await Task.yield() }
    await late.open()
    try await second.value
    await early.open()
    try await first.value
    #expect(await store.list.keys.map(\.identity) == ["x", "y", "z"])
    _ = await store.work(at: 0, isMoving: false)
    #expect(await store.picture(of: 0).width == 8)
  }

  @Test func aSizeThatChangesWhilePagesAreListedStays() async throws {
    let source = Late(["a", "b"])
    let store = PageStore(source, size: Self.size, profile: Self.patient)
    let load = Task { try await store.load(at: 0) }
    while await !source.isAsked { await Task.yield() }
    await store.resize(to: PageSize(width: 5, height: 7), at: 0)
    await source.open()
    try await load.value
    _ = await store.work(at: 0, isMoving: false)
    #expect(await store.picture(of: 0).width == 5)
    #expect(await store.pages.contains(0))
  }

  private func turner(_ count: Int, at stop: Int = 0) throws -> Turner {
    var rules = TurnerConfiguration()
    rules.awaitsPages = true
    return try Turner(Book(pages: count), view: SIMD2(900, 600), at: stop, rules)
  }

  @Test func s0_19_aClosureDrawsIntoPixels() async throws {
    let source = DrawnPages("drawn", count: 3) { page, size, pixels in
      for i in 0..<size.width * size.height {
        pixels[4 * i] = UInt8(page)
        pixels[4 * i + 3] = 255
      }
    }
    let store = PageStore(source, size: Self.size)
    try await store.load(at: 0)
    var events: [TurnerEvent] = []
    for tick in 0..<6 { events += await store.work(at: Double(tick), isMoving: false) }
    // A second is the budget: one page at its start.
    #expect(events == [.page(0, .ready)])
    let store2 = PageStore(source, size: Self.size)
    try await store2.load(around: 2, at: 0)
    events = []
    for tick in 0..<60 { events += await store2.work(at: Double(tick) / 60, isMoving: false) }
    #expect(events == [.page(2, .ready), .page(1, .ready), .page(0, .ready)])
    let picture = await store2.picture(of: 2)
    #expect(picture.rgba8.prefix(4) == [2, 0, 0, 255])
  }

  @Test func s3_15_aTurnWaitsForAPageThatIsNotReady() async throws {
    let source = Slow(5, ready: [0])
    let store = PageStore(source, size: Self.size)
    var turner = try turner(5)
    try await store.load(at: 0)
    for event in await store.work(at: 0, isMoving: false) { try turner.handle(event, at: 0) }
    // The reader is faster than the source.
    var told = try turner.handle(.navigate(Navigation(.next)), at: 0.5)
    #expect(told.map(\.kind).contains(.need([1])) && told.map(\.kind).contains(.busy))
    await store.note(told, of: turner)
    var time = 0.5
    for _ in 0..<5 {
      time += 0.1
      for event in await store.work(at: time, isMoving: true) { try turner.handle(event, at: time) }
    }
    #expect(turner.position == 0)
    source.open(1)
    told = []
    for event in await store.work(at: 1.5, isMoving: true) {
      told += try turner.handle(event, at: 1.5)
    }
    #expect(told.map(\.kind) == [.ready])
    told = try turner.handle(.tick, at: 3)
    #expect(told.first?.kind == .didTurn(from: 0, to: 1, completed: true))
    #expect(turner.stop == 1)
    #expect(await store.contains(1))
  }

  @Test func aTurnThatWaitsBehindAnotherGetsItsPage() async throws {
    let source = Slow(5, ready: [0, 1])
    let store = PageStore(source, size: Self.size, profile: Self.patient)
    var rules = TurnerConfiguration()
    rules.awaitsPages = true
    rules.onBusyTurn = .stack
    var turner = try Turner(Book(pages: 5), view: SIMD2(900, 600), at: 0, rules)
    try await store.load(at: 0)
    for tick in 0..<6 {
      for event in await store.work(at: Double(tick) / 10, isMoving: false) {
        try turner.handle(event, at: Double(tick) / 10)
      }
    }
    await store.note(try turner.handle(.navigate(Navigation(.next)), at: 1), of: turner)
    await store.note(try turner.handle(.navigate(Navigation(.next)), at: 1.1), of: turner)
    // The second one begins while the first is on its way; that lands, and it waits on.
    var told: [TurnerOutput.Kind] = []
    var time = 1.1
    for _ in 0..<60 {
      time += 0.05
      let ticked = try turner.handle(.tick, at: time)
      told += ticked.map(\.kind)
      await store.note(ticked, of: turner)
      for event in await store.work(at: time, isMoving: turner.phase != .idle) {
        await store.note(try turner.handle(event, at: time), of: turner)
      }
    }
    let asked = told.firstIndex(of: .need([2]))
    let landed = told.firstIndex(of: .didTurn(from: 0, to: 1, completed: true))
    #expect(try #require(asked) < #require(landed))
    #expect(turner.stop == 1 && turner.phase != .idle)
    source.open(2)
    for _ in 0..<30 {
      time += 0.1
      for event in await store.work(at: time, isMoving: turner.phase != .idle) {
        await store.note(try turner.handle(event, at: time), of: turner)
      }
      await store.note(try turner.handle(.tick, at: time), of: turner)
    }
    #expect(turner.stop == 2 && turner.phase == .idle)
    #expect(await !store.isBusy)
  }

  /// Keeps nothing that is older than what was removed.
  private actor Shelf: SnapshotStorage {
    var pictures: [PageKey: Pixmap] = [:]
    var generations: [String: Int] = [:]

    func picture(of key: PageKey, at size: PageSize) -> Pixmap? { pictures[key] }
    func keep(_ picture: Pixmap, of key: PageKey) {
      if key.generation >= generations[key.identity] ?? 0 { pictures[key] = picture }
    }
    func remove(_ keys: [PageKey]) {
      for key in keys { generations[key.identity] = key.generation + 1 }
      pictures = pictures.filter { generations[$0.key.identity] ?? 0 <= $0.key.generation }
    }
  }

  @Test func whatIsDrawnAfterAllWasForgottenIsKept() async throws {
    let (source, shelf) = (Slow(2, ready: [0, 1]), Shelf())
    let store = PageStore(source, size: Self.size, profile: Self.patient, storage: shelf)
    try await store.load(at: 0)
    for tick in 0..<6 { _ = await store.work(at: Double(tick) / 10, isMoving: false) }
    #expect(await shelf.pictures.count == 2)
    await store.clear()
    #expect(await shelf.pictures.isEmpty)
    await store.begin(.turn, around: 0, at: 1)
    for tick in 11..<17 { _ = await store.work(at: Double(tick) / 10, isMoving: false) }
    #expect(await store.pages == [0, 1])
    #expect(await shelf.pictures.count == 2)
    #expect(source.asked.count == 4)
  }

  /// A page that comes in by an edit was there in the store before, too.
  @Test func aStoreOpenedLaterIsServedWhatAnotherHasForgotten() async throws {
    let (source, shelf) = (Slow(2, ready: [0, 1, 5]), Shelf())
    func opened() async throws -> PageStore {
      let store = PageStore(source, size: Self.size, profile: Self.patient, storage: shelf)
      try await store.load(at: 0)
      var turner = try Turner(Book(pages: 2), view: SIMD2(900, 600))
      let told = try turner.handle(.edit(.insert(at: 0, count: 1)), at: 0)
      await store.note(told, of: turner) { _ in ["p5"] }
      for tick in 0..<6 { _ = await store.work(at: Double(tick) / 10, isMoving: false) }
      #expect(await store.pages == [0, 1, 2])
      return store
    }
    await (try opened()).clear()
    #expect(await shelf.pictures.isEmpty && source.asked.count == 3)
    // What the second one draws is kept, and the third one finds it.
    for _ in 0..<2 { _ = try await opened() }
    #expect(await shelf.pictures.count == 3)
    #expect(source.asked.count == 6)
  }

  @Test func picturesOfAnEarlierSizeCountForTheBudget() async throws {
    let source = Slow(9, ready: Array(0..<9))
    let store = PageStore(source, size: Self.size, budget: 4 * 4 * 4 * 6, profile: Self.patient)
    try await store.load(at: 0)
    for tick in 0..<9 { _ = await store.work(at: Double(tick) / 10, isMoving: false) }
    #expect(await store.pages == [0, 1, 2, 3])
    // As many bytes a page as before.
    await store.resize(to: PageSize(width: 6, height: 4), at: 1)
    await store.begin(.turn, around: 3, at: 1)
    for tick in 10..<20 {
      var (old, new) = (0, 0)
      for page in 0..<9 {
        let width = await store.picture(of: page).width
        let isDrawn = await store.contains(page)
        (old, new) = (old + (width == 4 ? 1 : 0), new + (isDrawn ? 1 : 0))
      }
      #expect(old + new <= 4 && old + new > 0, "\(old) + \(new)")
      if new == 0 { #expect(old == 4) }
      #expect(await store.picture(of: 3).rgba8.first == 4)
      _ = await store.work(at: Double(tick) / 10, isMoving: false)
    }
    #expect(await store.pages == [2, 3, 4, 1].sorted())
  }

  @Test func aPageThatFailsEndsItsTurnAndMayComeLater() async throws {
    let source = Slow(3, ready: [0, 2])
    source.breakPage(1)
    let store = PageStore(source, size: Self.size)
    var turner = try turner(3)
    try await store.load(at: 0)
    for event in await store.work(at: 0, isMoving: false) { try turner.handle(event, at: 0) }
    await store.note(try turner.handle(.navigate(Navigation(.next)), at: 1), of: turner)
    var told: [TurnerOutput] = []
    for event in await store.work(at: 1.2, isMoving: true) {
      told += try turner.handle(event, at: 1.2)
    }
    #expect(
      told.map(\.kind) == [
        .failed(page: 1), .didTurn(from: 0, to: 1, completed: false), .ready, .state(.idle),
      ])
    // S0-16: half of the page's size, clear.
    let stand = await store.picture(of: 1)
    // S1-25: what isn't drawn yet has a blank face.
    #expect(await store.picture(of: 2) == Placeholder.blank(Self.size).picture)
    #expect(stand.width == 2 && stand.height == 3 && stand.rgba8.allSatisfy { $0 == 0 })
    #expect(await store.picture(of: 9).width == 300)
  }

  @Test func whatIsKeptIsNotAskedForAgainAndTheWindowGoesAlong() async throws {
    let source = Slow(30, ready: Array(0..<30))
    let store = PageStore(source, size: Self.size, profile: Self.patient)
    var turner = try turner(30)
    try await store.load(at: 0)
    var time = 0.0
    for _ in 0..<20 {
      for _ in 0..<6 {
        time += 0.05
        for event in await store.work(at: time, isMoving: turner.phase != .idle) {
          try turner.handle(event, at: time)
        }
      }
      await store.note(try turner.handle(.navigate(Navigation(.next)), at: time), of: turner)
      time += 1
      await store.note(try turner.handle(.tick, at: time), of: turner)
    }
    #expect(turner.stop == 20)
    #expect(Set(source.asked).count == source.asked.count, "\(source.asked)")
    // Room for the window and a page.
    let kept = await store.pages
    #expect(kept.count == 8 && Set(18...22).isSubset(of: kept), "\(kept)")
    // An edit: the pages are the same ones, elsewhere.
    let before = source.asked.count
    let edit = BookEdit.insert(at: 0, count: 2)
    await store.note(try turner.handle(.edit(edit), at: time), of: turner) { _ in ["a", "b"] }
    #expect(turner.stop == 22)
    #expect(await store.contains(22) && source.asked.count == before)
  }

  private static var patient: DrawAheadRun.Profile {
    var profile = DrawAheadRun.Profile()
    profile.turn = 0
    profile.load = 0
    return profile
  }

  @Test func s1_27_aThousandTurnsDrawOverWhatIsNotNeededAnyMore() async throws {
    let cleared = Mutex(true)
    let source = DrawnPages("drawn", count: 1001) { page, _, pixels in
      for index in 0..<pixels.count {
        if pixels[index] != 0 { cleared.withLock { $0 = false } }
        pixels[index] = UInt8(truncatingIfNeeded: page + 1)
      }
    }
    let store = PageStore(source, size: Self.size, profile: Self.patient)
    var turner = try turner(1001)
    try await store.load(at: 0)
    var time = 0.0
    func work() async throws {
      for _ in 0..<8 {
        time += 0.05
        for event in await store.work(at: time, isMoving: false) {
          try turner.handle(event, at: time)
        }
      }
    }
    for _ in 0..<1000 {
      try await work()
      try turner.handle(.navigate(Navigation(.next, isAnimated: false)), at: time)
      let stop = try #require(turner.stop)
      await store.begin(.turn, around: stop, at: time)
    }
    try await work()
    let (drawn, reused) = (await store.drawn, await store.reused)
    // Each page once; new memory for the window and a page alone, and one that is drawn before any went.
    #expect(drawn == 1001 && drawn - reused <= 9, "\(drawn) drawn, \(reused) reused")
    #expect(cleared.withLock { $0 }, "what is drawn over is clear")
    let picture = await store.picture(of: 1000)
    #expect(picture.rgba8.allSatisfy { $0 == UInt8(truncatingIfNeeded: 1001) })
  }

  @Test func aSourceThatIsGivenMemoryNeedNotTakeIt() async throws {
    // What a page shows is nobody else's: a picture that was handed out doesn't change.
    let source = DrawnPages("drawn", count: 40) { page, _, pixels in
      for index in 0..<pixels.count { pixels[index] = UInt8(page + 1) }
    }
    let store = PageStore(source, size: Self.size, neighbours: 1, profile: Self.patient)
    try await store.load(at: 0)
    var shown: [Pixmap] = []
    for page in 0..<40 {
      let picture = try await store.picture(drawing: page)
      shown.append(try #require(picture))
      await store.begin(.turn, around: page, at: Double(page))
    }
    for (page, picture) in shown.enumerated() {
      #expect(picture.rgba8.allSatisfy { $0 == UInt8(page + 1) }, "page \(page)")
    }
    #expect(await store.reused > 20)
  }

  @Test func s4_20_anotherSizeIsDrawnAnewAndTheOldPictureStandsInForIt() async throws {
    let source = Slow(9, ready: Array(0..<9))
    let store = PageStore(source, size: Self.size, profile: Self.patient)
    var turner = try turner(9, at: 4)
    try await store.load(around: 4, at: 0)
    var time = 0.0
    func work(_ rounds: Int) async throws -> [TurnerEvent] {
      var events: [TurnerEvent] = []
      for _ in 0..<rounds {
        time += 0.05
        for event in await store.work(at: time, isMoving: false) {
          try turner.handle(event, at: time)
          events.append(event)
        }
      }
      return events
    }
    _ = try await work(9)
    #expect(await store.pages == [1, 2, 3, 4, 5, 6, 7])
    let large = PageSize(width: 8, height: 12)
    await store.resize(to: large, at: time)
    #expect(await store.pages.isEmpty)
    #expect(await store.size == large)
    for page in 1...7 {
      let picture = await store.picture(of: page)
      #expect(picture.width == 4 && picture.rgba8.first == UInt8(page + 1), "page \(page)")
    }
    // The turner is told of all of them, and then of each as it comes, the shown one first.
    let events = try await work(1)
    #expect(events.count == 8 && events.last == .page(4, .ready), "\(events)")
    #expect(Set(events.dropLast().compactMap(\.stalePage)) == Set(1...7))
    #expect(await store.picture(of: 4).width == 8)
    #expect(await store.picture(of: 5).width == 4)
    _ = try await work(8)
    for page in 1...7 { #expect(await store.picture(of: page).width == 8, "page \(page)") }
    // What is updated meanwhile isn't what it was.
    await store.resize(to: Self.size, at: time)
    let told = try turner.handle(.edit(.update(at: 5)), at: time)
    await store.note(told, of: turner)
    #expect(await store.picture(of: 5) == Placeholder.blank(Self.size).picture)
    #expect(await store.picture(of: 4).width == 8)
  }

  @Test func aPictureThatComesTooLateForItsSizeIsNotKept() async throws {
    /// A source whose first picture comes only once the store has another size.
    final class Late: PageSource {
      let resize = Mutex<(@Sendable () async -> Void)?>(nil)
      func identities() async throws -> [String] { ["p"] }
      func picture(of identity: String, at size: PageSize) async throws -> PageAnswer {
        let resize = resize.withLock { exchange(&$0) }
        await resize?()
        return .picture(
          Pixmap(
            width: size.width, height: size.height,
            rgba8: [UInt8](repeating: 9, count: 4 * size.width * size.height)))
      }
      private func exchange<Value>(_ value: inout Value?) -> Value? {
        defer { value = nil }
        return value
      }
    }
    let source = Late()
    let store = PageStore(source, size: Self.size)
    try await store.load(at: 0)
    source.resize.withLock { $0 = { await store.resize(to: PageSize(width: 2, height: 2), at: 0) } }
    let events = await store.work(at: 0, isMoving: false)
    #expect(events.isEmpty)
    #expect(await !store.contains(0))
    #expect(await store.work(at: 1, isMoving: false) == [.page(0, .ready)])
    #expect(await store.picture(of: 0).width == 2)
  }

  @Test func s3_15_aStoreTellsWhetherATurnWaitsAndWhereAPageIs() async throws {
    struct Chapters: PageSource {
      func identities() async throws -> [String] { (0..<5).map(String.init) }
      func picture(of identity: String, at size: PageSize) async throws -> PageAnswer { .notReady }
      func chapter(of identity: String) async -> Chapter? {
        Int(identity).map { Chapter(number: $0 / 2, page: $0 % 2, pages: $0 < 4 ? 2 : 1) }
      }
    }
    let store = PageStore(Chapters(), size: Self.size)
    var turner = try turner(5)
    try await store.load(at: 0)
    #expect(await !store.isBusy)
    let told = try turner.handle(.navigate(Navigation(.next)), at: 0)
    await store.note(told, of: turner)
    #expect(told.map(\.kind).contains(.busy))
    #expect(await store.isBusy)
    #expect(await store.hasWork(at: 1e9))
    await store.note(try turner.handle(.abort(isImmediate: true), at: 1), of: turner)
    #expect(await !store.isBusy)
    #expect(
      await store.place(of: 3)
        == PagePlace(page: 3, pages: 5, chapter: Chapter(number: 1, page: 1, pages: 2)))
    #expect(await store.place(of: 5) == nil)
    // Without chapters there is the page alone.
    let plain = PageStore(Slow(3, ready: []), size: Self.size)
    try await plain.load(at: 0)
    #expect(await plain.place(of: 2) == PagePlace(page: 2, pages: 3))
  }

  @Test func whoCanWaitIsToldWhatIsWrongWithAPage() async throws {
    let source = Slow(3, ready: [0])
    source.breakPage(1)
    let store = PageStore(source, size: Self.size)
    try await store.load(at: 0)
    let first = try await store.picture(drawing: 0)
    #expect(first?.rgba8.first == 1)
    await #expect(throws: Slow.Broken.self) { try await store.picture(drawing: 1) }
    let none = try await store.picture(drawing: 2)
    #expect(none == nil)
    #expect(source.asked == ["p0", "p1", "p2"])
    _ = try await store.picture(drawing: 0)
    #expect(source.asked.count == 3, "what is kept isn't drawn again")
  }

  /// The page that is left is at hand when a turn begins, and the source is asked for the one that
  /// comes only once it has begun.
  @Test(arguments: [(0, Navigation.Destination.next, 1), (3, .previous, 2), (1, .stop(2), 2)])
  func s0_14_aTurnIsBegunBeforeItsNewPageIsAskedFor(
    from stop: Int, to destination: Navigation.Destination, page: Int
  ) async throws {
    let source = Slow(4, ready: Array(0..<4))
    let store = PageStore(source, size: Self.size, neighbours: 0, profile: Self.patient)
    try await store.load(around: stop, at: 0)
    var turner = try turner(4, at: stop)
    for event in await store.work(at: 0, isMoving: false) { try turner.handle(event, at: 0) }
    var steps = source.asked.map { "captured \($0)" }
    var time = 1.0
    var told = try turner.handle(.navigate(Navigation(destination)), at: time)
    while turner.phase != .idle {
      for output in told {
        switch output.kind {
        case .willTurn(let from, let to, _): steps.append("will \(from) to \(to)")
        case .need(let pages): steps.append("needs \(pages)")
        case .ready: steps.append("ready")
        default: break
        }
      }
      await store.note(told, of: turner)
      let asked = source.asked.count
      let events = await store.work(at: time, isMoving: true)
      steps += source.asked.dropFirst(asked).map { "asked \($0)" }
      time += 0.1
      told = try turner.handle(.tick, at: time)
      for event in events { told += try turner.handle(event, at: time) }
    }
    // What is seen while it waits is the old page, whose picture was there before.
    #expect(
      steps.prefix(4) == [
        "captured p\(stop)", "will \(stop) to \(page)", "needs [\(page)]", "asked p\(page)",
      ], "\(steps)")
    #expect(steps.contains("ready") && turner.stop == page)
  }

  @Test func s0_16_whatHasNoPictureHasItsPlaceholderAndItsError() async throws {
    let source = Slow(4, ready: [0])
    source.breakPage(1)
    source.emptyPage(2)
    let size = PageSize(width: 41, height: 60)
    let store = PageStore(source, size: size, profile: Self.patient)
    try await store.load(at: 0)
    func clear(_ width: Int, _ height: Int) -> Pixmap {
      Pixmap(
        width: width, height: height, rgba8: [UInt8](repeating: 0, count: 4 * width * height))
    }
    var events: [TurnerEvent] = []
    for tick in 0..<6 { events += await store.work(at: Double(tick), isMoving: false) }
    #expect(events.contains(.page(1, .failed)) && events.contains(.page(2, .failed)))
    #expect(await store.picture(of: 1) == clear(21, 30))
    #expect(await store.picture(of: 2) == clear(100, 100))
    #expect(await store.picture(of: 4) == clear(300, 200))
    #expect(await store.picture(of: -1) == clear(300, 200))
    // Whoever can wait is told why.
    await #expect(throws: Slow.Broken.self) { try await store.picture(drawing: 1) }
    await #expect(throws: PageError.empty(identity: "p2")) { try await store.picture(drawing: 2) }
    await #expect(throws: PageError.missing(page: 4, pages: 4)) {
      try await store.picture(drawing: 4)
    }
    // A page that has got a size since is drawn.
    source.state.withLock { $0.empty = [] }
    source.open(2)
    #expect(try await store.picture(drawing: 2)?.width == 41)
    #expect(await store.picture(of: 2).width == 41)
  }

  /// S0-13: nothing of a book stays when it's closed.
  @Test func s0_13_aClosedStoreKeepsNothing() async throws {
    final class Token: Sendable {}
    weak var seen: Token?
    do {
      let token = Token()
      seen = token
      let source = DrawnPages("drawn", count: 3) { [token] _, _, pixels in
        pixels[0] = 1
        _ = token
      }
      let store = PageStore(source, size: Self.size, profile: Self.patient)
      try await store.load(at: 0)
      for round in 0..<6 { _ = await store.work(at: Double(round), isMoving: false) }
      #expect(await store.pages == [0, 1, 2])
      await store.clear()
      #expect(await store.pages.isEmpty)
      #expect(await store.picture(of: 0) == Placeholder.blank(Self.size).picture)
    }
    #expect(seen == nil)
  }
}

extension TurnerEvent {
  /// The page whose picture isn't there any more, if that is what it tells.
  fileprivate var stalePage: Int? { if case .page(let page, .stale) = self { page } else { nil } }
}

/// What a store owes to its turner.
extension PageStoreTests {
  @Test func aPictureThatIsGivenAwayIsToldAndATurnsPagesAreNot() async throws {
    let source = Slow(30, ready: Array(0..<30))
    let store = PageStore(
      source, size: Self.size, budget: 2 * 4 * 4 * 6, neighbours: 1, profile: Self.patient)
    var turner = try turner(30)
    try await store.load(at: 0)
    var time = 0.0
    func work(_ rounds: Int) async throws {
      for _ in 0..<rounds {
        time += 0.05
        for event in await store.work(at: time, isMoving: turner.phase != .idle) {
          await store.note(try turner.handle(event, at: time), of: turner)
        }
      }
    }
    try await work(4)
    // A far jump: its pages stay though they're the furthest from the one that is shown.
    await store.note(
      try turner.handle(.navigate(Navigation(.stop(29), style: .direct)), at: time),
      of: turner)
    try await work(3)
    #expect(await store.contains(29) && turner.phase == .settling)
    time += 2
    await store.note(try turner.handle(.tick, at: time), of: turner)
    try await work(6)
    #expect(turner.stop == 29)
    // Page 0 went; the turner knows, and waits for it when it's needed again.
    #expect(await !store.contains(0))
    let told = try turner.handle(.navigate(Navigation(.first, style: .direct)), at: time)
    #expect(told.contains { $0.kind == .need([0]) }, "\(told)")
  }

  @Test func aPageThatIsNeverReadyHoldsUpNothingElse() async throws {
    let source = Slow(9, ready: [0, 2, 3])
    let store = PageStore(source, size: Self.size, profile: Self.patient)
    var turner = try turner(9)
    try await store.load(at: 0)
    var time = 0.0
    for _ in 0..<40 {
      time += 0.05
      for event in await store.work(at: time, isMoving: false) {
        try turner.handle(event, at: time)
      }
    }
    #expect(await store.pages == [0, 2, 3])
    // Even while a turn waits for it, and after that was called off.
    await store.note(try turner.handle(.navigate(Navigation(.next)), at: time), of: turner)
    await store.note(try turner.handle(.abort(isImmediate: true), at: time), of: turner)
    source.open(4)
    await store.begin(.turn, around: 3, at: time)
    for _ in 0..<40 {
      time += 0.05
      for event in await store.work(at: time, isMoving: false) {
        try turner.handle(event, at: time)
      }
    }
    #expect(await store.contains(4))
  }

  @Test func theShownPageIsDrawnHoweverLateItCanBe() async throws {
    let source = Slow(9, ready: [])
    let store = PageStore(source, size: Self.size)
    try await store.load(around: 4, at: 0)
    var events: [TurnerEvent] = []
    for round in 0..<200 {
      if round == 150 { source.open(4) }
      let time = 5 + Double(round) / 20
      let isOwed = await store.hasWork(at: time)
      #expect(isOwed == events.isEmpty)
      events += await store.work(at: time, isMoving: false)
    }
    #expect(events == [.page(4, .ready)])
  }

  @Test func anotherLoadForgetsWhatWasThere() async throws {
    let source = Slow(3, ready: [0, 1, 2])
    let store = PageStore(source, size: Self.size, profile: Self.patient)
    try await store.load(at: 0)
    for round in 1..<9 { _ = await store.work(at: Double(round), isMoving: false) }
    #expect(await store.pages == [0, 1, 2])
    try await store.load(at: 10)
    #expect(await store.pages.isEmpty)
    #expect(await store.list[0].generation == 1)
    // Whoever waits for pages hears that they are drawn anew.
    let stale = (0..<3).map { TurnerEvent.page($0, .stale) }
    #expect(await store.work(at: 11, isMoving: false) == stale + [.page(0, .ready)])
  }
}
