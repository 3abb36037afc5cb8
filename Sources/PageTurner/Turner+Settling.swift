import CurlCore

/// How sheets settle.
extension Turner {
  /// Lets a flight settle from its position, at a speed, to a target.
  mutating func settle(
    _ flight: inout Flight, at velocity: Double, to target: Double, isQuick: Bool = false
  ) {
    let place = place(of: flight, at: time)
    if flight.kind != .peek {
      flight.across = across(of: flight, at: time)
      flight.acrossPlace = place
    }
    flight.isWaiting = false
    flight.motion = .settling(
      course(of: flight, from: place, at: velocity, to: target, isQuick: isQuick))
    plan(&flight, from: place)
  }

  /// Settling motion of a flight of one sheet, from a position and a speed, after `lead` seconds.
  func course(
    of flight: Flight, from place: Double, at velocity: Double, to target: Double,
    isQuick: Bool = false, after lead: Double = 0
  ) -> Settle {
    let rules = configuration
    let full = rules.reducesMotion || isQuick ? 0 : rules.fullDuration
    let least = rules.reducesMotion ? 0 : isQuick ? rules.quickDuration : rules.leastDuration
    if case .eased(let easing, let seconds) = rules.settling {
      let usual = max(least, full * abs(target - place))
      return Settle(
        at: time + lead, from: place, to: target,
        in: rules.reducesMotion || isQuick ? usual : seconds ?? usual, easing,
        within: flight.isPull ? min(place, target)...max(place, target) : 0...1)
    }
    // A leaf may first move away from its target up to the end of its way, a pulled sheet not at
    // all.
    let retreatLimit = flight.isPull ? 0 : target > place ? place : 1 - place
    return Settle(
      at: time + lead, from: place, velocity: velocity, to: target, full: full, least: least,
      retreatLimit: retreatLimit)
  }

  /// Sends a leaf that settles to a snapping point, or rests there, on to an end of its way.
  mutating func leaveSnappingPoint() {
    guard drag == nil, var flight = flights.last, let settle = flight.snapping else { return }
    let place = place(of: flight, at: time)
    let commits = configuration.release.commits(
      ReleaseRule.Release(
        progress: flight.direction > 0 ? place : 1 - place, velocity: 0, speed: 0,
        duration: .infinity))
    self.settle(
      &flight, at: settle.velocity(at: time), to: commits ? flight.goal : flight.origin)
    flights[flights.count - 1] = flight
  }
}
