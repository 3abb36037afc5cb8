import Glibc

/// What leaves pass on their way.
extension Twin {
  /// A way's place in reading direction.
  private func progress(_ way: Double, _ flight: TwinFlight) -> Double {
    flight.sign > 0 ? way : 1 - way
  }

  /// Tells what the latest sheet passes that goes from one place to another at once.
  mutating func leap(from old: Double, to new: Double, _ flight: TwinFlight) {
    guard flight.isTurn else { return }
    let (before, after) = (progress(old, flight), progress(new, flight))
    let passed = rules.marks.filter { ($0.at <= before) != ($0.at <= after) }
    let sorted = passed.enumerated().sorted {
      let (a, b) = ($0.element.at, $1.element.at)
      return a == b ? $0.offset < $1.offset : (a < b) == (before < after)
    }
    for (_, mark) in sorted { tell("threshold \(mark.name) \(before < after)") }
  }

  /// Works out anew what a flight passes by itself from now on.
  mutating func plan(_ index: Int) {
    let flight = flights[index]
    var passes: [(TwinPass, Int)] = []
    switch flight.motion {
    case .waiting: break
    case .riffling(let since, let from, let isOn):
      // On their way back they tell nothing.
      if isOn { passes = rifflePasses(flight, since, from) }
    case .held, .gliding:
      guard flight.isTurn else { break }
      passes = times(flight).flatMap { low, high in crossings(flight, low, high) }
        .map { ($0, 0) }
    }
    flights[index].passes = passes.enumerated()
      .sorted {
        ($0.element.0.time, $0.element.1, $0.offset) < ($1.element.0.time, $1.element.1, $1.offset)
      }
      .map(\.element.0)
  }

  /// The times between which a sheet goes one way.
  private func times(_ flight: TwinFlight) -> [(Double, Double)] {
    var times = [now]
    switch flight.motion {
    case .gliding(let glide):
      times += [glide.turn, glide.end].compactMap { $0 }.filter { $0 > now }
    case .held:
      guard case .eased(let length) = rules.catchUp, let hold else { return [] }
      times += [hold.since + length].filter { $0 > now }
    case .waiting, .riffling: break
    }
    return Array(zip(times, times.dropFirst()))
  }

  /// Marks that a sheet passes between two times.
  private func crossings(_ flight: TwinFlight, _ low: Double, _ high: Double) -> [TwinPass] {
    let (before, after) = (
      progress(place(flight, at: low), flight), progress(place(flight, at: high), flight)
    )
    return rules.marks.compactMap { mark in
      guard (mark.at <= before) != (mark.at <= after) else { return nil }
      let time = first(low, high) {
        (mark.at <= progress(place(flight, at: $0), flight)) == (mark.at <= after)
      }
      return TwinPass(time: time, words: "threshold \(mark.name) \(before < after)")
    }
  }

  /// The first time at which something holds that doesn't at `low` and does at `high`.
  private func first(_ low: Double, _ high: Double, _ holds: (Double) -> Bool) -> Double {
    var (low, high) = (low, high)
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle }
    }
    return high
  }

  private func rifflePasses(
    _ flight: TwinFlight, _ since: Double, _ from: Double
  ) -> [(TwinPass, Int)] {
    var passes: [(TwinPass, Int)] = []
    for leaf in 0..<flight.count {
      let start = flight.starts[leaf]
      for mark in rules.marks {
        // Where the way passes it.
        let way = flight.sign > 0 ? mark.at : 1 - mark.at
        let u = first(0, 1) { $0 * $0 * (3 - 2 * $0) >= way }
        let gone = start + u * flight.lasts
        guard gone > from else { continue }
        passes.append(
          (
            TwinPass(
              time: since + gone - from, words: "threshold \(mark.name) \(flight.sign > 0)"), leaf
          ))
      }
      if leaf < flight.count - 1, start + flight.lasts > from {
        let stop = flight.from + Int(flight.sign) * (leaf + 1)
        passes.append(
          (TwinPass(time: since + start + flight.lasts - from, words: "passed \(stop)"), leaf))
      }
    }
    return passes
  }
}
