import CurlCore
import PageTurner
import TestSupport
import Testing

/// i10: what is done and kept doesn't depend on how many pages there are.
@Suite struct WorkTests {
  private static let most = 1 << 30

  @Test(arguments: [0, 1e-6, 0.01, 0.05, 1])
  func aRiffleThroughAnyNumberOfPagesListsAFewOfThem(stagger: Double) throws {
    for isForward in [true, false] {
      var rules = TurnerConfiguration()
      rules.stagger = stagger
      rules.thresholds = [.init("half", at: 0.5)]
      rules.awaitsPages = true
      let start = isForward ? 0 : Self.most - 1
      var turner = try Turner(Book(pages: Self.most), view: SIMD2(768, 1024), at: start, rules)
      let told = try turner.handle(
        .navigate(Navigation(isForward ? .last : .first)), at: 0)
      var needed: [Int] = []
      for case .need(let pages) in told.map(\.kind) { needed = pages }
      // Those of two leaves at either end.
      #expect(needed.count == 6 && needed.contains(0) && needed.contains(Self.most - 1))
      #expect(turner.posture.leaves.count == 2 && turner.position == Double(start))
      for page in needed { try turner.handle(.page(page, .ready), at: 0) }
      #expect(turner.phase == .settling)
      var last = turner.position
      for time in [0.1, 0.2, 0.3, 0.4, 0.49] {
        let passed = try turner.handle(.tick, at: time)
        // As many as have passed by then, of leaves that are that far apart.
        let gone = stagger > 1e-3 ? time / (stagger * 0.5) + 1 : Double(Self.most)
        if stagger > 1e-3 { #expect(Double(passed.count) <= gone) }
        let leaves = turner.posture.leaves
        #expect(leaves.count <= 28 && leaves.contains { (0.0001..<1).contains($0.progress) })
        #expect(isForward ? turner.position > last : turner.position < last)
        last = turner.position
        // Half of the leaves is beyond a third of a billion events where all turn at once.
        if stagger < 1e-3, time >= 0.2 { break }
      }
    }
  }

  @Test func thePlaceOfARiffleIsTheSumOfItsLeaves() throws {
    var random = Random(seed: 101)
    for number in 0..<300 {
      var rules = TurnerConfiguration()
      rules.stagger = Double(Int.random(in: 0...100, using: &random)) / 100
      let pages = Int.random(in: 3...24, using: &random)
      var turner = try Turner(Book(pages: pages), view: SIMD2(768, 1024), rules)
      try turner.handle(.navigate(Navigation(.last)), at: 0)
      while let next = turner.nextTime, turner.phase != .idle {
        let share = Double.random(in: 0...1, using: &random)
        let time: Double = turner.time + share * (next - turner.time)
        try turner.handle(.tick, at: time)
        let leaves = turner.posture.leaves
        let progress: Double = leaves.reduce(0) { $0 + $1.progress }
        let place: Double = Double(leaves.first?.early ?? 0) + progress
        #expect(abs(turner.position - place) <= 1e-11, "riffle \(number), \(time) s")
        try turner.handle(.tick, at: next)
      }
      #expect(turner.stop == pages - 1)
    }
  }

  /// Leaves that aren't listed are covered: what lies open is the same as if they were.
  @Test func theListOfARiffleGoesAlong() throws {
    var rules = TurnerConfiguration()
    rules.stagger = 0.3
    for isForward in [true, false] {
      var turner = try Turner(
        Book(pages: 40), view: SIMD2(768, 1024), at: isForward ? 0 : 39, rules)
      try turner.handle(.navigate(Navigation(isForward ? .last : .first)), at: 0)
      for step in 1...400 {
        let time = Double(step) / 50
        try turner.handle(.tick, at: time)
        let leaves = turner.posture.leaves
        guard turner.phase != .idle else { break }
        #expect(leaves.count <= 9)
        for (one, other) in zip(leaves, leaves.dropFirst()) {
          #expect(one.late == other.early && one.progress >= other.progress)
        }
        let flying = leaves.filter { $0.progress > 0 && $0.progress < 1 }
        for leaf in flying {
          #expect(leaves.first == leaf || leaves.contains { $0.late == leaf.early })
        }
      }
      #expect(turner.stop == (isForward ? 39 : 0))
    }
  }
}
