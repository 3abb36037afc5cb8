/// A picture as it was given and as filters read it.
///
/// What filters read is made when the first of them asks, once, from whichever thread. A class, so
/// that a renderer can tell by identity what it has uploaded already.
package final class PreparedPicture: Sendable {
  package let pixmap: Pixmap
  /// Whether every pixel's alpha is at its maximum.
  package let isOpaque: Bool
  // Stored here, for what filters read of each texel isn't retained and looked up then.

  /// The bytes of an opaque picture of 8 bits; none of others.
  package let opaqueBytes: [UInt8]
  /// Linear light of such bytes.
  package let opaqueLight = Decoder.opaque8
  private let integers = Once<LinearPage16>()
  private let sums = Once<AlphaSums>()

  /// A picture for any number of frames.
  package init(_ pixmap: Pixmap) {
    self.pixmap = pixmap
    isOpaque = pixmap.isOpaque
    linear = LinearImage(pixmap)
    if isOpaque, case .rgba8(let bytes) = pixmap.storage {
      opaqueBytes = bytes
    } else {
      opaqueBytes = []
    }
  }

  /// The picture in linear light, with halved levels: 16 bytes a pixel at full size, a quarter of that
  /// a level; each is made when it is asked for.
  package let linear: LinearImage

  /// The picture at full size in linear light, 8 bytes a pixel: of an opaque one of 8 bits whole
  /// numbers, of others halves.
  package var linear16: LinearPage16 {
    integers.value { (isOpaque ? LinearPage16(opaque: pixmap) : nil) ?? linear.halves }
  }

  /// Sums of its alpha for light through a translucent sheet, 16/3 bytes a pixel.
  package var alphaSums: AlphaSums { sums.value { AlphaSums(pixmap, linear) } }

  /// The finest level that the CPU path reads where a frame pixel is `step` page pixels, the smaller side: a
  /// pixel has 32 taps along a side at the most.
  package static func finestLevel(at step: Float) -> Int {
    Int(min(max(step / 32, 1), Float(1 << LinearImage.coarsest)).exponent)
  }

  /// Bytes that a frame may still have made of it, which shows `step` page pixels a pixel; on a GPU all
  /// of its levels, else what filters read at that size, two finer levels included: bent paper shows
  /// less of a page to a tap.
  ///
  /// Frames of 16 bits, `isDeep`, are made of floats.
  package func bytesToMake(
    at step: SIMD2<Double>, forGPU: Bool = false, isDeep: Bool = false
  ) -> Int {
    let pixels = Double(pixmap.width) * Double(pixmap.height)
    let finest = forGPU ? 0 : Self.finestLevel(at: Float(min(step.x, step.y)))
    // The finest level of floats that is made.
    let first =
      forGPU || isDeep || finest > 0 ? LinearImage.firstMade(for: finest) : 1
    var bytes = 0.0
    if !linear.has(max(finest, first)) {
      bytes += 64.0 / 3 / Double(1 << (2 * first)) * pixels
    }
    if first == 1 && finest == 0 && !hasLinear16 { bytes += 8 * pixels }
    if !forGPU && !isOpaque && sums.value == nil { bytes += 16.0 / 3 * pixels }
    return Int(bytes)
  }

  /// Whether anybody has asked for that.
  package var hasLinear16: Bool { integers.value != nil }
}
