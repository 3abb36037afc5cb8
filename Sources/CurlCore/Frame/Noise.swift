/// Noise of less than half a step, added to a pixel's channels before they are rounded to 8 bits: with it,
/// slow gradients keep their means and show no bands.
///
/// An integer hash of the output pixel, the same for all its channels: the highest byte of a sum of
/// multiples of 1/ρ and 1/ρ² (ρ³ = ρ + 1) modulo 1, in 2⁻³². The sequence is that of M. Roberts (The
/// unreasonable effectiveness of quasirandom sequences, 2018); its spectrum has little power at the
/// low frequencies that the eye sees. Only opaque pixels get it: a premultiplied channel must not exceed
/// its alpha.
package struct Noise: Sendable, Equatable {
  /// Hash of pixel (0, 0), and its change from pixel to pixel and from row to row, modulo 2³².
  package let start, across, down: UInt32

  /// Rounding to the nearest value, without noise.
  package static let none = Noise(start: 1 << 31, across: 0, down: 0)
  /// The noise of frames.
  package static let frame = Noise(start: 0, across: 3_242_174_889, down: 2_447_445_414)
  /// The same noise elsewhere: that of luma, which is rounded after the frame is.
  package static let luma = Noise(start: 0x9E37_79B9, across: frame.across, down: frame.down)

  /// The hashes of a row from a pixel on.
  package struct Row: Sendable {
    package let start, step: UInt32

    /// The hash of the first pixel, and its change from pixel to pixel.
    package init(start: UInt32, step: UInt32) { (self.start, self.step) = (start, step) }

    /// Rounding to the nearest value.
    package static let none = Noise.none.row(0, from: 0)

    /// What is added to the value of pixel `i` before it is rounded down, 1/256 steps.
    @inline(__always)
    package func addend(_ i: Int) -> UInt32 {
      Noise.addend(start &+ UInt32(truncatingIfNeeded: i) &* step)
    }
  }

  /// The hashes of row `y` from pixel `x` on.
  package func row(_ y: Int, from x: Int) -> Row {
    let (x, y) = (UInt32(truncatingIfNeeded: x), UInt32(truncatingIfNeeded: y))
    return Row(start: start &+ x &* across &+ y &* down, step: across)
  }

  /// 24…231 of 256.
  ///
  /// What is exact apart from an eleventh of a step stays: a GPU's textures and powers have errors
  /// of that order.
  @inline(__always)
  private static func addend(_ hash: UInt32) -> UInt32 { 24 + (13 * (hash >> 24)) >> 4 }
}
