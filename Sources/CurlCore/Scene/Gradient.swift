/// A linear gradient, constant across its line.
public struct Gradient: Sendable, Equatable {
  /// Start, page pixels; the first colour continues before it.
  public var start: SIMD2<Double>
  /// End, page pixels; the last colour continues beyond it.
  public var end: SIMD2<Double>
  /// First colour; premultiplied linear light is interpolated, so one colour with two alphas ramps
  /// in alpha alone.
  public var from: Colour
  /// Last colour.
  public var to: Colour

  /// A gradient between two places, which must differ, and two colours.
  public init(start: SIMD2<Double>, end: SIMD2<Double>, from: Colour, to: Colour) {
    precondition(start != end, "a gradient needs some length")
    self.start = start
    self.end = end
    self.from = from
    self.to = to
  }
}
