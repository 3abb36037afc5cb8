import CurlCore
import PageTurner
import Testing

/// A gesture, and what is told of it.
struct RecordedScript: CustomTestStringConvertible, Sendable {
  var name: String
  var script: Script
  var trace: [String]

  var testDescription: String { name }

  init(_ name: String, _ script: Script, _ trace: [String]) {
    (self.name, self.script, self.trace) = (name, script, trace)
  }
}

extension Script {
  /// A script on a view of 900 × 600 pixels of a book of nine pages.
  static func opened(
    at start: Int = 0, pages: Int = 9, _ rules: TurnerConfiguration = TurnerConfiguration()
  ) -> Script {
    Script(view: SIMD2(900, 600), book: Book(pages: pages), rules: rules, start: start)
  }

  /// A finger that comes down and is lifted again.
  func tap(_ x: Double, _ y: Double = 300, at time: Double, for duration: Double = 0.1) -> Script {
    var script = self
    script.events += [
      (time, .down(id: 1, SIMD2(x, y))), (time + duration, .up(id: 1, SIMD2(x, y))),
    ]
    return script
  }

  /// A finger that goes evenly from a place to a place in `steps` moves, and is lifted after a rest.
  func drag(
    _ from: Double, _ to: Double, at time: Double, for duration: Double, steps: Int = 8,
    rest: Double = 0, id: Int = 1, lifts: Bool = true
  ) -> Script {
    var script = self
    script.events.append((time, .down(id: id, SIMD2(from, 300))))
    for step in 1...steps {
      let share = Double(step) / Double(steps)
      script.events.append(
        (time + share * duration, .move(id: id, SIMD2(from + share * (to - from), 300))))
    }
    if lifts {
      script.events.append((time + duration + rest, .up(id: id, SIMD2(to, 300))))
    }
    return script
  }

  /// Something else that happens.
  func then(_ event: TurnerEvent, at time: Double) -> Script {
    var script = self
    script.events.append((time, event))
    return script
  }

  /// Nothing more happens.
  func rest(until time: Double = 10) -> Script { then(.tick, at: time) }
}

extension RecordedScript {
  static let all: [RecordedScript] = gestures + navigations + presets

