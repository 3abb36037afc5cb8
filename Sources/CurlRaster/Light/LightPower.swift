internal import Glibc

/// Light to the power of 1 / 2.4.
///
/// Light scales linear channels. Its power scales stored channels, plus 0.055, above sRGB's
/// straight piece.
package enum LightPower {
  /// The power of full light, in 65535ths.
  package static let full: UInt16 = 65535

  /// The power of light 0…1, from a table over its square root.
  package static func of(_ light: Float) -> Float {
    let x = min(max(light, 0), 1).squareRoot() * 4096
    let i = min(Int(x), 4095)
    return roots[i] + (roots[i + 1] - roots[i]) * (x - Float(i))
  }

  private static let roots: [Float] = (0...4096).map { Float(pow(Double($0) / 4096, 1 / 1.2)) }
}
