import CurlCore
import PageTurner
import Testing

/// What waits for a finger: turns that it holds up, and those that wait for one that was lost.
@Suite struct LostFingerTests {
  private func dropped(_ told: [TurnerOutput]) -> Int {
    told.count { if case .dropped = $0.kind { true } else { false } }
  }

  @Test func t1_aDragDropsWhatIsOlderThanItsTouchAndNothingElse() throws {
    var turner = try Turner(Book(pages: 20), view: SIMD2(60, 80))
    try turner.handle(.navigate(Navigation(.next)), at: 0)
    for _ in 0..<8 { try turner.handle(.navigate(Navigation(.next)), at: 0.01) }
    try turner.handle(.down(id: 1, SIMD2(30, 40)), at: 0.2)
    #expect(try turner.handle(.navigate(Navigation(.next)), at: 0.3).isEmpty)
    let told = try turner.handle(.move(id: 1, SIMD2(10, 40)), at: 0.4)
    #expect(told.map(\.kind) == Array(repeating: .dropped(.superseded), count: 8))
    try turner.handle(.up(id: 1, SIMD2(10, 40)), at: 0.5)
    try turner.handle(.tick, at: 9)
    #expect(turner.stop == 2)
  }

  /// A finger that was down before anything was asked for drops nothing.
  @Test func t1_whatIsAskedForUnderAnArmedFingerWaitsForItsDrag() throws {
    var turner = try makeTurner()
    try turner.handle(.down(id: 1, SIMD2(800, 300)), at: 0)
    for _ in 0..<2 { try turner.handle(.navigate(Navigation(.next)), at: 0.1) }
    var told = try turner.handle(.move(id: 1, SIMD2(500, 300)), at: 0.2)
    #expect(told.map(\.kind).contains(.state(.dragging)) && dropped(told) == 0)
    told = try turner.handle(.up(id: 1, SIMD2(100, 300)), at: 0.3)
    #expect(dropped(told) == 0)
    try turner.handle(.tick, at: 9)
    #expect(turner.stop == 6)
  }

  @Test func t2_aTapOnAPulledSheetThatSettlesKeepsItsSpeed() throws {
    var turner = try Turner(Book(pages: 9), view: SIMD2(800, 600))
    try turner.handle(.down(id: 1, SIMD2(100, 300)), at: 0)
    try turner.handle(.move(id: 1, SIMD2(400, 300)), at: 0.1)
    try turner.handle(.up(id: 1, SIMD2(400, 300)), at: 0.2)
    try turner.handle(.tick, at: 0.24)
    let (before, place) = (turner.velocity, turner.position)
    #expect(before > 0.5)
    try turner.handle(.down(id: 1, SIMD2(400, 300)), at: 0.24)
    try turner.handle(.up(id: 1, SIMD2(400, 300)), at: 0.26)
    #expect(turner.velocity == before && abs(turner.position - place) <= 1e-12)
  }

