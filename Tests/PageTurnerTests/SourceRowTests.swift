import CurlCore
import PageTurner
import Testing

/// The source documents' rows about gestures and navigation; names begin with the row.
@Suite struct SourceRowTests {
  private typealias Kind = TurnerOutput.Kind

  private func turner(
    _ rules: TurnerConfiguration = TurnerConfiguration(), pages: Int = 9, at stop: Int = 4,
    binding: Binding = .left
  ) throws -> Turner {
    try Turner(
      Book(pages: pages, binding: binding), view: SIMD2(900, 600), at: stop, rules)
  }

  /// What is shown is kept, the turn is told, and only then are pages asked for that aren't at hand: the
  /// back first, then the front, then what lies under it.
  @Test func s0_14_aTurnIsToldBeforeItsPagesAreAskedFor() throws {
    var rules = TurnerConfiguration()
    rules.awaitsPages = true
    // Stop 1 shows pages 2 and 3; leaves have pages 3 and 4 on them, and 1 and 2.
    for (destination, to, needed) in [
      (Navigation.Destination.next, 2, [4, 5]), (.previous, 0, [1, 0]),
    ] {
      var turner = try Turner(
        Book(pages: 9, layout: .facing(cover: false)), view: SIMD2(900, 600), at: 1, rules)
      for page in [2, 3] { try turner.handle(.page(page, .ready), at: 0) }
      let told = try turner.handle(.navigate(Navigation(destination)), at: 1).map(\.kind)
      #expect(
        told == [
          .willTurn(from: 1, to: to, .navigation), .need(needed), .busy, .state(.settling),
        ])
      // What was shown is shown until they have come.
      try turner.handle(.tick, at: 5)
      #expect(turner.position == 1 && turner.posture.stop == 1)
      for page in needed { try turner.handle(.page(page, .ready), at: 6) }
      try turner.handle(.tick, at: 9)
      #expect(turner.stop == to)
    }
  }

  @Test func s0_15_aLatePageIsWaitedForWithTheOldOneShown() throws {
    var rules = TurnerConfiguration()
    rules.awaitsPages = true
    var turner = try turner(rules)
    for page in 4..<9 { try turner.handle(.page(page, .ready), at: 0) }
    // Backward, as in the document: the page before isn't there yet.
    try turner.handle(.navigate(Navigation(.previous)), at: 1)
    for time in [1.1, 1.5, 1.99] {
      try turner.handle(.tick, at: time)
      #expect(turner.position == 4 && turner.posture.leaves.first?.progress == 1)
    }
    let told = try turner.handle(.page(3, .ready), at: 2)
    #expect(told.map(\.kind) == [.ready])
    try turner.handle(.tick, at: 2.25)
    #expect(turner.position == 3.5)
    #expect(
      try turner.handle(.tick, at: 3).map(\.kind) == [
        .didTurn(from: 4, to: 3, completed: true), .state(.idle),
      ])
  }

  @Test func s1_6_goingWithoutAnimationIsThereAtOnce() throws {
    var turner = try turner()
    let told = try turner.handle(.navigate(Navigation(.stop(7), isAnimated: false)), at: 1)
    #expect(
      told == [
        TurnerOutput(.willTurn(from: 4, to: 7, .navigation), at: 1),
        TurnerOutput(.didTurn(from: 4, to: 7, completed: true), at: 1),
      ])
    #expect(turner.stop == 7 && turner.phase == .idle && turner.posture.leaves.isEmpty)
  }

  @Test func s1_9_aTurnMayBeDelayed() throws {
    var turner = try turner()
    try turner.handle(.navigate(Navigation(.next, delay: 2)), at: 1)
    #expect(try turner.handle(.tick, at: 2.999).isEmpty && turner.phase == .idle)
    #expect(turner.pendingCount == 1 && turner.nextTime == 3)
    #expect(try turner.handle(.tick, at: 3.001).first?.time == 3)
    #expect(turner.phase == .settling)
  }

  @Test(arguments: [(-90.0, 45.0), (-180, 90), (-1, 1), (-0.5, 1), (-358, 179), (-500, 179)])
  func s1_10_aDragFlipsHalfADegreePerPixelWithin1And179(pixels: Double, degrees: Double) throws {
    var turner = try turner(.flipboard, binding: .top)
    try turner.handle(.down(id: 1, SIMD2(300, 550)), at: 0)
    try turner.handle(.move(id: 1, SIMD2(300, 550 + pixels)), at: 1)
    let progress = try #require(turner.posture.leaves.first?.progress)
    #expect(abs(180 * progress - degrees) <= 1e-9)
  }

  @Test(arguments: [-400.0, -178, -100, 100, 178, 400])
  func s1_11_atTheEndsALeafIsLiftedBy89DegreesAtMost(pixels: Double) throws {
    for stop in [0, 8] {
      var turner = try turner(.flipboard, at: stop, binding: .top)
      try turner.handle(.down(id: 1, SIMD2(300, 300)), at: 0)
      try turner.handle(.move(id: 1, SIMD2(300, 300 + pixels)), at: 1)
      let leaf = try #require(turner.posture.leaves.first)
      guard leaf.early == nil || leaf.late == nil else { continue }
      let degrees = leaf.early == nil ? 180 * (1 - leaf.progress) : 180 * leaf.progress
      #expect(abs(degrees - min(abs(pixels) / 2, 89)) <= 1e-9)
    }
  }

  @Test(
    arguments: [
      (20.0, 0.1, false), (20, 1, false), (40, 0.14, true), (40, 0.16, false), (89, 0.1, true),
      (89, 1, false), (90, 1, false), (91, 0.1, true), (91, 1, true),
    ])
  func s1_13_aLeafTurnsPast90OrPastAQuick30(
    degrees: Double, seconds: Double, turns: Bool
  ) throws {
    var turner = try turner(.flipboard, binding: .top)
    try turner.handle(.down(id: 1, SIMD2(300, 500)), at: 0)
    let end = SIMD2(300, 500 - 2 * degrees)
    try turner.handle(.move(id: 1, end), at: seconds)
    try turner.handle(.up(id: 1, end), at: seconds)
    try turner.handle(.tick, at: 5)
    #expect(turner.stop == (turns ? 5 : 4))
  }

  @Test func s1_16_anInsertedPageIsFlippedToAfterASecond() throws {
    var turner = try turner(.flipboard)
    let edit = BookEdit.insert(at: 4, count: 1)
    let told = try turner.handle(.edit(edit), at: 1)
    #expect(told.map(\.kind) == [.willEdit(edit), .didEdit(edit, stop: 5)])
    #expect(turner.book.pages == 10)
    let later = try turner.handle(.tick, at: 2.5)
    #expect(later.first == TurnerOutput(.willTurn(from: 5, to: 4, .edit), at: 2))
  }

  @Test func s1_17_anUpdateConcernsOnePageAlone() throws {
    var rules = TurnerConfiguration.flipboard
    rules.awaitsPages = true
    var turner = try turner(rules)
    for page in 0..<9 { try turner.handle(.page(page, .ready), at: 0) }
    try turner.handle(.edit(.update(at: 5)), at: 1)
    #expect(turner.stop == 4 && turner.book.pages == 9 && turner.phase == .idle)
    let told = try turner.handle(.navigate(Navigation(.next)), at: 2)
    #expect(told.contains { $0.kind == .need([5]) })
  }

  @Test func s1_18_aDeletedPageGivesWayToTheNextOrTheLast() throws {
    var turner = try turner(at: 8)
    let shown = try turner.handle(.edit(.delete(at: 8, count: 1)), at: 1)
    #expect(shown.last?.kind == .didEdit(.delete(at: 8, count: 1), stop: 7))
    try turner.handle(.navigate(Navigation(.stop(3), isAnimated: false)), at: 2)
    try turner.handle(.edit(.delete(at: 3, count: 1)), at: 3)
    #expect(turner.stop == 3 && turner.book.pages == 7)
    try turner.handle(.edit(.delete(at: 0, count: 2)), at: 4)
    #expect(turner.stop == 1)
    try turner.handle(.edit(.delete(at: 0, count: 5)), at: 5)
    #expect(turner.stop == nil && turner.position == 0)
  }

  @Test func s1_19_anAppendedPageIsFlippedToAndEditsAreAnnounced() throws {
    var turner = try turner(.flipboard)
    let edit = BookEdit.insert(at: 9, count: 1)
    let told = try turner.handle(.edit(edit), at: 1)
    #expect(told.map(\.kind) == [.willEdit(edit), .didEdit(edit, stop: 4)])
    let later = try turner.handle(.tick, at: 2.5)
    #expect(later.first == TurnerOutput(.willTurn(from: 4, to: 9, .edit), at: 2))
  }

  @Test func s1_20_editsAreRefusedUnlessNothingMoves() throws {
    var turner = try turner(.flipboard)
    let begun = try turner.handle(.navigate(Navigation(.next)), at: 1)
    #expect(begun.last?.kind == .state(.settling))
    #expect(
      try turner.handle(.edit(.delete(at: 0, count: 1)), at: 1.2).map(\.kind) == [.dropped(.busy)])
    #expect(turner.book.pages == 9)
    #expect(try turner.handle(.tick, at: 3).last?.kind == .state(.idle))
    try turner.handle(.edit(.delete(at: 0, count: 1)), at: 4)
    #expect(turner.book.pages == 8)
  }

  @Test func s1_20_theMasterSwitchStopsAllTurningAndNothingElse() throws {
    var off = TurnerConfiguration()
    off.allowsTurning = false
    off.autoplay = 1
    var turner = try turner(off)
    // A drag, a tap on either side, a command, and time.
    var told = try turner.handle(.down(id: 1, SIMD2(800, 300)), at: 1)
    for step in 1...3 {
      let place = SIMD2(800 - 200 * Double(step), 300)
      told += try turner.handle(.move(id: 1, place), at: 1 + Double(step) / 10)
      #expect(turner.posture.leaves.isEmpty && turner.phase == .idle)
    }
    told += try turner.handle(.up(id: 1, SIMD2(200, 300)), at: 1.4)
    for (number, x) in [100.0, 800].enumerated() {
      let time = 2 + Double(number)
      told += try turner.handle(.down(id: 1, SIMD2(x, 300)), at: time)
      told += try turner.handle(.up(id: 1, SIMD2(x, 300)), at: time + 0.1)
    }
    told += try turner.handle(.navigate(Navigation(.next)), at: 4)
    told += try turner.handle(.navigate(Navigation(.stop(0), isAnimated: false)), at: 4)
    told += try turner.handle(.tick, at: 20)
    #expect(told.map(\.kind) == Array(repeating: .dropped(.locked), count: 5))
    #expect(turner.stop == 4 && turner.nextTime == nil)
    // The host's taps are told, and edits done.
    try turner.handle(.down(id: 1, SIMD2(450, 300)), at: 21)
    #expect(try turner.handle(.up(id: 1, SIMD2(450, 300)), at: 21.1).map(\.kind) == [.tap(.centre)])
    try turner.handle(.edit(.delete(at: 0, count: 1)), at: 22)
    #expect(turner.stop == 3 && turner.book.pages == 8)
    // Switched on again it turns.
    try turner.handle(.configure(TurnerConfiguration()), at: 23)
    try turner.handle(.navigate(Navigation(.next)), at: 23)
    #expect(turner.phase == .settling)
  }

  @Test func s1_20_switchedOffInMotionASheetThatIsHeldGoesBackAndOneThatSettlesLands() throws {
    var off = TurnerConfiguration()
    off.allowsTurning = false
    var held = try turner()
    try held.handle(.down(id: 1, SIMD2(800, 300)), at: 0)
    try held.handle(.move(id: 1, SIMD2(200, 300)), at: 0.5)
    try held.handle(.navigate(Navigation(.next)), at: 0.6)
    try held.handle(.tick, at: 0.7)
    let before = held.position
    var told = try held.handle(.configure(off), at: 0.7)
    #expect(told.map(\.kind) == [.dropped(.locked), .state(.settling)])
    #expect(held.position == before)
    told = try held.handle(.move(id: 1, SIMD2(100, 300)), at: 0.72)
    told += try held.handle(.up(id: 1, SIMD2(100, 300)), at: 0.74)
    told += try held.handle(.tick, at: 5)
    #expect(
      told.map(\.kind) == [.didTurn(from: 4, to: 5, completed: false), .state(.idle)])
    var settling = try turner()
    try settling.handle(.navigate(Navigation(.next)), at: 0)
    try settling.handle(.configure(off), at: 0.2)
    try settling.handle(.down(id: 1, SIMD2(400, 300)), at: 0.3)
    #expect(settling.phase == .settling)
    try settling.handle(.tick, at: 5)
    #expect(settling.stop == 5 && settling.phase == .idle)
    // One that waits for its pages doesn't wait for ever.
    var rules = TurnerConfiguration()
    rules.awaitsPages = true
    var waiting = try turner(rules)
    try waiting.handle(.navigate(Navigation(.next)), at: 0)
    told = try waiting.handle(.configure(off), at: 1)
    #expect(
      told.map(\.kind) == [
        .didTurn(from: 4, to: 5, completed: false), .ready, .state(.idle),
      ])
  }

  /// The library's sheet began again from where its last drag had ended.
  @Test func s1_21_aSheetGrabbedOnItsWayGoesOnFromThere() throws {
    var turner = try turner(.flipboard, binding: .top)
    try turner.handle(.down(id: 1, SIMD2(300, 550)), at: 0)
    try turner.handle(.move(id: 1, SIMD2(300, 350)), at: 0.5)
    try turner.handle(.up(id: 1, SIMD2(300, 350)), at: 0.5)
    let released = try #require(turner.posture.leaves.first?.progress)
    try turner.handle(.tick, at: 0.7)
    let before = try #require(turner.posture.leaves.first?.progress)
    #expect(before > released + 0.1)
    let told = try turner.handle(.down(id: 2, SIMD2(300, 200)), at: 0.7)
    #expect(told.map(\.kind) == [.grab(turner.position), .state(.dragging)])
    #expect(turner.posture.leaves.first?.progress == before)
    try turner.handle(.move(id: 2, SIMD2(300, 218)), at: 0.8)
    let after = try #require(turner.posture.leaves.first?.progress)
    #expect(abs(after - (before - 18 * 0.5 / 180)) <= 1e-12)
  }

  @Test func s1_22_aDragWithoutMovesEndsAsItBegan() throws {
    var turner = try turner(.flipboard)
    try turner.handle(.down(id: 1, SIMD2(300, 550)), at: 0)
    #expect(try turner.handle(.up(id: 1, SIMD2(300, 550)), at: 0.5).isEmpty)
    #expect(turner.phase == .idle && turner.position == 4)
    // Nor does one whose only move is its end get stuck.
    try turner.handle(.down(id: 1, SIMD2(700, 550)), at: 1)
    try turner.handle(.up(id: 1, SIMD2(200, 550)), at: 1)
    try turner.handle(.tick, at: 3)
    #expect(turner.phase == .idle)
  }

  @Test func s1_28_aLabelIsHiddenWhileAnythingMoves() throws {
    var turner = try turner(.flipboard)
    #expect(turner.labelledStop == 4)
    try turner.handle(.down(id: 1, SIMD2(300, 300)), at: 0)
    #expect(turner.labelledStop == 4)
    try turner.handle(.move(id: 1, SIMD2(100, 300)), at: 0.1)
    #expect(turner.labelledStop == nil)
    try turner.handle(.up(id: 1, SIMD2(100, 300)), at: 0.2)
    #expect(turner.labelledStop == nil && turner.phase == .settling)
    try turner.handle(.tick, at: 3)
    #expect(turner.labelledStop == 5)
  }

  @Test(
    arguments: [
      (0.0, Kind.willTurn(from: 4, to: 3, .tap)), (299.999, .willTurn(from: 4, to: 3, .tap)),
      (300, .tap(.centre)), (450, .tap(.centre)), (600, .tap(.centre)),
      (600.001, .willTurn(from: 4, to: 5, .tap)), (899, .willTurn(from: 4, to: 5, .tap)),
    ])
  func s3_8_tapsInTheOuterThirdsTurn(x: Double, expected: TurnerOutput.Kind) throws {
    for binding in Binding.allCases {
      let size = binding == .top ? SIMD2(600.0, 900) : SIMD2(900, 600)
      var turner = try Turner(Book(pages: 9, binding: binding), view: size, at: 4)
      let point =
        switch binding {
        case .left: SIMD2(x, 300)
        case .right: SIMD2(900 - x, 300)
        case .top: SIMD2(300, x)
        }
      try turner.handle(.down(id: 1, point), at: 1)
      #expect(try turner.handle(.up(id: 1, point), at: 1.1).first?.kind == expected)
    }
  }

  @Test(arguments: [(44.0, false), (45, true), (46, true), (300, true)])
  func s3_9_aSlideTurnsFromATwentiethOn(pixels: Double, turns: Bool) throws {
    for sign in [-1.0, 1] {
      var turner = try turner(.reader)
      try turner.handle(.down(id: 1, SIMD2(450, 300)), at: 0)
      let end = SIMD2(450 + sign * pixels, 300)
      try turner.handle(.move(id: 1, end), at: 1)
      // Once it has caught up the page lies where the finger has taken it, pixel for pixel.
      #expect(abs(turner.posture(at: 2).progressFromRest(at: 4) * 900 - pixels) <= 1e-9)
      try turner.handle(.up(id: 1, end), at: 2)
      let ended = try turner.handle(.tick, at: 9).first
      #expect(ended?.time == 2.2)
      #expect(turner.stop == (turns ? 4 - Int(sign) : 4))
    }
  }

  @Test func s3_10_aDragMayReverse() throws {
    var turner = try turner(.reader)
    try turner.handle(.down(id: 1, SIMD2(450, 300)), at: 0)
    try turner.handle(.move(id: 1, SIMD2(300, 300)), at: 0.2)
    let told = try turner.handle(.move(id: 1, SIMD2(600, 300)), at: 0.5)
    #expect(
      told.map(\.kind) == [
        .didTurn(from: 4, to: 5, completed: false), .willTurn(from: 4, to: 3, .drag),
      ])
    #expect(turner.position < 4 && turner.position > 3.8)
  }

  @Test func s3_11_s4_15_bothAreToldOfEveryTurnAndOfCancelledOnesToo() throws {
    for isCancelled in [false, true] {
      var turner = try turner()
      var told = try turner.handle(.down(id: 1, SIMD2(800, 300)), at: 0)
      told += try turner.handle(.move(id: 1, SIMD2(100, 300)), at: 0.5)
      told += try turner.handle(
        isCancelled ? .cancel(id: 1) : .up(id: 1, SIMD2(100, 300)), at: 1)
      told += try turner.handle(.tick, at: 5)
      let turns = told.map(\.kind).filter {
        switch $0 {
        case .willTurn, .didTurn: true
        default: false
        }
      }
      #expect(
        turns == [
          .willTurn(from: 4, to: 5, .drag), .didTurn(from: 4, to: 5, completed: !isCancelled),
        ])
      #expect(turner.stop == (isCancelled ? 4 : 5))
    }
  }

  @Test func s3_12_withoutANeighbourNothingMoves() throws {
    var turner = try turner(.reader, at: 0)
    try turner.handle(.down(id: 1, SIMD2(100, 300)), at: 0)
    #expect(
      try turner.handle(.move(id: 1, SIMD2(700, 300)), at: 0.5).map(\.kind) == [
        .boundary(.first), .state(.dragging),
      ])
    #expect(turner.position == 0)
    try turner.handle(.up(id: 1, SIMD2(700, 300)), at: 1)
    #expect(turner.phase == .idle && turner.position == 0)
  }

  @Test func s3_13_rulesChangeAtRunTime() throws {
    var turner = try turner(.reader)
    try turner.handle(.down(id: 1, SIMD2(800, 300)), at: 0)
    try turner.handle(.move(id: 1, SIMD2(500, 300)), at: 0.5)
    try turner.handle(.tick, at: 0.6)
    let before = turner.position
    try turner.handle(.configure(TurnerConfiguration()), at: 0.6)
    #expect(abs(turner.position - before) <= 1e-12)
    try turner.handle(.up(id: 1, SIMD2(500, 300)), at: 1)
    try turner.handle(.tick, at: 5)
    // A third of the way turns by the reader's rule, not by this one.
    #expect(turner.stop == 4)
  }

  @Test func s3_13_horizontalBecomesVerticalAtRunTime() throws {
    for isHeld in [false, true] {
      var turner = try turner(.reader)
      try turner.handle(.down(id: 1, SIMD2(800, 300)), at: 0)
      try turner.handle(.move(id: 1, SIMD2(500, 300)), at: 0.5)
      if !isHeld {
        try turner.handle(.up(id: 1, SIMD2(500, 300)), at: 0.6)
        try turner.handle(.tick, at: 5)
      }
      let stop = try #require(turner.stop)
      #expect(stop == (isHeld ? 4 : 5))
      try turner.handle(
        .layout(size: SIMD2(600, 900), nil, binding: .top), at: 5)
      #expect(turner.phase == .idle && turner.stop == stop && turner.book.binding == .top)
      // What was held has nothing to say any more until it's lifted.
      #expect(try turner.handle(.move(id: 1, SIMD2(300, 100)), at: 5.5).isEmpty)
      try turner.handle(.up(id: 1, SIMD2(300, 100)), at: 5.6)
      // Upwards now, and not to the left.
      try turner.handle(.down(id: 1, SIMD2(300, 800)), at: 6)
      #expect(try turner.handle(.move(id: 1, SIMD2(100, 800)), at: 6.1).isEmpty)
      try turner.handle(.move(id: 1, SIMD2(100, 300)), at: 6.5)
      try turner.handle(.up(id: 1, SIMD2(100, 300)), at: 6.6)
      try turner.handle(.tick, at: 9)
      #expect(turner.stop == stop + 1)
    }
  }

  @Test(
    arguments: [
      (768.0, false, Double?.none, 153.6), (100, false, nil, 28), (768, true, nil, 768.0 / 7),
      (768, false, 200, 200), (768, false, 384, 153.6), (768, false, 0, 153.6),
    ])
  func s4_11_strips(width: Double, isFacing: Bool, preferred: Double?, strip: Double) throws {
    let rules = TurnerConfiguration.leaves(isFacing: isFacing, preferred: preferred)
    for (x, turns) in [
      (strip - 0.001, -1), (strip + 0.001, 0), (width - strip - 0.001, 0),
      (width - strip + 0.001, 1),
    ] {
      var turner = try Turner(Book(pages: 9), view: SIMD2(width, 600), at: 4, rules)
      try turner.handle(.down(id: 1, SIMD2(x, 300)), at: 0)
      try turner.handle(.up(id: 1, SIMD2(x, 300)), at: 0.1)
      try turner.handle(.tick, at: 5)
      #expect(turner.stop == 4 + turns, "\(x)")
    }
  }

  @Test func s4_12_aBackwardTurnStartsFullyCurled() throws {
    var turner = try turner(.leaves())
    try turner.handle(.down(id: 1, SIMD2(50, 300)), at: 0)
    let told = try turner.handle(.move(id: 1, SIMD2(70, 300)), at: 0.1)
    #expect(told.first?.kind == .willTurn(from: 4, to: 3, .drag))
    let leaf = try #require(turner.posture.leaves.first)
    #expect(leaf.early == 3 && leaf.late == 4 && leaf.progress == 1)
    // From there the fold goes to the finger.
    try turner.handle(.tick, at: 0.2)
    let progress: Double = turner.posture.leaves.first?.progress ?? 0
    #expect(abs(progress - (1 - 70.0 / 900)) <= 1e-12)
  }

  @Test(
    arguments: [
      (850.0, 451.0, 4), (850, 449, 5), (850, 845, 5), (850, 100, 5), (50, 449, 4), (50, 451, 3),
      (50, 55, 3), (450, 100, 4), (450, 455, 4),
    ])
  func s4_13_aFoldTurnsBeyondTheHalfOrByATapInItsStrip(
    from: Double, to: Double, stop: Int
  ) throws {
    var turner = try turner(.leaves())
    try turner.handle(.down(id: 1, SIMD2(from, 300)), at: 0)
    try turner.handle(.move(id: 1, SIMD2(to, 300)), at: 1)
    try turner.handle(.up(id: 1, SIMD2(to, 300)), at: 2)
    try turner.handle(.tick, at: 9)
    #expect(turner.stop == stop)
  }

  @Test func s4_14_settlingTakesWhatTheFoldHasToGo() throws {
    var turner = try turner(.leaves())
    try turner.handle(.down(id: 1, SIMD2(850, 300)), at: 0)
    try turner.handle(.move(id: 1, SIMD2(225, 300)), at: 1)
    try turner.handle(.up(id: 1, SIMD2(225, 300)), at: 2)
    let ended = try turner.handle(.tick, at: 9).first
    #expect(ended == TurnerOutput(.didTurn(from: 4, to: 5, completed: true), at: 2.25))
  }

  /// The library locked itself while a sheet settled.
  @Test func s4_16_noTouchIsLostWhileASheetSettles() throws {
    for busyDown in TurnerConfiguration.BusyDown.allCases {
      var rules = TurnerConfiguration.leaves()
      rules.onBusyDown = busyDown
      var turner = try turner(rules)
      try turner.handle(.down(id: 1, SIMD2(850, 300)), at: 0)
      try turner.handle(.move(id: 1, SIMD2(300, 300)), at: 0.5)
      try turner.handle(.up(id: 1, SIMD2(300, 300)), at: 1)
      #expect(turner.phase == .settling)
      // A tap: its turn comes after this one.
      try turner.handle(.down(id: 2, SIMD2(850, 300)), at: 1.05)
      try turner.handle(.up(id: 2, SIMD2(850, 300)), at: 1.1)
      // A drag that begins on the way of that one takes hold of it, or waits until it has landed.
      try turner.handle(.down(id: 3, SIMD2(860, 300)), at: 1.5)
      for step in 1...8 {
        try turner.handle(
          .move(id: 3, SIMD2(860 - 80 * Double(step), 300)), at: 1.5 + Double(step) / 4)
      }
      try turner.handle(.up(id: 3, SIMD2(220, 300)), at: 4)
      try turner.handle(.tick, at: 9)
      #expect(turner.stop == (busyDown == .grab ? 6 : 7), "\(busyDown)")
    }
  }

  @Test(arguments: [-1.0, 1]) func s4_21_aSwipeTurnsThoughItIsShort(sign: Double) throws {
    var turner = try turner()
    try turner.handle(.down(id: 1, SIMD2(450, 300)), at: 0)
    for step in 1...4 {
      let time = Double(step) / 64
      try turner.handle(.move(id: 1, SIMD2(450 + sign * 25 * Double(step), 300)), at: time)
    }
    try turner.handle(.up(id: 1, SIMD2(450 + sign * 100, 300)), at: 4.0 / 64)
    try turner.handle(.tick, at: 5)
    #expect(turner.stop == 4 - Int(sign))
  }
}

extension Posture {
  /// How far the leaf in the air is from a stop.
  func progressFromRest(at stop: Int) -> Double {
    guard let leaf = leaves.first else { return 0 }
    return leaf.early == stop ? leaf.progress : 1 - leaf.progress
  }
}
