/// Summed-area tables of a picture's alpha, one for each level of its ``LinearImage``.
///
/// Each entry sums the texels above and to the left, so that four entries give the mean over a box.
/// Alpha 1 counts 32767. Sums wrap on overflow; their differences stay correct.
package final class AlphaSums: Sendable {
  /// Index in ``values`` at which each level starts.
  package let offsets: [Int]
  /// The sums; that of the first x columns of the first y rows of level L is at
  /// `offsets[L] + y · (width + 1) + x`, with the level's width.
  package let values: [UInt32]

  init(_ source: PictureSource, _ image: LinearImage) {
    let levels = (1...LinearImage.coarsest).map { image.halves($0) }
    var offsets: [Int] = []
    var count = 0
    for (width, height) in [(source.width, source.height)] + levels.map({ ($0.width, $0.height) }) {
      offsets.append(count)
      count += (width + 1) * (height + 1)
    }
    self.offsets = offsets
    values = [UInt32](capacity: count) { values in
      let (width, height) = (source.width, source.height)
      switch source {
      case .pixmap(let pixmap):
        switch pixmap.storage {
        case .rgba8(let stored):
          Self.append(width, height, to: &values) {
            Float(stored[4 * ($1 * width + $0) + 3]) / 255
          }
        case .rgba16(let stored):
          Self.append(width, height, to: &values) {
            Float(stored[4 * ($1 * width + $0) + 3]) / 65535
          }
        }
      case .store(let texels):
        Self.append(width, height, to: &values) { texels.alpha($0, $1) }
      case .released: preconditionFailure("a page whose pixels were let go is read from stores")
      }
      for level in levels {
        Self.append(level.width, level.height, to: &values) { level.alpha($0, $1) }
      }
    }
  }

  /// Appends the sums of a level whose texels have an alpha each.
  @inline(__always)
  private static func append(
    _ width: Int, _ height: Int, to values: inout OutputSpan<UInt32>, _ alpha: (Int, Int) -> Float
  ) {
    let above = width + 1
    for _ in 0..<above { values.append(0) }
    for y in 0..<height {
      var sum: UInt32 = 0
      values.append(0)
      for x in 0..<width {
        sum &+= UInt32(alpha(x, y) * 32767 + 0.5)
        values.append(values[values.count - above] &+ sum)
      }
    }
  }
}
