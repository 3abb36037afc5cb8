/// A fold line in page pixels.
public struct Fold: Sendable, Equatable {
  /// The point of the line nearest the page's centre.
  public var point: SIMD2<Double>
  /// Unit normal towards the lifted side.
  public var normal: SIMD2<Double>

  /// A fold line from a point on it and its unit normal towards the lifted side.
  public init(point: SIMD2<Double>, normal: SIMD2<Double>) {
    self.point = point
    self.normal = normal
  }

  /// Unit direction of the rulings: the normal turned by 90°.
  public var ruling: SIMD2<Double> { SIMD2(-normal.y, normal.x) }
}
