import CurlCore
import PageTurner
import TestSupport
import Testing

/// What takes its course by itself: books that turn on their own, what leaves pass, looks in between.
@Suite struct PassingTimeTests {
  @Test(.timeLimit(.minutes(1)))
  func i12_aBookThatTurnsByItselfOutlastsALongSleep() throws {
    // A clock that counts from elsewhere than the turner's.
    let slow = rules { ($0.boundary, $0.autoplay) = (.loop, 2) }
    var turner = try makeTurner(slow)
    #expect(try turner.handle(.tick, at: 1.75e9).isEmpty)
    #expect(turner.stop == 4 && turner.nextTime == 1.75e9 + 2)
    #expect(
      try turner.handle(.tick, at: 1.75e9 + 3).first
        == TurnerOutput(.willTurn(from: 4, to: 5, .autoplay), at: 1.75e9 + 2))
    // One that sleeps in the middle of a turn lands, and waits again.
    try turner.handle(.tick, at: 1.75e9 + 4.1)
    #expect(turner.phase == .idle)
    try turner.handle(.tick, at: 1.75e9 + 4.6)
    #expect(turner.phase == .settling)
    #expect(
      try turner.handle(.tick, at: 1.8e9).map(\.kind) == [
        .didTurn(from: 5, to: 6, completed: true), .state(.idle),
      ])
    #expect(turner.nextTime == 1.8e9 + 2)
    // Numbers of which the next is further away than an interval.
    var far = try makeTurner(
      rules { ($0.boundary, $0.autoplay, $0.reducesMotion) = (.loop, 0.01, true) })
    for time in [1e15, 1e15 + 1, 1e15 + 9, 1e300] {
      let told = try far.handle(.tick, at: time)
      #expect(told.count <= 4000, "\(time) s")
      #expect(try #require(far.nextTime) > time)
    }
  }

  @Test func aBookThatIsLookedAtNowAndThenMissesNoTurn() throws {
    let rules = rules { ($0.boundary, $0.autoplay) = (.loop, 2) }
    var (often, seldom) = (try makeTurner(rules), try makeTurner(rules))
    var told: [TurnerOutput] = []
    for step in 1...2000 { told += try often.handle(.tick, at: Double(step)) }
    let once = try seldom.handle(.tick, at: 2000)
    #expect(once == told && once.count > 3000)
  }

  @Test func r18_aDragInABookOfOneStopThatStartsOverTellsNoEnd() throws {
    var turner = try makeTurner(rules { $0.boundary = .loop }, pages: 1, at: 0)
    for (number, x) in [300.0, 600].enumerated() {
      let time = Double(number)
      try turner.handle(.down(id: 1, SIMD2(450, 300)), at: time)
      #expect(
        try turner.handle(.move(id: 1, SIMD2(x, 300)), at: time + 0.2).map(\.kind) == [
          .dropped(.alreadyThere), .state(.dragging),
        ])
      #expect(turner.position == 0)
      try turner.handle(.up(id: 1, SIMD2(x, 300)), at: time + 0.4)
      #expect(turner.phase == .idle)
    }
  }

  @Test func newThresholdsHoldForSheetsOnTheirWay() throws {
    let marked = rules { $0.thresholds = [.init("tenth", at: 0.1), .init("half", at: 0.5)] }
    var turner = try makeTurner()
    try turner.handle(.navigate(Navigation(.next)), at: 1)
    // A tenth has been passed by then.
    #expect(try turner.handle(.configure(marked), at: 1.15).isEmpty)
    let told = try turner.handle(.tick, at: 5)
    #expect(
      told.map(\.kind) == [
        .threshold("half", isRising: true), .didTurn(from: 4, to: 5, completed: true),
        .state(.idle),
      ])
    #expect(abs(try #require(told.first).time - 1.25) <= 1e-9)
    // And those that hold no more are told no more: of one that settles, and of one that is held.
    var settling = try makeTurner(marked)
    try settling.handle(.navigate(Navigation(.next)), at: 1)
    try settling.handle(.configure(TurnerConfiguration()), at: 1.15)
    #expect(try settling.handle(.tick, at: 5).count == 2)
    var held = try makeTurner(marked)
    try held.handle(.down(id: 1, SIMD2(800, 300)), at: 0)
    try held.handle(.move(id: 1, SIMD2(200, 300)), at: 0.125)
    try held.handle(.configure(TurnerConfiguration()), at: 0.125)
    #expect(try held.handle(.tick, at: 1).isEmpty)
  }

  @Test func newThresholdsHoldForTheLeavesOfARiffleThatComeToThem() throws {
    let marked = rules { $0.thresholds = [.init("half", at: 0.5)] }
    for isForward in [true, false] {
      var turner = try makeTurner(at: isForward ? 0 : 4)
      try turner.handle(.navigate(Navigation(.stop(isForward ? 4 : 0))), at: 1)
      // The first leaf is past its half.
      var told = try turner.handle(.configure(marked), at: 1.26)
      told += try turner.handle(.tick, at: 5)
      let times = told.filter { $0.kind == .threshold("half", isRising: isForward) }.map(\.time)
      #expect(times.count == 3)
      for (number, time) in times.enumerated() {
        #expect(abs(time - (1.275 + 0.025 * Double(number))) <= 1e-9)
      }
      // Between landings: none is told again, none is left out.
      var late = try makeTurner(at: isForward ? 0 : 4)
      try late.handle(.navigate(Navigation(.stop(isForward ? 4 : 0))), at: 1)
      told = try late.handle(.tick, at: 1.51)
      told += try late.handle(.configure(marked), at: 1.51)
      told += try late.handle(.tick, at: 5)
      let passed = told.compactMap { if case .passed(let stop) = $0.kind { stop } else { nil } }
      #expect(passed == (isForward ? [1, 2, 3] : [3, 2, 1]))
      #expect(!told.contains { if case .threshold = $0.kind { true } else { false } })
    }
  }

  /// What is seen at 60 looks a second, of as many or of four times as many.
  private func seen(_ script: Script, rate: Int) throws -> [Posture] {
    var turner = try Turner(script.book, view: script.view, at: script.start, script.rules)
    var seen: [Posture] = []
    var tick = 1
    for (time, event) in script.events {
      while Double(tick) / Double(rate) <= time {
        try turner.handle(.tick, at: Double(tick) / Double(rate))
        if (60 * tick).isMultiple(of: rate) { seen.append(turner.posture) }
        tick += 1
      }
      try turner.handle(event, at: time)
    }
    return seen
  }

  @Test func i1_atTheSameTimesTheSameIsSeenHoweverOftenSomebodyLooks() throws {
    var random = Random(seed: 160)
    var inMotion = 0
    for number in 0..<1000 {
      var script = random.script(changes: true)
      script.rules = random.rules()
      script.events.append(((script.events.last?.time ?? 0) + 1, .tick))
      let slow = try seen(script, rate: 60)
      let areAlike = try seen(script, rate: 240) == slow
      #expect(areAlike, "script \(number)")
      inMotion += slow.count { !$0.leaves.isEmpty }
    }
    #expect(inMotion > 20_000, "\(inMotion)")
  }
}
