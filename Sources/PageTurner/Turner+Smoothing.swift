import CurlCore

/// How a held sheet follows its finger.
extension Turner {
  /// Restarts smoothing from a visible position and displacement, and recomputes marks.
  mutating func replan(from seen: SIMD2<Double>) {
    drag?.seen = seen
    drag?.seenSince = time
    let hasMarks = flights.last?.marks.isEmpty == false
    guard hasMarks || !configuration.thresholds.isEmpty, drag != nil,
      var flight = flights.popLast()
    else { return }
    plan(&flight, from: seen.x)
    flights.append(flight)
  }

  /// Visible position and displacement across of the latest flight.
  var seen: SIMD2<Double>? {
    flights.last.map { SIMD2(place(of: $0, at: time), across(of: $0, at: time)) }
  }

  /// Smoothed position of a held sheet, ending at `aim`; `axis` is 0 along its way, 1 across it.
  func smoothed(
    _ aim: Double, axis: Int, of drag: Drag, at time: Double
  ) -> Double {
    let duration = configuration.smoothing
    guard time < drag.seenSince + duration else { return aim }
    let seen = drag.seen[axis]
    let left = 1 - Easing.ease.value(at: (time - drag.seenSince) / duration)
    return min(max(aim + (seen - aim) * left, min(aim, seen)), max(aim, seen))
  }

  /// How a sheet catches up with the finger: smoothing replaces an eased catching up.
  var catchUp: TurnerConfiguration.CatchUp {
    if configuration.smoothing > 0, case .eased = configuration.catchUp { return .immediate }
    return configuration.catchUp
  }
}
