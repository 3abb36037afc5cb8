/// Several leaves that move at once, each with its own schedule.
public struct LeafFlight: Sendable, Equatable {
  /// Motion of one leaf.
  public struct Flip: Sendable, Equatable {
    /// The leaf's index.
    public let leaf: Int
    /// Start, seconds.
    public let start: Double
    /// Duration, seconds, ≥ 0.
    public let duration: Double
    /// Angle before the motion, degrees.
    public let fromAngle: Double
    /// Angle after the motion, degrees.
    public let toAngle: Double

    /// End, seconds.
    public var end: Double { start + duration }

    /// Angle at a time, degrees: linear from `fromAngle` to `toAngle`, exact at both ends.
    public func angle(at time: Double) -> Double {
      guard time > start else { return fromAngle }
      guard time < end else { return toAngle }
      return fromAngle + (toAngle - fromAngle) * min((time - start) / duration, 1)
    }
  }

  /// The motions in the order of their starts; each leaf has one.
  public let flips: [Flip]
  /// Index of each leaf's motion in `flips`.
  private let places: [Int: Int]

  init(_ flips: [Flip]) {
    self.flips = flips
    places = Dictionary(uniqueKeysWithValues: flips.enumerated().map { ($1.leaf, $0) })
  }

  /// Seconds until the last leaf is at rest.
  public var totalDuration: Double { flips.map { $0.end }.max() ?? 0 }

  /// Angle of a leaf at a time, degrees; nil if the leaf isn't in the flight.
  public func angle(of leaf: Int, at time: Double) -> Double? {
    places[leaf].map { flips[$0].angle(at: time) }
  }
}
