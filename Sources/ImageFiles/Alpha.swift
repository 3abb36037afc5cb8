/// Conversions between straight alpha, as in PNG files, and premultiplied alpha, as in pixmaps.
///
/// Both directions round to nearest: a premultiplied value that is written and read again is
/// unchanged. Straight 8-bit colours are premultiplied in 16 bits and are restored too, except
/// those with alpha 0, which become black.
enum Alpha {
  /// Premultiplies straight 8-bit RGBA in 16 bits: 8 bits would lose colours of low alpha.
  static func premultiplied16(_ pixels: [UInt8]) -> [UInt16] {
    unsafe pixels.withUnsafeBufferPointer { pixels in
      unsafe [UInt16](unsafeUninitializedCapacity: pixels.count) { wide, count in
        for at in stride(from: 0, to: pixels.count, by: 4) {
          let alpha = unsafe UInt32(pixels[at + 3])
          // v · 257 · a / 255, rounded; 16-bit alpha divides back to v.
          let factor: UInt32 = alpha &* 257
          for c in at..<at + 3 {
            let product: UInt32 = unsafe UInt32(pixels[c]) &* factor &+ 127
            unsafe wide[c] = UInt16(product / 255)
          }
          unsafe wide[at + 3] = UInt16(alpha &* 257)
        }
        count = pixels.count
      }
    }
  }

  /// Premultiplies straight RGBA in place.
  static func premultiply(_ pixels: UnsafeMutableBufferPointer<UInt16>) {
    for at in stride(from: 0, to: pixels.count, by: 4) {
      let alpha = unsafe UInt32(pixels[at + 3])
      guard alpha != 65_535 else { continue }
      unsafe pixels[at] = UInt16((UInt32(pixels[at]) &* alpha &+ 32_767) / 65_535)
      unsafe pixels[at + 1] = UInt16((UInt32(pixels[at + 1]) &* alpha &+ 32_767) / 65_535)
      unsafe pixels[at + 2] = UInt16((UInt32(pixels[at + 2]) &* alpha &+ 32_767) / 65_535)
    }
  }

  /// The straight value of a premultiplied one; a value above its alpha is clamped.
  @inline(__always)
  static func straight(_ value: UInt8, _ alpha: UInt8) -> UInt8 {
    guard alpha != 0 else { return 0 }
    let quotient = (UInt32(value) &* 255 &+ UInt32(alpha) / 2) / UInt32(alpha)
    return UInt8(min(quotient, 255))
  }

  /// The straight value of a premultiplied one; a value above its alpha is clamped.
  @inline(__always)
  static func straight(_ value: UInt16, _ alpha: UInt16) -> UInt16 {
    guard alpha != 0 else { return 0 }
    let quotient = (UInt32(value) &* 65_535 &+ UInt32(alpha) / 2) / UInt32(alpha)
    return UInt16(min(quotient, 65_535))
  }

  /// The straight 8-bit value of a premultiplied 16-bit one; a value above its alpha is clamped.
  ///
  /// An 8-bit colour that was premultiplied in 16 bits is restored exactly for every alpha ≥ 1/255.
  @inline(__always)
  static func straight8(_ value: UInt16, _ alpha: UInt16) -> UInt8 {
    guard alpha != 0 else { return 0 }
    let quotient = (UInt32(value) &* 255 &+ UInt32(alpha) / 2) / UInt32(alpha)
    return UInt8(min(quotient, 255))
  }
}
