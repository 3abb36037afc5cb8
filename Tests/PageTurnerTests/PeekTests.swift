import CurlCore
import PageTurner
import Testing

/// A corner that rises under a pointer.
@Suite struct PeekTests {
  private static let peeks = rules { $0.peek = .init(corner: 0.2, lift: 0.05) }
  private static let corner = SIMD2(890.0, 590.0)

  private func peeking(_ change: (inout TurnerConfiguration) -> Void = { _ in }) throws -> Turner {
    var rules = Self.peeks
    change(&rules)
    var turner = try makeTurner(rules)
    let told = try turner.handle(.hover(Self.corner), at: 1)
    #expect(told.map(\.kind) == [.state(.peeking)])
    #expect(turner.position == 4 && turner.labelledStop == nil && turner.settledTime == 1.12)
    try turner.handle(.tick, at: 2)
    return turner
  }

  @Test func t4_aCornerRisesUnderAPointerAndLiesDownAfterIt() throws {
    var turner = try peeking()
    let leaf = try #require(turner.posture.leaves.first)
    #expect(leaf.early == 4 && leaf.late == 5 && leaf.progress == 0.05 && leaf.heldPoint == 0.95)
    // Towards the middle, too: a twentieth of the view's length.
    #expect(!leaf.isHeld && leaf.across == -45 && turner.nextTime == nil && turner.stop == 4)
    // It's the same corner there, another one here.
    #expect(try turner.handle(.hover(SIMD2(800, 500)), at: 2).isEmpty)
    #expect(turner.posture(at: 5).leaves == [leaf])
    try turner.handle(.hover(SIMD2(890, 10)), at: 3)
    #expect(turner.posture(at: 3.06).leaves[0].progress < 0.05)
    try turner.handle(.tick, at: 4)
    #expect(turner.posture.leaves.first?.heldPoint == 0.05 && turner.position == 4.05)
    #expect(turner.posture.leaves.first?.across == 45)
    // Leaving, on its way it's called back.
    try turner.handle(.hover(nil), at: 5)
    try turner.handle(.tick, at: 5.05)
    let before = turner.position
    #expect(before > 4 && before < 4.05)
    try turner.handle(.hover(SIMD2(880, 20)), at: 5.05)
    #expect(abs(turner.position - before) <= 1e-12)
    try turner.handle(.tick, at: 6)
    #expect(turner.position == 4.05)
    try turner.handle(.hover(SIMD2(450, 300)), at: 7)
    let told = try turner.handle(.tick, at: 8)
    #expect(told == [TurnerOutput(.state(.idle), at: 7.12)])
    #expect(turner.posture.leaves.isEmpty)
    // Back as well as on.
    try turner.handle(.hover(SIMD2(5, 5)), at: 9)
    try turner.handle(.tick, at: 10)
    #expect(turner.position == 3.95 && turner.posture.leaves.first?.late == 4)
  }

  @Test func t4_noCornerRisesThatIsNotToTurn() throws {
    let cases: [(stop: Int, change: (inout TurnerConfiguration) -> Void)] = [
      (8, { _ in }), (4, { $0.peek = nil }), (4, { $0.drags = .backward }),
      (4, { $0.allowsTurning = false }), (4, { $0.reducesMotion = true }),
      (4, { $0.awaitsPages = true }),
    ]
    for (stop, change) in cases {
      var rules = Self.peeks
      change(&rules)
      var turner = try makeTurner(rules, at: stop)
      #expect(try turner.handle(.hover(Self.corner), at: 1).isEmpty && turner.phase == .idle)
    }
    // Once they are at hand it does.
    var turner = try makeTurner(
      rules { ($0.peek, $0.awaitsPages) = (.init(corner: 0.2, lift: 0.05), true) })
    try turner.handle(.hover(Self.corner), at: 1)
    try turner.handle(.page(4, .ready), at: 2)
    #expect(turner.phase == .idle)
    try turner.handle(.page(5, .ready), at: 3)
    #expect(turner.phase == .peeking)
  }

