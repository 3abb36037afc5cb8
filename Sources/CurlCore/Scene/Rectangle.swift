/// An axis-aligned rectangle in page pixels.
public struct Rectangle: Sendable, Equatable {
  /// Top-left corner.
  public var origin: SIMD2<Double>
  /// Width and height, each ≥ 0.
  public var size: SIMD2<Double>

  /// A rectangle from its top-left corner and size.
  public init(origin: SIMD2<Double>, size: SIMD2<Double>) {
    precondition(size.x >= 0 && size.y >= 0, "a rectangle's extent is 0 or more")
    self.origin = origin
    self.size = size
  }

  /// A rectangle from its top-left corner and size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: SIMD2(x, y), size: SIMD2(width, height))
  }

  /// A whole page.
  public init(_ page: PageSize) {
    self.init(origin: .zero, size: SIMD2(Double(page.width), Double(page.height)))
  }

  /// Bottom-right corner.
  public var end: SIMD2<Double> { origin + size }

  /// The four corners, clockwise from the top left.
  public var corners: [SIMD2<Double>] {
    [origin, SIMD2(end.x, origin.y), end, SIMD2(origin.x, end.y)]
  }
}
