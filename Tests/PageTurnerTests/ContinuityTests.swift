import CurlCore
import PageTurner
import TestSupport
import Testing

/// Nothing leaps: i7 of the invariants, and the source documents' defect of a sheet that is grabbed
/// again on its way.
@Suite struct ContinuityTests {
  /// Plays a script, telling each event with the turner right before and right after.
  private func watch(
    _ script: Script,
    _ body: (
      _ before: Turner, TurnerEvent, [TurnerOutput], _ after: Turner
    ) -> Void
  ) throws {
    var turner = try Turner(script.book, view: script.view, at: script.start, script.rules)
    for (time, event) in script.events {
      try turner.handle(.tick, at: time)
      let before = turner
      let told = try turner.handle(event, at: time)
      body(before, event, told, turner)
    }
  }

  /// Rules under which a sheet never goes by itself to where the finger is.
  private static func rules(_ random: inout Random) -> TurnerConfiguration {
    var rules = TurnerConfiguration()
    rules.allowsReversal = Bool.random(using: &random)
    rules.boundary =
      [.clamp, .rubber(limit: 0.25, stiffness: 0.55), .tip(limit: 0.3)][
        Int.random(in: 0..<3, using: &random)]
    rules.catchUp = Bool.random(using: &random) ? .none : .eased(0.07)
    rules.release =
      [.projected(time: 0.25, threshold: 0.5), .half, .distance(0.05)][
        Int.random(in: 0..<3, using: &random)]
    return rules
  }

  @Test func i7_s1_21_aSheetThatIsGrabbedOnItsWayGoesOnFromWhereItIs() throws {
    var random = Random(seed: 121)
    var (grabs, ups, claims) = (0, 0, 0)
    for number in 0..<3000 {
      var script = random.script(6, strokesOnly: true, reusesFingers: false)
      script.rules = Self.rules(&random)
      try watch(script) { before, event, told, after in
        let leap = abs(after.position - before.position)
        switch event {
        case .down:
          #expect(leap <= 1e-12, "script \(number)")
          if told.contains(where: { if case .grab = $0.kind { true } else { false } }) {
            grabs += 1
            let isThere = told.contains {
              if case .grab(let place) = $0.kind {
                abs(place - before.position) <= 1e-12
              } else {
                false
              }
            }
            #expect(isThere, "script \(number)")
          }
        case .up, .cancel:
          #expect(leap <= 1e-12, "script \(number)")
          ups += 1
        case .move:
          // Where the finger goes back past its start, a sheet has the move's own way.
          guard before.phase != .dragging, after.phase == .dragging else { return }
          claims += 1
          #expect(leap <= 1e-12, "script \(number)")
        default: break
        }
      }
    }
    #expect(grabs > 2000 && ups > 9000 && claims > 3000, "\(grabs) \(ups) \(claims)")
  }

  /// A finger that moves evenly lets go: the sheet goes on as fast as it did.
  @Test(arguments: [-900.0, -300, -50, 50, 300, 900])
  func i7_aReleaseKeepsItsSpeed(pixelsPerSecond: Double) throws {
    var script = Script()
    script.start = 4
    let steps = 16
    script.events = [(0, .down(id: 1, SIMD2(400, 500)))]
    // First it takes the sheet half way, whichever way that is.
    let far = SIMD2(400 - 0.4 * 768, 500)
    script.events.append((0.5, .move(id: 1, far)))
    for step in 1...steps {
      let time = 1 + Double(step) / 128
      script.events.append(
        (time, .move(id: 1, far + SIMD2(pixelsPerSecond * Double(step) / 128, 0))))
    }
    let end = 1 + Double(steps) / 128
    let last = far + SIMD2(pixelsPerSecond * Double(steps) / 128, 0)
    script.events.append((end, .up(id: 1, last)))
    var speed: Double?
    try watch(script) { _, event, _, after in
      if case .up = event { speed = after.velocity }
    }
    let measured = try #require(speed)
    #expect(abs(measured + pixelsPerSecond / 768) <= 1e-9)
  }

