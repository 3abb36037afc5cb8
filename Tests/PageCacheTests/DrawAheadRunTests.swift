import PageCache
import PageTurner
import TestSupport
import Testing

/// i10: which pages are drawn ahead doesn't depend on how many there are.
@Suite struct DrawAheadRunTests {
  private static let most = 1 << 30

  @Test func nearestPagesAreThoseOfASortedList() {
    var random = Random(seed: 102)
    for _ in 0..<2000 {
      let count = Int.random(in: 0...12, using: &random)
      let target = Int.random(in: -3...15, using: &random)
      let neighbours: Int? =
        Bool.random(using: &random) ? nil : Int.random(in: 0...6, using: &random)
      let sorted = (0..<count).filter { abs($0 - target) <= neighbours ?? .max }
        .sorted { (abs($0 - target), $0) < (abs($1 - target), $1) }
      #expect(DrawAheadRun.order(around: target, of: count, neighbours: neighbours) == sorted)
    }
  }

  @Test func drawingAheadLooksAtNoMorePagesThanItDraws() {
    var looked = 0
    var run = DrawAheadRun(around: 500, of: Self.most, budget: 0, at: 0)
    for _ in 0..<100 {
      #expect(
        run.next(at: 0) { _ in
          looked += 1
          return false
        } != nil)
    }
    #expect(looked == 100)
    var window = DrawAheadRun(around: 500, of: Self.most, neighbours: 3, budget: 0, at: 0)
    looked = 0
    let none = window.next(at: 0) { _ in
      looked += 1
      return true
    }
    #expect(none == nil && looked == 7 && window.skipped == 14)
  }

  @Test func aPageThatIsNotReadyComesAgainAfterTheOthersButForTheShownOne() {
    var run = DrawAheadRun(around: 2, of: 4, budget: 0, at: 0)
    func next() -> Int? { run.next(at: 0) { _ in false } }
    #expect(next() == 2)
    run.putBack(2)
    #expect(next() == 2 && next() == 1)
    run.putBack(1)
    #expect(next() == 3 && next() == 0 && next() == 1)
    run.putBack(1)
    #expect(!run.isOver(at: 0) && next() == 1)
    #expect(next() == nil && run.isOver(at: 0) && run.drawn == 4)
  }

  @Test func aListKnowsWhereItsPagesAreAfterAnyEdits() {
    var random = Random(seed: 103)
    var list = PageList((0..<5).map { "p\($0)" })
    for step in 0..<2000 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1:
        let at = Int.random(in: 0...list.count, using: &random)
        list.apply(.insert(at: at, count: 2), ["a\(step)", "b\(step)"])
      case 2 where list.count > 2:
        let at = Int.random(in: 0..<list.count - 1, using: &random)
        list.apply(.delete(at: at, count: 2))
      case 3 where list.count > 0:
        list.apply(.update(at: Int.random(in: 0..<list.count, using: &random)))
      default: list.apply(.reload(count: 1), ["r\(step)"])
      }
      #expect(
        list.keys.indices.allSatisfy { list.page(of: list[$0].identity) == $0 }, "step \(step)")
      #expect(list.page(of: "gone") == nil)
    }
  }
}
