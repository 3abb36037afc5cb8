/// A crossing of a threshold by a parameter.
public struct Crossing: Sendable, Equatable {
  /// Direction in which the parameter crosses the threshold.
  public enum Direction: String, Sendable {
    /// From below to above.
    case rising
    /// From above to below.
    case falling
  }

  /// The threshold's name.
  public var name: String
  /// Time of the crossing, seconds.
  public var time: Double
  /// Direction of the crossing.
  public var direction: Direction

  /// A crossing of a named threshold.
  public init(name: String, time: Double, direction: Direction) {
    self.name = name
    self.time = time
    self.direction = direction
  }
}
