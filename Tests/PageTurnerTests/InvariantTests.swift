import CurlCore
import PageTurner
import TestSupport
import Testing

/// What holds for any events in any order; the numbers are those of the specification.
@Suite struct InvariantTests {
  private static let count = 2000

  /// Random scripts under random rules.
  private static func scripts(_ seed: UInt64, _ body: (Script, Int) throws -> Void) rethrows {
    var random = Random(seed: seed)
    for number in 0..<count {
      var script = random.script(changes: true)
      script.rules = random.rules()
      // Time to come to rest.
      script.events.append(((script.events.last?.time ?? 0) + 20, .tick))
      try body(script, number)
    }
  }

  @Test func i1_ticksChangeNothingOfWhatIsToldOrSeen() throws {
    try Self.scripts(1) { script, number in
      let plain = try script.play()
      let (slow, fast) = (try script.play(tick: 1.0 / 60), try script.play(tick: 1.0 / 240))
      let areAlike = slow == plain && fast == plain
      #expect(areAlike, "script \(number)")
    }
  }

  @Test func i2_aBookBoundAtTheRightIsTheMirrorImage() throws {
    try Self.scripts(2) { script, number in
      let script = script.keepingWidthUnderFingers
      let (image, plain) = (try script.bound(.right).play(), try script.play())
      let isAlike = image == plain
      #expect(isAlike, "script \(number)")
    }
  }

  @Test func i3_aBookBoundAtTheTopIsTheTransposedImage() throws {
    try Self.scripts(3) { script, number in
      let (image, plain) = (try script.bound(.top).play(), try script.play())
      let isAlike = image == plain
      #expect(isAlike, "script \(number)")
    }
  }

  @Test func i4_everyTurnBeginsOnceAndEndsOnceInOrder() throws {
    try Self.scripts(4) { script, number in
      var turner = try Turner(script.book, view: script.view, at: script.start, script.rules)
      var told: [TurnerOutput] = []
      for (time, event) in script.events { try turner.handle(event, at: time, into: &told) }
      var open: [[Int]] = []
      for output in told {
        switch output.kind {
        case .willTurn(let from, let to, _):
          #expect(open.isEmpty || script.mayStack, "script \(number), \(output.time) s")
          open.append([from, to])
        case .didTurn(let from, let to, let completed):
          // What goes back is the latest; what lands, the oldest.
          let expected = completed ? open.first : open.last
          #expect(expected == [from, to], "script \(number), \(output.time) s")
          guard !open.isEmpty else { continue }
          if completed { open.removeFirst() } else { open.removeLast() }
        default: break
        }
      }
      // Nothing ends that hasn't begun, nor is anything at rest that has.
      #expect(turner.phase != .idle || open.isEmpty, "script \(number)")
      #expect(open.isEmpty || script.maybeUnderWay, "script \(number)")
    }
  }

  @Test func i5_withoutFingersItComesToRest() throws {
    var lost = 0
    try Self.scripts(5) { script, number in
      var turner = try Turner(script.book, view: script.view, at: script.start, script.rules)
      for (time, event) in script.events { try turner.handle(event, at: time) }
      // By itself, where nothing goes on for as long as one likes.
      if script.maybeUnderWay { try turner.rest() }
      lost += script.endsWithFingersDown ? 1 : 0
      #expect(turner.phase == .idle, "script \(number)")
      #expect(turner.position == Double(turner.stop ?? 0), "script \(number)")
      #expect(turner.posture.leaves.isEmpty, "script \(number)")
      #expect(turner.pendingCount == 0, "script \(number)")
      #expect(turner.nextTime == nil, "script \(number)")
    }
    #expect(lost > 500 && lost < 1500, "\(lost)")
  }

  @Test func i6_placesStayInTheBookAndInTheirLeaves() throws {
    try Self.scripts(6) { script, number in
      let trace = try script.play(tick: 1.0 / 97)
      for (index, position) in trace.positions.enumerated() {
        let (posture, stops) = (trace.postures[index], trace.counts[index])
        #expect(posture.stop.map((0..<stops).contains) ?? (stops == 0), "script \(number)")
        let isLoop = script.allRules.contains { $0.boundary == .loop }
        let last = Double(stops) + (isLoop ? 2 : stops == 0 ? 0.5 : -0.5)
        #expect(((isLoop ? -3 : -0.5)...last).contains(position), "script \(number)")
        for leaf in posture.leaves {
          #expect((0...1).contains(leaf.progress), "script \(number)")
          for stop in [leaf.early, leaf.late] {
            #expect(stop.map((0..<stops).contains) ?? true, "script \(number)")
          }
        }
        // Leaves lie one on the other.
        for (lower, upper) in zip(posture.leaves, posture.leaves.dropFirst()) {
          #expect(lower.late == upper.early, "script \(number)")
        }
      }
    }
  }

  @Test func i8_aGestureTurnsByOneStopAtMost() throws {
    var random = Random(seed: 8)
    for number in 0..<Self.count {
      var script = random.script(1, strokesOnly: true)
      script.rules = random.rules()
      script.rules.autoplay = nil
      script.rules.boundary = .clamp
      let start = script.start
      script.events.append(((script.events.last?.time ?? 0) + 20, .tick))
      for stop in try script.play().stops {
        #expect(abs((stop ?? 99) - start) <= 1, "script \(number)")
      }
    }
  }

  @Test func i9_aCancelledDragChangesNothing() throws {
    var random = Random(seed: 9)
    var drags = 0
    for number in 0..<Self.count {
      var script = random.script(1, strokesOnly: true)
      script.rules = random.rules()
      script.rules.autoplay = nil
      let last = script.events.removeLast()
      if case .up(let id, _) = last.event { script.events.append((last.time, .cancel(id: id))) }
      if case .move = last.event { continue }
      script.events.append((last.time + 20, .tick))
      let trace = try script.play()
      #expect(trace.stops.last == script.start, "script \(number)")
      if trace.told.contains(where: { if case .willTurn = $0.kind { true } else { false } }) {
        drags += 1
      }
    }
    #expect(drags > Self.count / 4)
  }

  @Test func i11_theSameEventsAreTheSameToTheBit() throws {
    try Self.scripts(11) { script, number in
      let (once, again) = (try script.play(), try script.play())
      #expect(once == again, "script \(number)")
    }
  }
}

extension Script {
  /// The rules at its start, and those that come.
  var allRules: [TurnerConfiguration] {
    [rules] + events.compactMap { if case .configure(let rules) = $0.event { rules } else { nil } }
  }

  /// Whether leaves may be in the air beside others.
  var mayStack: Bool { allRules.contains { $0.onBusyTurn == .stack } }

  /// Whether something may go on for as long as one likes: a finger that is down, a book that turns by
  /// itself, a turn that waits for pages, a corner that has risen, a sheet that rests on its way.
  var maybeUnderWay: Bool {
    endsWithFingersDown
      || allRules.contains {
        $0.autoplay != nil || $0.awaitsPages || $0.peek != nil || !$0.snaps.isEmpty
      }
  }

  /// Whether a finger is down at the end, of those that the turner knows.
  var endsWithFingersDown: Bool {
    var down: Set<Int> = []
    for (_, event) in events {
      switch event {
      case .down(let id, _): down.insert(id)
      case .up(let id, _), .cancel(let id): down.remove(id)
      default: break
      }
    }
    return !down.isEmpty
  }
}

extension Book {
  /// The same book with another binding.
  func bound(_ binding: Binding) -> Book {
    Book(
      pages: pages, layout: layout, printing: printing, binding: binding, hardPages: hardPages)
  }
}
