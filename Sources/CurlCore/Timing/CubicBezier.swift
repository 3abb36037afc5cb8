/// CSS's timing curve: a cubic Bézier from (0, 0) to (1, 1) with two control points.
///
/// x is the share of the time, y the share of the value's change; see CSS Easing Functions Level 1,
/// `cubic-bezier()`.
public struct CubicBezier: Sendable, Equatable {
  /// The first control point, x in 0…1.
  public let first: SIMD2<Double>
  /// The second control point, x in 0…1.
  public let second: SIMD2<Double>

  /// A curve with control points (x1, y1) and (x2, y2).
  ///
  /// Nil if an x is outside 0…1 (time would run backwards), or a y is outside ±1000 or NaN.
  public init?(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    guard (0...1).contains(x1), (0...1).contains(x2), abs(y1) <= 1000, abs(y2) <= 1000 else {
      return nil
    }
    first = SIMD2(x1, y1)
    second = SIMD2(x2, y2)
  }

  /// The share of the change at `share` of the time, clamped to 0…1; exactly 0 at 0 and 1 at 1.
  ///
  /// The solver finds the parameter whose x differs from the share by at most 1e-15.
  public func value(at share: Double) -> Double {
    guard share > 0 else { return 0 }
    guard share < 1 else { return 1 }
    return Self.point(parameter(at: share), first.y, second.y)
  }

  /// Shares of the time, ascending and within 0…1, between which the curve is monotone.
  var turningPoints: [Double] {
    // y' / 3 = y1 + 2·(y2 − 2·y1)·s + (3·y1 − 3·y2 + 1)·s²
    let (constant, half) = (first.y, second.y - 2 * first.y)
    let square = 3 * first.y - 3 * second.y + 1
    let discriminant = half * half - square * constant
    guard discriminant > 0 else { return [] }
    // The stable pair of roots: neither subtracts nearly equal numbers.
    let q = -(half + (half < 0 ? -1 : 1) * discriminant.squareRoot())
    return [q / square, constant / q].filter { $0 > 0 && $0 < 1 }.sorted()
      .map { Self.point($0, first.x, second.x) }
  }

  /// The parameter at which x is `share`, by Newton's method; bisection replaces a step that leaves
  /// the bracket.
  private func parameter(at share: Double) -> Double {
    var (low, high, parameter) = (0.0, 1.0, share)
    for _ in 0..<96 {
      let miss = Self.point(parameter, first.x, second.x) - share
      if abs(miss) <= 1e-16 { break }
      if miss < 0 { low = parameter } else { high = parameter }
      var next = parameter - miss / Self.slope(parameter, first.x, second.x)
      if !(next > low && next < high) { next = (low + high) / 2 }
      if next == parameter { break }
      parameter = next
    }
    return parameter
  }

  private static func point(_ s: Double, _ a: Double, _ b: Double) -> Double {
    let rest = 1 - s
    return s * (3 * rest * (rest * a + s * b) + s * s)
  }

  private static func slope(_ s: Double, _ a: Double, _ b: Double) -> Double {
    let rest = 1 - s
    return 3 * (rest * rest * a + 2 * rest * s * (b - a) + s * s * (1 - b))
  }
}
