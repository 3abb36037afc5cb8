/// How wide an edge is drawn: samples of coverage at signed distances from where the edge truly is,
/// and the straight ramp that fits them best.
///
/// An ideal box filter spreads an edge over |n.x| + |n.y| pixels along its normal n, as a trapezoid
/// whose steepest slope is 1 / max(|n.x|, |n.y|). A ramp clamp(½ − (d − offset) / width, 0, 1)
/// fitted by least squares is 1 wide for axes and 0.93 for diagonals; a jagged edge comes out near
/// 0, a blurred one wide.
package struct EdgeRamp: Sendable {
  /// Least-squares ramp.
  package struct Fit: Sendable {
    /// Along the normal, output pixels.
    package var width: Double
    /// How far outside its true place the edge is drawn, output pixels.
    package var offset: Double
    /// Root of the mean square of what the ramp misses, in coverage.
    package var residual: Double
  }

  private var samples: [SIMD2<Double>] = []
  /// Samples less than a pixel from the edge.
  package private(set) var near = 0

  package init() {}

  /// Counts a pixel: its centre's distance from the edge in output pixels, positive outside, and
  /// the object's share of it, 0…1.
  package mutating func add(distance: Double, coverage: Double) {
    samples.append(SIMD2(distance, coverage))
    if abs(distance) < 1 { near += 1 }
  }

  /// The ramp that fits the samples.
  package var fit: Fit {
    var best = SIMD2(1.0, 0.0)
    var error = squares(best)
    var step = 0.4
    while step > 1e-3 {
      var isBetter = false
      for direction in [SIMD2(1.0, 0), SIMD2(-1, 0), SIMD2(0, 1), SIMD2(0, -1)] {
        let trial = best + step * direction
        if trial.x < 0.01 || trial.x > 6 { continue }
        let squares = squares(trial)
        if squares < error { (best, error, isBetter) = (trial, squares, true) }
      }
      if !isBetter { step /= 2 }
    }
    return Fit(
      width: best.x, offset: best.y,
      residual: (error / Double(max(samples.count, 1))).squareRoot())
  }

  private func squares(_ ramp: SIMD2<Double>) -> Double {
    var sum = 0.0
    for sample in samples {
      let value = min(max(0.5 - (sample.x - ramp.y) / ramp.x, 0), 1)
      sum += (sample.y - value) * (sample.y - value)
    }
    return sum
  }
}
