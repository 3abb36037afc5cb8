/// An opaque picture in linear light as integers: half of what the filter's floats take, and no
/// levels.
///
/// Texel (x, y) is at `4 · (y · stride + x)`: red, green, blue as 32767 · linear light, rounded, and
/// 32767. Each row goes on by four texels at least and the picture by three rows, the last of each
/// repeated, so that a filter may read past either end.
package final class LinearPage16: Sendable {
  /// Pixels across and down, without what is repeated.
  package let width: Int
  package let height: Int
  /// Texels from one row to the next.
  package let stride: Int
  package let texels: [UInt16]

  /// Decodes a picture of 8 bits that is opaque; nil where it is of 16.
  package init?(opaque pixmap: Pixmap) {
    guard case .rgba8(let bytes) = pixmap.storage else { return nil }
    let (width, height) = (pixmap.width, pixmap.height)
    let stride = width + 4
    self.width = width
    self.height = height
    self.stride = stride
    let table = (0...255).map { UInt16((SRGB.decode(Double($0) / 255) * 32767).rounded()) }
    var texels = [UInt16](repeating: 32767, count: 4 * stride * (height + 3))
    let from = bytes.span
    let levels = table.span
    var into = texels.mutableSpan
    for y in 0..<height + 3 {
      var i = 4 * min(y, height - 1) * width
      var j = 4 * y * stride
      for _ in 0..<width {
        into[j] = levels[Int(from[i])]
        into[j + 1] = levels[Int(from[i + 1])]
        into[j + 2] = levels[Int(from[i + 2])]
        i += 4
        j += 4
      }
      for _ in 0..<4 {
        for channel in 0..<3 { into[j + channel] = into[j + channel - 4] }
        j += 4
      }
    }
    self.texels = texels
  }
}
