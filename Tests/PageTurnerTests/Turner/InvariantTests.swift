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
      var script = random.script()
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
      #expect(slow == plain, "script \(number)")
      #expect(fast == plain, "script \(number)")
    }
  }

  @Test func i2_aBookBoundAtTheRightIsTheMirrorImage() throws {
    try Self.scripts(2) { script, number in
      let mirrored = script.moved(script.book.bound(.right), view: script.view) {
        SIMD2(script.view.x - $0.x, $0.y)
      }
      let (image, plain) = (try mirrored.play(), try script.play())
      #expect(image == plain, "script \(number)")
    }
  }

  @Test func i3_aBookBoundAtTheTopIsTheTransposedImage() throws {
    try Self.scripts(3) { script, number in
      let transposed = script.moved(
        script.book.bound(.top), view: SIMD2(script.view.y, script.view.x)
      ) { SIMD2($0.y, $0.x) }
      let (image, plain) = (try transposed.play(), try script.play())
      #expect(image == plain, "script \(number)")
    }
  }

  @Test func i4_everyTurnBeginsOnceAndEndsOnceInOrder() throws {
    try Self.scripts(4) { script, number in
      let told = try script.play().told
      var open: [[Int]] = []
      for output in told {
        switch output.kind {
        case .willTurn(let from, let to, _):
          #expect(
            open.isEmpty || script.rules.onBusyTurn == .stack, "script \(number), \(output.time) s")
          open.append([from, to])
        case .didTurn(let from, let to, let completed):
          // What goes back is the latest; what lands, the oldest.
          let expected = completed ? open.first : open.last
          #expect(expected == [from, to], "script \(number), \(output.time) s")
          if completed { open.removeFirst() } else { open.removeLast() }
        default: break
        }
      }
      let maybeUnderWay = script.endsWithFingersDown || script.rules.autoplay != nil
      #expect(open.isEmpty || maybeUnderWay, "script \(number)")
    }
  }

  @Test func i5_withoutFingersItComesToRest() throws {
    try Self.scripts(5) { script, number in
      guard !script.endsWithFingersDown, script.rules.autoplay == nil else { return }
      var turner = try Turner(script.book, view: script.view, at: script.start, script.rules)
      for (time, event) in script.events { try turner.handle(event, at: time) }
      #expect(turner.phase == .idle, "script \(number)")
      #expect(turner.position == Double(turner.stop ?? -1), "script \(number)")
      #expect(turner.posture.leaves.isEmpty, "script \(number)")
      #expect(turner.waiting == 0, "script \(number)")
      #expect(turner.nextTime == nil, "script \(number)")
    }
  }

  @Test func i6_placesStayInTheBookAndInTheirLeaves() throws {
    try Self.scripts(6) { script, number in
      let trace = try script.play(tick: 1.0 / 97)
      for (posture, position) in zip(trace.postures, trace.positions) {
        #expect(posture.stop.map((0..<script.book.stops).contains) ?? false, "script \(number)")
        let isLoop = script.rules.boundary == .loop
        let last = Double(script.book.stops) + (isLoop ? 2 : -0.5)
        #expect(((isLoop ? -3 : -0.5)...last).contains(position), "script \(number)")
        for leaf in posture.leaves {
          #expect((0...1).contains(leaf.progress), "script \(number)")
          for stop in [leaf.early, leaf.late] {
            #expect(stop.map((0..<script.book.stops).contains) ?? true, "script \(number)")
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
