internal import Glibc

/// Cosine and sine of an angle, exact for multiples of 90°.
package func cosineAndSine(degrees: Double) -> (Double, Double) {
  let reduced = degrees.remainder(dividingBy: 360)
  switch reduced {
  case 0: return (1, 0)
  case 90: return (0, 1)
  case -90: return (0, -1)
  case 180, -180: return (-1, 0)
  default:
    let radians = reduced * .pi / 180
    return (cos(radians), sin(radians))
  }
}

/// 3x² − 2x³ of x clamped to 0…1: a ramp from 0 to 1, level at both ends.
package func smoothstep(_ x: Double) -> Double {
  let x = min(max(x, 0), 1)
  return x * x * (3 - 2 * x)
}
