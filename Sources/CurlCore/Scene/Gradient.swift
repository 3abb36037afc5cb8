/// A ramp of colour along a line, the same across it.
public struct Gradient: Sendable, Equatable {
  /// Where the ramp starts and ends, page pixels; before and after, its end colours go on.
  public var start: SIMD2<Double>
  public var end: SIMD2<Double>
  /// The colours there; between them the premultiplied linear light is mixed, so that one colour of
  /// two alphas ramps in alpha alone.
  public var from: Colour
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
