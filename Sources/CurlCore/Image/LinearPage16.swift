/// A picture in linear light as integers: half of what the filter's floats take.
///
/// Texel (x, y) is at `y · stride + x`: four numbers of 16 bits, the lowest bits first, red, green,
/// blue and alpha, premultiplied, as 32767 · linear light, rounded. Each row goes on by four texels at
/// least and the picture by three rows, the last of each repeated, so that a filter may read past
/// either end. The page point p lies at `p · scale + offset` texels.
package final class LinearPage16: Sendable {
  /// The number that stands for 1.
  package static let whole = 32767

  /// Texels across and down, without what is repeated.
  package let width: Int
  package let height: Int
  /// Texels from one row to the next.
  package let stride: Int
  package let texels: [UInt64]
  /// Where the texels lie on the page.
  package let grid: StoreGrid
  /// Texels a page pixel across and down.
  package let scale: SIMD2<Double>
  /// Where the page's origin lies, texels.
  package let offset: SIMD2<Double>
  private let halved = Once<[LinearPage16]>()

  /// Texels in rows of `stride`, what is repeated included.
  package init(_ grid: StoreGrid, stride: Int, texels: [UInt64]) {
    precondition(
      stride >= grid.width + 4 && texels.count >= stride * (grid.height + 3),
      "a picture has room beyond its ends")
    (width, height) = (grid.width, grid.height)
    self.stride = stride
    self.texels = texels
    self.grid = grid
    scale = 1 / grid.step
    offset = -grid.origin / grid.step
  }

  /// Decodes a picture of 8 bits that is opaque; nil where it is of 16.
  package convenience init?(opaque pixmap: Pixmap) {
    guard case .rgba8(let bytes) = pixmap.storage else { return nil }
    let (width, height) = (pixmap.width, pixmap.height)
    let stride = width + 4
    let table = (0...255).map { UInt64((SRGB.decode(Double($0) / 255) * 32767).rounded()) }
    // A store a texel takes two thirds of what a store a channel does in memory cleared beforehand.
    let texels = [UInt64](capacity: stride * (height + 3)) { texels in
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
    let page = PageSize(width: width, height: height)
    self.init(.bent(page, on: Canvas(page: page)), stride: stride, texels: texels)
  }

  /// Level `number`, 0…`LinearImage.coarsest`: a texel for every 2^number × 2^number of this one.
  ///
  /// Their mean, halved again and again; at the right and bottom edge the last ones stand for what is
  /// missing. Levels are made when one is first asked for.
  package func level(_ number: Int) -> LinearPage16 {
    if number == 0 { return self }
    let levels = halved.value {
      var levels = [half()]
      while levels.count < LinearImage.coarsest { levels.append(levels[levels.count - 1].half()) }
      return levels
    }
    return levels[number - 1]
  }

  private func half() -> LinearPage16 {
    let (across, down) = ((width + 1) / 2, (height + 1) / 2)
    let stride = across + 4
    // Two channels at once, each with room for the sum of four.
    let mask: UInt64 = 0x0000_FFFF_0000_FFFF
    let rounding: UInt64 = 0x0000_0002_0000_0002
    let halved = [UInt64](capacity: stride * (down + 3)) { halved in
      let all = self.texels
      for y in 0..<down + 3 {
        let row = min(y, down - 1)
        let upper = 2 * row * self.stride
        let lower = min(2 * row + 1, height - 1) * self.stride
        var texel: UInt64 = 0
        for x in 0..<across {
          let next = min(2 * x + 1, width - 1)
          let (a, b, c, d) = (
            all[upper + 2 * x], all[upper + next], all[lower + 2 * x], all[lower + next]
          )
          let even = (a & mask) + (b & mask) + (c & mask) + (d & mask) + rounding
          let odd =
            (a >> 16 & mask) + (b >> 16 & mask) + (c >> 16 & mask) + (d >> 16 & mask) + rounding
          texel = (even >> 2 & mask) | (odd >> 2 & mask) << 16
          halved.append(texel)
        }
        for _ in 0..<4 { halved.append(texel) }
      }
    }
    return LinearPage16(grid.coarser(across, down), stride: stride, texels: halved)
  }

  /// Bytes that it takes, without halved levels.
  package var bytes: Int { Self.bytes(grid) }

  /// Bytes that a picture of such texels takes.
  package static func bytes(_ grid: StoreGrid) -> Int { 8 * (grid.width + 4) * (grid.height + 3) }
}
