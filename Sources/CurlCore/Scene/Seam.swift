/// A line on the page plane where a flat leaf meets, edge to edge, one that is drawn later, or beyond
/// which it fades.
///
/// Layers are composited as if what they cover of a pixel lay anywhere in it. Two halves that share a
/// pixel along one straight line would so let a quarter of what is under them shine through, or count
/// twice. Of a pixel that the seam crosses, the leaf that is drawn first therefore counts as its share
/// of its own side alone; the later one covers the rest.
public struct Seam: Sendable, Equatable {
  /// A point of the line, page pixels.
  public var point: SIMD2<Double>
  /// Its unit normal, towards the leaf that is drawn later.
  public var normal: SIMD2<Double>
  /// How much of the leaf is there beyond the line, 0…1, by the area of each pixel; nil where the leaf
  /// ends there, and meets another one.
  public var beyond: Double?

  /// A seam from a point and a unit normal.
  public init(point: SIMD2<Double>, normal: SIMD2<Double>, beyond: Double? = nil) {
    self.point = point
    self.normal = normal
    self.beyond = beyond
  }
}
