internal import CurlCore

/// The numbers that the kernels read for a group of four taps: vectors of eight, the taps' x, then
/// their y.
///
/// A tap is an axis-aligned box on the page.
enum SheetLanes {
  /// Largest number of taps in a group.
  static let taps = 4

  /// Rows of the blocks of texels that groups of a frame lie in, for texels by page pixels.
  ///
  /// Pixels larger than a texel need four to hold all taps of most of them.
  static func rows(_ frame: CurlFrame, _ scale: SIMD2<Double>) -> Int {
    let pixel = SIMD2<Double>(frame.step) * scale
    return max(abs(pixel.x), abs(pixel.y)) > 1 ? 4 : 3
  }

  /// Lengths in lanes are 1/2^bits texel: taps of small pixels need finer ones.
  static func bits(_ frame: CurlFrame, _ scale: SIMD2<Double>) -> Int32 {
    let pixel = SIMD2<Double>(frame.step) * scale
    return max(abs(pixel.x), abs(pixel.y)) < 0.6 ? 14 : 13
  }

  /// Largest extent of a group across and down, texels.
  static func reach(_ rows: Int, _ bits: Int32) -> SIMD2<Float> {
    bits == 14 ? SIMD2(1.95, 1.95) : SIMD2(2.95, Float(rows) - 1.05)
  }

  /// The share that means all of a tap; a larger share is limited to it.
  static let whole = 32764

  /// The factor that brings a size, at most `size`, just below 2^16.
  static func factor(_ size: Int16) -> Int16 { Int16(65535 / Float(size)) }

  /// 2^15 / size in 1/2^16, divided by that factor.
  static func inverse(_ size: Int16, _ factor: Int16) -> UInt16 {
    UInt16(min(2_147_483_648 / Float(Int32(size) * Int32(factor)), 65535))
  }
}
