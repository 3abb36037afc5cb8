/// A linear gradient from a start to an end, constant at right angles to that line.
public struct Gradient: Sendable, Equatable {
  /// Start, page pixels; the first colour continues before it.
  public var start: SIMD2<Double>
  /// End, page pixels; the last colour continues beyond it.
  public var end: SIMD2<Double>
  /// First colour; interpolation is in premultiplied linear light, so two colours that differ only
  /// in alpha ramp only in alpha.
  public var from: Colour
  /// Last colour.
  public var to: Colour

  /// A gradient between two points, which must differ, and two colours.
  public init(start: SIMD2<Double>, end: SIMD2<Double>, from: Colour, to: Colour) {
    precondition(start != end, "a gradient needs some length")
    self.start = start
    self.end = end
    self.from = from
    self.to = to
  }
}
