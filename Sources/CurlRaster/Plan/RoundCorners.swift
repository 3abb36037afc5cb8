/// The circles of a page's round corners, page pixels.
struct RoundCorners: Sendable {
  /// Radius of the corners, page pixels; 0 for square corners.
  let radius: Double
  private let page: SIMD2<Double>

  init(page: SIMD2<Float>, radius: Float) {
    self.page = SIMD2<Double>(page)
    self.radius = Double(radius)
  }

  /// Whether a box reaches beyond any of the circles.
  @inline(__always)
  func touch(_ low: SIMD2<Double>, _ high: SIMD2<Double>) -> Bool {
    radius > 0
      && isBeyond(pointwiseMax(SIMD2(repeating: radius) - low, high - (page - radius)))
  }

  /// Whether all of a box lies beyond one of the circles.
  func hold(_ low: SIMD2<Double>, _ high: SIMD2<Double>) -> Bool {
    isBeyond(pointwiseMax(SIMD2(repeating: radius) - high, low - (page - radius)))
  }

  /// Whether a point lies beyond a circle, as far from its centre towards the page's corner.
  @inline(__always)
  private func isBeyond(_ away: SIMD2<Double>) -> Bool {
    all(away .> 0) && (away * away).sum() > radius * radius
  }
}
