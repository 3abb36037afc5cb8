internal import Synchronization

/// A picture, and the data derived from it for filters.
///
/// Derived data is made once, at its first use, by any thread. `PreparedPicture` is a class so that
/// a renderer can recognise by identity a picture that it has already uploaded.
package final class PreparedPicture: Sendable {
  private let source: PictureSource
  /// Where the texels lie on the page.
  package let grid: StoreGrid
  /// The format of the page.
  package let format: Pixmap.Format
  /// Whether every pixel's alpha is at its maximum.
  package let isOpaque: Bool
  // Stored here, so that filters neither retain nor look up these tables for each texel.

  /// The bytes of an opaque 8-bit picture; empty for other pictures.
  package let opaqueBytes: [UInt8]
  /// Linear light of each byte value 0…255 of an opaque picture.
  package let opaqueLight = SRGBTables.opaqueLight
  private let storedLinear16 = Once<LinearLevel16>()
  private let sums = Once<AlphaSums>()
  private let ownPaper = Once<Colour>()
  private let scaled = Mutex<[(place: Place, bands: ScaledBands)]>([])
  /// Stores of the page, the latest last.
  private let stores: Mutex<[PreparedPicture]>

  /// Largest number of stores that are kept: those of a page on both sides of a spread, for two
  /// canvases.
  private static let mostStores = 4

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

  /// A picture for any number of frames; `paper` is its page's, if that is known.
  package init(_ pixmap: Pixmap, paper: Colour? = nil) {
    source = .pixmap(pixmap)
    grid = StoreGrid(page: pixmap.width, pixmap.height)
    format = pixmap.format
    isOpaque = pixmap.isOpaque
    stores = Mutex([])
    rows = RowDecoder(source)
    linear = LinearImage(rows)
    if let paper { ownPaper.store(paper) }
    if isOpaque, case .rgba8(let bytes) = pixmap.storage {
      opaqueBytes = bytes
    } else {
      opaqueBytes = []
    }
  }

  /// A store of a page.
  private init(_ page: PreparedPicture, _ grid: StoreGrid) {
    self.grid = grid
    (format, isOpaque) = (page.format, page.isOpaque)
    var texels = Rows16(width: grid.width, height: grid.height, isFixedPoint: page.isOpaque)
    AreaMeans(page.rows, store: grid).forEachRow(of: 0..<grid.height) { texels.append($0) }
    let level = texels.level
    source = .store(level)
    stores = Mutex([])
    storedLinear16.store(level)
    rows = RowDecoder(source)
    linear = LinearImage(rows)
    opaqueBytes = []
  }

  /// A page without its pixels, for frames of one canvas: its stores alone.
  ///
  /// Nil if the page has no stores for the canvas.
  package init?(storesOf page: PreparedPicture, for canvas: Canvas) {
    let step = page.stored(for: canvas).grid.step
    let stores = page.stores.withLock { $0.filter { $0.grid.step == step } }
    if stores.isEmpty { return nil }
    source = .released(width: page.grid.width, height: page.grid.height)
    grid = page.grid
    (format, isOpaque) = (page.format, page.isOpaque)
    rows = RowDecoder(source)
    linear = LinearImage(rows)
    opaqueBytes = []
    self.stores = Mutex(stores)
    ownPaper.store(page.paper)
  }

  /// The page's pixels; only of a picture that has them.
  package var pixmap: Pixmap {
    guard case .pixmap(let pixmap) = source else {
      preconditionFailure("neither a store nor what is left of a page has pixels")
    }
    return pixmap
  }

  /// The colour of the page's paper, as its margins show it; photographic paper for a picture that
  /// bleeds on all sides.
  package var paper: Colour { ownPaper.value { PaperMargins(pixmap).paper ?? .printPaper } }

  /// The texels of each row.
  package let rows: RowDecoder

  /// The picture as frames of a canvas read it, if its page lies at `place` on the plane.
  package func stored(for canvas: Canvas, at place: SIMD2<Double> = .zero) -> PreparedPicture {
    // Frames know their canvas in floats.
    let origin = SIMD2<Double>(SIMD2<Float>(canvas.origin))
    return stored(at: origin - place, step: SIMD2<Double>(SIMD2<Float>(canvas.step)))
  }

  /// The picture as frames of a scale read it: itself, or its store.
  ///
  /// - Parameters:
  ///   - origin: a page point at a corner of an output pixel.
  ///   - step: page pixels per output pixel.
  /// - Returns: this picture where pixels are small, else the store, made at its first use.
  package func stored(at origin: SIMD2<Double>, step: SIMD2<Double>) -> PreparedPicture {
    if case .store = source { return self }
    let wanted = StoreGrid(page: grid.width, grid.height, at: origin, step: step)
    if case .released = source {
      // Another phase, if need be: what lies flat is half a texel off at most.
      return stores.withLock { stores in
        stores.first { $0.grid == wanted } ?? stores.last { $0.grid.step == wanted?.step }
          ?? stores[stores.count - 1]
      }
    }
    guard let grid = wanted else { return self }
    // While one thread makes a store, others wait for it.
    return stores.withLock { stores in
      if let number = stores.firstIndex(where: { $0.grid == grid }) {
        let found = stores.remove(at: number)
        stores.append(found)
        return found
      }
      let made = PreparedPicture(self, grid)
      if stores.count == Self.mostStores { stores.removeFirst() }
      stores.append(made)
      return made
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
  package var alphaSums: AlphaSums { sums.value { AlphaSums(source, linear) } }

  /// The picture's bytes on a canvas; cached for the two latest places, one on each side of a spread.
  package func bands(at place: Place) -> ScaledBands {
    scaled.withLock { scaled in
      if let known = scaled.first(where: { $0.place == place }) { return known.bands }
      let bands = ScaledBands(height: place.height)
      if scaled.count == 2 { scaled.removeFirst() }
      scaled.append((place, bands))
      return bands
    }
  }

  /// Bytes of a store for a canvas; 0 if the page is read as it is.
  package func bytesOfStore(for canvas: Canvas) -> Int {
    let grid = StoreGrid(page: grid.width, grid.height, at: canvas.origin, step: canvas.step)
    return grid.map { 8 * ($0.width + 5) * ($0.height + 4) } ?? 0
  }

  /// Bytes of derived data that a frame may still have to make of what ``stored(at:step:)`` returns.
  ///
  /// A GPU needs all levels, as floats. The CPU path needs floats for frames with 16 bits a
  /// channel, `isDeep`, and for coarser levels of opaque pictures; otherwise 16 bits.
  package func bytesToMake(
    at origin: SIMD2<Double>, step: SIMD2<Double>, forGPU: Bool = false, isDeep: Bool = false
  ) -> Int {
    if case .released = source {
      return stored(at: origin, step: step).bytesToMake(forGPU: forGPU, isDeep: isDeep)
    }
    guard let grid = StoreGrid(page: grid.width, grid.height, at: origin, step: step) else {
      return bytesToMake(forGPU: forGPU, isDeep: isDeep)
    }
    let made = stores.withLock { $0.first { $0.grid == grid } }
    if let made { return made.bytesToMake(forGPU: forGPU, isDeep: isDeep) }
    let texels = Double((grid.width + 5) * (grid.height + 4))
    let levels = forGPU || isDeep ? 64.0 / 3 : isOpaque ? 16.0 / 3 : 32.0 / 3
    return Int((8 + levels + (isOpaque || forGPU ? 0 : 8)) * texels)
  }

  /// The same for a picture that is read as it is.
  private func bytesToMake(forGPU: Bool, isDeep: Bool) -> Int {
    let pixels = Double(grid.width) * Double(grid.height)
    var bytes = 0.0
    if forGPU || isDeep {
      if !linear.has(0) { bytes += 64.0 / 3 * pixels }
    } else if !isOpaque {
      if !linear.hasHalves(0) { bytes += 32.0 / 3 * pixels }
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
