/// Where a picture's texels lie on its page.
///
/// A page whose pixels are smaller than half of the output's is read from a store: its means in
/// linear light over texels of half an output pixel. Along an axis where output pixels are at most
/// two page pixels wide, texels are the page's pixels.
package struct StoreGrid: Sendable, Hashable {
  /// Texels across and down.
  package let width: Int
  package let height: Int
  /// Page point of the first texel's top-left corner; at most 0.
  package let origin: SIMD2<Double>
  /// Page pixels per texel; at least 1.
  package let step: SIMD2<Double>
  /// Size of the page.
  package let page: SIMD2<Double>

  /// The texels of a page that is read as it is.
  package init(page width: Int, _ height: Int) {
    (self.width, self.height) = (width, height)
    (origin, step) = (.zero, SIMD2(1, 1))
    page = SIMD2(Double(width), Double(height))
  }

  /// The texels of a page of `width` × `height` pixels on a canvas; nil if it is read as it is.
  ///
  /// `origin` is a page point at a corner of an output pixel, `step` page pixels per output pixel.
  package init?(
    page width: Int, _ height: Int, at origin: SIMD2<Double>, step: SIMD2<Double>
  ) {
    guard Self.isStored(at: step) else { return nil }
    let across = Self.axis(width, origin.x, step.x)
    let down = Self.axis(height, origin.y, step.y)
    (self.width, self.height) = (across.count, down.count)
    self.origin = SIMD2(across.first, down.first)
    self.step = SIMD2(across.texel, down.texel)
    page = SIMD2(Double(width), Double(height))
  }

  /// Whether pages are read from stores where output pixels are `step` page pixels large.
  package static func isStored(at step: SIMD2<Double>) -> Bool { max(step.x, step.y) > 2 }

  /// The number of texels along an axis, the first one's start and their length.
  private static func axis(_ length: Int, _ origin: Double, _ step: Double)
    -> (count: Int, first: Double, texel: Double)
  {
    guard step > 2 else { return (length, 0, 1) }
    let texel = step / 2
    // A sliver of a texel that only rounding makes isn't one.
    let sliver = 1e-3
    var before = (origin / texel).rounded(.up) - origin / texel
    if before > 1 - sliver { before = 0 }
    let end = Double(length) / texel + before
    let count = max(Int((end - sliver).rounded(.up)), 1)
    return (count, -before * texel, texel)
  }

  /// Whether texels are the page's pixels.
  package var isPage: Bool { step == SIMD2(1, 1) }

  /// Texels per page pixel, and the texel at page point (0, 0).
  package var scale: SIMD2<Double> { 1 / step }
  package var offset: SIMD2<Double> { -origin / step }

  /// The end of the page, texels; it starts at `offset`.
  package var end: SIMD2<Double> {
    pointwiseMin((page - origin) / step, SIMD2(Double(width), Double(height)))
  }
}
