/// A level of a picture in linear light, 16 bits a channel: half the size of floats.
///
/// Texel (x, y) is at `y · stride + x`: four 16-bit numbers, lowest bits first: red, green, blue and
/// alpha, premultiplied. Each row has at least four extra texels and the picture three extra rows, which
/// repeat the last, so that a filter may read past the end.
package final class LinearLevel16: Sendable {
  /// Size in pixels, without the extra texels.
  package let width: Int
  package let height: Int
  /// Number of texels from one row to the next.
  package let stride: Int
  /// Whether numbers are 32767 · linear light, rounded, of an opaque picture; else they are halves
  /// (IEEE 754 binary16), whose precision is relative: pages with alpha keep theirs however faint
  /// and dark they are.
  package let isFixedPoint: Bool
  package let texels: [UInt64]

  /// Decodes an opaque picture of 8 bits to fixed point; nil for 16 bits.
  init?(opaque pixmap: Pixmap) {
    guard case .rgba8(let bytes) = pixmap.storage else { return nil }
    let (width, height) = (pixmap.width, pixmap.height)
    let stride = width + 4
    self.width = width
    self.height = height
    self.stride = stride
    isFixedPoint = true
    let table = (0...255).map { UInt64((SRGB.decode(Double($0) / 255) * 32767).rounded()) }
    // One store per texel takes two thirds of the time of one store per channel in zeroed memory.
    texels = [UInt64](capacity: stride * (height + 3)) { texels in
      let levels = table.span
      for y in 0..<height + 3 {
        let first = 4 * width * min(y, height - 1)
        let row = bytes.span.extracting(first..<first + 4 * width)
        var texel: UInt64 = 0
        for x in 0..<width {
          let red = levels[Int(row[4 * x])]
          let (green, blue) = (levels[Int(row[4 * x + 1])], levels[Int(row[4 * x + 2])])
          texel = red | green << 16 | blue << 32 | 32767 << 48
          texels.append(texel)
        }
        for _ in 0..<4 { texels.append(texel) }
      }
    }
  }

  fileprivate init(width: Int, height: Int, isFixedPoint: Bool, texels: [UInt64]) {
    self.width = width
    self.height = height
    stride = width + 4
    self.isFixedPoint = isFixedPoint
    self.texels = texels
  }

  /// Alpha of texel (x, y).
  func alpha(_ x: Int, _ y: Int) -> Float { number(texels[y * stride + x] &>> 48) }

  /// Texel (x, y), premultiplied linear light.
  package func colour(_ x: Int, _ y: Int) -> SIMD4<Float> {
    let texel = texels[y * stride + x]
    return SIMD4(
      number(texel), number(texel &>> 16), number(texel &>> 32), number(texel &>> 48))
  }

  /// The number in the lowest 16 bits.
  @inline(__always)
  private func number(_ bits: UInt64) -> Float {
    let number = UInt32(truncatingIfNeeded: bits & 0xFFFF)
    if isFixedPoint { return Float(number) / 32767 }
    return number < 1024 ? Float(number) * 0x1p-24 : Float(bitPattern: number << 13 + 112 << 23)
  }
}

/// Collects the rows of a page, of one of its levels or of its store, in 16 bits.
struct Rows16 {
  private let width: Int
  private let height: Int
  private let isFixedPoint: Bool
  private var values: [UInt64] = []

  /// Rows of a size in texels, as halves.
  init(width: Int, height: Int) { self.init(width: width, height: height, isFixedPoint: false) }

  init(width: Int, height: Int, isFixedPoint: Bool) {
    (self.width, self.height, self.isFixedPoint) = (width, height, isFixedPoint)
    values.reserveCapacity((width + 4) * (height + 3))
  }

  /// Appends the next row, of which the first `width` texels count.
  mutating func append(_ row: [SIMD4<Float>]) {
    if isFixedPoint {
      for x in 0..<width { values.append(Self.fixedPoint(row[x])) }
    } else {
      for x in 0..<width { values.append(Self.halves(row[x])) }
    }
    let last = values[values.count - 1]
    for _ in 0..<4 { values.append(last) }
    guard values.count == (width + 4) * height else { return }
    // A slice of the rows would share their storage, so that appending it would copy all of them.
    for _ in 0..<3 * (width + 4) { values.append(values[values.count - (width + 4)]) }
  }

  /// The level, after its last row.
  var level: LinearLevel16 {
    LinearLevel16(width: width, height: height, isFixedPoint: isFixedPoint, texels: values)
  }

  /// Opaque linear light 0…1 in multiples of 1/32767, rounded to the nearest.
  private static func fixedPoint(_ texel: SIMD4<Float>) -> UInt64 {
    let v = texel * 32767 + 0.5
    return UInt64(v.x) | UInt64(v.y) << 16 | UInt64(v.z) << 32 | 32767 << 48
  }

  /// Numbers 0…1 as halves, rounded to the nearest, to the even one between two.
  private static func halves(_ texel: SIMD4<Float>) -> UInt64 {
    // Exponents of normal halves begin at 2⁻¹⁴. What is smaller counts 2⁻²⁴, as a float's last bit does at 0.5.
    let (least, half): (UInt32, UInt32) = (112 << 23, 126 << 23)
    let bits = Self.bits(texel)
    let isOdd: SIMD4<UInt32> = bits &>> 13 & 1
    let normal: SIMD4<UInt32> = (bits &- least &+ 0xFFF &+ isOdd) &>> 13
    let small = Self.bits(texel + 0.5) &- half
    let halves = normal.replacing(with: small, where: texel .< 0x1p-14)
    let low = UInt64(halves.x) | UInt64(halves.y) << 16
    return low | UInt64(halves.z) << 32 | UInt64(halves.w) << 48
  }

  private static func bits(_ texel: SIMD4<Float>) -> SIMD4<UInt32> {
    SIMD4(texel.x.bitPattern, texel.y.bitPattern, texel.z.bitPattern, texel.w.bitPattern)
  }
}
