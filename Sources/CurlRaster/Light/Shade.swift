package import CurlCore
internal import CurlKernels

/// Lights opaque sRGB bytes without a conversion to linear light.
///
/// Above sRGB's straight piece a stored value e is 1.055 · linear^(1/2.4) − 0.055. So light times
/// linear is light^(1/2.4) times (e + 0.055): one product. For the straight piece, the lowest nine
/// bytes have their own power-law values, and results that end there take a cubic. Values are 64ths
/// of a byte; results lie within 0.56 byte of the formula, rounding to bytes included.
package enum Shade {
  /// 64 · 255 · 1.055 · linear^(1/2.4) of a stored byte, minus 1 or 2; 64 b + 896 for bytes b ≥ 9.
  private static let powers: [UInt16] = (0...255).map { (b: Int) in
    let less = [224, 93, 60, 39, 26, 16, 9, 5, 2]
    return UInt16(64 * b + 896 - (b < less.count ? 4 * less[b] : 0))
  }

  /// The stored value of such a product, 64ths of a byte, one less for dark ones.
  private static let values: [Int16] = (0...17215).map { (p: UInt32) in
    if p >= 1558 { return Int16(p - 896) }
    // 660 (p / 1,560)^2.4 as t² (0.54 + 0.47 t) · 660, within 0.06 of a byte.
    let t = 42 * p
    let square = (t * t) >> 16
    return Int16(((354 + ((312 * t) >> 16)) * square) >> 16) - 1
  }

  private static let isWide = SheetKernels.best > .plain

  /// Multiplies a page's pixels by their light, given as ``LightPower`` in 65535ths.
  package static func shade(
    _ out: UnsafeMutablePointer<UInt8>, _ page: UnsafePointer<UInt8>,
    _ light: UnsafePointer<UInt16>, _ count: Int, _ noise: Noise.Row
  ) {
    if isWide {
      unsafe curl_shade_avx2(out, page, light, count, noise.start, noise.step)
    } else {
      unsafe plain(out, page, light, count, noise)
    }
  }

  /// ``shade(_:_:_:_:_:)`` in Swift: other processors run it, and it tests the kernel.
  package static func plain(
    _ out: UnsafeMutablePointer<UInt8>, _ page: UnsafePointer<UInt8>,
    _ light: UnsafePointer<UInt16>, _ count: Int, _ noise: Noise.Row
  ) {
    unsafe powers.withUnsafeBufferPointer { powers in
      unsafe values.withUnsafeBufferPointer { values in
        for i in 0..<count {
          let factor = UInt32(unsafe light[i])
          // One more makes up for products that are rounded down.
          let more = Int16(noise.addend(i) >> 2) + 1
          for j in 4 * i..<4 * i + 3 {
            let p = unsafe UInt32(powers[Int(page[j])]) &* factor
            unsafe out[j] = UInt8((values[Int(p >> 16)] + more) >> 6)
          }
          unsafe out[4 * i + 3] = 255
        }
      }
    }
  }
}
