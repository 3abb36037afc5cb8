import CurlCore
import PageTurner
import Testing

/// Where a sheet rests on its way, and how it settles.
@Suite struct SnapTests {
  private static let snaps = rules {
    $0.snaps = [.init(at: 0.3), .init(at: 0.7, within: 0.05)]
    $0.catchUp = .immediate
  }

  /// A sheet that a finger has dragged a share of its way from stop 4, without speed, and let go of.
  private func released(
    at share: Double, _ rules: TurnerConfiguration = Self.snaps, direction: Double = 1
  ) throws -> Turner {
    var turner = try makeTurner(rules)
    let start = SIMD2(450 + direction * 440, 300)
    let end = start - SIMD2(direction * share * 900, 0)
    try turner.handle(.down(id: 1, start), at: 0)
    try turner.handle(.move(id: 1, end), at: 0.5)
    try turner.handle(.up(id: 1, end), at: 1)
    return turner
  }

  @Test(
    arguments: [
      (0.15, 4.0), (0.21, 4.3), (0.3, 4.3), (0.39, 4.3), (0.41, 4), (0.6, 5), (0.66, 4.7),
      (0.74, 4.7), (0.76, 5),
    ])
  func t4_aSheetRestsAtTheSnappingPointThatItIsNear(share: Double, place: Double) throws {
    var turner = try released(at: share)
    try turner.handle(.tick, at: 5)
    #expect(abs(turner.position - place) <= 1e-12)
    #expect(turner.phase == (place == place.rounded() ? .idle : .resting))
    // Places count in reading direction, whichever way the sheet goes.
    var back = try released(at: 1 - share, direction: -1)
    try back.handle(.tick, at: 5)
    #expect(abs(back.position - (place - 1)) <= 1e-12)
  }

  @Test func t4_theSpeedCountsAsForTheRelease() throws {
    // At 0.18 of its way and 0.4 a second: a quarter of a second later it were at 0.28.
    var turner = try makeTurner(Self.snaps)
    try turner.handle(.down(id: 1, SIMD2(800, 300)), at: 0)
    try turner.handle(.move(id: 1, SIMD2(683, 300)), at: 0.5)
    for step in 1...16 {
      try turner.handle(
        .move(id: 1, SIMD2(683 - 45 * Double(step) / 16, 300)), at: 1 + Double(step) / 128)
    }
    try turner.handle(.up(id: 1, SIMD2(638, 300)), at: 1.125)
    try turner.handle(.tick, at: 5)
    #expect(turner.position == 4.3)
    // Of two as near the smaller one has it.
    let points = [0.625, 0.375].map { TurnerConfiguration.SnapPoint(at: $0, within: 0.2) }
    var tie = try released(at: 0.5, rules { ($0.snaps, $0.catchUp) = (points, .immediate) })
    try tie.handle(.tick, at: 5)
    #expect(tie.position == 4.375)
  }

