/// A ramp of colour along a line, the same across it.
public struct Gradient: Sendable, Equatable {
  /// Where the ramp starts, page pixels; before it, its first colour goes on.
  public var start: SIMD2<Double>
  /// Where it ends; beyond, its last colour goes on.
  public var end: SIMD2<Double>
  /// Its first colour; on the way the premultiplied linear light is mixed, so that one colour of two
  /// alphas ramps in alpha alone.
  public var from: Colour
  /// Its last colour.
  public var to: Colour

  /// A ramp between two places, which must differ, and two colours.
  public init(start: SIMD2<Double>, end: SIMD2<Double>, from: Colour, to: Colour) {
    precondition(start != end, "a gradient needs some length")
    self.start = start
    self.end = end
    self.from = from
    self.to = to
  }
}
