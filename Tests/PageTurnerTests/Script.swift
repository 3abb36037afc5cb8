import CurlCore
import PageTurner
import TestSupport

/// Events and their times, and what a turner makes of them.
struct Script: Sendable {
  var view = SIMD2(768.0, 1024.0)
  var book = Book(pages: 9)
  var rules = TurnerConfiguration()
  var start = 0
  var events: [(time: Double, event: TurnerEvent)] = []

  /// What is told, and what is seen at each event.
  struct Trace: Equatable {
    var told: [TurnerOutput] = []
    var positions: [Double] = []
    var postures: [Posture] = []
    var stops: [Int?] = []
    /// Stops of the book then.
    var counts: [Int] = []
  }

  /// Plays the events, with a tick in between every `tick` seconds.
  func play(tick: Double? = nil) throws -> Trace {
    var turner = try Turner(book, view: view, at: start, rules)
    var trace = Trace()
    var ticks = 1
    for (time, event) in events {
      while let tick, Double(ticks) * tick < time {
        try turner.handle(.tick, at: Double(ticks) * tick, into: &trace.told)
        ticks += 1
      }
      try turner.handle(event, at: time, into: &trace.told)
      trace.positions.append(turner.position)
      trace.postures.append(turner.posture)
      trace.stops.append(turner.stop)
      trace.counts.append(turner.book.stops)
    }
    return trace
  }

  /// The same where a view that a finger or a pointer is on keeps its width: its top-left corner stays
  /// where it is, and so a book bound at the right isn't the mirror image there.
  var keepingWidthUnderFingers: Script {
    var script = self
    var width = view.x
    var down: Set<Int> = []
    var hovers = false
    for (index, (_, event)) in events.enumerated() {
      switch event {
      case .hover(let point): hovers = point != nil
      case .down(let id, _):
        down.insert(id)
        hovers = false
      case .up(let id, _), .cancel(let id): down.remove(id)
      case .layout(let size?, let layout, let binding):
        if down.isEmpty, !hovers { width = size.x }
        script.events[index].event = .layout(
          size: SIMD2(width, size.y), layout, binding: binding)
      default: break
      }
    }
    return script
  }

  /// The same of a book bound at the right, with every point mirrored in the view of its time, or of
  /// one bound at the top, with all transposed.
  func bound(_ binding: Binding) -> Script {
    func transposed(_ size: SIMD2<Double>) -> SIMD2<Double> { SIMD2(size.y, size.x) }
    var view = self.view
    func point(_ p: SIMD2<Double>) -> SIMD2<Double> {
      switch binding {
      case .left: p
      case .right: SIMD2(view.x - p.x, p.y)
      case .top: SIMD2(p.y, p.x)
      }
    }
    var script = self
    script.book = book.bound(binding)
    script.view = binding == .top ? transposed(view) : view
    script.events = []
    for (time, event) in events {
      switch event {
      case .down(let id, let p): script.events.append((time, .down(id: id, point(p))))
      case .move(let id, let p): script.events.append((time, .move(id: id, point(p))))
      case .up(let id, let p): script.events.append((time, .up(id: id, point(p))))
      case .hover(let p): script.events.append((time, .hover(p.map(point))))
      case .layout(let size?, let layout, let other):
        precondition(other == nil, "a script that is bound otherwise keeps its binding")
        view = size
        let size = binding == .top ? transposed(size) : size
        script.events.append((time, .layout(size: size, layout)))
      case .layout(nil, _, _), .cancel, .navigate, .abort, .tick, .page, .edit, .turn, .configure:
        script.events.append((time, event))
      }
    }
    return script
  }
}

extension Random {
  /// A point on the pixel grid, perhaps a little outside of the view.
  mutating func point(in view: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(
      Double(Int.random(in: -20...Int(view.x) + 20, using: &self)),
      Double(Int.random(in: 0...Int(view.y), using: &self)))
  }

  /// A stroke of a finger: down, some moves, up, perhaps cancelled, perhaps never ended.
  mutating func stroke(
    _ id: Int, at start: Double, in view: SIMD2<Double>
  ) -> [(time: Double, event: TurnerEvent)] {
    var time = start
    var point = self.point(in: view)
    var events: [(time: Double, event: TurnerEvent)] = [(time, .down(id: id, point))]
    let heading = Double(Int.random(in: -40...40, using: &self))
    for _ in 0..<Int.random(in: 0...12, using: &self) {
      time += Double(Int.random(in: 1...24, using: &self)) / 512
      point += SIMD2(
        heading + Double(Int.random(in: -30...30, using: &self)),
        Double(Int.random(in: -20...20, using: &self)))
      events.append((time, .move(id: id, point)))
    }
    time += Double(Int.random(in: 0...60, using: &self)) / 512
    switch Int.random(in: 0..<12, using: &self) {
    case 0: events.append((time, .cancel(id: id)))
    case 1: break
    default: events.append((time, .up(id: id, point)))
    }
    return events
  }

  /// A turn that somebody asks for.
  mutating func navigation(stops: Int) -> Navigation {
    let destinations: [Navigation.Destination] = [
      .next, .next, .previous, .first, .last,
      .stop(Int.random(in: -1...stops, using: &self)),
    ]
    return Navigation(
      destinations[Int.random(in: 0..<destinations.count, using: &self)],
      isAnimated: Int.random(in: 0..<6, using: &self) > 0,
      style: Bool.random(using: &self) ? .riffle : .direct,
      delay: Int.random(in: 0..<6, using: &self) == 0 ? 0.25 : 0)
  }

