/// A value of a parameter whose crossing is an event.
public struct Threshold: Sendable, Equatable {
  /// The event's name; several thresholds may share one.
  public var name: String
  /// The parameter's name.
  public var parameter: String
  /// The value, finite, in the parameter's unit.
  public var value: Double

  /// A threshold on a parameter.
  public init(_ name: String, on parameter: String, at value: Double) {
    self.name = name
    self.parameter = parameter
    self.value = value
  }
}
