import CurlCore
import PageTurner
import Testing

/// Sheets that a finger holds: where they lie, how fast they go, and what becomes of them.
@Suite struct HeldSheetTests {
  @Test func r4_aPulledSheetComesAlongEverLess() throws {
    for (limit, stiffness) in [(0.25, 0.55), (0.1, 1), (1, 0.3)] {
      for (stop, sign) in [(0, 1.0), (8, -1)] {
        var turner = try makeTurner(
          rules {
            $0.catchUp = .immediate
            if limit != 0.25 { $0.boundary = .rubber(limit: limit, stiffness: stiffness) }
          }, at: stop)
        try turner.handle(.down(id: 1, SIMD2(450, 300)), at: 0)
        for pixels in [30.0, 90, 300, 900] {
          let time = 1 + pixels / 1000
          try turner.handle(.move(id: 1, SIMD2(450 + sign * pixels, 300)), at: time)
          let pulled = limit * (1 - 1 / (1 + stiffness * (pixels / 900) / limit))
          #expect(abs(turner.position - (Double(stop) - sign * pulled)) <= 1e-12, "\(pixels) px")
        }
        try turner.handle(.move(id: 1, SIMD2(450 + sign * 1e8, 300)), at: 3)
        let most = abs(turner.position - Double(stop))
        #expect(most < limit && most > 0.999 * limit)
      }
    }
  }

  /// Steps of 1/1024 s, the first ones three pixels long and the others one.
  private func slowing(
    _ rules: TurnerConfiguration, fast: Int, of steps: Int
  ) throws -> Turner {
    var turner = try makeTurner(rules)
    var x = 850.0
    try turner.handle(.down(id: 1, SIMD2(x, 300)), at: 0)
    for step in 1...steps {
      x -= step <= fast ? 3 : 1
      try turner.handle(.move(id: 1, SIMD2(x, 300)), at: Double(step) / 1024)
    }
    return turner
  }

  /// As many samples as a fast mouse tells in the window count, none older.
  @Test(arguments: [(96, 32), (64, 64), (32, 96), (112, 16)])
  func r5_aSpeedIsThatOfTheWholeWindow(window: Int, first: Int) throws {
    let rules = rules {
      $0.velocityWindow = Double(window) / 1024
      $0.catchUp = .none
    }
    let turner = try slowing(rules, fast: 48, of: 128)
    let way = Double(3 * max(48 - first, 0) + 128 - max(first, 48))
    let expected = way / (Double(window) / 1024) / 900
    #expect(abs(turner.velocity - expected) <= 1e-9, "\(turner.velocity) for \(expected)")
  }

  @Test func r5_aFingerThatRestsForThePauseHasNoSpeed() throws {
    for pause in [0.08, 0.05] {
      let rules = rules {
        $0.velocityPause = pause
        $0.catchUp = .none
      }
      // It may go on being told of where it rests.
      for tells in [false, true] {
        var turner = try slowing(rules, fast: 128, of: 128)
        func rest(until seconds: Double) throws {
          let event = tells ? TurnerEvent.move(id: 1, SIMD2(466, 300)) : .tick
          try turner.handle(event, at: 0.125 + seconds)
        }
        try rest(until: 0.02)
        #expect(turner.velocity > 0)
        try rest(until: pause - 1.0 / 512)
        #expect(turner.velocity > 0)
        try rest(until: pause + 1.0 / 512)
        #expect(turner.velocity == 0)
      }
    }
  }

  @Test(
    arguments: [
      // Pixels gone, and the speed at the end in pixels per second.
      (500.0, 0.0, true), (400, 0, false), (450, 0, false), (200, 400, true), (200, 200, false),
      (700, -400, false), (700, -200, true),
    ])
  func aQuickReleaseGoesTheWayThatItMoves(way: Double, speed: Double, turns: Bool) throws {
    for sign in [1.0, -1] {
      var turner = try makeTurner(rules { $0.release = .speedOrHalf(speed: 300) })
      let start = 450 + sign * 440
      try turner.handle(.down(id: 1, SIMD2(start, 300)), at: 0)
      // The last eighth of a second is gone at that speed, after a rest.
      let last = speed / 8
      try turner.handle(.move(id: 1, SIMD2(start - sign * (way - last), 300)), at: 0.5)
      for step in 1...16 {
        let x = start - sign * (way - last + last * Double(step) / 16)
        try turner.handle(.move(id: 1, SIMD2(x, 300)), at: 1 + Double(step) / 128)
      }
      try turner.handle(.up(id: 1, SIMD2(start - sign * way, 300)), at: 1.125)
      try turner.handle(.tick, at: 5)
      #expect(turner.stop == (turns ? 4 + Int(sign) : 4))
    }
  }

