/// Why a turner rejects an event or a configuration; the turner is unchanged.
public enum TurnerError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The event's time is before that of an earlier event, or not finite.
  case time(Double, latest: Double)
  /// A point's coordinates aren't finite numbers within ±1e9.
  case point(SIMD2<Double>)
  /// A number is out of its range.
  case value(name: String, Double, range: String)

  /// The invalid value and the valid range.
  public var description: String {
    switch self {
    case .time(let time, let latest):
      "the event is at \(time) s, but the one before it was at \(latest) s; events come in the order "
        + "of their times"
    case .point(let point):
      "the finger is at (\(point.x), \(point.y)); both must be numbers within ±1e9 pixels"
    case .value(let name, let value, let range): "\(name) is \(value), but must be \(range)"
    }
  }
}
