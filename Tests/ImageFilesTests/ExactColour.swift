import Glibc

/// Colours converted in floating point, without any code that is under test.
enum ExactColour {
  /// Light of an encoded value of sRGB.
  static func light(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// The encoded value of light; beyond 0…1 it is cut.
  static func encoded(_ light: Double) -> Double {
    let inside = min(max(light, 0), 1)
    return inside <= 0.0031308 ? 12.92 * inside : 1.055 * pow(inside, 1 / 2.4) - 0.055
  }

  /// sRGB, 0…1, of a colour of the connection space.
  static func sRGB(_ xyz: [Double]) -> [Double] {
    weights(SampleProfile.sRGB, xyz).map(encoded)
  }

  /// sRGB, 0…1, of encoded channels with sRGB's curve and some colorants.
  static func converted(_ colour: [Double], from colorants: [[Double]]) -> [Double] {
    let lights = colour.map(light)
    return sRGB((0..<3).map { axis in (0..<3).reduce(0) { $0 + lights[$1] * colorants[$1][axis] } })
  }

  /// sRGB, 0…1, of L*, a* and b*: CIE 1976.
  static func sRGB(lab: [Double]) -> [Double] {
    let y = (lab[0] + 16) / 116
    func axis(_ f: Double) -> Double {
      f > 6.0 / 29 ? f * f * f : 3 * 36.0 / 841 * (f - 4.0 / 29)
    }
    return sRGB([0.9642 * axis(y + lab[1] / 500), axis(y), 0.8249 * axis(y - lab[2] / 200)])
  }

  /// The weights of three vectors that add up to `target`, by Cramer's rule.
  private static func weights(_ vectors: [[Double]], _ target: [Double]) -> [Double] {
    func determinant(_ a: [Double], _ b: [Double], _ c: [Double]) -> Double {
      a[0] * (b[1] * c[2] - b[2] * c[1]) - b[0] * (a[1] * c[2] - a[2] * c[1])
        + c[0] * (a[1] * b[2] - a[2] * b[1])
    }
    let (a, b, c) = (vectors[0], vectors[1], vectors[2])
    let whole = determinant(a, b, c)
    return [
      determinant(target, b, c) / whole, determinant(a, target, c) / whole,
      determinant(a, b, target) / whole,
    ]
  }
}