  @Test func t3_aCommandTakesOverTheSheetOfALostFinger() throws {
    var turner = try makeTurner(at: 0)
    try turner.handle(.down(id: 1, SIMD2(700, 300)), at: 0)
    try turner.handle(.move(id: 1, SIMD2(500, 300)), at: 0.125)
    try turner.handle(.navigate(Navigation(.next)), at: 0.25)
    #expect(turner.nextTime == 1.125)
    var told = try turner.handle(.tick, at: 8)
    // It had gone too little of its way to turn, and goes back.
    #expect(
      told.map(\.kind) == [
        .state(.settling), .didTurn(from: 0, to: 1, completed: false),
        .willTurn(from: 0, to: 1, .navigation), .didTurn(from: 0, to: 1, completed: true),
        .state(.idle),
      ])
    #expect(told.first?.time == 1.125)
    told = try turner.handle(.navigate(Navigation(.next)), at: 9)
    #expect(told.first?.kind == .willTurn(from: 1, to: 2, .navigation))
    try turner.handle(.tick, at: 20)
    #expect(turner.stop == 2 && turner.phase == .idle)
  }

  @Test(arguments: [TurnerConfiguration.BusyTurn.queue, .finish, .ignore, .stack])
  func t3_whoeverAsksIsAnswered(_ policy: TurnerConfiguration.BusyTurn) throws {
    for way in [200.0, 600] {
      var turner = try makeTurner(rules { $0.onBusyTurn = policy })
      try turner.handle(.down(id: 1, SIMD2(800, 300)), at: 0)
      try turner.handle(.move(id: 1, SIMD2(800 - way, 300)), at: 0.1)
      let told = try turner.handle(.navigate(Navigation(.next)), at: 9)
      #expect(dropped(told) == (policy == .ignore ? 1 : 0))
      try turner.handle(.tick, at: 15)
      let landed = way > 450 ? 5 : 4
      #expect(turner.stop == (policy == .ignore ? landed : landed + 1) && turner.phase == .idle)
      try turner.handle(.navigate(Navigation(.first)), at: 16)
      try turner.handle(.tick, at: 30)
      #expect(turner.stop == 0)
    }
    // Edits, and time, too.
    var edited = try makeTurner(rules { $0.onBusyEdit = .refuse })
    try edited.handle(.down(id: 1, SIMD2(800, 300)), at: 0)
    try edited.handle(.move(id: 1, SIMD2(600, 300)), at: 0.1)
    #expect(dropped(try edited.handle(.edit(.delete(at: 0, count: 1)), at: 9)) == 1)
    try edited.handle(.tick, at: 10)
    try edited.handle(.edit(.delete(at: 0, count: 1)), at: 10)
    #expect(edited.book.pages == 8)
    var clock = try makeTurner(rules { $0.autoplay = 2 }, at: 0)
    try clock.handle(.down(id: 1, SIMD2(800, 300)), at: 0)
    try clock.handle(.move(id: 1, SIMD2(600, 300)), at: 0.5)
    let told = try clock.handle(.tick, at: 4)
    #expect(told.first == TurnerOutput(.state(.settling), at: 2.5))
    #expect(clock.stop == 1)
  }

  @Test func t3_whoeverComesNextIsNotSwallowed() throws {
    // A tap is a tap, on the sheet that was held.
    var tapped = try makeTurner()
    try tapped.handle(.down(id: 1, SIMD2(800, 300)), at: 0)
    try tapped.handle(.move(id: 1, SIMD2(200, 300)), at: 0.1)
    var told = try tapped.handle(.down(id: 2, SIMD2(800, 300)), at: 4)
    let place: Double = 4 + 600.0 / 900
    #expect(told.map(\.kind) == [.grab(place)])
    told = try tapped.handle(.up(id: 2, SIMD2(800, 300)), at: 4.1)
    try tapped.handle(.tick, at: 9)
    #expect(tapped.stop == 6)
    // The one that was lost may come again, and has its say from there.
    var again = try makeTurner()
    try again.handle(.down(id: 1, SIMD2(800, 300)), at: 0)
    try again.handle(.move(id: 1, SIMD2(700, 300)), at: 0.1)
    try again.handle(.navigate(Navigation(.next)), at: 4)
    try again.handle(.tick, at: 6)
    #expect(again.stop == 5 && again.phase == .idle)
    try again.handle(.move(id: 1, SIMD2(690, 300)), at: 7)
    #expect(again.phase == .idle)
    try again.handle(.move(id: 1, SIMD2(390, 300)), at: 7.1)
    #expect(again.phase == .dragging)
    try again.handle(.up(id: 1, SIMD2(90, 300)), at: 7.2)
    try again.handle(.tick, at: 9)
    #expect(again.stop == 6)
  }

  /// One finger of two goes on.
  @Test func t3_anotherFingerThatIsHeardOfTakesTheSheetOver() throws {
    var turner = try makeTurner()
    try turner.handle(.down(id: 1, SIMD2(800, 300)), at: 0)
    try turner.handle(.move(id: 1, SIMD2(500, 300)), at: 0.1)
    try turner.handle(.down(id: 2, SIMD2(300, 300)), at: 0.75)
    try turner.handle(.navigate(Navigation(.next)), at: 1.25)
    #expect(turner.phase == .dragging)
    let before = turner.position
    try turner.handle(.move(id: 2, SIMD2(210, 300)), at: 1.5)
    #expect(abs(turner.position - before - 0.1) <= 1e-12)
    // It's lost in its turn.
    let told = try turner.handle(.tick, at: 9)
    #expect(told.first == TurnerOutput(.state(.settling), at: 2.5) && turner.phase == .idle)
  }
}
