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
  private let integers = Once<LinearPage16?>()

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

  /// The picture in linear light as integers, 8 bytes a pixel; nil where it isn't an opaque one of 8
  /// bits.
  package var linear16: LinearPage16? {
    integers.value { isOpaque ? LinearPage16(opaque: pixmap) : nil }
  }

  /// Bytes that a frame may still have made of it, which shows `step` page pixels a pixel; on a GPU all
  /// of its levels, else what filters read at that size, two finer levels included: bent paper shows
  /// less of a page to a tap.
  package func bytesToMake(at step: SIMD2<Double>, forGPU: Bool = false) -> Int {
    let pixels = Double(pixmap.width) * Double(pixmap.height)
    let coarse = min(max(min(step.x, step.y) / 32, 1), Double(1 << LinearImage.coarsest))
    let finest = forGPU ? 0 : Int(coarse.binade.exponent)
    var bytes = 0.0
    if !linear.has(finest) {
      let area = Double(1 << (2 * finest))
      // Of opaque bytes the CPU path makes no full size.
      bytes += (forGPU || finest > 0 || opaqueBytes.isEmpty ? 64.0 / 3 : 16.0 / 3) / area * pixels
    }
    if !forGPU && !opaqueBytes.isEmpty && finest == 0 && !hasLinear16 { bytes += 8 * pixels }
    return Int(bytes)
  }

  /// Whether anybody has asked for that.
  package var hasLinear16: Bool { integers.value != nil }
}