  @Test func aTapInAGridDoesWhatItsFieldSays() throws {
    let actions: [TapZones.Action] = [
      .previous, .host, .next, .next, .previous, .host, .host, .next, .previous,
    ]
    let rules = rules { $0.zones = .grid(actions) }
    for binding in Binding.allCases {
      let view = binding == .top ? SIMD2(600.0, 900) : SIMD2(900, 600)
      for (number, action) in actions.enumerated() {
        let place = SIMD2(150 + 300 * Double(number % 3), 100 + 200 * Double(number / 3))
        let point =
          switch binding {
          case .left: place
          case .right: SIMD2(900 - place.x, place.y)
          case .top: SIMD2(place.y, place.x)
          }
        var turner = try Turner(Book(pages: 9, binding: binding), view: view, at: 4, rules)
        try turner.handle(.down(id: 1, point), at: 1)
        let told = try turner.handle(.up(id: 1, point), at: 1.1).first?.kind
        switch action {
        case .previous: #expect(told == .willTurn(from: 4, to: 3, .tap), "\(number)")
        case .next: #expect(told == .willTurn(from: 4, to: 5, .tap), "\(number)")
        case .host:
          #expect(told == .tap(Zone(column: number % 3, row: number / 3)), "\(number)")
        }
      }
    }
  }

  @Test func whichStopIsShownWhileASheetSettlesIsARule() throws {
    for (rule, shown) in [(TurnerConfiguration.ShownStopRule.release, 5), (.settleEnd, 4)] {
      var turner = try makeTurner(rules { $0.shownStopRule = rule })
      try turner.handle(.down(id: 1, SIMD2(850, 300)), at: 0)
      try turner.handle(.move(id: 1, SIMD2(150, 300)), at: 0.5)
      #expect(turner.stop == 4, "held")
      try turner.handle(.up(id: 1, SIMD2(150, 300)), at: 1)
      #expect(turner.stop == shown && turner.phase == .settling)
      try turner.handle(.abort(isImmediate: false), at: 1.05)
      #expect(turner.stop == 4, "going back")
      try turner.handle(.tick, at: 3)
      #expect(turner.stop == 4 && turner.phase == .idle)
    }
  }