  @Test func t4_aRestingSheetIsToldOfAndTakenHoldOf() throws {
    var turner = try released(at: 0.35)
    let told = try turner.handle(.tick, at: 5)
    #expect(told == [TurnerOutput(.state(.resting), at: 1.12)])
    #expect(turner.nextTime == nil && turner.labelledStop == nil && turner.stop == 4)
    #expect(
      try turner.handle(.down(id: 1, SIMD2(450, 300)), at: 6).map(\.kind) == [
        .grab(4.3), .state(.dragging),
      ])
    // A tap leaves it where it is.
    #expect(
      try turner.handle(.up(id: 1, SIMD2(450, 300)), at: 6.1).map(\.kind) == [
        .tap(.centre), .state(.resting),
      ])
    try turner.handle(.down(id: 1, SIMD2(450, 300)), at: 7)
    try turner.handle(.move(id: 1, SIMD2(150, 300)), at: 7.5)
    try turner.handle(.up(id: 1, SIMD2(150, 300)), at: 8)
    try turner.handle(.tick, at: 9)
    #expect(turner.stop == 5 && turner.phase == .idle)
  }

  @Test(arguments: [TurnerConfiguration.BusyTurn.queue, .finish, .ignore, .stack])
  func t4_whoeverAsksLetsARestingSheetGoOn(_ policy: TurnerConfiguration.BusyTurn) throws {
    for (share, landed) in [(0.3, 4), (0.7, 5)] {
      var rules = Self.snaps
      rules.onBusyTurn = policy
      var turner = try released(at: share, rules)
      try turner.handle(.tick, at: 5)
      #expect(turner.phase == .resting)
      try turner.handle(.navigate(Navigation(.next)), at: 6)
      try turner.handle(.tick, at: 9)
      #expect(turner.stop == (policy == .ignore ? landed : landed + 1) && turner.phase == .idle)
      // One that waits already, an edit, time, other rules, and what undoes it.
      var queued = try makeTurner(rules)
      try queued.handle(.down(id: 1, SIMD2(890, 300)), at: 0)
      try queued.handle(.move(id: 1, SIMD2(890 - 900 * share, 300)), at: 0.5)
      try queued.handle(.edit(.delete(at: 0, count: 1)), at: 0.6)
      try queued.handle(.up(id: 1, SIMD2(890 - 900 * share, 300)), at: 1)
      try queued.handle(.tick, at: 3)
      #expect(queued.book.pages == 8 && queued.phase == .idle && queued.stop == landed - 1)
      rules.autoplay = 3
      var clock = try released(at: share, rules)
      let told = try clock.handle(.tick, at: 4.2)
      #expect(told.contains(TurnerOutput(.state(.settling), at: 4)))
      var other = try released(at: share)
      try other.handle(.tick, at: 3)
      try other.handle(.configure(TurnerConfiguration()), at: 4)
      try other.handle(.tick, at: 9)
      #expect(other.stop == landed && other.phase == .idle)
      var undone = try released(at: share)
      try undone.handle(.tick, at: 3)
      try undone.handle(.abort(isImmediate: false), at: 4)
      try undone.handle(.tick, at: 9)
      #expect(undone.stop == 4 && undone.phase == .idle)
      var locked = try released(at: share)
      var off = Self.snaps
      off.allowsTurning = false
      try locked.handle(.configure(off), at: 4)
      try locked.handle(.tick, at: 9)
      #expect(locked.stop == 4 && locked.phase == .idle)
    }
  }

  @Test func t4_aSheetSettlesAsTheEasingSays() throws {
    for (easing, duration) in [
      (.easeOut, 0.8), (.curve(.back, .inOut), nil), (.linear, 0.2),
    ] as [(Easing, Double?)] {
      var turner = try makeTurner(rules { $0.settling = .eased(easing, duration: duration) })
      try turner.handle(.navigate(Navigation(.next)), at: 1)
      let seconds = duration ?? 0.5
      #expect(turner.settledTime == 1 + seconds)
      for step in 1..<16 {
        let u = Double(step) / 16
        let place = turner.posture(at: 1 + u * seconds).leaves.first?.progress
        let expected = min(max(easing.value(at: u), 0), 1)
        #expect(abs(try #require(place) - expected) <= 1e-12)
      }
      let end = try turner.handle(.tick, at: 3).first
      #expect(end == TurnerOutput(.didTurn(from: 4, to: 5, completed: true), at: 1 + seconds))
    }
    // One that is let go of takes it from where it is, whatever its speed; by default its share.
    var turner = try released(
      at: 0.2, rules { ($0.settling, $0.catchUp) = (.eased(.linear), .immediate) })
    #expect(turner.settledTime == 1.12)
    try turner.handle(.tick, at: 1.03)
    #expect(abs(turner.position - 4.15) <= 1e-12)
    #expect(abs(turner.velocity + 0.2 / 0.12) <= 1e-9)
  }

  @Test func t4_whatAnEasingPassesIsToldWhereItPasses() throws {
    var turner = try makeTurner(
      rules {
        $0.settling = .eased(.curve(.back, .out), duration: 1)
        $0.thresholds = [.init("most", at: 0.99)]
      })
    try turner.handle(.navigate(Navigation(.next)), at: 1)
    let told = try turner.handle(.tick, at: 3)
    let times = told.filter { $0.kind == .threshold("most", isRising: true) }.map(\.time)
    #expect(times.count == 1)
    let easing = Easing.curve(.back, .out)
    let time = try #require(times.first)
    #expect(abs(easing.value(at: time - 1) - 0.99) <= 1e-9)
  }
}
