/// Squares that contain a page's round corners, page pixels.
struct RoundCorners: Sendable {
  /// Radius of the corners, page pixels; 0 for square corners.
  let radius: Double
  private let page: SIMD2<Double>

  init(page: SIMD2<Float>, radius: Float) {
    self.page = SIMD2<Double>(page)
    self.radius = Double(radius)
  }

  /// Whether a box reaches into any of the squares.
  @inline(__always)
  func touch(_ low: SIMD2<Double>, _ high: SIMD2<Double>) -> Bool {
    radius > 0 && (low.x < radius || high.x > page.x - radius)
      && (low.y < radius || high.y > page.y - radius)
  }

  /// Whether a box lies within one of the squares, or beyond the page there.
  func hold(_ low: SIMD2<Double>, _ high: SIMD2<Double>) -> Bool {
    (high.x <= radius || low.x >= page.x - radius) && (high.y <= radius || low.y >= page.y - radius)
  }
}
