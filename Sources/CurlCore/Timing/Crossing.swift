/// A parameter crossed a threshold.
public struct Crossing: Sendable, Equatable {
  /// Direction of a crossing.
  public enum Direction: String, Sendable {
    /// From below to above.
    case rising
    /// From above to below.
    case falling

    var opposite: Direction { self == .rising ? .falling : .rising }
  }

  /// The threshold's name.
  public var name: String
  /// Time, seconds.
  public var time: Double
  /// Direction.
  public var direction: Direction

  /// A crossing.
  public init(name: String, time: Double, direction: Direction) {
    self.name = name
    self.time = time
    self.direction = direction
  }
}
