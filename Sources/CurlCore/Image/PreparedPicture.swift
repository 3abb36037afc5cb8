/// A picture, and its forms for filters.
///
/// Each form is made once, on first use, by any thread. A class, so that a renderer recognises
/// uploaded pictures by identity.
package final class PreparedPicture: Sendable {
  package let pixmap: Pixmap
  /// Whether every pixel's alpha is at its maximum.
  package let isOpaque: Bool
  // Stored properties, so that reading a texel needs no retain and no lookup.

  /// The bytes of an opaque picture of 8 bits; empty for others.
  package let opaqueBytes: [UInt8]
  /// Linear light of those bytes.
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

  /// The picture in linear light with mipmap levels, made on first use: 16 bytes per pixel at full
  /// size, a quarter of that for each further level.
  package let linear: LinearImage

  /// The picture in linear light as integers, 8 bytes per pixel; nil unless it is opaque and has 8
  /// bits.
  package var linear16: LinearPage16? {
    integers.value { isOpaque ? LinearPage16(opaque: pixmap) : nil }
  }

  /// Bytes that a frame with `step` page pixels per pixel may still have to make: all levels on a
  /// GPU, else those that filters read at that size, including two finer levels for bent paper.
  package func bytesToMake(at step: SIMD2<Double>, forGPU: Bool = false) -> Int {
    let pixels = Double(pixmap.width) * Double(pixmap.height)
    let coarse = min(max(min(step.x, step.y) / 32, 1), Double(1 << LinearImage.coarsest))
    let finest = forGPU ? 0 : Int(coarse.binade.exponent)
    var bytes = 0.0
    if !linear.has(finest) {
      let area = Double(1 << (2 * finest))
      // The CPU path makes no full size of opaque bytes.
      bytes += (forGPU || finest > 0 || opaqueBytes.isEmpty ? 64.0 / 3 : 16.0 / 3) / area * pixels
    }
    if !forGPU && !opaqueBytes.isEmpty && finest == 0 && !hasLinear16 { bytes += 8 * pixels }
    return Int(bytes)
  }

  /// Whether `linear16` has been made.
  package var hasLinear16: Bool { integers.value != nil }
}
