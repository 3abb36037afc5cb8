import CurlCore
import PageTurner
import Testing

/// Cases in which rules meet: each was wrong once.
@Suite struct RuleTests {
  @Test func aStackedLeafIsNotReversedOntoTheOneBelow() throws {
    var turner = try makeTurner(rules { $0.onBusyTurn = .stack }, at: 3)
    try turner.handle(.navigate(Navigation(.next)), at: 1)
    try turner.handle(.navigate(Navigation(.next)), at: 1)
    try turner.handle(.down(id: 1, SIMD2(400, 300)), at: 1.15)
    let before = turner.position
    let told = try turner.handle(.move(id: 1, SIMD2(520, 300)), at: 1.16)
    #expect(told.isEmpty)
    #expect(abs(turner.position - before) < 0.2)
    let leaves = turner.posture.leaves
    #expect(leaves.map(\.early) == [3, 4] && leaves.map(\.late) == [4, 5])
  }

  @Test func theSecondOfTwoStackedLeavesAddsToThePlace() throws {
    var turner = try makeTurner(rules { $0.onBusyTurn = .stack }, at: 3)
    try turner.handle(.navigate(Navigation(.next)), at: 1)
    try turner.handle(.navigate(Navigation(.next)), at: 1)
    var last = turner.position
    for step in 1...320 {
      try turner.handle(.tick, at: 1 + Double(step) / 512)
      #expect(turner.position >= last && turner.position - last < 0.02)
      last = turner.position
    }
    #expect(turner.position == 5)
  }

  @Test func anImmediateAbortOfAStackedLeafIsImmediate() throws {
    var turner = try makeTurner(rules { $0.onBusyTurn = .stack }, at: 3)
    try turner.handle(.navigate(Navigation(.next)), at: 1)
    try turner.handle(.navigate(Navigation(.next)), at: 1)
    let told = try turner.handle(.abort(isImmediate: true), at: 1.2)
    #expect(told.map(\.kind).contains(.didTurn(from: 4, to: 5, completed: false)))
    #expect(turner.posture.leaves.count == 1)
  }

  @Test func liftingAFingerWithoutAMoveTurnsNothingRound() throws {
    var turner = try makeTurner()
    try turner.handle(.down(id: 1, SIMD2(400, 300)), at: 1)
    try turner.handle(.navigate(Navigation(.next)), at: 1.1)
    try turner.handle(.move(id: 1, SIMD2(472, 300)), at: 1.13)
    let before = turner.position
    let told = try turner.handle(.up(id: 1, SIMD2(472, 300)), at: 1.135)
    #expect(told.map(\.kind) == [.state(.settling)])
    #expect(abs(turner.position - before) < 0.01)
  }

