internal import Glibc

/// The sRGB transfer function (IEC 61966-2-1), exact, for tables and constants.
package enum SRGB {
  /// Linear light 0…1 of an encoded value 0…1.
  package static func decode(_ v: Double) -> Double {
    v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
  }

  /// The power function of `decode` at a value 0…1, and its slope per interval if 0…1 has `parts`
  /// intervals.
  package static func power(_ v: Double, _ parts: Double) -> SIMD2<Double> {
    let base = (v + 0.055) / 1.055
    return SIMD2(pow(base, 2.4), 2.4 / 1.055 * pow(base, 1.4) / parts)
  }

  /// Encoded value 0…1 of linear light 0…1.
  package static func encode(_ l: Double) -> Double {
    l <= 0.0031308 ? 12.92 * l : 1.055 * pow(l, 1 / 2.4) - 0.055
  }
}
