internal import Glibc

/// A damped spring as a map from a share of the time to a share of the value's change.
///
/// The parameters are those of SwiftUI's springs, but time is the motion's own duration. The spring
/// starts at rest at 0 and is pulled to 1. One that overshoots stops where it first reaches 1, so
/// the share never leaves 0…1 and never falls. One that hasn't reached 1 at the end is scaled to
/// end there.
public struct Spring: Sendable, Equatable {
  /// Period of the undamped oscillation, as a share of the motion's duration, 0.01…10.
  public let response: Double
  /// Damping as a share of the critical damping, 0…10; below 1 the spring overshoots.
  public let damping: Double

  /// Valid values of ``response``.
  public static let responses = 0.01...10.0
  /// Valid values of ``damping``.
  public static let dampings = 0.0...10.0

  /// A spring; nil for a value out of its range.
  public init?(response: Double, damping: Double) {
    guard Self.responses.contains(response), Self.dampings.contains(damping) else { return nil }
    self.response = response
    self.damping = damping
  }

  /// The share of the change at `share` of the time, clamped to 0…1; exactly 0 at 0 and 1 at 1.
  public func value(at share: Double) -> Double {
    guard share > 0 else { return 0 }
    guard share < min(1, arrival) else { return 1 }
    return min(max(place(at: share) / (arrival < 1 ? 1 : place(at: 1)), 0), 1)
  }

  /// Share of the time at which the spring first reaches 1; infinite without overshoot.
  private var arrival: Double {
    guard damping < 1 else { return .infinity }
    // With ζ = cos φ, the displacement vanishes where the damped phase is π − φ.
    return (.pi - acos(damping)) / (frequency * (1 - damping * damping).squareRoot())
  }

  /// Angular frequency of the undamped oscillation, radians per duration.
  private var frequency: Double { 2 * .pi / response }

  /// The spring's place, 0 at the start; its rest is at 1.
  private func place(at share: Double) -> Double {
    let decay = damping * frequency
    if damping < 1 {
      let damped = frequency * (1 - damping * damping).squareRoot()
      let phase = damped * share
      return 1 - exp(-decay * share) * (cos(phase) + decay * sin(phase) / damped)
    }
    // The two exponents of an overdamped spring; critically damped, they are equal.
    let root = frequency * (damping * damping - 1).squareRoot()
    let (slow, fast) = (-frequency * frequency / (decay + root), -decay - root)
    let difference = fast - slow
    let spread = difference == 0 ? share : expm1(difference * share) / difference
    return 1 - exp(slow * share) * (1 - slow * spread)
  }
}
