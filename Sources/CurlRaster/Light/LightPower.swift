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
    var power = light
    unsafe raise(&power, count: 1)
    return power
  }

  /// Replaces lights 0…1 by their powers.
  static func raise(_ lights: UnsafeMutablePointer<Float>, count: Int) {
    // The table is looked up once for all of them.
    unsafe roots.withUnsafeBufferPointer { roots in
      for i in 0..<count {
        let x = unsafe min(max(lights[i], 0), 1).squareRoot() * 4096
        let k = min(Int(x), 4095)
        unsafe lights[i] = roots[k] + (roots[k + 1] - roots[k]) * (x - Float(k))
      }
    }
  }

  /// The nearest whole number of a number 0…65535.
  ///
  /// Where floats are 1 apart, their last bits count; unlike a conversion, which may trap, this is
  /// done for many numbers at once.
  @inline(__always)
  static func whole(_ number: Float) -> UInt16 {
    UInt16(truncatingIfNeeded: (number + 0x1p23).bitPattern)
  }

  /// The light of a power in 65535ths.
  package static func light(_ power: UInt16) -> Float {
    let x = Float(power) / 16
    let i = Int(power / 16)
    return lights[i] + (lights[i + 1] - lights[i]) * (x - Float(i))
  }

  /// Alpha 0…255 of the shadow that leaves light of each power in 65535ths.
  static let shadows: [UInt8] = (0...65535).map { UInt8(255 * (1 - light($0)) + 0.5) }

  private static let lights: [Float] = (0...4096).map {
    Float(pow(min(Double($0) * 16 / 65535, 1), 2.4))
  }
  private static let roots: [Float] = (0...4096).map { Float(pow(Double($0) / 4096, 1 / 1.2)) }
}
