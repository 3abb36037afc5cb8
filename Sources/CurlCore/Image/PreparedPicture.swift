/// A picture, and the data derived from it for filters.
///
/// Derived data is made once, at its first use, by any thread. `PreparedPicture` is a class so that
/// a renderer can recognise by identity a picture that it has already uploaded.
package final class PreparedPicture: Sendable {
  package let pixmap: Pixmap
  /// Whether every pixel's alpha is at its maximum.
  package let isOpaque: Bool
  // Stored here, so that filters neither retain nor look up these tables for each texel.

  /// The bytes of an opaque 8-bit picture; empty for other pictures.
  package let opaqueBytes: [UInt8]
  /// Linear light of each byte value 0…255 of an opaque picture.
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

  /// The picture in linear light, with mipmap levels that are made at their first use.
  ///
  /// Full size takes 16 bytes a pixel, each further level a quarter of the level before.
  package let linear: LinearImage

  /// The picture at full size in linear light, 8 bytes a pixel: of an opaque one of 8 bits whole
  /// numbers, of others halves.
  package var linear16: LinearPage16 {
    integers.value { (isOpaque ? LinearPage16(opaque: pixmap) : nil) ?? linear.halves }
  }

  /// Sums of its alpha for light through a translucent sheet, 16/3 bytes a pixel.
  package var alphaSums: AlphaSums { sums.value { AlphaSums(pixmap, linear) } }

  /// The finest level that the CPU path reads; `step` is the smaller side of a frame pixel in page
  /// pixels.
  ///
  /// A pixel has at most 32 taps along a side.
  package static func finestLevel(at step: Float) -> Int {
    Int(min(max(step / 32, 1), Float(1 << LinearImage.coarsest)).exponent)
  }

  /// Bytes of derived data that a frame may still have to make; `step` is a frame pixel's size in
  /// page pixels.
  ///
  /// A GPU needs all levels. The CPU path needs the levels from ``finestLevel(at:)`` on. Frames
  /// with 16 bits a channel, `isDeep`, read floats at full size; other frames of opaque bytes read
  /// ``linear16`` instead.
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
    if first == 1 && finest == 0 && !isLinear16Cached { bytes += 8 * pixels }
    if !forGPU && !isOpaque && sums.value == nil { bytes += 16.0 / 3 * pixels }
    return Int(bytes)
  }

  /// Whether ``linear16`` has been used, so that it is cached.
  package var isLinear16Cached: Bool { integers.value != nil }
}
