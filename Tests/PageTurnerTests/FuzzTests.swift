import CurlCore
import Glibc
import PageTurner
import TestSupport
import Testing

/// i12: every event is defined in every state.
@Suite struct FuzzTests {
  private static func event(_ random: inout Random, _ turner: Turner) -> TurnerEvent {
    let id = Int.random(in: 0...3, using: &random)
    switch Int.random(in: 0..<30, using: &random) {
    case 0..<5: return .down(id: id, random.point(in: turner.view))
    case 5..<15: return .move(id: id, random.point(in: turner.view))
    case 15:
      return .hover(
        Int.random(in: 0..<4, using: &random) == 0 ? nil : random.point(in: turner.view))
    case 16..<19: return .up(id: id, random.point(in: turner.view))
    case 19: return .cancel(id: id)
    case 20, 21: return .navigate(random.navigation(stops: turner.book.stops))
    case 22: return .abort(isImmediate: Bool.random(using: &random))
    case 23, 24:
      let state = PageState.allCases[Int.random(in: 0..<3, using: &random)]
      return .page(Int.random(in: -1...12, using: &random), state)
    case 25, 26:
      let at = Int.random(in: -1...12, using: &random)
      let count = Int.random(in: 0...3, using: &random)
      return .edit(
        [
          .insert(at: at, count: count), .delete(at: at, count: count), .update(at: at),
          .reload(count: count),
        ][Int.random(in: 0..<4, using: &random)])
    case 27:
      let layouts: [Book.Layout?] = [
        nil, .single, .facing(cover: true), .facing(cover: false),
      ]
      return .layout(
        size: Bool.random(using: &random) ? SIMD2(500, 700) : SIMD2(1024, 768),
        layouts[Int.random(in: 0..<4, using: &random)])
    case 28:
      var rules = random.rules()
      rules.awaitsPages = Bool.random(using: &random)
      rules.latePages = [.hold, .placeholder, .refuse][Int.random(in: 0..<3, using: &random)]
      return .configure(rules)
    default: return .tick
    }
  }

  @Test func i12_anyEventInAnyStateIsDefined() throws {
    var random = Random(seed: 12)
    var told: [TurnerOutput] = []
    for number in 0..<1500 {
      let layouts: [Book.Layout] = [.single, .facing(cover: true), .facing(cover: false)]
      let book = Book(
        pages: Int.random(in: 0...9, using: &random),
        layout: layouts[Int.random(in: 0..<3, using: &random)])
      var turner = try Turner(book, view: SIMD2(768, 1024))
      var time = 0.0
      var open = 0
      for _ in 0..<60 {
        time += Double(Int.random(in: 0...120, using: &random)) / 512
        told.removeAll(keepingCapacity: true)
        let event = Self.event(&random, turner)
        try turner.handle(event, at: time, into: &told)
        var last = -Double.infinity
        for output in told {
          #expect(output.time >= last && output.time <= time, "run \(number), \(event)")
          last = output.time
          if case .willTurn = output.kind { open += 1 }
          if case .didTurn = output.kind { open -= 1 }
        }
        #expect(open >= 0 && (turner.phase != .idle || open == 0), "run \(number), \(event)")
        let stops = turner.book.stops
        #expect(turner.stop.map((0..<stops).contains) ?? (stops == 0), "run \(number), \(event)")
        #expect(turner.position.isFinite, "run \(number), \(event)")
        for leaf in turner.posture.leaves {
          #expect((0...1).contains(leaf.progress), "run \(number), \(event)")
          #expect([leaf.early, leaf.late].allSatisfy { $0.map((0..<stops).contains) ?? true })
        }
      }
      try turner.rest()
      #expect(turner.phase == .idle && turner.pendingCount == 0, "run \(number)")
    }
  }

  @Test func whatMakesNoSenseIsRefusedAndChangesNothing() throws {
    var turner = try Turner(Book(pages: 5), view: SIMD2(768, 1024))
    try turner.handle(.down(id: 1, SIMD2(700, 500)), at: 1)
    try turner.handle(.move(id: 1, SIMD2(500, 500)), at: 1.1)
    let (place, posture) = (turner.position, turner.posture)
    var slow = TurnerConfiguration()
    slow.fullDuration = -1
    let refused: [(TurnerEvent, Double)] = [
      (.move(id: 1, SIMD2(.nan, 0)), 2), (.move(id: 1, SIMD2(0, .infinity)), 2),
      (.down(id: 2, SIMD2(1e12, 0)), 2), (.tick, 0.5), (.tick, .nan), (.tick, .infinity),
      (.layout(size: SIMD2(0, 5), nil), 2), (.layout(size: SIMD2(.nan, 5), nil), 2),
      (.navigate(Navigation(.next, delay: -1)), 2), (.configure(slow), 2),
    ]
    for (event, time) in refused {
      #expect(throws: TurnerError.self) { try turner.handle(event, at: time) }
      #expect(turner.position == place && turner.posture == posture && turner.time == 1.1)
    }
    #expect(throws: TurnerError.value(name: "stop", 5, range: "0…4")) {
      try Turner(Book(pages: 5), view: SIMD2(768, 1024), at: 5)
    }
    let error = TurnerError.time(0.5, latest: 1.1)
    #expect(error.description.contains("0.5 s") && error.description.contains("1.1 s"))
  }

  /// In a process of its own, where nobody else allocates: no more than a heap's own few pages.
  @Test func i10_memoryStaysFlat() async {
    await #expect(processExitsWith: .success) {
      var told: [TurnerOutput] = []
      var rules = TurnerConfiguration()
      rules.thresholds = [.init("half", at: 0.5)]
      var turner = try Turner(Book(pages: 9), view: SIMD2(768, 1024), rules)
      var time = 0.0
      var used = 0
      for round in 0..<6 {
        // Every round is the same one, later.
        var random = Random(seed: 10)
        for id in 0..<2000 {
          for (at, event) in random.stroke(id, at: time, in: turner.view) {
            time = at
            told.removeAll(keepingCapacity: true)
            try turner.handle(event, at: time, into: &told)
            guard turner.posture.leaves.count <= 1 else { exit(1) }
          }
          time += 0.05
        }
        // A lost finger's place is taken; none is kept.
        let now = try #require(dataPages())
        if round == 1 { used = now }
        guard round < 2 || now <= used else { exit(2) }
      }
      exit(0)
    }
  }
}

/// Pages of memory that the process has for data.
private func dataPages() -> Int? {
  guard let file = unsafe fopen("/proc/self/statm", "r") else { return nil }
  defer { unsafe fclose(file) }
  var line = [CChar](repeating: 0, count: 256)
  guard unsafe fgets(&line, 256, file) != nil else { return nil }
  let bytes = line.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }
  let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
  return fields.count > 5 ? Int(fields[5]) : nil
}
