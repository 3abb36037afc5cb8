internal import Glibc

/// Arc length from the fold to a held point.
extension CurlDrag {
  /// Arc length s past the fold of a point that appears `displacement` page pixels behind its
  /// position on the flat sheet.
  ///
  /// s, the displacement ℓ and the half turn's `radius` r are page pixels, ≥ 0. On the flap
  /// s = (ℓ + πr)/2. On the roll ℓ = s − r·sin(s/r), which is Kepler's equation M = E − e·sin E for
  /// e = 1 (Danby, *Fundamentals of Celestial Mechanics*, §6.6). Newton's method solves it from
  /// E = (6M)^⅓, the first term of its series.
  public static func arc(displacement: Double, radius: Double) -> Double {
    guard displacement < .pi * radius else { return (displacement + .pi * radius) / 2 }
    let mean = displacement / radius
    var angle = cbrt(6 * mean)
    // E − sin E is convex: from the second step on, the angle only decreases.
    for _ in 0..<12 where angle > 0 {
      let half = sin(angle / 2)
      let step = (behind(angle) - mean) / (2 * half * half)
      angle = min(angle - step, .pi)
      if abs(step) <= 1e-16 * angle { break }
    }
    return radius * angle
  }

  /// Displacement of a point at arc length `arc` from its position on the flat sheet, page pixels.
  static func displacement(arc: Double, radius: Double) -> Double {
    arc < .pi * radius ? radius * behind(arc / radius) : 2 * arc - .pi * radius
  }

  /// φ − sin φ; below 0.5 as a series, because the difference would lose digits.
  private static func behind(_ angle: Double) -> Double {
    guard angle < 0.5 else { return angle - sin(angle) }
    let square = angle * angle
    var term = angle * square / 6
    var sum = term
    var n = 4.0
    while term > 1e-17 * sum {
      term *= square / (n * (n + 1))
      // The terms alternate in sign.
      sum += n.truncatingRemainder(dividingBy: 4) == 0 ? -term : term
      n += 2
    }
    return sum
  }
}
