/// An opaque picture in linear light as 16-bit integers, without mipmap levels: half the size of
/// floats.
///
/// Texel (x, y) is at `y · stride + x`. It has four 16-bit numbers, lowest bits first: red, green
/// and blue as 32767 · linear light, rounded, then 32767. Each row has four extra texels and the
/// picture three extra rows, which repeat the last, so that a filter may read past the end.
package final class LinearPage16: Sendable {
  /// Size in pixels, without the extra texels.
  package let width: Int
  package let height: Int
  /// Number of texels from one row to the next.
  package let stride: Int
  package let texels: [UInt64]

  /// Decodes an opaque picture with 8 bits a channel; nil for 16 bits.
  package init?(opaque pixmap: Pixmap) {
    guard case .rgba8(let bytes) = pixmap.storage else { return nil }
    let (width, height) = (pixmap.width, pixmap.height)
    let stride = width + 4
    self.width = width
    self.height = height
    self.stride = stride
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
}
