/// A parameter out of its range.
public struct ParameterError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The parameter's name.
  public let parameter: String
  /// The rejected value.
  public let value: Double
  /// The valid values, as text.
  public let range: String

  /// The error as a sentence.
  public var description: String { "\(parameter) is \(value), but must be \(range)" }

  /// Throws if a value is out of its range.
  package static func require(_ name: String, _ value: Double, _ range: ClosedRange<Double>)
    throws(ParameterError)
  {
    try require(name, value, range.contains(value), "\(range.lowerBound)…\(range.upperBound)")
  }

  /// Throws if a condition on a value is false.
  package static func require(_ name: String, _ value: Double, _ holds: Bool, _ range: String)
    throws(ParameterError)
  {
    guard holds else { throw ParameterError(parameter: name, value: value, range: range) }
  }

  /// Throws for a channel out of 0…1.
  package static func require(_ name: String, _ colour: Colour) throws(ParameterError) {
    try require("\(name)'s red", colour.red, 0...1)
    try require("\(name)'s green", colour.green, 0...1)
    try require("\(name)'s blue", colour.blue, 0...1)
    try require("\(name)'s alpha", colour.alpha, 0...1)
  }

  /// Throws for a length out of 0…1,000,000 in its own unit.
  package static func require(_ name: String, _ length: Length) throws(ParameterError) {
    try require(name, length.value, 0...1e6)
  }
}