  static let gestures: [RecordedScript] = [
    RecordedScript(
      "tap-next", Script.opened().tap(700, at: 1).rest(),
      [
        "1100 willTurn(from: 0, to: 1, Cause.tap)",
        "1100 state(Phase.settling)",
        "1600 didTurn(from: 0, to: 1, completed: true)",
        "1600 state(Phase.idle)",
      ]),
    RecordedScript(
      "tap-previous-at-the-start", Script.opened().tap(200, at: 1).rest(),
      [
        "1100 boundary(Edge.first)"
      ]),
    RecordedScript(
      "tap-middle", Script.opened().tap(450, at: 1).rest(),
      [
        "1100 tap(Zone(column: 1, row: 1))"
      ]),
    RecordedScript(
      "tap-too-long", Script.opened().tap(700, at: 1, for: 0.3).rest(), []),
    RecordedScript(
      "half-drag-exact", Script.opened().drag(900, 450, at: 1, for: 1, rest: 0.5).rest(),
      [
        "1125 willTurn(from: 0, to: 1, Cause.drag)",
        "1125 state(Phase.dragging)",
        "2500 state(Phase.settling)",
        "2750 didTurn(from: 0, to: 1, completed: false)",
        "2750 state(Phase.idle)",
      ]),
    RecordedScript(
      "a-little-over-half", Script.opened().drag(900, 449, at: 1, for: 1, rest: 0.5).rest(),
      [
        "1125 willTurn(from: 0, to: 1, Cause.drag)",
        "1125 state(Phase.dragging)",
        "2500 state(Phase.settling)",
        "2749.444 didTurn(from: 0, to: 1, completed: true)",
        "2749.444 state(Phase.idle)",
      ]),
    RecordedScript(
      "slow-drag-of-6-percent", Script.opened().drag(600, 546, at: 1, for: 0.5, rest: 0.2).rest(),
      [
        "1125 willTurn(from: 0, to: 1, Cause.drag)",
        "1125 state(Phase.dragging)",
        "1700 state(Phase.settling)",
        "1820 didTurn(from: 0, to: 1, completed: false)",
        "1820 state(Phase.idle)",
      ]),
    RecordedScript(
      "fling", Script.opened().drag(800, 620, at: 1, for: 0.125).rest(),
      [
        "1015.625 willTurn(from: 0, to: 1, Cause.drag)",
        "1015.625 state(Phase.dragging)",
        "1125 state(Phase.settling)",
        "1525 didTurn(from: 0, to: 1, completed: true)",
        "1525 state(Phase.idle)",
      ]),
    RecordedScript(
      "fling-back", Script.opened(at: 3).drag(100, 280, at: 1, for: 0.125).rest(),
      [
        "1015.625 willTurn(from: 3, to: 2, Cause.drag)",
        "1015.625 state(Phase.dragging)",
        "1125 state(Phase.settling)",
        "1525 didTurn(from: 3, to: 2, completed: true)",
        "1525 state(Phase.idle)",
      ]),
    RecordedScript(
      "vertical-swipe",
      Script.opened().then(.down(id: 1, SIMD2(700, 100)), at: 1)
        .then(.move(id: 1, SIMD2(690, 200)), at: 1.05)
        .then(.move(id: 1, SIMD2(660, 300)), at: 1.1)
        .then(.up(id: 1, SIMD2(640, 400)), at: 1.15).rest(), []),
    RecordedScript(
      "grabbed-three-times",
      Script.opened().drag(800, 620, at: 1, for: 0.125)
        .drag(500, 560, at: 1.25, for: 0.125, id: 2)
        .drag(500, 380, at: 1.5, for: 0.125, id: 3)
        .drag(300, 290, at: 1.6875, for: 0.03125, rest: 0.5, id: 4).rest(),
      [
        "1015.625 willTurn(from: 0, to: 1, Cause.drag)",
        "1015.625 state(Phase.dragging)",
        "1125 state(Phase.settling)",
        "1250 grab(0.480078125)",
        "1250 state(Phase.dragging)",
        "1375 state(Phase.settling)",
        "1500 grab(0.1322977707726249)",
        "1500 state(Phase.dragging)",
        "1625 state(Phase.settling)",
        "1687.5 grab(0.36812117211451345)",
        "1687.5 state(Phase.dragging)",
        "2218.75 state(Phase.settling)",
        "2408.366 didTurn(from: 0, to: 1, completed: false)",
        "2408.366 state(Phase.idle)",
      ]),
    RecordedScript(
      "tap-on-a-moving-sheet",
      Script.opened().drag(800, 620, at: 1, for: 0.125).tap(700, at: 1.25).rest(),
      [
        "1015.625 willTurn(from: 0, to: 1, Cause.drag)",
        "1015.625 state(Phase.dragging)",
        "1125 state(Phase.settling)",
        "1250 grab(0.480078125)",
        "1250 state(Phase.dragging)",
        "1350 state(Phase.settling)",
        "1609.961 didTurn(from: 0, to: 1, completed: true)",
        "1609.961 willTurn(from: 1, to: 2, Cause.tap)",
        "2109.961 didTurn(from: 1, to: 2, completed: true)",
        "2109.961 state(Phase.idle)",
      ]),
    RecordedScript(
      "lost-touch-end",
      Script.opened().drag(800, 500, at: 1, for: 0.25, lifts: false)
        .tap(450, at: 1.5).rest(),
      [
        "1031.25 willTurn(from: 0, to: 1, Cause.drag)",
        "1031.25 state(Phase.dragging)",
        "1500 grab(0.33333333333333337)",
        "1600 tap(Zone(column: 1, row: 1))",
        "1600 state(Phase.settling)",
        "1766.667 didTurn(from: 0, to: 1, completed: false)",
        "1766.667 state(Phase.idle)",
      ]),
    RecordedScript(
      "lost-touch-end-of-another-finger",
      Script.opened().drag(800, 500, at: 1, for: 0.25, lifts: false)
        .drag(700, 300, at: 4, for: 0.25, id: 2).rest(),
      [
        "1031.25 willTurn(from: 0, to: 1, Cause.drag)",
        "1031.25 state(Phase.dragging)",
        "4250 state(Phase.settling)",
        "4370 didTurn(from: 0, to: 1, completed: true)",
        "4370 state(Phase.idle)",
      ]),
    RecordedScript(
      "rubber-at-the-first", Script.opened().drag(100, 800, at: 1, for: 0.5).rest(),
      [
        "1062.5 boundary(Edge.first)",
        "1062.5 state(Phase.dragging)",
        "1500 state(Phase.settling)",
        "1620 state(Phase.idle)",
      ]),
    RecordedScript(
      "rubber-at-the-last", Script.opened(at: 8).drag(800, 100, at: 1, for: 0.5).rest(),
      [
        "1062.5 boundary(Edge.last)",
        "1062.5 state(Phase.dragging)",
        "1500 state(Phase.settling)",
        "1620 state(Phase.idle)",
      ]),
    RecordedScript(
      "reversal",
      Script.opened(at: 4).drag(500, 200, at: 1, for: 0.25, lifts: false)
        .then(.move(id: 1, SIMD2(700, 300)), at: 1.5)
        .then(.move(id: 1, SIMD2(900, 300)), at: 1.75)
        .then(.up(id: 1, SIMD2(900, 300)), at: 2).rest(),
      [
        "1031.25 willTurn(from: 4, to: 5, Cause.drag)",
        "1031.25 state(Phase.dragging)",
        "1500 didTurn(from: 4, to: 5, completed: false)",
        "1500 willTurn(from: 4, to: 3, Cause.drag)",
        "2000 state(Phase.settling)",
        "2222.222 didTurn(from: 4, to: 3, completed: false)",
        "2222.222 state(Phase.idle)",
      ]),
    RecordedScript(
      "cancelled",
      Script.opened(at: 4).drag(800, 200, at: 1, for: 0.25, lifts: false).then(
        .cancel(id: 1), at: 1.25
      )
      .rest(),
      [
        "1031.25 willTurn(from: 4, to: 5, Cause.drag)",
        "1031.25 state(Phase.dragging)",
        "1250 state(Phase.settling)",
        "1583.333 didTurn(from: 4, to: 5, completed: false)",
        "1583.333 state(Phase.idle)",
      ]),
    RecordedScript(
      "hand-over",
      Script.opened(at: 4).drag(800, 600, at: 1, for: 0.25, lifts: false)
        .then(.down(id: 2, SIMD2(300, 300)), at: 1.5)
        .then(.up(id: 1, SIMD2(600, 300)), at: 1.75)
        .then(.move(id: 2, SIMD2(0, 300)), at: 2)
        .then(.up(id: 2, SIMD2(0, 300)), at: 2.5).rest(),
      [
        "1031.25 willTurn(from: 4, to: 5, Cause.drag)",
        "1031.25 state(Phase.dragging)",
        "2500 state(Phase.settling)",
        "2722.222 didTurn(from: 4, to: 5, completed: true)",
        "2722.222 state(Phase.idle)",
      ]),
    RecordedScript(
      "turn-asked-for-under-an-armed-finger",
      Script.opened(at: 4).then(.down(id: 1, SIMD2(800, 300)), at: 1)
        .then(.navigate(Navigation(.next)), at: 1.1)
        .then(.move(id: 1, SIMD2(700, 300)), at: 1.2)
        .then(.up(id: 1, SIMD2(700, 300)), at: 1.5).rest(),
      [
        "1100 willTurn(from: 4, to: 5, Cause.navigation)",
        "1100 state(Phase.settling)",
        "1200 grab(4.104)",
        "1200 state(Phase.dragging)",
        "1500 state(Phase.settling)",
        "1620 didTurn(from: 4, to: 5, completed: false)",
        "1620 state(Phase.idle)",
      ]),
  ]