  @Test func r14_aTurnWithoutItsPagesMayBeRefused() throws {
    var turner = try makeTurner(
      rules {
        ($0.awaitsPages, $0.latePages, $0.catchUp) = (true, .refuse, .immediate)
      })
    try turner.handle(.page(4, .ready), at: 0)
    #expect(
      try turner.handle(.navigate(Navigation(.next)), at: 1).map(\.kind) == [
        .dropped(.pagesMissing), .need([5]),
      ])
    #expect(turner.phase == .idle && turner.missingPages.isEmpty)
    // A drag pulls the sheet as if at the book's end.
    try turner.handle(.down(id: 1, SIMD2(800, 300)), at: 2)
    #expect(
      try turner.handle(.move(id: 1, SIMD2(500, 300)), at: 2.5).map(\.kind) == [
        .dropped(.pagesMissing), .need([5]), .state(.dragging),
      ])
    let pulled = 0.25 * (1 - 1 / (1 + 0.55 * (300.0 / 900) / 0.25))
    #expect(abs(turner.position - (4 + pulled)) <= 1e-12)
    try turner.handle(.up(id: 1, SIMD2(500, 300)), at: 3)
    try turner.handle(.tick, at: 5)
    #expect(turner.stop == 4 && turner.phase == .idle)
    try turner.handle(.page(5, .ready), at: 6)
    try turner.handle(.navigate(Navigation(.next)), at: 6)
    try turner.handle(.tick, at: 8)
    #expect(turner.stop == 5)
  }

  @Test func aSheetThatHasCaughtUpStaysUnderOtherRules() throws {
    var turner = try makeTurner()
    try turner.handle(.down(id: 1, SIMD2(800, 300)), at: 0)
    try turner.handle(.move(id: 1, SIMD2(700, 300)), at: 0.1)
    try turner.handle(.tick, at: 0.3)
    #expect(abs(turner.position - (4 + 100.0 / 900)) <= 1e-12)
    try turner.handle(.configure(rules { $0.catchUp = .eased(1) }), at: 0.3)
    for time in [0.3, 0.8, 1.3, 2] {
      try turner.handle(.tick, at: time)
      #expect(abs(turner.position - (4 + 100.0 / 900)) <= 1e-12, "\(time) s")
    }
    // Nor has it more of a way when it's let go of.
    try turner.handle(.configure(rules { $0.release = .distance(0.112) }), at: 2)
    try turner.handle(.up(id: 1, SIMD2(700, 300)), at: 2.5)
    try turner.handle(.tick, at: 5)
    #expect(turner.stop == 4)
  }

  @Test func whatIsLeftToCatchUpWithIsCaughtUpWithUnderOtherRules() throws {
    var turner = try makeTurner(rules { $0.catchUp = .eased(0.4) })
    try turner.handle(.down(id: 1, SIMD2(800, 300)), at: 0)
    try turner.handle(.move(id: 1, SIMD2(700, 300)), at: 0.1)
    try turner.handle(.tick, at: 0.2)
    let before = turner.position
    #expect(before > 4.01 && before < 4.1)
    try turner.handle(.configure(rules { $0.catchUp = .eased(1) }), at: 0.2)
    #expect(abs(turner.position - before) <= 1e-12)
    try turner.handle(.tick, at: 1.2)
    #expect(abs(turner.position - (4 + 100.0 / 900)) <= 1e-12)
  }

  @Test(arguments: [TurnerConfiguration.CatchUp.none, .eased(2)])
  func whatCatchesUpAtOnceFromNowOnDoesNotLeap(_ before: TurnerConfiguration.CatchUp) throws {
    var turner = try makeTurner(rules { $0.catchUp = before })
    try turner.handle(.down(id: 1, SIMD2(800, 300)), at: 0)
    try turner.handle(.move(id: 1, SIMD2(700, 300)), at: 0.1)
    try turner.handle(.tick, at: 0.3)
    let place = turner.position
    try turner.handle(.configure(rules { $0.catchUp = .immediate }), at: 0.3)
    #expect(abs(turner.position - place) <= 1e-12)
    // From there it follows the finger.
    try turner.handle(.move(id: 1, SIMD2(610, 300)), at: 0.4)
    #expect(abs(turner.position - (place + 0.1)) <= 1e-12)
  }

  @Test func r20_aSheetIsHeldWhereTheFingerIsWhenItDrags() throws {
    var turner = try makeTurner()
    try turner.handle(.down(id: 1, SIMD2(700, 300)), at: 0)
    try turner.handle(.move(id: 1, SIMD2(600, 360)), at: 0.1)
    var leaf = try #require(turner.posture.leaves.first)
    #expect(leaf.heldPoint == 0.6 && leaf.across == 0)
    try turner.handle(.move(id: 1, SIMD2(500, 390)), at: 0.2)
    leaf = try #require(turner.posture.leaves.first)
    #expect(leaf.heldPoint == 0.6 && leaf.across == 30)
    // Turned round it's another sheet's edge.
    try turner.handle(.move(id: 1, SIMD2(850, 450)), at: 0.3)
    leaf = try #require(turner.posture.leaves.first)
    #expect(leaf.late == 4 && leaf.heldPoint == 0.75 && leaf.across == 0)
    try turner.handle(.move(id: 1, SIMD2(860, 440)), at: 0.4)
    #expect(turner.posture.leaves.first?.across == -10)
  }

  @Test func r20_aSheetThatHasWaitedIsHeldWhereTheFingerIsThen() throws {
    var turner = try makeTurner(rules { $0.awaitsPages = true })
    try turner.handle(.down(id: 1, SIMD2(800, 300)), at: 0)
    try turner.handle(.move(id: 1, SIMD2(700, 300)), at: 0.1)
    try turner.handle(.move(id: 1, SIMD2(600, 420)), at: 0.2)
    for page in [4, 5] { try turner.handle(.page(page, .ready), at: 0.3) }
    var leaf = try #require(turner.posture.leaves.first)
    #expect(leaf.heldPoint == 0.7 && leaf.across == 0 && leaf.progress == 0)
    try turner.handle(.move(id: 1, SIMD2(600, 450)), at: 0.4)
    leaf = try #require(turner.posture.leaves.first)
    #expect(leaf.heldPoint == 0.7 && leaf.across == 30)
  }

  /// What is drawn goes by the share of the view.
  @Test func r16_anotherSizeLeavesASheetWhereItLiesAcrossItsWay() throws {
    for binding in Binding.allCases {
      func size(_ along: Double, _ across: Double) -> SIMD2<Double> {
        binding == .top ? SIMD2(across, along) : SIMD2(along, across)
      }
      func point(_ along: Double, _ across: Double) -> SIMD2<Double> {
        binding == .right ? SIMD2(900 - along, across) : size(along, across)
      }
      var turner = try Turner(
        Book(pages: 9, binding: binding), view: size(900, 1024), at: 4)
      try turner.handle(.down(id: 1, point(700, 300)), at: 0)
      try turner.handle(.move(id: 1, point(600, 300)), at: 0.1)
      try turner.handle(.move(id: 1, point(500, 500)), at: 0.2)
      #expect(turner.posture.leaves.first?.across == 200)
      try turner.handle(.layout(size: size(900, 2048), nil), at: 0.3)
      #expect(turner.posture.leaves.first?.across == 400)
      // The finger goes on from there.
      let (x, y) = (500.0, 510.0)
      try turner.handle(.up(id: 1, point(x, y)), at: 0.4)
      #expect(turner.posture.leaves.first?.across == 410)
      try turner.handle(.tick, at: 0.45)
      let settling = try #require(turner.posture.leaves.first?.across)
      try turner.handle(.layout(size: size(900, 512), nil), at: 0.45)
      #expect(turner.posture.leaves.first?.across == settling / 4)
    }
  }
}