  @Test func aReleasedSheetNeverLeavesItsLeafAndLandsInTime() throws {
    var random = Random(seed: 7)
    for number in 0..<2000 {
      var script = Script()
      script.start = 4
      let start = SIMD2(384.0, 500)
      var point = start
      script.events = [(0, .down(id: 1, point))]
      for step in 1...Int.random(in: 2...10, using: &random) {
        point.x += Double(Int.random(in: -90...90, using: &random))
        script.events.append((Double(step) / 64, .move(id: 1, point)))
      }
      let end = (script.events.last?.time ?? 0) + 1.0 / 512
      script.events.append((end, .up(id: 1, point)))
      var turner = try Turner(script.book, view: script.view, at: 4)
      for (time, event) in script.events { try turner.handle(event, at: time) }
      let leaf = turner.posture.leaves.first
      var time = end
      while turner.phase != .idle {
        time += 1.0 / 256
        #expect(turner.posture(at: time).leaves.allSatisfy { (0...1).contains($0.progress) })
        let place = turner.posture(at: time).leaves.first?.progress
        #expect(place != nil && leaf != nil, "script \(number)")
        try turner.handle(.tick, at: time)
      }
      #expect(time - end <= 0.5 + 1.0 / 256, "script \(number)")
    }
  }

  /// Books of all kinds, of as many pages.
  private static func books(_ pages: Int) -> [Book] {
    [
      Book(pages: pages), Book(pages: pages, printing: .twoSided),
      Book(pages: pages, layout: .facing(cover: false)),
      Book(pages: pages, layout: .facing(cover: true)),
      Book(pages: pages, layout: .facing(cover: true), printing: .oneSided),
    ]
  }

  /// What lies open before a leaf turns in reading direction, and after.
  private static func ends(_ roles: Book.Roles, _ book: Book) -> [Book.Stop] {
    let hasVerso = book.layout != .single
    let lying = [
      Book.Stop(verso: hasVerso ? roles.verso : nil, recto: roles.front),
      Book.Stop(verso: hasVerso ? roles.back : nil, recto: roles.recto),
    ]
    return roles.isForward ? lying : lying.reversed()
  }