  static let navigations: [RecordedScript] = [
    RecordedScript(
      "queue-of-ten",
      (0..<10).reduce(Script.opened(pages: 20)) { script, _ in
        script.then(.navigate(Navigation(.next)), at: 1)
      }.rest(),
      [
        "1000 willTurn(from: 0, to: 1, Cause.navigation)",
        "1000 state(Phase.settling)",
        "1000 dropped(Reason.queueFull)",
        "1500 didTurn(from: 0, to: 1, completed: true)",
        "1500 willTurn(from: 1, to: 2, Cause.navigation)",
        "2000 didTurn(from: 1, to: 2, completed: true)",
        "2000 willTurn(from: 2, to: 3, Cause.navigation)",
        "2500 didTurn(from: 2, to: 3, completed: true)",
        "2500 willTurn(from: 3, to: 4, Cause.navigation)",
        "3000 didTurn(from: 3, to: 4, completed: true)",
        "3000 willTurn(from: 4, to: 5, Cause.navigation)",
        "3500 didTurn(from: 4, to: 5, completed: true)",
        "3500 willTurn(from: 5, to: 6, Cause.navigation)",
        "4000 didTurn(from: 5, to: 6, completed: true)",
        "4000 willTurn(from: 6, to: 7, Cause.navigation)",
        "4500 didTurn(from: 6, to: 7, completed: true)",
        "4500 willTurn(from: 7, to: 8, Cause.navigation)",
        "5000 didTurn(from: 7, to: 8, completed: true)",
        "5000 willTurn(from: 8, to: 9, Cause.navigation)",
        "5500 didTurn(from: 8, to: 9, completed: true)",
        "5500 state(Phase.idle)",
      ]),
    RecordedScript(
      "go-from-0-to-8", Script.opened().then(.navigate(Navigation(.stop(8))), at: 1).rest(),
      [
        "1000 willTurn(from: 0, to: 8, Cause.navigation)",
        "1000 state(Phase.settling)",
        "1500 passed(stop: 1)",
        "1525 passed(stop: 2)",
        "1550 passed(stop: 3)",
        "1575 passed(stop: 4)",
        "1600 passed(stop: 5)",
        "1625 passed(stop: 6)",
        "1650 passed(stop: 7)",
        "1675 didTurn(from: 0, to: 8, completed: true)",
        "1675 state(Phase.idle)",
      ]),
    RecordedScript(
      "go-from-0-to-8-directly",
      Script.opened().then(.navigate(Navigation(.stop(8), style: .direct)), at: 1).rest(),
      [
        "1000 willTurn(from: 0, to: 8, Cause.navigation)",
        "1000 state(Phase.settling)",
        "1500 didTurn(from: 0, to: 8, completed: true)",
        "1500 state(Phase.idle)",
      ]),
    RecordedScript(
      "go-at-once-and-out-of-range",
      Script.opened().then(.navigate(Navigation(.stop(8), isAnimated: false)), at: 1)
        .then(.navigate(Navigation(.stop(9))), at: 2)
        .then(.navigate(Navigation(.stop(8))), at: 3)
        .then(.navigate(Navigation(.next)), at: 4).rest(),
      [
        "1000 willTurn(from: 0, to: 8, Cause.navigation)",
        "1000 didTurn(from: 0, to: 8, completed: true)",
        "2000 boundary(Edge.last)",
        "3000 dropped(Reason.alreadyThere)",
        "4000 boundary(Edge.last)",
      ]),
    RecordedScript(
      "riffle-taken-back",
      Script.opened().then(.navigate(Navigation(.stop(4))), at: 1)
        .then(.abort(isImmediate: false), at: 1.25).rest(),
      [
        "1000 willTurn(from: 0, to: 4, Cause.navigation)",
        "1000 state(Phase.settling)",
        "1500 didTurn(from: 0, to: 4, completed: false)",
        "1500 state(Phase.idle)",
      ]),
    RecordedScript(
      "stacked",
      Script.opened(with { $0.onBusyTurn = .stack })
        .then(.navigate(Navigation(.next)), at: 1).then(.navigate(Navigation(.next)), at: 1)
        .then(.navigate(Navigation(.previous)), at: 1.25).rest(),
      [
        "1000 willTurn(from: 0, to: 1, Cause.navigation)",
        "1000 state(Phase.settling)",
        "1067.675 willTurn(from: 1, to: 2, Cause.navigation)",
        "1500 didTurn(from: 0, to: 1, completed: true)",
        "1567.675 didTurn(from: 1, to: 2, completed: true)",
        "1567.675 willTurn(from: 2, to: 1, Cause.navigation)",
        "2067.675 didTurn(from: 2, to: 1, completed: true)",
        "2067.675 state(Phase.idle)",
      ]),
    RecordedScript(
      "finished",
      Script.opened(with { $0.onBusyTurn = .finish })
        .then(.navigate(Navigation(.next)), at: 1).then(.navigate(Navigation(.next)), at: 1.25)
        .rest(),
      [
        "1000 willTurn(from: 0, to: 1, Cause.navigation)",
        "1000 state(Phase.settling)",
        "1250 didTurn(from: 0, to: 1, completed: true)",
        "1250 willTurn(from: 1, to: 2, Cause.navigation)",
        "1750 didTurn(from: 1, to: 2, completed: true)",
        "1750 state(Phase.idle)",
      ]),
    RecordedScript(
      "ignored",
      Script.opened(with { $0.onBusyTurn = .ignore })
        .then(.navigate(Navigation(.next)), at: 1).then(.navigate(Navigation(.next)), at: 1.25)
        .rest(),
      [
        "1000 willTurn(from: 0, to: 1, Cause.navigation)",
        "1000 state(Phase.settling)",
        "1250 dropped(Reason.busy)",
        "1500 didTurn(from: 0, to: 1, completed: true)",
        "1500 state(Phase.idle)",
      ]),
    RecordedScript(
      "aborted-at-once",
      Script.opened().then(.navigate(Navigation(.next)), at: 1).then(
        .abort(isImmediate: true), at: 1.25
      )
      .rest(),
      [
        "1000 willTurn(from: 0, to: 1, Cause.navigation)",
        "1000 state(Phase.settling)",
        "1250 didTurn(from: 0, to: 1, completed: false)",
        "1250 state(Phase.idle)",
      ]),
    RecordedScript(
      "delayed", Script.opened().then(.navigate(Navigation(.next, delay: 2)), at: 1).rest(),
      [
        "3000 willTurn(from: 0, to: 1, Cause.navigation)",
        "3000 state(Phase.settling)",
        "3500 didTurn(from: 0, to: 1, completed: true)",
        "3500 state(Phase.idle)",
      ]),
    RecordedScript(
      "mode-change-mid-turn",
      Script.opened(at: 4).then(.navigate(Navigation(.next)), at: 1)
        .then(.layout(size: SIMD2(1200, 600), .facing(cover: true)), at: 1.375).rest(),
      [
        "1000 willTurn(from: 4, to: 5, Cause.navigation)",
        "1000 state(Phase.settling)",
        "1375 didTurn(from: 4, to: 5, completed: true)",
        "1375 state(Phase.idle)",
      ]),
    RecordedScript(
      "edit-while-settling",
      Script.opened(at: 4).then(.navigate(Navigation(.next)), at: 1)
        .then(.edit(.insert(at: 0, count: 2)), at: 1.25)
        .then(.navigate(Navigation(.next)), at: 1.25).rest(),
      [
        "1000 willTurn(from: 4, to: 5, Cause.navigation)",
        "1000 state(Phase.settling)",
        "1500 didTurn(from: 4, to: 5, completed: true)",
        "1500 willEdit(BookEdit.insert(at: 0, count: 2))",
        "1500 didEdit(BookEdit.insert(at: 0, count: 2), stop: Optional(7))",
        "1500 willTurn(from: 7, to: 8, Cause.navigation)",
        "2000 didTurn(from: 7, to: 8, completed: true)",
        "2000 state(Phase.idle)",
      ]),
    RecordedScript(
      "page-late",
      Script.opened(at: 0, pages: 3, with { $0.awaitsPages = true })
        .then(.page(0, .ready), at: 0)
        .then(.navigate(Navigation(.next)), at: 1).then(.page(1, .ready), at: 1.5).rest(),
      [
        "1000 willTurn(from: 0, to: 1, Cause.navigation)",
        "1000 need([1])",
        "1000 busy",
        "1000 state(Phase.settling)",
        "1500 ready",
        "2000 didTurn(from: 0, to: 1, completed: true)",
        "2000 state(Phase.idle)",
      ]),
    RecordedScript(
      "page-late-under-a-finger",
      Script.opened(at: 0, pages: 3, with { $0.awaitsPages = true })
        .then(.page(0, .ready), at: 0)
        .drag(800, 200, at: 1, for: 0.5, lifts: false).then(.page(1, .ready), at: 1.75)
        .then(.up(id: 1, SIMD2(200, 300)), at: 2).rest(),
      [
        "1062.5 willTurn(from: 0, to: 1, Cause.drag)",
        "1062.5 need([1])",
        "1062.5 busy",
        "1062.5 state(Phase.dragging)",
        "1750 ready",
        "2000 state(Phase.settling)",
        "2166.667 didTurn(from: 0, to: 1, completed: true)",
        "2166.667 state(Phase.idle)",
      ]),
    RecordedScript(
      "page-failed",
      Script.opened(at: 0, pages: 3, with { $0.awaitsPages = true })
        .then(.navigate(Navigation(.next)), at: 1).then(.page(1, .failed), at: 1.5).rest(),
      [
        "1000 willTurn(from: 0, to: 1, Cause.navigation)",
        "1000 need([0, 1])",
        "1000 busy",
        "1000 state(Phase.settling)",
        "1500 failed(page: 1)",
        "1500 didTurn(from: 0, to: 1, completed: false)",
        "1500 ready",
        "1500 state(Phase.idle)",
      ]),
    RecordedScript(
      "reduced-motion",
      Script.opened(with { $0.reducesMotion = true }).then(.navigate(Navigation(.next)), at: 1)
        .then(.navigate(Navigation(.stop(8))), at: 2).drag(100, 740, at: 3, for: 0.5, rest: 0.2)
        .rest(),
      [
        "1000 willTurn(from: 0, to: 1, Cause.navigation)",
        "1000 didTurn(from: 0, to: 1, completed: true)",
        "2000 willTurn(from: 1, to: 8, Cause.navigation)",
        "2000 didTurn(from: 1, to: 8, completed: true)",
        "3062.5 willTurn(from: 8, to: 7, Cause.drag)",
        "3062.5 state(Phase.dragging)",
        "3700 didTurn(from: 8, to: 7, completed: true)",
        "3700 state(Phase.idle)",
      ]),
    RecordedScript(
      "loop",
      Script.opened(at: 8, with { $0.boundary = .loop }).then(.navigate(Navigation(.next)), at: 1)
        .drag(100, 700, at: 3, for: 0.5, rest: 0.2).rest(),
      [
        "1000 willTurn(from: 8, to: 0, Cause.navigation)",
        "1000 state(Phase.settling)",
        "1500 didTurn(from: 8, to: 0, completed: true)",
        "1500 state(Phase.idle)",
        "3062.5 willTurn(from: 0, to: 8, Cause.drag)",
        "3062.5 state(Phase.dragging)",
        "3700 state(Phase.settling)",
        "3866.667 didTurn(from: 0, to: 8, completed: true)",
        "3866.667 state(Phase.idle)",
      ]),
    RecordedScript(
      "autoplay", Script.opened(pages: 3, with { $0.autoplay = 2 }).rest(),
      [
        "2000 willTurn(from: 0, to: 1, Cause.autoplay)",
        "2000 state(Phase.settling)",
        "2500 didTurn(from: 0, to: 1, completed: true)",
        "2500 state(Phase.idle)",
        "4500 willTurn(from: 1, to: 2, Cause.autoplay)",
        "4500 state(Phase.settling)",
        "5000 didTurn(from: 1, to: 2, completed: true)",
        "5000 state(Phase.idle)",
      ]),
    RecordedScript(
      "thresholds",
      Script.opened(with { $0.thresholds = [.init("half", at: 0.5)] })
        .then(.navigate(Navigation(.next)), at: 1).drag(100, 740, at: 3, for: 0.5, rest: 0.2)
        .rest(),
      [
        "1000 willTurn(from: 0, to: 1, Cause.navigation)",
        "1000 state(Phase.settling)",
        "1250 threshold(\"half\", isRising: true)",
        "1500 didTurn(from: 0, to: 1, completed: true)",
        "1500 state(Phase.idle)",
        "3062.5 willTurn(from: 1, to: 0, Cause.drag)",
        "3062.5 state(Phase.dragging)",
        "3375 threshold(\"half\", isRising: false)",
        "3700 state(Phase.settling)",
        "3844.444 didTurn(from: 1, to: 0, completed: true)",
        "3844.444 state(Phase.idle)",
      ]),
    RecordedScript(
      "empty",
      Script.opened(pages: 0).tap(700, at: 1).drag(800, 200, at: 2, for: 0.5)
        .then(.edit(.insert(at: 0, count: 2)), at: 3).then(.navigate(Navigation(.next)), at: 4)
        .rest(),
      [
        "1100 dropped(Reason.empty)",
        "2062.5 dropped(Reason.empty)",
        "3000 willEdit(BookEdit.insert(at: 0, count: 2))",
        "3000 didEdit(BookEdit.insert(at: 0, count: 2), stop: Optional(0))",
        "4000 willTurn(from: 0, to: 1, Cause.navigation)",
        "4000 state(Phase.settling)",
        "4500 didTurn(from: 0, to: 1, completed: true)",
        "4500 state(Phase.idle)",
      ]),
  ]

