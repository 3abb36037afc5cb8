import CurlCore

extension BT709 {
  /// The frame with straight colours, of 8 bits, in a pixmap's clothes.
  static func straight(_ frame: Pixmap) -> Pixmap {
    Pixmap(
      width: frame.width, height: frame.height,
      rgba8: StraightPixels.bytes(frame, depth: .eight, order: .littleEndian))
  }

  /// A row of the alpha plane: full range, as players expect it.
  static func alpha(
    _ words: UnsafePointer<UInt32>, into plane: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    for at in 0..<count { unsafe plane[at] = UInt8(truncatingIfNeeded: words[at] >> 24) }
  }

  /// Gives clear pixels of two rows the mean colour of those in their 2 × 2 that aren't.
  static func fillClear(
    _ upper: UnsafeMutablePointer<UInt32>, _ lower: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    for at in stride(from: 0, to: count, by: 2) {
      let block = unsafe [upper[at], upper[at + 1], lower[at], lower[at + 1]]
      let visible = block.filter { $0 >> 24 > 0 }
      guard !visible.isEmpty, visible.count < block.count else { continue }
      let mean = [0, 8, 16].reduce(0) { mean, shift in
        mean | visible.reduce(0) { $0 + ($1 >> shift & 255) } / UInt32(visible.count) << shift
      }
      for place in at...(at + 1) {
        if unsafe upper[place] >> 24 == 0 { unsafe upper[place] = mean }
        if unsafe lower[place] >> 24 == 0 { unsafe lower[place] = mean }
      }
    }
  }
}
