/// Sums of a picture's alpha over all that lies above and left of a place, for each level of its
/// ``LinearImage``: the mean over any box of texels is that of its four corners.
///
/// Alpha counts 32767 a texel; sums that overflow are right as differences.
package final class AlphaSums: Sendable {
  /// Where each level starts in ``values``.
  package let offsets: [Int]
  /// Of level L, (x, y) is at `offsets[L] + y · (width + 1) + x`: the sum of x columns of y rows.
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