  /// Something that happens to the book, its view, its pages or its rules.
  mutating func happening() -> TurnerEvent {
    switch Int.random(in: 0..<9, using: &self) {
    case 8: return .turn(as: Bool.random(using: &self) ? "slide" : "flip")
    case 0, 1:
      let layouts: [Book.Layout?] = [
        nil, nil, .single, .facing(cover: true), .facing(cover: false),
      ]
      let layout = layouts[Int.random(in: 0..<5, using: &self)]
      let size = SIMD2(
        Double(Int.random(in: 300...1400, using: &self)),
        Double(Int.random(in: 300...1400, using: &self)))
      return .layout(size: layout == nil || Bool.random(using: &self) ? size : nil, layout)
    case 2:
      let (at, count) = (Int.random(in: 0...9, using: &self), Int.random(in: 1...3, using: &self))
      return .edit(
        [
          .insert(at: at, count: count), .insert(at: at, count: count),
          .delete(at: at, count: 1), .update(at: at), .reload(count: count + 2),
        ][Int.random(in: 0..<5, using: &self)])
    case 3: return .configure(rules())
    default:
      let state: PageState =
        [.ready, .ready, .ready, .ready, .stale, .failed][Int.random(in: 0..<6, using: &self)]
      return .page(Int.random(in: 0...9, using: &self), state)
    }
  }

  /// Strokes, turns and abortions, some of them at the same time; `changes` is whether the book, its
  /// view, its pages and its rules change too.
  mutating func script(
    _ count: Int = 8, strokesOnly: Bool = false, reusesFingers: Bool = true, changes: Bool = false
  ) -> Script {
    var script = Script()
    script.book = Book(pages: Int.random(in: 1...9, using: &self))
    script.start = Int.random(in: 0..<script.book.stops, using: &self)
    var time = 0.0
    for id in 0..<count {
      time += Double(Int.random(in: 1...400, using: &self)) / 512
      // Long enough for whoever is silent to count as lost.
      if Int.random(in: 0..<8, using: &self) == 0 { time += 2 }
      switch strokesOnly ? 0 : Int.random(in: 0..<10, using: &self) {
      case 0..<6:
        let isReused = Int.random(in: 0..<8, using: &self) == 0 && reusesFingers
        let finger = isReused ? 1 : id + 2
        script.events += stroke(finger, at: time, in: script.view)
      case 6, 7, 8:
        script.events.append((time, .navigate(navigation(stops: script.book.stops))))
        // A pointer that comes, and perhaps goes again.
        let isThere = Int.random(in: 0..<3, using: &self) > 0
        let later = time + Double(Int.random(in: 0...400, using: &self)) / 512
        script.events.append((later, .hover(isThere ? point(in: script.view) : nil)))
      default: script.events.append((time, .abort(isImmediate: Bool.random(using: &self))))
      }
      guard changes else { continue }
      for _ in 0..<Int.random(in: 0...2, using: &self) {
        let later = Double(Int.random(in: 0...200, using: &self)) / 512
        script.events.append((time + later, happening()))
      }
    }
    // Strokes may overlap; what is at the same time keeps its order.
    script.events = script.events.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
    return script
  }

  /// Rules that differ from the usual ones here and there.
  mutating func rules() -> TurnerConfiguration {
    var rules = TurnerConfiguration()
    switch Int.random(in: 0..<8, using: &self) {
    case 0: rules = .flipboard
    case 1: rules = .reader
    case 2: rules = .leaves()
    default: break
    }
    if Bool.random(using: &self) {
      rules.onBusyTurn = [.queue, .finish, .ignore, .stack][Int.random(in: 0..<4, using: &self)]
      rules.onBusyDown = Bool.random(using: &self) ? .grab : .ignore
    }
    switch Int.random(in: 0..<8, using: &self) {
    case 0: rules.boundary = .clamp
    case 1: rules.boundary = .tip(limit: 0.3)
    case 2: rules.boundary = .loop
    default: break
    }
    switch Int.random(in: 0..<6, using: &self) {
    case 0: rules.catchUp = .none
    case 1: rules.catchUp = .immediate
    default: break
    }
    if Int.random(in: 0..<8, using: &self) == 0 { rules.autoplay = 0.7 }
    if Int.random(in: 0..<8, using: &self) == 0 { rules.reducesMotion = true }
    if Int.random(in: 0..<16, using: &self) == 0 { rules.allowsTurning = false }
    if Int.random(in: 0..<4, using: &self) == 0 {
      rules.awaitsPages = true
      rules.latePages = [.hold, .hold, .placeholder, .refuse][Int.random(in: 0..<4, using: &self)]
    }
    if Int.random(in: 0..<8, using: &self) == 0 { rules.stagger = 0.5 }
    if Int.random(in: 0..<4, using: &self) == 0 { rules.allowsReversal.toggle() }
    if Bool.random(using: &self) {
      rules.thresholds = [.init("half", at: 0.5), .init("tenth", at: 0.1)]
    }
    vary(&rules)
    return rules
  }
}

extension Turner {
  /// Nobody touches it for long, all its pages come, and a stranger taps.
  ///
  /// Whatever was under way, whoever is lost, it's to come to rest by then. It doesn't turn by itself
  /// any more.
  mutating func rest() throws {
    var rules = configuration
    rules.autoplay = nil
    rules.snaps = []
    rules.peek = nil
    try handle(.configure(rules), at: time)
    try handle(.tick, at: time + rules.lostAfter)
    for _ in 0..<3 {
      try handle(.down(id: .max, view / 2), at: time)
      try handle(.up(id: .max, view / 2), at: time + 0.1)
      // What waits for one page may go on to the next.
      for _ in 0..<9 {
        for page in 0..<book.pages { try handle(.page(page, .ready), at: time) }
        try handle(.tick, at: time + 9)
      }
    }
  }
}