  static let presets: [RecordedScript] = [
    RecordedScript(
      "flipboard-quick", Script.opened(at: 4, .flipboard).drag(500, 420, at: 1, for: 0.125).rest(),
      [
        "1015.625 willTurn(from: 4, to: 5, Cause.drag)",
        "1015.625 state(Phase.dragging)",
        "1125 state(Phase.settling)",
        "1425 didTurn(from: 4, to: 5, completed: true)",
        "1425 state(Phase.idle)",
      ]),
    RecordedScript(
      "flipboard-slow", Script.opened(at: 4, .flipboard).drag(500, 420, at: 1, for: 0.25).rest(),
      [
        "1031.25 willTurn(from: 4, to: 5, Cause.drag)",
        "1031.25 state(Phase.dragging)",
        "1250 state(Phase.settling)",
        "1472.222 didTurn(from: 4, to: 5, completed: false)",
        "1472.222 state(Phase.idle)",
      ]),
    RecordedScript(
      "flipboard-far", Script.opened(at: 4, .flipboard).drag(500, 310, at: 1, for: 0.5).rest(),
      [
        "1062.5 willTurn(from: 4, to: 5, Cause.drag)",
        "1062.5 state(Phase.dragging)",
        "1500 state(Phase.settling)",
        "1972.222 didTurn(from: 4, to: 5, completed: true)",
        "1972.222 state(Phase.idle)",
      ]),
    RecordedScript(
      "flipboard-insert-here",
      Script.opened(at: 4, .flipboard).then(.edit(.insert(at: 4, count: 1)), at: 1).rest(),
      [
        "1000 willEdit(BookEdit.insert(at: 4, count: 1))",
        "1000 didEdit(BookEdit.insert(at: 4, count: 1), stop: Optional(5))",
        "2000 willTurn(from: 5, to: 4, Cause.edit)",
        "2000 state(Phase.settling)",
        "3000 didTurn(from: 5, to: 4, completed: true)",
        "3000 state(Phase.idle)",
      ]),
    RecordedScript(
      "reader-slide",
      Script.opened(at: 4, .reader).drag(500, 440, at: 1, for: 0.5, rest: 0.5).rest(),
      [
        "1125 willTurn(from: 4, to: 5, Cause.drag)",
        "1125 state(Phase.dragging)",
        "2000 state(Phase.settling)",
        "2200 didTurn(from: 4, to: 5, completed: true)",
        "2200 state(Phase.idle)",
      ]),
    RecordedScript(
      "leaves-drag-from-a-strip",
      Script.opened(at: 4, .leaves()).drag(850, 400, at: 1, for: 0.5, rest: 0.5).rest(),
      [
        "1062.5 willTurn(from: 4, to: 5, Cause.drag)",
        "1062.5 state(Phase.dragging)",
        "2000 state(Phase.settling)",
        "2444.444 didTurn(from: 4, to: 5, completed: true)",
        "2444.444 state(Phase.idle)",
      ]),
    RecordedScript(
      "leaves-drag-from-the-middle",
      Script.opened(at: 4, .leaves()).drag(450, 100, at: 1, for: 0.5, rest: 0.5).rest(), []),
    RecordedScript(
      "leaves-touch-while-settling",
      Script.opened(at: 4, .leaves()).drag(850, 400, at: 1, for: 0.5).tap(850, at: 1.6, for: 1)
        .rest(),
      [
        "1062.5 willTurn(from: 4, to: 5, Cause.drag)",
        "1062.5 state(Phase.dragging)",
        "1500 state(Phase.settling)",
        "1600 grab(4.672993055555556)",
        "1600 state(Phase.dragging)",
        "2600 state(Phase.settling)",
        "2927.007 didTurn(from: 4, to: 5, completed: true)",
        "2927.007 willTurn(from: 5, to: 6, Cause.tap)",
        "3927.007 didTurn(from: 5, to: 6, completed: true)",
        "3927.007 state(Phase.idle)",
      ]),
  ]

  private static func with(_ change: (inout TurnerConfiguration) -> Void) -> TurnerConfiguration {
    var rules = TurnerConfiguration()
    change(&rules)
    return rules
  }
}
