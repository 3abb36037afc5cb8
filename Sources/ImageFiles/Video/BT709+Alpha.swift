import CurlCore

extension BT709 {
  /// The frame with straight 8-bit colours, stored in a pixmap.
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

  /// Gives transparent pixels of two rows the mean colour of the others in their 2 × 2 block.
  static func fillClear(
    _ upper: UnsafeMutablePointer<UInt32>, _ lower: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    for at in stride(from: 0, to: count, by: 2) {
      let (first, second) = unsafe (upper[at], upper[at + 1])
      let (third, fourth) = unsafe (lower[at], lower[at + 1])
      // Most blocks are entirely opaque or transparent.
      guard (first & second & third & fourth) >> 24 < 255,
        (first | second | third | fourth) >> 24 > 0
      else { continue }
      var (red, green, blue, visible) = (0, 0, 0, 0) as (UInt32, UInt32, UInt32, UInt32)
      func add(_ word: UInt32) {
        guard word >> 24 > 0 else { return }
        red &+= word & 255
        green &+= word >> 8 & 255
        blue &+= word >> 16 & 255
        visible &+= 1
      }
      add(first)
      add(second)
      add(third)
      add(fourth)
      guard visible < 4 else { continue }
      let mean = red / visible | green / visible << 8 | blue / visible << 16
      for place in at...(at + 1) {
        if unsafe upper[place] >> 24 == 0 { unsafe upper[place] = mean }
        if unsafe lower[place] >> 24 == 0 { unsafe lower[place] = mean }
      }
    }
  }
}
