/// A line on the page plane where a flat leaf meets a later one edge to edge, or beyond which it
/// fades.
///
/// Compositing assumes that the covered part of a pixel may be anywhere in the pixel. Two halves
/// that share a pixel along a straight line would let a quarter of the layers below shine through,
/// or count twice. So the first leaf covers its share of its own side of the pixel, and the later
/// leaf covers the rest.
public struct Seam: Sendable, Equatable {
  /// A point of the line, page pixels.
  public var point: SIMD2<Double>
  /// Unit normal of the line, towards the later leaf.
  public var normal: SIMD2<Double>
  /// Opacity beyond the line, 0…1, weighted by each pixel's area there; nil if the leaf ends at the
  /// line and meets another leaf.
  public var beyond: Double?

  /// A seam from a point and a unit normal.
  public init(point: SIMD2<Double>, normal: SIMD2<Double>, beyond: Double? = nil) {
    self.point = point
    self.normal = normal
    self.beyond = beyond
  }
}
