import CurlCore
import PageTurner
import TestSupport

/// Random scripts for the turner and its twin.
extension Random {
  mutating func one<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &self)]
  }

  mutating func isOneOf(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

  /// What is looked for: single ways of turning first.
  static let twinFeatures: Set<String> = [
    "rules", "fingers", "far", "marks", "stack", "zones", "follow", "loop", "autoplay", "still",
    "pages", "edits", "layout", "configure", "facing", "lost",
  ]

  mutating func twinScript(_ features: Set<String>) -> Script {
    var script = Script()
    // Ways of powers of two are exact, so that halves and limits are met.
    script.view = one([SIMD2(1024, 512), SIMD2(512, 1024), SIMD2(900, 600)])
    script.book = Book(
      pages: Int.random(in: 1...9, using: &self),
      layout: features.contains("facing")
        ? one([.single, .single, .facing(cover: true), .facing(cover: false)]) : .single,
      binding: one([.left, .right, .top]))
    script.start = Int.random(in: 0..<script.book.stops, using: &self)
    script.rules = twinRules(features)
    var time = 0.0
    for id in 1...Int.random(in: 1...10, using: &self) {
      time += pause()
      let finger = features.contains("fingers") && isOneOf(6) ? 1 : id
      switch Int.random(in: 0..<16, using: &self) {
      case 0..<8: script.events += gesture(finger, at: time, script)
      case 8..<12: script.events.append((time, .navigate(twinTurn(script, features))))
      case 12: script.events.append((time, .abort(isImmediate: isOneOf(2))))
      default:
        if let event = twinHappening(script, features) { script.events.append((time, event)) }
      }
      if isOneOf(3) { script.events.append((time + pause(), .tick)) }
    }
    if !features.contains("fingers") {
      // One after the other.
      time = 0
      var last = 0.0
      for index in script.events.indices {
        let next = script.events[index].time
        time += max(next - last, 0.01)
        last = next
        script.events[index].time = time
      }
    }
    script.events = script.events.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
    script.events.append(((script.events.last?.time ?? 0) + 9, .tick))
    return script
  }

  private mutating func pause() -> Double {
    switch Int.random(in: 0..<10, using: &self) {
    case 0: 0
    case 1: Double.random(in: 0...3, using: &self)
    case 2, 3: Double.random(in: 0...0.5, using: &self)
    default: Double(Int.random(in: 1...320, using: &self)) / 512
    }
  }

  /// A finger: a tap, a swipe, a drag that ends at an exact place, one that is lost or taken away.
  private mutating func gesture(
    _ id: Int, at start: Double, _ script: Script
  ) -> [(time: Double, event: TurnerEvent)] {
    let upright = script.book.binding == .top
    let length = upright ? script.view.y : script.view.x
    func point(_ along: Double, _ across: Double) -> SIMD2<Double> {
      switch script.book.binding {
      case .left: SIMD2(along, across)
      case .right: SIMD2(script.view.x - along, across)
      case .top: SIMD2(across, along)
      }
    }
    var time = start
    var along = Double(Int.random(in: -10...Int(length) + 10, using: &self))
    if isOneOf(6) { along = (length * one([1.0 / 3, 2.0 / 3, 0.2, 0.8])).rounded() }
    var across = Double(Int.random(in: 0...500, using: &self))
    var events: [(time: Double, event: TurnerEvent)] = [(time, .down(id: id, point(along, across)))]
    func step(_ seconds: Double, _ x: Double, _ y: Double) {
      time += seconds
      along += x
      across += y
      events.append((time, .move(id: id, point(along, across))))
    }
    let way = one([-1.0, 1])
    switch Int.random(in: 0..<8, using: &self) {
    case 0: break
    case 1: step(Double(Int.random(in: 1...60, using: &self)) / 512, way * one([5, 10, 11]), 3)
    case 2:
      // To a half, or the release rule's other limits, and rest there.
      let goal = length * one([0.5, 0.5, 0.0625, 0.25, 1])
      for _ in 0..<4 { step(Double(Int.random(in: 4...20, using: &self)) / 512, way * goal / 4, 0) }
      time += 0.25
    case 3:
      let speed = Double(Int.random(in: 4...90, using: &self))
      for _ in 0..<Int.random(in: 2...9, using: &self) { step(8.0 / 512, way * speed, 1) }
    case 4:
      for _ in 0..<3 { step(10.0 / 512, way * 10, Double(Int.random(in: 0...40, using: &self))) }
    default:
      let speed = Double(Int.random(in: -60...60, using: &self))
      for _ in 0..<Int.random(in: 1...10, using: &self) {
        step(
          Double(Int.random(in: 1...40, using: &self)) / 512,
          speed + Double(Int.random(in: -50...50, using: &self)),
          Double(Int.random(in: -9...9, using: &self)))
      }
    }
    time += one([0, 0, 1.0 / 64, 0.125, 0.25])
    switch Int.random(in: 0..<16, using: &self) {
    case 0: events.append((time, .cancel(id: id)))
    case 1: break
    case 2: events.append((time, .up(id: id, point(along + way * 9, across))))
    default: events.append((time, .up(id: id, point(along, across))))
    }
    return events
  }

  private mutating func twinTurn(_ script: Script, _ features: Set<String>) -> Navigation {
    var goals: [Navigation.Destination] = [.next, .next, .previous]
    if features.contains("far") {
      goals += [.first, .last, .stop(Int.random(in: -1...9, using: &self))]
    }
    return Navigation(
      one(goals), isAnimated: !isOneOf(8), style: one([.riffle, .direct]),
      delay: isOneOf(6) ? one([0.25, 0.4, 1]) : 0)
  }

  private mutating func twinHappening(
    _ script: Script, _ features: Set<String>
  ) -> TurnerEvent? {
    switch one(["pages", "pages", "edits", "layout", "configure"].filter(features.contains) + [""])
    {
    case "pages":
      return .page(
        Int.random(in: 0...9, using: &self), one([.ready, .ready, .ready, .failed, .stale]))
    case "edits":
      let (at, count) = (Int.random(in: 0...9, using: &self), Int.random(in: 1...3, using: &self))
      return .edit(
        one([
          .insert(at: at, count: count), .delete(at: at, count: 1), .update(at: at),
          .reload(count: count + 2),
        ]))
    case "layout":
      let size = isOneOf(4) ? nil : SIMD2(Double(Int.random(in: 300...1400, using: &self)), 700)
      let layouts: [Book.Layout?] = [
        nil, nil, .single, .facing(cover: true), .facing(cover: false),
      ]
      return .layout(
        size: size, one(layouts), binding: isOneOf(6) ? one([.left, .right, .top]) : nil)
    case "configure": return .configure(twinRules(features))
    default: return nil
    }
  }

  private mutating func twinRules(_ features: Set<String>) -> TurnerConfiguration {
    var rules = TurnerConfiguration()
    guard features.contains("rules") else { return rules }
    if features.contains("follow") {
      rules = one([rules, rules, rules, .flipboard, .reader, .leaves()])
      rules.revealDelay = nil
      // The twin's sheets are where their fingers are.
      rules.smoothing = 0
      if isOneOf(3) { rules.follow = one([.travel, .position, .angle(degreesPerPixel: 0.4)]) }
      if isOneOf(4) { rules.margin = one([0, 1.0 / 180, 0.05]) }
    }
    if isOneOf(3) {
      rules.release = one([
        .half, .distance(0.05), .distance(0.25), .speedOrHalf(speed: 300),
        .projected(time: 0.1, threshold: 0.25), .angle(half: 90, quick: 30, quickTime: 0.15),
      ])
    }
    if isOneOf(2) { rules.onBusyTurn = one([.queue, .finish, .ignore]) }
    if features.contains("stack"), isOneOf(3) { rules.onBusyTurn = .stack }
    if isOneOf(4) { rules.onBusyDown = .ignore }
    if isOneOf(3) { rules.queueLimit = one([0, 1, 2]) }
    if isOneOf(3) {
      rules.boundary = one([.clamp, .tip(limit: 0.3), .rubber(limit: 0.5, stiffness: 1)])
    }
    if features.contains("loop"), isOneOf(4) { rules.boundary = .loop }
    if isOneOf(2) { rules.catchUp = one([.none, .immediate, .eased(0.2)]) }
    if isOneOf(4) { rules.allowsReversal.toggle() }
    if isOneOf(6) { rules.dominance = one([0, 1, 3]) }
    if isOneOf(6) { rules.slop = one([0, 5, 20]) }
    if isOneOf(6) { rules.longestTap = one([0, 0.1, .infinity]) }
    if isOneOf(6) { rules.velocityWindow = one([0.02, 0.3]) }
    if isOneOf(6) { rules.velocityPause = one([0.02, 0.3]) }
    if isOneOf(6) { rules.fullDuration = one([0.1, 1.3]) }
    if isOneOf(6) { rules.leastDuration = one([0, 0.3]) }
    if isOneOf(6) { rules.stagger = one([0, 0.07, 0.3]) }
    if isOneOf(4) { rules.shownStopRule = .release }
    if !features.contains("lost") { rules.lostAfter = 1e5 }
    if features.contains("lost"), isOneOf(4) { rules.lostAfter = one([0, 0.25, 0.1]) }
    if isOneOf(20) { rules.allowsTurning = false }
    if features.contains("zones"), isOneOf(3) {
      rules.zones = one([
        .none, .leaves(isFacing: true), .leaves(preferred: 300), .leaves(preferred: -1),
        .grid([.next, .host, .previous, .previous, .next, .host, .host, .previous, .next]),
      ])
      if isOneOf(2) { rules.claim = .zones }
    }
    if features.contains("marks"), isOneOf(2) {
      rules.thresholds = [.init("half", at: 0.5), .init("tenth", at: 0.1)]
    }
    if features.contains("autoplay"), isOneOf(6) { rules.autoplay = one([0.7, 0.3]) }
    if features.contains("still"), isOneOf(8) { rules.reducesMotion = true }
    if features.contains("pages"), isOneOf(3) {
      rules.awaitsPages = true
      rules.latePages = one([.hold, .hold, .placeholder, .refuse])
    }
    if features.contains("edits") {
      if isOneOf(3) { rules.onBusyEdit = .refuse }
      if isOneOf(3) { rules.revealDelay = one([0.3, 1]) }
    }
    return rules
  }
}
