import CurlCore
import PageTurner
import Testing

/// How long leaves turn, and how a held one follows.
@Suite struct LeafTimingTests {
  @Test(arguments: [(1, 1.050), (2, 1.101), (5, 1.253), (8, 1.406)])
  func s1_7_flightsLastAsLongAsTheOriginals(count: Int, seconds: Double) throws {
    for style in [Navigation.Style.riffle, .direct] {
      var turner = try makeTurner(.flipboard, at: 0)
      try turner.handle(.navigate(Navigation(.stop(count), style: style)), at: 0)
      let told = try turner.handle(.tick, at: 5)
      let end = try #require(told.last { $0.kind == .didTurn(from: 0, to: count, completed: true) })
      #expect((1000 * end.time).rounded() == (style == .direct ? 1050 : 1000 * seconds))
    }
  }

  /// Leaf for leaf the formula's, wherever the book lies open, both ways.
  @Test func s1_7_leavesStartAndLandByTheFormula() throws {
    for (from, to) in [(0, 8), (3, 5), (2, 3), (8, 0), (6, 1), (5, 4)] {
      var turner = try makeTurner(.flipboard, at: from)
      try turner.handle(.navigate(Navigation(.stop(to))), at: 0)
      let board = Flipboard(pages: 9)
      let flips = board.flight(from: from, to: to).flips.filter {
        abs($0.toAngle - $0.fromAngle) > 90
      }
      let told = try turner.handle(.tick, at: 5)
      let ends = told.compactMap { output -> Double? in
        switch output.kind {
        case .passed, .didTurn: output.time
        default: nil
        }
      }
      #expect(ends.count == flips.count)
      for (end, flip) in zip(ends, flips) { #expect(abs(end - flip.end) <= 1e-12) }
      let stagger = board.turning(from: from, abs(to - from), isForward: to > from)
      for (number, flip) in flips.enumerated() {
        #expect(abs(stagger.start(of: number) - flip.start) <= 1e-12)
      }
    }
  }

  @Test func s1_7_aLeafWaitsBeforeItMovesAndMayBeHeldMeanwhile() throws {
    var turner = try makeTurner(.flipboard)
    try turner.handle(.navigate(Navigation(.next)), at: 1)
    try turner.handle(.tick, at: 1.04)
    #expect(turner.position == 4 && turner.velocity == 0 && turner.phase == .settling)
    try turner.handle(.tick, at: 1.06)
    #expect(turner.position > 4)
    // The largest book there is.
    let large = try Turner(Book(pages: 1 << 30), view: SIMD2(900, 600), .flipboard)
    var far = large
    try far.handle(.navigate(Navigation(.last)), at: 0)
    #expect(try #require(far.nextTime).isFinite)
  }

  @Test func s1_19_anAppendedPageIsRevealedByTheFormula() throws {
    var turner = try makeTurner(.flipboard)
    try turner.handle(.edit(.insert(at: 9, count: 1)), at: 1)
    let told = try turner.handle(.tick, at: 9)
    let flight = Flipboard(pages: 10).flight(from: 4, to: 9)
    let last = try #require(told.last { $0.kind == .didTurn(from: 4, to: 9, completed: true) })
    #expect(abs(last.time - (2 + flight.totalDuration)) <= 1e-12)
  }

  /// A finger that takes hold of the sheet at 800, and then moves at the given times.
  private func held(
    _ rules: TurnerConfiguration, _ moves: [(time: Double, x: Double)]
  ) throws -> Turner {
    var turner = try makeTurner(rules)
    try turner.handle(.down(id: 1, SIMD2(800, 300)), at: 0)
    for move in moves { try turner.handle(.move(id: 1, SIMD2(move.x, 300)), at: move.time) }
    return turner
  }

  @Test func s4_9_aMoveIsFollowedIn0_07Seconds() throws {
    let smooth = rules { $0.smoothing = 0.07 }
    var turner = try held(smooth, [(0.5, 620), (1, 440)])
    // From the first 180 pixels to twice as many, as CSS's ease.
    #expect(abs(turner.position - 4.2) <= 1e-12)
    for time in [1, 1.01, 1.035, 1.069] {
      try turner.handle(.tick, at: time)
      let share = Easing.ease.value(at: (time - 1) / 0.07)
      #expect(abs(turner.position - (4.2 + 0.2 * share)) <= 1e-12, "\(time) s")
    }
    try turner.handle(.tick, at: 1.08)
    #expect(abs(turner.position - 4.4) <= 1e-12)
    // A move on the way starts from what is seen.
    try turner.handle(.move(id: 1, SIMD2(350, 300)), at: 2)
    try turner.handle(.tick, at: 2.02)
    let before = turner.position
    try turner.handle(.move(id: 1, SIMD2(260, 300)), at: 2.02)
    #expect(abs(turner.position - before) <= 1e-12)
    #expect(
      abs(
        turner.posture(at: 2.055).leaves[0].progress
          - (before - 4 + (0.6 - before + 4)
            * Easing.ease.value(at: 0.5))
      ) <= 1e-9)
    // Where it says again that it rests it changes nothing.
    try turner.handle(.move(id: 1, SIMD2(260, 300)), at: 2.06)
    #expect(abs(turner.posture(at: 2.0901).leaves[0].progress - 0.6) <= 1e-12)
    #expect(TurnerConfiguration.leaves().smoothing == 0.07 && TurnerConfiguration().smoothing == 0)
  }

  @Test func s4_9_aSmoothedSheetIsLetGoOfWhereItIsSeenAndJudgedByTheFinger() throws {
    let smooth = rules { ($0.smoothing, $0.release) = (2, .half) }
    var turner = try held(smooth, [(0.5, 200)])
    try turner.handle(.tick, at: 0.51)
    let before = turner.position
    #expect(before < 4.1)
    try turner.handle(.up(id: 1, SIMD2(200, 300)), at: 0.51)
    #expect(abs(turner.position - before) <= 1e-12)
    try turner.handle(.tick, at: 9)
    #expect(turner.stop == 5)
  }

  @Test func s4_9_acrossItsWayToo() throws {
    var turner = try held(rules { $0.smoothing = 0.07 }, [(0.5, 620)])
    try turner.handle(.move(id: 1, SIMD2(620, 400)), at: 1)
    #expect(turner.posture.leaves.first?.across == 0)
    let half = turner.posture(at: 1.035).leaves[0].across
    #expect(abs(half - 100 * Easing.ease.value(at: 0.5)) <= 1e-9)
    #expect(turner.posture(at: 1.08).leaves.first?.across == 100)
  }
}
