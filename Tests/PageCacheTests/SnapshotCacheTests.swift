import PageCache
import PageTurner
import TestSupport
import Testing

/// What is kept of pages, and in which order it's drawn.
@Suite struct SnapshotCacheTests {
  private static func list(_ count: Int) -> PageList { PageList((0..<count).map { "p\($0)" }) }

  @Test func s1_23_theNearestPagesAreDrawnFirstAndTheEarlierOfTwo() {
    #expect(DrawAheadRun.order(around: 3, of: 7) == [3, 2, 4, 1, 5, 0, 6])
    #expect(DrawAheadRun.order(around: 0, of: 4) == [0, 1, 2, 3])
    #expect(DrawAheadRun.order(around: 3, of: 9, neighbours: 1) == [3, 2, 4])
    #expect(DrawAheadRun.order(around: 2, of: 0).isEmpty)
  }

  @Test func s1_23_theBudgetIsCheckedBeforeEachPage() {
    var run = DrawAheadRun(around: 3, of: 7, budget: 1, at: 10)
    var (drawn, time): ([Int], Double) = ([], 10)
    // Each page takes 0.3 s; two are there already.
    while let page = run.next(at: time, isThere: { $0 == 2 || $0 == 4 }) {
      drawn.append(page)
      time += 0.3
    }
    // Begun at 0, 0.3, 0.6 and 0.9 s; the next would be at 1.2 s.
    #expect(drawn == [3, 1, 5, 0])
    #expect(run.drawn == 4 && run.skipped == 4)
    #expect(run.isOver(at: time))
    // Without a limit all are drawn.
    var endless = DrawAheadRun(around: 3, of: 7, budget: 0, at: 10)
    var all = 0
    while endless.next(at: 1e9, isThere: { $0 == 2 || $0 == 4 }) != nil { all += 1 }
    #expect(all == 5 && endless.skipped == 4 && endless.isOver(at: 1e9))
  }

  @Test func s1_24_aPageATickAndNoneWhileSomethingMoves() {
    var run = DrawAheadRun(around: 0, of: 9, budget: 1, tick: 0.03, at: 0)
    var drawn: [(Double, Int)] = []
    for frame in 0..<120 {
      let time = Double(frame) / 100
      let isMoving = (0.25..<0.5).contains(time)
      if let page = run.next(at: time, isMoving: isMoving, isThere: { _ in false }) {
        drawn.append((time, page))
      }
    }
    #expect(drawn.map(\.1) == Array(0..<9))
    #expect(drawn.map(\.0) == [0, 0.03, 0.06, 0.09, 0.12, 0.15, 0.18, 0.21, 0.24])
    let profile = DrawAheadRun.Profile()
    #expect(profile.load == 1 && profile.edit == 2 && profile.turn == 1 && profile.tick == 0.03)
  }

  @Test func s4_17_theWindowIsKeptAndWhatIsFurthestGoes() {
    var cache = SnapshotCache<Int>(budget: 500)
    let list = Self.list(20)
    for shown in 0..<20 {
      cache.look(at: shown, in: list)
      for page in DrawAheadRun.order(around: shown, of: 20, neighbours: 2)
      where !cache.contains(list[page]) {
        cache.insert(page, of: list[page], at: page, cost: 100)
      }
      let window = max(shown - 2, 0)...min(shown + 2, 19)
      #expect(window.allSatisfy { cache.contains(list[$0]) }, "\(shown)")
      #expect(cache.cost <= 500 && cache.count <= 5)
    }
    // What doesn't fit at all isn't kept.
    cache.insert(7, of: list[7], at: 7, cost: 501)
    #expect(!cache.contains(list[7]) && cache.cost <= 500)
  }

  @Test func s1_17_anUpdateDropsOnePicture() {
    var list = Self.list(5)
    var cache = SnapshotCache<Int>(budget: 5)
    for page in 0..<5 { cache.insert(page, of: list[page], at: page, cost: 1) }
    let old = list[2]
    #expect(list.apply(.update(at: 2)) == [old])
    cache.look(at: 2, in: list)
    #expect(cache.pages == [0, 1, 3, 4])
    #expect(cache.picture(of: list[2]) == nil && cache.picture(of: list[3]) == 3)
    #expect(cache.misses == 1 && cache.hits == 1)
    #expect(list[2] == old.updated)
  }

  @Test func whatIsGivenAwayMayBeDrawnOver() {
    var cache = SnapshotCache<Int>(budget: 300)
    let list = Self.list(20)
    for page in 0..<20 {
      cache.look(at: page, in: list)
      cache.insert(page, of: list[page], at: page, cost: 100)
    }
    // Of what went, the last few are there, the latest first, and each once.
    #expect(cache.count == 3 && cache.takeSpare(cost: 99) == nil)
    let spares = (0..<5).map { _ in cache.takeSpare(cost: 100) }
    #expect(spares == [16, 15, 14, 13, nil])
  }

  @Test func s3_14_aPageIsNeverTakenForAnother() {
    var random = Random(seed: 314)
    var list = PageList()
    var cache = SnapshotCache<String>(budget: 7)
    var content: [String: Int] = [:]
    var born = 0
    for step in 0..<4000 {
      var identities: [String] = []
      let edit: BookEdit
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        let count = Int.random(in: 1...3, using: &random)
        // Some come back that were there before.
        identities = (0..<count).map { _ in
          born += 1
          let old = "p\(Int.random(in: 0..<born, using: &random))"
          return list.page(of: old) == nil ? old : "p\(born)"
        }
        identities = Array(Set(identities)).filter { list.page(of: $0) == nil }.sorted()
        edit = .insert(
          at: Int.random(in: 0...list.count, using: &random), count: identities.count)
        for identity in identities { content[identity, default: 0] += 1 }
      case 2 where list.count > 0:
        edit = .delete(at: Int.random(in: 0..<list.count, using: &random), count: 1)
      case 3 where list.count > 0:
        let at = Int.random(in: 0..<list.count, using: &random)
        content[list[at].identity, default: 0] += 1
        edit = .update(at: at)
      case 4 where step % 50 == 0:
        identities = (0..<5).map { "q\(step)-\($0)" }
        for identity in identities { content[identity] = 1 }
        edit = .reload(count: 5)
      default: continue
      }
      list.apply(edit, identities)
      let shown = list.count == 0 ? 0 : Int.random(in: 0..<list.count, using: &random)
      cache.look(at: shown, in: list)
      for page in DrawAheadRun.order(around: shown, of: list.count, neighbours: 2) {
        let identity = list[page].identity
        let now = "\(identity) \(content[identity] ?? 0)"
        if let kept = cache.picture(of: list[page]) {
          #expect(kept == now, "step \(step)")
        } else {
          cache.insert(now, of: list[page], at: page, cost: 1)
        }
      }
      #expect(Set(list.keys.map(\.identity)).count == list.count)
    }
    #expect(cache.hits > 1000 && cache.misses > 1000)
  }
}