  @Test func aLeafBeginsAndEndsAsWhatLiesOpen() throws {
    for book in (2...9).flatMap(Self.books) {
      for early in 0..<book.stops {
        for late in 0..<book.stops where late != early {
          // Of leaves against the order only the one on which the book starts over.
          guard early < late || (early == book.stops - 1 && late == 0) else { continue }
          let roles = try #require(book.roles(early: early, late: late))
          #expect(
            Self.ends(roles, book) == [book.stop(early), book.stop(late)],
            "\(book), \(early) to \(late)")
          #expect(roles.reversed.reversed == roles && roles.reversed.isForward != roles.isForward)
        }
      }
    }
  }

  /// What a turn asks for is what it shows: that of the two stops, and the back of the leaf between.
  @Test func aBookThatStartsOverAsksForWhatItShows() throws {
    for book in (2...9).flatMap(Self.books) where book.stops > 1 {
      for direction in [1, -1] {
        var rules = TurnerConfiguration()
        rules.boundary = .loop
        rules.awaitsPages = true
        let start = direction > 0 ? book.stops - 1 : 0
        var turner = try Turner(book, view: SIMD2(768, 1024), at: start, rules)
        let told = try turner.handle(
          .navigate(Navigation(direction > 0 ? .next : .previous)), at: 1)
        let needed = told.compactMap { output -> [Int]? in
          if case .need(let pages) = output.kind { pages } else { nil }
        }
        let (last, first) = (book.stop(book.stops - 1), book.stop(0))
        var shown = Set((last.pages + first.pages))
        for stop in [last, first] {
          shown.formUnion([stop.verso, stop.recto].compactMap { $0?.page })
        }
        let pages = try #require(needed.first)
        #expect(Set(pages).isSuperset(of: shown), "\(book), \(direction): \(pages)")
        // Beyond those only what is on the back of a leaf that is shown from its front.
        let more = Set(pages).subtracting(shown)
        #expect(more.count <= (book.layout == .single ? 1 : 0), "\(book), \(direction): \(pages)")
        // In single pages of two-sided leaves the back is the page after the last stop's.
        if book.layout == .single, book.printing == .twoSided, book.stops > 2 {
          let back = 2 * (book.stops - 1) + 1
          #expect(pages.contains(back) == (back < book.pages), "\(book), \(direction): \(pages)")
        }
      }
    }
  }

  /// Leaps of a place in a book that starts over, whose stops count modulo their number.
  private static func leap(_ old: Double, _ new: Double, _ stops: Int) -> Double {
    let way = (new - old).truncatingRemainder(dividingBy: Double(stops))
    return min(abs(way), Double(stops) - abs(way))
  }

  @Test func i7_whereABookStartsOverNothingLeapsEither() throws {
    var random = Random(seed: 70)
    var wraps = 0
    for number in 0..<1500 {
      var script = random.script(5, strokesOnly: true, reusesFingers: false)
      let books = Self.books(Int.random(in: 3...7, using: &random)).filter { $0.stops > 1 }
      script.book = books[Int.random(in: 0..<books.count, using: &random)]
      script.start = Bool.random(using: &random) ? 0 : script.book.stops - 1
      script.rules = Self.rules(&random)
      script.rules.boundary = .loop
      script.events.append(((script.events.last?.time ?? 0) + 5, .tick))
      var turner = try Turner(script.book, view: script.view, at: script.start, script.rules)
      let stops = script.book.stops
      for (time, event) in script.events {
        var end = turner.nextTime
        while let next = end, next <= time {
          // Right before a sheet lands it lies where the stop is that it leads to.
          let place = turner.posture(at: next).leaves.last
          let told = try turner.handle(.tick, at: next)
          for case .didTurn(let from, let to, let isCompleted) in told.map(\.kind) {
            let direction = place?.early == from && place?.late == to ? 1.0 : -1
            let there = direction > 0 ? place?.progress : place.map { 1 - $0.progress }
            #expect(abs((there ?? -1) - (isCompleted ? 1 : 0)) <= 1e-9, "script \(number)")
            if abs(from - to) == stops - 1, stops > 2, isCompleted { wraps += 1 }
          }
          end = turner.nextTime.map { $0 > next ? $0 : .infinity }
        }
        try turner.handle(.tick, at: time)
        let before = turner
        try turner.handle(event, at: time)
        if case .move = event, before.phase == .dragging || turner.phase != .dragging { continue }
        #expect(
          Self.leap(before.position, turner.position, stops) <= 1e-9, "script \(number), \(event)")
      }
    }
    #expect(wraps > 200, "\(wraps)")
  }

  /// All kinds of rules, but for those that leap by design: `.immediate`, and turns that end at once.
  private static func anyRules(_ random: inout Random) -> TurnerConfiguration {
    var rules = Self.rules(&random)
    rules.margin = [0, 0, 1.0 / 180, 0.05][Int.random(in: 0..<4, using: &random)]
    rules.follow =
      [.travel, .position, .angle(degreesPerPixel: 0.5)][Int.random(in: 0..<3, using: &random)]
    rules.onBusyTurn = Bool.random(using: &random) ? .stack : .queue
    rules.onBusyDown = Int.random(in: 0..<4, using: &random) == 0 ? .ignore : .grab
    if Int.random(in: 0..<3, using: &random) == 0 { rules.awaitsPages = true }
    if Int.random(in: 0..<4, using: &random) == 0 { rules.claim = .zones }
    if rules.claim == .zones { rules.zones = .leaves() }
    if Int.random(in: 0..<3, using: &random) == 0 { rules.smoothing = 0.2 }
    if Int.random(in: 0..<3, using: &random) == 0 { rules.settling = .eased(.easeInOut) }
    if Int.random(in: 0..<3, using: &random) == 0 { rules.peek = .init(corner: 0.5, lift: 0.2) }
    if Int.random(in: 0..<3, using: &random) == 0 { rules.snaps = [.init(at: 0.4, within: 0.3)] }
    if Int.random(in: 0..<4, using: &random) == 0 { rules.leafTiming = .flipboard(spread: 1) }
    return rules
  }

  /// What happens besides fingers: turns, late pages, other sizes, other rules, abortions.
  private static func other(_ random: inout Random) -> TurnerEvent {
    switch Int.random(in: 0..<15, using: &random) {
    case 12, 13, 14: return .hover(random.point(in: SIMD2(768, 1024)))
    case 0..<4: return .navigate(Navigation(Bool.random(using: &random) ? .next : .previous))
    case 4: return .navigate(Navigation(.stop(Int.random(in: 0...6, using: &random))))
    case 5..<9: return .page(Int.random(in: 0...6, using: &random), .ready)
    case 9:
      return .layout(
        size: SIMD2(
          Double(Int.random(in: 300...1400, using: &random)),
          Double(Int.random(in: 300...1400, using: &random))), nil)
    case 10:
      var rules = Self.anyRules(&random)
      rules.boundary = .rubber(limit: 0.25, stiffness: 0.55)
      return .configure(rules)
    default: return .abort(isImmediate: false)
    }
  }

  @Test func i7_nothingLeapsAtAnyEvent() throws {
    var random = Random(seed: 71)
    var seen: [String: Int] = [:]
    for number in 0..<3000 {
      var script = random.script(6, strokesOnly: true, reusesFingers: false)
      script.rules = Self.anyRules(&random)
      script.rules.boundary = .rubber(limit: 0.25, stiffness: 0.55)
      let end = script.events.last?.time ?? 0
      for _ in 0..<10 {
        let time = Double(Int.random(in: 0...1024, using: &random)) / 1024 * end
        script.events.append((time, Self.other(&random)))
      }
      script.events = script.events.enumerated()
        .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        .map(\.element)
      try watch(script) { before, event, told, after in
        // A move has its own way, as fingers do, and as they have it where they turn round.
        if case .move = event, before.phase == .dragging || after.phase != .dragging { return }
        // The last point of a finger that is lifted is a move, too.
        if case .up(let id, let point) = event, !before.isAt(point, id, in: script) { return }
        // A sheet that is lifted goes where its rules keep it, and one that has to keep more away from
        // its ends by other rules does.
        var margin = 0.0
        if case .move = event { margin = after.configuration.margin }
        if case .page = event { margin = after.configuration.margin }
        if case .configure(let rules) = event { margin = rules.margin }
        let leap = abs(after.position - before.position)
        #expect(leap <= 1e-9 + margin, "script \(number), \(event) at \(after.time) s")
        if before.phase != .idle || after.phase != .idle { seen[event.name, default: 0] += 1 }
      }
    }
    for (name, least) in [
      "down": 1000, "up": 500, "navigate": 2000, "page": 2000, "layout": 500, "configure": 500,
      "abort": 500, "move": 1000, "hover": 500,
    ] {
      #expect(seen[name, default: 0] >= least, "\(name): \(seen[name, default: 0])")
    }
  }
}

extension Turner {
  /// Whether a finger was at a point when it was heard of last.
  fileprivate func isAt(_ point: SIMD2<Double>, _ id: Int, in script: Script) -> Bool {
    var last: SIMD2<Double>?
    for (time, event) in script.events where time <= self.time {
      switch event {
      case .down(id, let p), .move(id, let p): last = p
      default: break
      }
    }
    return last == point
  }
}

extension TurnerEvent {
  /// What it is, without its numbers.
  fileprivate var name: String {
    switch self {
    case .down: "down"
    case .move: "move"
    case .up: "up"
    case .cancel: "cancel"
    case .hover: "hover"
    case .navigate: "navigate"
    case .abort: "abort"
    case .tick: "tick"
    case .page: "page"
    case .edit: "edit"
    case .turn: "turn"
    case .layout: "layout"
    case .configure: "configure"
    }
  }
}
