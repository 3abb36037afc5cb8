import CurlCore

/// The formulas of BT.709 over rows of pixels, for any processor; `planes.c` has the same for wide
/// vectors, four times as fast.
enum BT709Loops {
  // Rec. ITU-R BT.709-6, 3: 0.2126, 0.7152, 0.0722, times 219/255 for luma and, over 1.8556 and
  // 1.5748, times 224/255 for chroma; in 1/65536, with the chroma rows summing to exactly 0.
  private static let lumaRed: UInt32 = 11_966
  private static let lumaGreen: UInt32 = 40_254
  private static let lumaBlue: UInt32 = 4_064
  private static let lumaOffset: UInt32 = 16 << 16
  private static let half: Int32 = 28_785
  private static let blueRed: Int32 = -6_596
  private static let blueGreen: Int32 = -22_189
  private static let redGreen: Int32 = -26_146
  private static let redBlue: Int32 = -2_639
  private static let chromaOffset: Int32 = 128 << 18 + 1 << 17

  /// The luma of pixels, 0xAABBGGRR each, rounded with the noise of their row.
  static func luma(
    _ words: UnsafePointer<UInt32>, into plane: UnsafeMutablePointer<UInt8>, count: Int,
    _ noise: Noise.Row
  ) {
    for at in 0..<count {
      let word = unsafe words[at]
      let red = lumaRed &* (word & 255)
      let green = lumaGreen &* (word >> 8 & 255)
      let blue = lumaBlue &* (word >> 16 & 255)
      let sum = red &+ green &+ blue &+ lumaOffset &+ noise.addend(at) << 8
      unsafe plane[at] = UInt8(truncatingIfNeeded: sum >> 16)
    }
  }

  /// The chroma of 2 × 2 blocks, from two rows.
  static func chroma(
    _ upper: UnsafePointer<UInt32>, _ lower: UnsafePointer<UInt32>,
    blue: UnsafeMutablePointer<UInt8>, red: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    // Red and blue of a pixel are 16 bits apart: one sum serves both.
    let pair: UInt32 = 0x00FF_00FF
    for at in 0..<count {
      let first = unsafe upper[2 * at]
      let second = unsafe upper[2 * at + 1]
      let third = unsafe lower[2 * at]
      let fourth = unsafe lower[2 * at + 1]
      let outer = (first & pair) &+ (second & pair) &+ (third & pair) &+ (fourth & pair)
      let greens =
        (first >> 8 & 255) &+ (second >> 8 & 255) &+ (third >> 8 & 255) &+ (fourth >> 8 & 255)
      let sumRed = Int32(truncatingIfNeeded: outer & 0xFFFF)
      let sumGreen = Int32(truncatingIfNeeded: greens)
      let sumBlue = Int32(truncatingIfNeeded: outer >> 16)
      let forBlue = blueRed &* sumRed &+ blueGreen &* sumGreen &+ half &* sumBlue
      let forRed = half &* sumRed &+ redGreen &* sumGreen &+ redBlue &* sumBlue
      unsafe blue[at] = UInt8(truncatingIfNeeded: (forBlue &+ chromaOffset) >> 18)
      unsafe red[at] = UInt8(truncatingIfNeeded: (forRed &+ chromaOffset) >> 18)
    }
  }
}