  @Test func aLayoutInTheMiddleOfAStackShowsWhereItWas() throws {
    var turner = try makeTurner(rules { $0.onBusyTurn = .stack }, at: 2)
    try turner.handle(.navigate(Navigation(.next)), at: 1)
    try turner.handle(.navigate(Navigation(.next)), at: 1)
    let told = try turner.handle(.layout(size: nil, .facing(cover: false)), at: 1.1)
    #expect(
      told.map(\.kind).dropFirst().prefix(2) == [
        .didTurn(from: 3, to: 4, completed: false), .didTurn(from: 2, to: 3, completed: false),
      ])
    #expect(turner.book.stop(turner.stop ?? 0).pages == [2, 3])
  }

  /// A release counts where the finger is, not where the sheet has got to.
  @Test func aQuickSlideTurnsThoughTheSheetLagsBehind() throws {
    var reader = try makeTurner(.reader)
    try reader.handle(.down(id: 1, SIMD2(850, 300)), at: 1)
    try reader.handle(.up(id: 1, SIMD2(150, 300)), at: 1.1)
    try reader.handle(.tick, at: 3)
    #expect(reader.stop == 5)
    var leaves = try makeTurner(.leaves())
    try leaves.handle(.down(id: 1, SIMD2(850, 300)), at: 1)
    try leaves.handle(.move(id: 1, SIMD2(550, 300)), at: 1.016)
    try leaves.handle(.up(id: 1, SIMD2(250, 300)), at: 1.033)
    try leaves.handle(.tick, at: 5)
    #expect(leaves.stop == 5)
  }

  @Test func fingersThatWereLostHoldNothing() throws {
    var turner = try makeTurner()
    for id in 1...3 { try turner.handle(.down(id: id, SIMD2(700, 300)), at: Double(id) / 100) }
    try turner.handle(.up(id: 1, SIMD2(700, 300)), at: 0.1)
    try turner.handle(.down(id: 10, SIMD2(800, 300)), at: 10)
    try turner.handle(.move(id: 10, SIMD2(300, 300)), at: 10.5)
    try turner.handle(.up(id: 10, SIMD2(300, 300)), at: 11)
    try turner.handle(.tick, at: 20)
    #expect(turner.phase == .idle && turner.stop == 5)
  }

  @Test func aRestingFingerKeepsItsSheetWhenAPalmComesDown() throws {
    var turner = try makeTurner()
    try turner.handle(.down(id: 1, SIMD2(800, 300)), at: 0)
    try turner.handle(.move(id: 1, SIMD2(500, 300)), at: 0.2)
    try turner.handle(.down(id: 2, SIMD2(100, 500)), at: 2)
    let before = turner.position
    try turner.handle(.move(id: 1, SIMD2(497, 300)), at: 2.1)
    #expect(abs(turner.position - before) <= 1e-12)
    try turner.handle(.move(id: 1, SIMD2(197, 300)), at: 2.2)
    #expect(abs(turner.position - before - 300.0 / 900) <= 1e-12)
  }

  @Test func aThumbThatIsLiftedAfterALongRestTakesNoOtherFingerWithIt() throws {
    for drags in [true, false] {
      var turner = try makeTurner()
      try turner.handle(.down(id: 1, SIMD2(800, 300)), at: 0)
      if drags { try turner.handle(.move(id: 1, SIMD2(500, 300)), at: 0.2) }
      try turner.handle(.down(id: 2, SIMD2(700, 300)), at: 2)
      try turner.handle(.up(id: 1, SIMD2(drags ? 500 : 800, 300)), at: 2.1)
      let before = turner.position
      try turner.handle(.move(id: 2, SIMD2(400, 300)), at: 2.2)
      try turner.handle(.move(id: 2, SIMD2(300, 300)), at: 2.3)
      #expect(turner.position != before, "the other finger drives")
      try turner.handle(.up(id: 2, SIMD2(300, 300)), at: 2.4)
      try turner.handle(.tick, at: 9)
      #expect(turner.phase == .idle)
    }
  }

  @Test func aCancelledFingerLeavesNothingToALostOne() throws {
    var turner = try makeTurner()
    try turner.handle(.down(id: 1, SIMD2(800, 300)), at: 0)
    try turner.handle(.move(id: 1, SIMD2(500, 300)), at: 0.2)
    try turner.handle(.down(id: 2, SIMD2(700, 300)), at: 2)
    try turner.handle(.cancel(id: 2), at: 2.1)
    try turner.handle(.tick, at: 9)
    #expect(turner.phase == .idle)
  }

  @Test func aSheetThatIsLockedUnderNewRulesDoesNotLeap() throws {
    var turner = try makeTurner()
    try turner.handle(.down(id: 1, SIMD2(800, 300)), at: 0)
    try turner.handle(.move(id: 1, SIMD2(500, 300)), at: 0.2)
    let before = turner.position
    var rules = TurnerConfiguration.flipboard
    rules.allowsTurning = false
    try turner.handle(.configure(rules), at: 0.2)
    #expect(abs(turner.position - before) <= 1e-9)
    try turner.handle(.tick, at: 9)
    #expect(turner.phase == .idle)
  }

  @Test func quickTapsAllTurn() throws {
    var turner = try makeTurner(at: 0)
    var told: [TurnerOutput] = []
    for tap in 0..<4 {
      let time = 1 + Double(tap) / 10
      told += try turner.handle(.down(id: tap, SIMD2(800, 300)), at: time)
      told += try turner.handle(.up(id: tap, SIMD2(800, 300)), at: time + 0.05)
    }
    told += try turner.handle(.tick, at: 9)
    #expect(turner.stop == 4)
    #expect(!told.contains { if case .dropped = $0.kind { true } else { false } })
  }

  @Test func turnsThatWaitFollowTheirPages() throws {
    var flipboard = try makeTurner(.flipboard)
    try flipboard.handle(.edit(.insert(at: 9, count: 2)), at: 1)
    try flipboard.handle(.edit(.insert(at: 0, count: 2)), at: 1.5)
    try flipboard.handle(.tick, at: 9)
    #expect(flipboard.stop == 11)
    var facing = try makeTurner()
    try facing.handle(.navigate(Navigation(.stop(6), delay: 1)), at: 1)
    try facing.handle(.layout(size: nil, .facing(cover: false)), at: 1.5)
    try facing.handle(.tick, at: 9)
    #expect(facing.book.stop(facing.stop ?? 0).pages == [6, 7])
    var other = try makeTurner(.flipboard)
    try other.handle(.edit(.insert(at: 9, count: 1)), at: 1)
    try other.handle(.edit(.reload(count: 3)), at: 1.5)
    #expect(try other.handle(.tick, at: 9).isEmpty && other.stop == 0)
  }

  @Test func turnsAfterAnEditThatWaitsAreAboutTheEditedBook() throws {
    // The same whether or not a sheet is in the air when they are asked for.
    for isMoving in [true, false] {
      var turner = try makeTurner()
      if isMoving { try turner.handle(.navigate(Navigation(.next)), at: 1) }
      try turner.handle(.edit(.reload(count: 20)), at: 1.1)
      try turner.handle(.navigate(Navigation(.stop(15), isAnimated: false)), at: 1.1)
      try turner.handle(.tick, at: 9)
      #expect(turner.stop == 15, "\(isMoving)")
      var inserting = try makeTurner()
      if isMoving { try inserting.handle(.navigate(Navigation(.next)), at: 1) }
      try inserting.handle(.edit(.insert(at: 0, count: 3)), at: 1.1)
      try inserting.handle(.navigate(Navigation(.stop(6))), at: 1.1)
      try inserting.handle(.tick, at: 9)
      #expect(inserting.stop == 6, "\(isMoving)")
    }
  }

  @Test func turnsThatWaitForTheirTimeKnowWhichEditsCameBefore() throws {
    var turner = try makeTurner()
    try turner.handle(.navigate(Navigation(.stop(1), delay: 5)), at: 0)
    try turner.handle(.navigate(Navigation(.next)), at: 1)
    for count in [20, 12] {
      try turner.handle(.edit(.reload(count: count)), at: 1.1)
      try turner.handle(.navigate(Navigation(.stop(count - 5), delay: 5)), at: 1.1)
    }
    let told = try turner.handle(.tick, at: 3)
    // The first one's pages went with the first book, the second one's with the second.
    #expect(told.count { $0.kind == .dropped(.superseded) } == 2)
    #expect(turner.book.pages == 12 && turner.stop == 0 && turner.pendingCount == 1)
    try turner.handle(.tick, at: 9)
    #expect(turner.stop == 7)
    var inserting = try makeTurner()
    try inserting.handle(.navigate(Navigation(.next)), at: 1)
    try inserting.handle(.navigate(Navigation(.stop(8), delay: 5)), at: 1)
    try inserting.handle(.edit(.insert(at: 0, count: 3)), at: 1.1)
    try inserting.handle(.navigate(Navigation(.stop(2), delay: 9)), at: 1.1)
    try inserting.handle(.tick, at: 9)
    #expect(inserting.stop == 11)
    try inserting.handle(.tick, at: 20)
    #expect(inserting.stop == 2)
    // Its time comes while the edit still waits: it goes first.
    var late = try makeTurner()
    try late.handle(.navigate(Navigation(.stop(8), delay: 1.05)), at: 0)
    try late.handle(.navigate(Navigation(.next)), at: 1)
    try late.handle(.edit(.insert(at: 0, count: 3)), at: 1.02)
    try late.handle(.tick, at: 9)
    #expect(late.stop == 11)
  }

  @Test func aTapOnAMovingSheetLeavesWhatWaitsInItsOrder() throws {
    var turner = try makeTurner(rules { $0.onBusyDown = .grab })
    try turner.handle(.navigate(Navigation(.next)), at: 1)
    try turner.handle(.edit(.insert(at: 0, count: 3)), at: 1.05)
    try turner.handle(.navigate(Navigation(.stop(6))), at: 1.05)
    try turner.handle(.down(id: 1, SIMD2(450, 300)), at: 1.1)
    try turner.handle(.edit(.delete(at: 11, count: 1)), at: 1.12)
    // In the middle: a tap of the host's.
    try turner.handle(.up(id: 1, SIMD2(450, 300)), at: 1.15)
    #expect(turner.pendingCount == 3)
    let told = try turner.handle(.tick, at: 9)
    let edits = told.compactMap { output in
      if case .willEdit(let edit) = output.kind { edit } else { nil }
    }
    #expect(edits == [.insert(at: 0, count: 3), .delete(at: 11, count: 1)])
    #expect(turner.stop == 6 && turner.book.pages == 11)
  }

  @Test func whatComesWhileAFingerRestsOnAMovingSheetKeepsItsPlace() throws {
    var turner = try makeTurner(rules { $0.onBusyDown = .grab })
    // Asked for before the edit, it's due while the finger holds up what waits.
    try turner.handle(.navigate(Navigation(.stop(8), delay: 1.15)), at: 0)
    try turner.handle(.navigate(Navigation(.next)), at: 1)
    try turner.handle(.edit(.insert(at: 0, count: 3)), at: 1.05)
    try turner.handle(.down(id: 1, SIMD2(450, 300)), at: 1.1)
    try turner.handle(.up(id: 1, SIMD2(450, 300)), at: 1.2)
    let told = try turner.handle(.tick, at: 9)
    #expect(told.contains { $0.kind == .willTurn(from: 5, to: 8, .navigation) })
    #expect(turner.book.pages == 12 && turner.stop == 11)
  }

  @Test func anEditThatCannotBeMadeIsNoneThatTurnsWaitFor() throws {
    for later in [BookEdit.insert(at: 0, count: 1), .reload(count: 9)] {
      var turner = try makeTurner()
      try turner.handle(.navigate(Navigation(.next)), at: 1)
      try turner.handle(.edit(.delete(at: 99, count: 1)), at: 1.1)
      try turner.handle(.navigate(Navigation(.stop(3), delay: 5)), at: 1.1)
      #expect(try turner.handle(.tick, at: 3).contains { $0.kind == .dropped(.outOfRange) })
      try turner.handle(.edit(later), at: 4)
      try turner.handle(.tick, at: 9)
      // It follows its page, or goes with it.
      #expect(turner.stop == (later == .reload(count: 9) ? 0 : 4), "\(later)")
    }
  }

  @Test func turnsBehindEditsFollowTheLayoutToo() throws {
    for delay in [0.0, 1] {
      for (edit, stop, pages) in [
        (BookEdit.update(at: 0), 6, [6, 7]), (.insert(at: 9, count: 9), 15, [14, 15]),
      ] {
        var turner = try makeTurner()
        try turner.handle(.navigate(Navigation(.next)), at: 1)
        try turner.handle(.edit(edit), at: 1.05)
        try turner.handle(.navigate(Navigation(.stop(stop), delay: delay)), at: 1.05)
        try turner.handle(.layout(size: nil, .facing(cover: false)), at: 1.1)
        try turner.handle(.tick, at: 9)
        #expect(turner.book.stop(turner.stop ?? 0).pages == pages, "\(edit), \(delay) s")
      }
      // What isn't there isn't there in another layout either.
      var turner = try makeTurner(pages: 12)
      try turner.handle(.navigate(Navigation(.next)), at: 1)
      try turner.handle(.navigate(Navigation(.stop(12), delay: delay)), at: 1.05)
      try turner.handle(.layout(size: nil, .facing(cover: true)), at: 1.1)
      try turner.handle(.tick, at: 9)
      #expect(turner.book.stop(turner.stop ?? 0).pages.contains(4), "\(delay) s")
    }
  }

  @Test func whatIsShownIsTheInsertedPageWhereverItGoes() throws {
    func inserted(_ later: TurnerEvent?) throws -> (turner: Turner, told: [TurnerOutput]) {
      var turner = try Turner(
        Book(pages: 5, layout: .facing(cover: false)), view: SIMD2(900, 600),
        rules { $0.revealDelay = 1 })
      try turner.handle(.edit(.insert(at: 5, count: 1)), at: 1)
      if let later { try turner.handle(later, at: 1.5) }
      let told = try turner.handle(.tick, at: 9)
      return (turner, told)
    }
    // Page 5 lies beside page 4, and isn't the first of its stop.
    #expect(try inserted(nil).turner.stop == 2)
    let moved = try inserted(.edit(.insert(at: 1, count: 1))).turner
    #expect(moved.book.stop(try #require(moved.stop)).pages.contains(6))
    #expect(try inserted(.layout(size: nil, .single)).turner.stop == 5)
    let kept = try inserted(.edit(.delete(at: 4, count: 1)))
    #expect(kept.turner.book.stop(kept.turner.stop ?? 0).pages.contains(4))
    #expect(!kept.told.contains { $0.kind == .dropped(.superseded) })
    let gone = try inserted(.edit(.delete(at: 5, count: 1)))
    #expect(gone.turner.stop == 0 && gone.told.isEmpty)
  }

  @Test func anInsertedPageThatIsShownAlreadyIsNotTurnedBackTo() throws {
    var turner = try Turner(
      Book(pages: 5, layout: .facing(cover: false)), view: SIMD2(900, 600), at: 2,
      rules { $0.revealDelay = 1 })
    // It lies beside page 4, which is shown.
    try turner.handle(.edit(.insert(at: 5, count: 1)), at: 1)
    try turner.handle(.navigate(Navigation(.previous)), at: 1.2)
    try turner.handle(.tick, at: 9)
    #expect(turner.stop == 1)
  }

  @Test func aSwipeIsNotLostWhileLeavesRiffle() throws {
    func swipe(by way: Double, over time: Double, _ rules: TurnerConfiguration) throws -> Turner {
      var turner = try makeTurner(rules, at: 0)
      try turner.handle(.navigate(Navigation(.stop(5))), at: 0)
      try turner.handle(.down(id: 1, SIMD2(450, 300)), at: 0.1)
      try turner.handle(.move(id: 1, SIMD2(450 + way, 300)), at: 0.1 + time / 2)
      try turner.handle(.up(id: 1, SIMD2(450 + way, 300)), at: 0.1 + time)
      #expect(turner.phase == .settling)
      try turner.handle(.tick, at: 9)
      return turner
    }
    let usual = TurnerConfiguration()
    #expect(try swipe(by: -500, over: 0.1, usual).stop == 6)
    #expect(try swipe(by: 500, over: 0.1, usual).stop == 4)
    // Neither far nor fast enough to turn by, and none at all.
    #expect(try swipe(by: -30, over: 0.4, usual).stop == 5)
    #expect(try swipe(by: 0, over: 0.4, usual).stop == 5)
    var turner = try makeTurner(rules { $0.onBusyTurn = .ignore }, at: 0)
    try turner.handle(.navigate(Navigation(.stop(5))), at: 0)
    try turner.handle(.down(id: 1, SIMD2(750, 300)), at: 0.1)
    try turner.handle(.move(id: 1, SIMD2(150, 300)), at: 0.15)
    let told = try turner.handle(.up(id: 1, SIMD2(150, 300)), at: 0.2)
    #expect(told.map(\.kind) == [.dropped(.busy)])
  }

  @Test func aFingerTakesBackATurnThatWaitsForItsPage() throws {
    for (way, stop) in [(300.0, 4), (-600.0, 5)] {
      var turner = try makeTurner(rules { $0.awaitsPages = true })
      try turner.handle(.navigate(Navigation(.next)), at: 1)
      // A tap says what it always does, and leaves the turn alone.
      try turner.handle(.down(id: 1, SIMD2(450, 300)), at: 1.1)
      let tapped = try turner.handle(.up(id: 1, SIMD2(450, 300)), at: 1.2)
      #expect(tapped.map(\.kind) == [.tap(.centre)])
      try turner.handle(.down(id: 1, SIMD2(700, 300)), at: 2)
      try turner.handle(.move(id: 1, SIMD2(700 + way / 2, 300)), at: 2.1)
      #expect(turner.phase == .dragging && turner.position == 4)
      try turner.handle(.move(id: 1, SIMD2(700 + way, 300)), at: 2.2)
      var told = try turner.handle(.up(id: 1, SIMD2(700 + way, 300)), at: 2.3)
      for page in [4, 5] { told += try turner.handle(.page(page, .ready), at: 3) }
      told += try turner.handle(.tick, at: 9)
      #expect(
        told.contains { $0.kind == .didTurn(from: 4, to: 5, completed: stop == 5) }, "\(told)")
      #expect(turner.stop == stop && turner.phase == .idle)
    }
  }

  @Test func whatATapGivesBackCountsForTheQueue() throws {
    var turner = try makeTurner(pages: 30, at: 0)
    for _ in 0..<9 { try turner.handle(.navigate(Navigation(.next)), at: 1) }
    try turner.handle(.down(id: 1, SIMD2(450, 300)), at: 1.2)
    // As many again wait, as what the finger holds up may yet be dropped, but no more.
    for number in 0..<9 {
      let told = try turner.handle(.navigate(Navigation(.next)), at: 1.25)
      #expect(told.map(\.kind) == (number < 8 ? [] : [.dropped(.queueFull)]))
    }
    #expect(turner.pendingCount == 16)
    let told = try turner.handle(.up(id: 1, SIMD2(450, 300)), at: 1.3)
    #expect(told.count { $0.kind == .dropped(.queueFull) } == 8 && turner.pendingCount == 8)
    try turner.handle(.tick, at: 20)
    #expect(turner.stop == 9)
  }

  @Test func whatAHeldEndOfTheBookHoldsUpGoesWithIt() throws {
    var turner = try makeTurner(at: 8)
    try turner.handle(.down(id: 1, SIMD2(800, 300)), at: 0)
    try turner.handle(.move(id: 1, SIMD2(300, 300)), at: 0.2)
    try turner.handle(.up(id: 1, SIMD2(300, 300)), at: 0.3)
    try turner.handle(.navigate(Navigation(.previous)), at: 0.31)
    try turner.handle(.down(id: 1, SIMD2(450, 300)), at: 0.32)
    #expect(turner.phase == .dragging)
    let told = try turner.handle(.configure(rules { $0.boundary = .clamp }), at: 0.33)
    #expect(told.contains { $0.kind == .dropped(.superseded) })
    try turner.handle(.tick, at: 9)
    #expect(turner.stop == 8)
  }

  @Test func aFingerThatWasLostDoesNotHoldUpTheClock() throws {
    var turner = try makeTurner(rules { ($0.autoplay, $0.lostAfter) = (2, 3) })
    try turner.handle(.down(id: 1, SIMD2(450, 300)), at: 1)
    try turner.handle(.tick, at: 3.9)
    #expect(turner.stop == 4)
    try turner.handle(.tick, at: 4.75)
    #expect(turner.stop == 5)
    // One that is heard of does.
    for time in stride(from: 5.0, through: 12, by: 1) {
      try turner.handle(.move(id: 1, SIMD2(450, 300)), at: time)
    }
    #expect(turner.stop == 5)
  }

  @Test func aPageThatGoesWhileATurnWaitsIsAskedForAgain() throws {
    var turner = try makeTurner(rules { $0.awaitsPages = true })
    try turner.handle(.page(4, .ready), at: 0)
    #expect(
      try turner.handle(.navigate(Navigation(.next)), at: 1).contains { $0.kind == .need([5]) })
    #expect(try turner.handle(.page(4, .stale), at: 1.1).map(\.kind) == [.need([4])])
    try turner.handle(.page(5, .ready), at: 1.2)
    #expect(turner.position == 4)
    #expect(try turner.handle(.page(4, .ready), at: 1.3).map(\.kind) == [.ready])
    try turner.handle(.tick, at: 3)
    #expect(turner.stop == 5)
  }

  @Test func aWaitingDragSurvivesAnotherSizeAndOtherRules() throws {
    let waiting = rules { $0.awaitsPages = true }
    for event in [
      TurnerEvent.layout(size: SIMD2(901, 600), nil), .configure(waiting), .tick,
    ] {
      var turner = try makeTurner(waiting)
      try turner.handle(.down(id: 1, SIMD2(800, 300)), at: 0)
      try turner.handle(.move(id: 1, SIMD2(200, 300)), at: 0.5)
      try turner.handle(event, at: 1)
      try turner.handle(.up(id: 1, SIMD2(200, 300)), at: 1.5)
      #expect(turner.position == 4)
      for page in [4, 5] { try turner.handle(.page(page, .ready), at: 2) }
      try turner.handle(.tick, at: 5)
      #expect(turner.stop == 5, "\(event)")
    }
  }

  @Test func rulesThatDoNotWaitLetAWaitingTurnGo() throws {
    var turner = try makeTurner(rules { $0.awaitsPages = true })
    try turner.handle(.navigate(Navigation(.next)), at: 1)
    try turner.handle(
      .configure(rules { ($0.awaitsPages, $0.latePages) = (true, .placeholder) }), at: 2)
    try turner.handle(.tick, at: 5)
    #expect(turner.stop == 5)
  }

  @Test func leavesThatNeverMovedPassNothing() throws {
    var turner = try makeTurner(rules { $0.awaitsPages = true }, at: 0)
    try turner.handle(.navigate(Navigation(.stop(5))), at: 1)
    var told = try turner.handle(.abort(isImmediate: false), at: 2)
    told += try turner.handle(.tick, at: 5)
    #expect(!told.contains { if case .passed = $0.kind { true } else { false } })
    #expect(turner.stop == 0 && turner.phase == .idle)
  }

  @Test func thresholdsAreToldInPairsAcrossAReversal() throws {
    var turner = try makeTurner(
      rules { $0.thresholds = [.init("low", at: 0.3), .init("high", at: 0.8)] })
    var told = try turner.handle(.down(id: 1, SIMD2(800, 300)), at: 0)
    told += try turner.handle(.move(id: 1, SIMD2(260, 300)), at: 0.5)
    told += try turner.handle(.tick, at: 1)
    told += try turner.handle(.move(id: 1, SIMD2(890, 300)), at: 1.5)
    let passed = told.map(\.kind).filter { if case .threshold = $0 { true } else { false } }
    #expect(
      passed == [.threshold("low", isRising: true), .threshold("low", isRising: false)])
  }

  /// What ends at the nearer stop passes what lies between, and nothing else.
  @Test func aTurnEndedByALayoutTellsWhatItPasses() throws {
    let rules = rules {
      $0.thresholds = [.init("half", at: 0.5), .init("late", at: 0.9)]
      $0.catchUp = .immediate
    }
    let layout = TurnerEvent.layout(size: nil, .facing(cover: false))
    let told: [TurnerOutput.Kind] = [
      .threshold("late", isRising: true), .didTurn(from: 4, to: 5, completed: true), .state(.idle),
    ]
    var held = try makeTurner(rules)
    try held.handle(.down(id: 1, SIMD2(800, 300)), at: 1)
    try held.handle(.move(id: 1, SIMD2(170, 300)), at: 2)
    #expect(abs(held.position - 4.7) < 1e-9)
    #expect(try held.handle(layout, at: 2.5).map(\.kind) == told)
    // On its way back, it hasn't passed the half yet, and never will.
    var back = try makeTurner(rules)
    try back.handle(.navigate(Navigation(.next)), at: 1)
    try back.handle(.tick, at: 1.35)
    try back.handle(.abort(isImmediate: false), at: 1.35)
    #expect(try back.handle(layout, at: 1.36).map(\.kind) == told)
  }

  @Test func eachLeafOfARiffleTellsItsThresholds() throws {
    var turner = try makeTurner(rules { $0.thresholds = [.init("half", at: 0.5)] }, at: 0)
    try turner.handle(.navigate(Navigation(.stop(4))), at: 1)
    let told = try turner.handle(.tick, at: 5)
    let times = told.filter { $0.kind == .threshold("half", isRising: true) }.map(\.time)
    #expect(times.count == 4)
    for (number, time) in times.enumerated() {
      #expect(abs(time - (1.25 + 0.025 * Double(number))) <= 1e-9)
    }
  }

  @Test func aFlipboardsLeafIsGrabbedWhereItIsNearItsEnds() throws {
    for time in [1.02, 1.98] {
      var turner = try makeTurner(.flipboard)
      try turner.handle(.navigate(Navigation(.next)), at: 1)
      try turner.handle(.tick, at: time)
      let before = turner.position
      #expect(
        try turner.handle(.down(id: 1, SIMD2(400, 300)), at: time).first?.kind == .grab(before))
      #expect(turner.position == before)
    }
  }

  @Test func anEditThatWaitsComesBeforeATurnThatCameAfterIt() throws {
    var turner = try makeTurner(rules { $0.onBusyTurn = .finish })
    try turner.handle(.navigate(Navigation(.next)), at: 1)
    try turner.handle(.edit(.insert(at: 0, count: 1)), at: 1.1)
    let told = try turner.handle(.navigate(Navigation(.next)), at: 1.2)
    #expect(
      told.map(\.kind).prefix(4) == [
        .didTurn(from: 4, to: 5, completed: true), .willEdit(.insert(at: 0, count: 1)),
        .didEdit(.insert(at: 0, count: 1), stop: 6), .willTurn(from: 6, to: 7, .navigation),
      ])
  }

  @Test func aBookThatStartsOverHasNoEnds() throws {
    var turner = try makeTurner(rules { $0.boundary = .loop })
    #expect(
      try turner.handle(.navigate(Navigation(.stop(99))), at: 1).map(\.kind) == [
        .dropped(.outOfRange)
      ])
  }
}
