internal import Synchronization

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
  package let opaqueLight = SRGBTables.opaqueLight
  private let storedLinear16 = Once<LinearLevel16>()
  private let sums = Once<AlphaSums>()
  private let scaled = Mutex<(place: Place, bands: ScaledBands)?>(nil)

  /// Position and scale of a picture on a canvas.
  package struct Place: Sendable, Equatable {
    let width: Int
    let height: Int
    let origin: SIMD2<Float>
    let step: SIMD2<Float>

    package init(width: Int, height: Int, origin: SIMD2<Float>, step: SIMD2<Float>) {
      (self.width, self.height) = (width, height)
      (self.origin, self.step) = (origin, step)
    }
  }

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

  /// The picture at full size in linear light, 8 bytes a pixel: of an opaque one of 8 bits fixed
  /// point, of others halves.
  package var linear16: LinearLevel16 {
    storedLinear16.value { (isOpaque ? LinearLevel16(opaque: pixmap) : nil) ?? linear.halves(0) }
  }

  /// Sums of its alpha for light through a translucent sheet, 16/3 bytes a pixel.
  package var alphaSums: AlphaSums { sums.value { AlphaSums(pixmap, linear) } }

  /// The picture's bytes on a canvas; cached for the latest place.
  package func bands(at place: Place) -> ScaledBands {
    scaled.withLock { scaled in
      if let scaled, scaled.place == place { return scaled.bands }
      let bands = ScaledBands(height: place.height)
      scaled = (place, bands)
      return bands
    }
  }

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
  /// A GPU needs all levels, as floats. The CPU path needs the levels from ``finestLevel(at:)`` on:
  /// as floats for frames with 16 bits a channel, `isDeep`, and for coarser levels of opaque
  /// pictures; otherwise in 16 bits.
  package func bytesToMake(
    at step: SIMD2<Double>, forGPU: Bool = false, isDeep: Bool = false
  ) -> Int {
    let pixels = Double(pixmap.width) * Double(pixmap.height)
    let finest = forGPU ? 0 : Self.finestLevel(at: Float(min(step.x, step.y)))
    // Texels of the finest level that is made; coarser ones add a third.
    let area = pixels / Double(1 << (2 * LinearImage.firstMade(for: finest)))
    var bytes = 0.0
    if forGPU || isDeep {
      if !linear.has(finest) { bytes += 64.0 / 3 * area }
    } else if !isOpaque {
      if !linear.hasHalves(finest) { bytes += 32.0 / 3 * area }
    } else if finest > 0 {
      if !linear.has(finest) { bytes += 64.0 / 3 * area }
    } else {
      // Whole numbers, or halves of 16 bits, and the levels as floats.
      if !isLinear16Cached { bytes += (opaqueBytes.isEmpty ? 32.0 / 3 : 8) * pixels }
      if !linear.has(1) { bytes += 16.0 / 3 * pixels }
    }
    if !forGPU && !isOpaque && sums.value == nil {
      // Sums of coarser levels are made of halves, which other frames have already.
      bytes += (16.0 / 3 + (isDeep && !linear.hasHalves(1) ? 8.0 / 3 : 0)) * pixels
    }
    return Int(bytes)
  }

  /// Whether ``linear16`` has been used, so that it is cached.
  package var isLinear16Cached: Bool { storedLinear16.value != nil }
}

/// A picture at another size in bands of rows, each made by the first thread that needs it.
package final class ScaledBands: Sendable {
  /// Rows of a band.
  package static let rows = 64
  private let bands: [Once<[UInt8]>]

  init(height: Int) {
    bands = (0..<(height + Self.rows - 1) / Self.rows).map { _ in Once() }
  }

  /// The bytes of band `number`.
  package func band(_ number: Int, _ make: () -> [UInt8]) -> [UInt8] { bands[number].value(make) }
}
