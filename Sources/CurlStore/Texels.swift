package import CurlCore

/// What filters read of a picture: its own pixels, or a store of it.
package struct Texels: Sendable {
  package let picture: PreparedPicture
  /// Nil where the picture's own pixels are read.
  package let store: LinearPage16?
  /// Whether every pixel's alpha is at its maximum.
  package let isOpaque: Bool
  /// The page point p lies at p · scale + offset texels.
  package let scale: SIMD2<Float>
  package let offset: SIMD2<Float>
  /// Where the page, or what there is of it, ends, texels.
  package let low: SIMD2<Float>
  package let high: SIMD2<Float>
  /// Parts of a texel to which a box's ends are rounded; 0 where they aren't.
  ///
  /// What is read by the canvas's pixels is whole texels, which the rounding of page points must not
  /// mix.
  package let parts: SIMD2<Float>

  /// The picture's own pixels.
  package init(_ picture: PreparedPicture) {
    self.picture = picture
    store = nil
    isOpaque = picture.isOpaque
    (scale, offset, low, parts) = (SIMD2(1, 1), .zero, .zero, .zero)
    high = SIMD2(Float(picture.size.width), Float(picture.size.height))
  }

  /// A picture by the texels of a grid, which are made now where they aren't there; nil for its own
  /// pixels.
  package init(_ picture: PreparedPicture, _ grid: StoreGrid?) {
    guard let grid else {
      self.init(picture)
      return
    }
    self.init(picture, picture.store(grid))
  }

  private init(_ picture: PreparedPicture, _ store: LinearPage16) {
    let size = SIMD2(Double(picture.size.width), Double(picture.size.height))
    let texels = SIMD2(Double(store.width), Double(store.height))
    self.picture = picture
    self.store = store
    isOpaque = picture.isOpaque
    scale = SIMD2<Float>(store.scale)
    offset = SIMD2<Float>(store.offset)
    let end = size * store.scale + store.offset
    var low = pointwiseMax(store.offset, .zero)
    var high = pointwiseMin(end, texels)
    var parts = SIMD2<Float>.zero
    for axis in 0..<2 where store.grid.isPixel[axis] == 1 {
      (low[axis], high[axis], parts[axis]) = (0, texels[axis], 16)
    }
    (self.low, self.high, self.parts) = (SIMD2<Float>(low), SIMD2<Float>(high), parts)
  }
}

extension PreparedPicture {
  /// The store of a grid, made where it isn't there.
  package func store(_ grid: StoreGrid) -> LinearPage16 {
    store(grid) { StoreMaker(pixmap, grid).store() }
  }

  /// Makes the stores that frames on a canvas read of a page that lies flat in some places, and else
  /// moves or bends, or doesn't.
  package func makeStores(for canvas: Canvas, at places: [SIMD2<Double>], bends: Bool = true) {
    guard canvas.shrinks else { return }
    for place in places { _ = store(.flat(size, on: canvas.mapped(SIMD2(1, 1), -place))) }
    if bends { _ = store(.bent(size, on: canvas)) }
  }
}

extension LinearPage16 {
  /// The texels as floats, without what is repeated.
  package var floats: [SIMD4<Float>] {
    var floats: [SIMD4<Float>] = []
    floats.reserveCapacity(width * height)
    for y in 0..<height {
      for texel in texels[y * stride..<y * stride + width] {
        let channels = SIMD4(texel, texel >> 16, texel >> 32, texel >> 48) & 0xFFFF
        floats.append(SIMD4<Float>(channels) * (1 / Float(Self.whole)))
      }
    }
    return floats
  }
}
