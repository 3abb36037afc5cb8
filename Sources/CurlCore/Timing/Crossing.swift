/// A parameter went through a threshold.
public struct Crossing: Sendable, Equatable {
  /// Which way a value goes through a threshold.
  public enum Direction: String, Sendable {
    /// From below to above.
    case rising
    /// From above to below.
    case falling

    var opposite: Direction { self == .rising ? .falling : .rising }
  }

  /// The threshold's name.
  public var name: String
  /// When, seconds.
  public var time: Double
  /// Which way.
  public var direction: Direction

  /// A crossing.
  public init(name: String, time: Double, direction: Direction) {
    self.name = name
    self.time = time
    self.direction = direction
  }
}
