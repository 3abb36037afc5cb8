import PageTurner
import TestSupport

/// Plays a script on the turner and on its twin, and says where they first differ.
struct TwinMatch {
  /// Seconds, within which things are told at the same time.
  static let sameTime = 1e-6
  /// Stops, within which sheets are at the same place.
  ///
  /// Both sides work in doubles, and by no more than some fifty operations.
  static let samePlace = 1e-9

  var turner: Turner
  var twin: Twin
  /// How often what was told.
  var counts: [String: Int] = [:]

  init(_ script: Script) throws {
    turner = try Turner(script.book, view: script.view, at: script.start, script.rules)
    twin = Twin(
      TwinBook(script.book), view: script.view, at: script.start, TwinRules(script.rules))
  }

  /// The first difference, and after how many events.
  static func difference(
    _ script: Script, _ counts: inout [String: Int]
  ) throws -> (events: Int, words: String)? {
    var match = try TwinMatch(script)
    defer { counts = match.counts.merging(counts, uniquingKeysWith: +) }
    for (index, (time, event)) in script.events.enumerated() {
      if let words = try match.play(event, at: time) { return (index + 1, words) }
    }
    return nil
  }

  private mutating func play(_ event: TurnerEvent, at time: Double) throws -> String? {
    let told = try turner.handle(event, at: time).map(TwinTold.init)
    twin.told = []
    twin.handle(TwinEvent(event), at: time)
    for one in told { counts[String(one.words.prefix { $0 != " " }), default: 0] += 1 }
    for (one, other) in zip(told, twin.told) where !Self.isSame(one, other) {
      return "tells \(one), its twin \(other); all: \(told), \(twin.told)"
    }
    if told.count != twin.told.count { return "tells \(told), its twin \(twin.told)" }
    return seen()
  }

  private static func isSame(_ one: TwinTold, _ other: TwinTold) -> Bool {
    one.words == other.words && abs(one.time - other.time) <= sameTime
      && isSame(one.place, other.place, samePlace)
  }

  private static func isSame(_ one: Double?, _ other: Double?, _ within: Double) -> Bool {
    guard let one, let other else { return one == other }
    return abs(one - other) <= within
  }

  /// What differs of what is to be seen.
  private func seen() -> String? {
    if !Self.isSame(turner.position, twin.position, Self.samePlace) {
      return "is at \(turner.position), its twin at \(twin.position)"
    }
    let (leaves, others) = (turner.posture.leaves, twin.seen)
    let areSame =
      leaves.count == others.count
      && zip(leaves, others).allSatisfy { one, other in
        one.early == other.early && one.late == other.late && one.isHeld == other.isHeld
          && abs(one.progress - other.progress) <= Self.samePlace
          && Self.isSame(one.heldPoint, other.edge, Self.samePlace)
      }
    if !areSame { return "shows \(leaves), its twin \(others)" }
    if turner.stop != twin.shown {
      return "shows stop \(turner.stop ?? -1), its twin \(twin.shown ?? -1)"
    }
    let waiting = twin.queue.count + twin.later.count
    if turner.pendingCount != waiting {
      return "\(turner.pendingCount) wait, of its twin \(waiting)"
    }
    if !Self.isSame(turner.nextTime, twin.nextTime, Self.sameTime), twin.nextTime ?? 0 < 9e4 {
      return "wakes at \(turner.nextTime ?? -1), its twin at \(twin.nextTime ?? -1)"
    }
    return nil
  }

  /// A script as short as it's found to be that still shows a difference.
  static func shrunk(_ script: Script) throws -> Script {
    var (script, ignored) = (script, [String: Int]())
    if let first = try difference(script, &ignored) {
      script.events.removeLast(script.events.count - first.events)
    }
    var length = script.events.count / 2
    while length > 0 {
      var start = 0
      while start < script.events.count {
        var other = script
        other.events.removeSubrange(start..<min(start + length, script.events.count))
        if try difference(other, &ignored) != nil { script = other } else { start += length }
      }
      length /= 2
    }
    return script
  }
}
