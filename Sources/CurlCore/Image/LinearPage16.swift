/// An opaque picture in linear light as integers: half of what the filter's floats take, and no
/// levels.
///
/// Texel (x, y) is at `y · stride + x`: four numbers of 16 bits, the lowest bits first, red, green,
/// blue as 32767 · linear light, rounded, and 32767. Each row goes on by four texels at least and the picture
/// by three rows, the last of each repeated, so that a filter may read past either end.
package final class LinearPage16: Sendable {
  /// Pixels across and down, without what is repeated.
  package let width: Int
  package let height: Int
  /// Texels from one row to the next.
  package let stride: Int
  package let texels: [UInt64]

  /// Decodes a picture of 8 bits that is opaque; nil where it is of 16.
  package init?(opaque pixmap: Pixmap) {
    guard case .rgba8(let bytes) = pixmap.storage else { return nil }
    let (width, height) = (pixmap.width, pixmap.height)
    let stride = width + 4
    self.width = width
    self.height = height
    self.stride = stride
    let table = (0...255).map { UInt64((SRGB.decode(Double($0) / 255) * 32767).rounded()) }
    // A store a texel takes two thirds of what a store a channel does in memory cleared beforehand.
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