  @Test func t4_aTurnOfThatLeafGoesOnFromThere() throws {
    for style in [Navigation.Style.riffle, .direct] {
      var turner = try peeking { $0.thresholds = [.init("early", at: 0.02)] }
      let told = try turner.handle(.navigate(Navigation(.next, style: style)), at: 3)
      #expect(
        told.map(\.kind) == [
          .willTurn(from: 4, to: 5, .navigation), .threshold("early", isRising: true),
          .state(.settling),
        ])
      #expect(turner.position == 4.05 && turner.posture.leaves.first?.heldPoint == 0.95)
      #expect(turner.posture.leaves.first?.across == -45)
      try turner.handle(.tick, at: 5)
      #expect(turner.stop == 5 && turner.phase == .peeking)
    }
    // A tap does the same: the pointer is a finger then, and comes back as none.
    var turner = try peeking()
    #expect(try turner.handle(.down(id: 1, Self.corner), at: 3).isEmpty)
    try turner.handle(.tick, at: 3.1)
    #expect(turner.position == 4.05)
    #expect(
      try turner.handle(.up(id: 1, Self.corner), at: 3.1).first?.kind
        == .willTurn(from: 4, to: 5, .tap))
    try turner.handle(.tick, at: 5)
    #expect(turner.stop == 5 && turner.phase == .idle)
  }

  @Test func t4_otherTurnsAndEditsWaitUntilItLies() throws {
    for policy in [TurnerConfiguration.BusyTurn.queue, .ignore, .finish, .stack] {
      var turner = try peeking {
        ($0.onBusyTurn, $0.onBusyEdit, $0.queueLimit) = (policy, .refuse, 0)
      }
      #expect(try turner.handle(.navigate(Navigation(.stop(1))), at: 3).isEmpty)
      var told = try turner.handle(.tick, at: 6)
      #expect(told.first == TurnerOutput(.willTurn(from: 4, to: 1, .navigation), at: 3.12))
      #expect(turner.stop == 1 && turner.phase == .peeking)
      told = try turner.handle(.edit(.delete(at: 0, count: 1)), at: 7)
      #expect(told.isEmpty)
      told = try turner.handle(.tick, at: 9)
      #expect(told.first == TurnerOutput(.willEdit(.delete(at: 0, count: 1)), at: 7.12))
      #expect(turner.book.pages == 8 && turner.stop == 0 && turner.phase == .peeking)
      // What isn't shown happens at once.
      told = try turner.handle(.navigate(Navigation(.last, isAnimated: false)), at: 10)
      #expect(
        told.map(\.kind).prefix(2) == [
          .willTurn(from: 0, to: 7, .navigation), .didTurn(from: 0, to: 7, completed: true),
        ])
      #expect(turner.stop == 7 && turner.phase == .idle)
    }
  }

  @Test func t4_aDragTakesTheCornerFromThere() throws {
    var turner = try peeking { $0.catchUp = .none }
    try turner.handle(.down(id: 1, Self.corner), at: 3)
    let told = try turner.handle(.move(id: 1, Self.corner - SIMD2(90, 30)), at: 3.5)
    #expect(told.map(\.kind) == [.willTurn(from: 4, to: 5, .drag), .state(.dragging)])
    var leaf = try #require(turner.posture.leaves.first)
    #expect(leaf.progress == 0.05 && leaf.heldPoint == 0.95 && leaf.across == -45 && leaf.isHeld)
    try turner.handle(.move(id: 1, Self.corner - SIMD2(180, 50)), at: 4)
    leaf = try #require(turner.posture.leaves.first)
    #expect(abs(leaf.progress - 0.15) <= 1e-12 && leaf.across == -65)
    try turner.handle(.cancel(id: 1), at: 5)
    try turner.handle(.tick, at: 9)
    #expect(turner.stop == 4 && turner.phase == .idle)
    // One that goes the other way waits until it lies.
    var other = try peeking()
    try other.handle(.down(id: 1, SIMD2(700, 300)), at: 3)
    try other.handle(.move(id: 1, SIMD2(760, 300)), at: 3.1)
    #expect(other.phase == .peeking)
    try other.handle(.tick, at: 3.3)
    #expect(other.phase == .idle)
    try other.handle(.move(id: 1, SIMD2(800, 300)), at: 3.4)
    #expect(other.phase == .dragging && other.posture.leaves.first?.late == 4)
  }

  @Test func t4_abortAndTimeLeaveItAlone() throws {
    var turner = try peeking { $0.autoplay = 5 }
    for isImmediate in [true, false] {
      #expect(try turner.handle(.abort(isImmediate: isImmediate), at: 3).isEmpty)
      #expect(turner.position == 4.05)
    }
    let told = try turner.handle(.tick, at: 8.5)
    #expect(told.first == TurnerOutput(.willTurn(from: 4, to: 5, .autoplay), at: 8))
    var laid = try peeking()
    try laid.handle(.layout(size: nil, .facing(cover: false)), at: 3)
    #expect(laid.phase == .peeking && laid.position == 2)
  }
}
