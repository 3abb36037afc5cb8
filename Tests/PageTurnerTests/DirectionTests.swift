import CurlCore
import PageTurner
import Testing

/// Dragging and tapping, each switched by direction, and drags from corners.
@Suite struct DirectionTests {
  /// Drags by some pixels from a place of the view; what is told until all rests.
  private func drag(
    _ turner: inout Turner, from start: SIMD2<Double>, by way: Double
  ) throws -> [TurnerOutput.Kind] {
    var told = try turner.handle(.down(id: 1, start), at: turner.time + 1)
    told += try turner.handle(.move(id: 1, start + SIMD2(way, 0)), at: turner.time + 0.5)
    told += try turner.handle(.up(id: 1, start + SIMD2(way, 0)), at: turner.time + 0.5)
    told += try turner.handle(.tick, at: turner.time + 3)
    return told.map(\.kind)
  }

  @Test(arguments: TurnerConfiguration.Directions.allCases)
  func t4_dragsTurnInTheirDirectionsAndTapsInTheirs(
    _ allowed: TurnerConfiguration.Directions
  ) throws {
    for (direction, way) in [(1, -600.0), (-1, 600)] {
      let isAllowed = allowed == .both || allowed == (direction > 0 ? .forward : .backward)
      let start = SIMD2(450 - way / 2, 300)
      var dragged = try makeTurner(rules { $0.drags = allowed })
      let told = try drag(&dragged, from: start, by: way)
      #expect(dragged.stop == (isAllowed ? 4 + direction : 4))
      #expect(isAllowed ? !told.contains(.dropped(.locked)) : told == [.dropped(.locked)])
      // Taps are another switch.
      let zone = SIMD2(450 + 400 * Double(direction), 300)
      try dragged.handle(.down(id: 1, zone), at: 20)
      try dragged.handle(.up(id: 1, zone), at: 20.1)
      try dragged.handle(.tick, at: 30)
      #expect(dragged.stop == 4 + direction * (isAllowed ? 2 : 1))
      var tapped = try makeTurner(rules { $0.taps = allowed })
      try tapped.handle(.down(id: 1, zone), at: 1)
      let answer = try tapped.handle(.up(id: 1, zone), at: 1.1).first?.kind
      #expect(
        answer
          == (isAllowed
            ? .willTurn(from: 4, to: 4 + direction, .tap)
            : .tap(Zone(column: 1 + direction, row: 1))))
      try tapped.handle(.tick, at: 5)
      _ = try drag(&tapped, from: start, by: way)
      #expect(tapped.stop == 4 + direction * (isAllowed ? 2 : 1))
    }
  }

  @Test func t4_aDragDoesNotTurnRoundOrTakeHoldInADirectionThatIsOff() throws {
    let forward = rules { $0.drags = .forward }
    var turner = try makeTurner(forward)
    try turner.handle(.down(id: 1, SIMD2(500, 300)), at: 0)
    try turner.handle(.move(id: 1, SIMD2(400, 300)), at: 0.5)
    #expect(try turner.handle(.move(id: 1, SIMD2(700, 300)), at: 1).isEmpty)
    try turner.handle(.tick, at: 1.5)
    #expect(turner.position == 4 && turner.phase == .dragging)
    try turner.handle(.cancel(id: 1), at: 1.5)
    try turner.handle(.tick, at: 3)
    // A leaf that goes back isn't taken hold of, and a swipe against it asks for nothing.
    try turner.handle(.navigate(Navigation(.previous)), at: 4)
    #expect(try turner.handle(.down(id: 1, SIMD2(400, 300)), at: 4.1).isEmpty)
    try turner.handle(.move(id: 1, SIMD2(700, 300)), at: 4.15)
    try turner.handle(.up(id: 1, SIMD2(800, 300)), at: 4.2)
    try turner.handle(.tick, at: 6)
    #expect(turner.stop == 3)
    // One that goes on is.
    try turner.handle(.navigate(Navigation(.next)), at: 7)
    #expect(try turner.handle(.down(id: 1, SIMD2(400, 300)), at: 7.1).count == 2)
    // Switched off, it goes back.
    let told = try turner.handle(.configure(rules { $0.drags = .backward }), at: 7.2)
    #expect(told.map(\.kind) == [.state(.settling)])
    try turner.handle(.tick, at: 9)
    #expect(turner.stop == 3 && turner.phase == .idle)
  }

  /// Where the corners are: 0.2 of 600 pixels.
  @Test(
    arguments: [
      (119.0, 119.0, -1), (119, 481, -1), (781, 119, 1), (781, 481, 1), (781, 121, 0),
      (781, 479, 0), (121, 119, 0), (779, 481, 0), (450, 10, 0), (450, 300, 0), (905, 599, 1),
    ])
  func t4_dragsFromCornersAlone(x: Double, y: Double, direction: Int) throws {
    for binding in Binding.allCases {
      let view = binding == .top ? SIMD2(600.0, 900) : SIMD2(900, 600)
      // Along and across trade places, but the shorter side is the same.
      func point(_ a: Double, _ b: Double) -> SIMD2<Double> {
        switch binding {
        case .left: SIMD2(a, b)
        case .right: SIMD2(900 - a, b)
        case .top: SIMD2(b, a)
        }
      }
      // Wherever the finger goes.
      for way in [-80.0, 80] {
        var turner = try Turner(
          Book(pages: 9, binding: binding), view: view, at: 4, rules { $0.claim = .corners(0.2) })
        try turner.handle(.down(id: 1, point(x, y)), at: 0)
        let told = try turner.handle(.move(id: 1, point(x + way, y)), at: 0.5)
        let turns = told.compactMap { output -> Int? in
          if case .willTurn(let from, let to, _) = output.kind { to - from } else { nil }
        }
        #expect(turns == (direction == 0 ? [] : [direction]))
      }
    }
  }

  @Test func rulesOutOfTheirRangesAreRefused() {
    for (name, change) in [
      ("claim corners", { $0.claim = .corners(0.6) }),
      ("peek lift", { $0.peek = .init(lift: 0.3) }),
      ("peek corner", { $0.peek = .init(corner: 0) }), ("snaps at", { $0.snaps = [.init(at: 1)] }),
      ("snaps within", { $0.snaps = [.init(at: 0.5, within: -1)] }),
      ("settling duration", { $0.settling = .eased(.linear, duration: .nan) }),
      ("smoothing", { $0.smoothing = -1 }),
      ("leafTiming", { $0.leafTiming = .flipboard(spread: 2) }),
    ] as [(String, (inout TurnerConfiguration) -> Void)] {
      let error = #expect(throws: TurnerError.self) { try rules(change).check() }
      guard case .value(let found, _, _)? = error else {
        Issue.record("\(name): \(String(describing: error))")
        continue
      }
      #expect(found == name)
    }
  }
}
