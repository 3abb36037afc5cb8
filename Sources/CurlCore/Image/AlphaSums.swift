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

  init(_ image: LinearImage) {
    let levels = (0...LinearImage.coarsest).map { image.level($0) }
    var offsets: [Int] = []
    var count = 0
    for level in levels {
      offsets.append(count)
      count += (level.width + 1) * (level.height + 1)
    }
    self.offsets = offsets
    values = [UInt32](capacity: count) { values in
      for level in levels {
        let above = level.width + 1
        for _ in 0..<above { values.append(0) }
        for y in 0..<level.height {
          var sum: UInt32 = 0
          values.append(0)
          for x in 0..<level.width {
            sum &+= UInt32(level.texels[y * level.width + x].w * 32767 + 0.5)
            values.append(values[values.count - above] &+ sum)
          }
        }
      }
    }
  }
}
