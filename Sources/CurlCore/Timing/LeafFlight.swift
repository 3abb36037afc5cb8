/// Several leaves that move at once, each at its own time.
public struct LeafFlight: Sendable, Equatable {
  /// The move of one leaf.
  public struct Flip: Sendable, Equatable {
    /// The leaf's index.
    public let leaf: Int
    /// Seconds at which it starts.
    public let start: Double
    /// Seconds that it takes, 0 and up.
    public let duration: Double
    /// Degrees before.
    public let fromAngle: Double
    /// Degrees after.
    public let toAngle: Double

    /// Seconds at which it ends.
    public var end: Double { start + duration }

    /// Degrees at a time: evenly from the first angle to the last, both exact.
    public func angle(at time: Double) -> Double {
      guard time > start else { return fromAngle }
      guard time < end else { return toAngle }
      return fromAngle + (toAngle - fromAngle) * min((time - start) / duration, 1)
    }
  }

  /// The moves in the order in which the leaves start; every leaf moves once.
  public let flips: [Flip]
  /// The place of each leaf's move among `flips`.
  private let places: [Int: Int]

  init(_ flips: [Flip]) {
    self.flips = flips
    places = Dictionary(uniqueKeysWithValues: flips.enumerated().map { ($1.leaf, $0) })
  }

  /// Seconds until the last leaf has come to rest.
  public var totalDuration: Double { flips.map { $0.end }.max() ?? 0 }

  /// Degrees at which a leaf stands at a time in seconds; nil if the flight has no such leaf.
  public func angle(of leaf: Int, at time: Double) -> Double? {
    places[leaf].map { flips[$0].angle(at: time) }
  }
}
