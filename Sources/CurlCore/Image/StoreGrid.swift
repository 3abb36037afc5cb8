/// Where the texels of a store lie on a page: texel i covers `origin + i · step` to
/// `origin + (i + 1) · step` along each axis, as far as that is on the page.
package struct StoreGrid: Sendable, Hashable {
  /// Page pixels of a texel across and down, 1 or more; 1 where the page isn't averaged.
  package let step: SIMD2<Double>
  /// Page point of the top-left corner of texel (0, 0).
  package let origin: SIMD2<Double>
  /// Texels across and down.
  package let width: Int
  package let height: Int
  /// Along which axes a texel is a pixel of the canvas.
  package let isPixel: SIMD2<Int8>

  private init(_ x: Axis, _ y: Axis) {
    step = SIMD2(x.step, y.step)
    origin = SIMD2(x.origin, y.origin)
    (width, height) = (x.count, y.count)
    isPixel = SIMD2(x.isPixel ? 1 : 0, y.isPixel ? 1 : 0)
  }

  /// The texels of what lies flat: those of the canvas where its pixels are larger than the page's.
  package static func flat(_ page: PageSize, on canvas: Canvas) -> StoreGrid {
    StoreGrid(
      .flat(page.width, canvas.origin.x, canvas.step.x, canvas.width),
      .flat(page.height, canvas.origin.y, canvas.step.y, canvas.height))
  }

  /// The texels of everything else: all of the page, two to a pixel of the canvas along an axis, but
  /// none smaller than a page pixel.
  package static func bent(_ page: PageSize, on canvas: Canvas) -> StoreGrid {
    StoreGrid(
      .bent(page.width, canvas.origin.x, canvas.step.x),
      .bent(page.height, canvas.origin.y, canvas.step.y))
  }

  /// Texels twice as large.
  func coarser(_ width: Int, _ height: Int) -> StoreGrid {
    StoreGrid(
      Axis(step: 2 * step.x, origin: origin.x, count: width),
      Axis(step: 2 * step.y, origin: origin.y, count: height))
  }

  /// One axis of a grid.
  private struct Axis {
    var step = 1.0
    var origin = 0.0
    var count: Int
    var isPixel = false

    /// `length` page pixels, seen by `pixels` of the canvas from `origin` on.
    static func flat(_ length: Int, _ origin: Double, _ step: Double, _ pixels: Int) -> Axis {
      guard step > shrinking else { return Axis(count: length) }
      // A sliver that rounding leaves of a pixel is none.
      let low = (-origin / step + slack).rounded(.down)
      let high = ((Double(length) - origin) / step - slack).rounded(.up)
      let first = min(max(low, 0), Double(pixels - 1))
      let last = min(max(high, first + 1), Double(pixels))
      return Axis(
        step: step, origin: origin + first * step, count: max(Int(last - first), 1), isPixel: true)
    }

    static func bent(_ length: Int, _ origin: Double, _ step: Double) -> Axis {
      let texel = step / 2
      guard texel > shrinking else { return Axis(count: length) }
      let low = (-origin / texel + slack).rounded(.down)
      let high = ((Double(length) - origin) / texel - slack).rounded(.up)
      return Axis(step: texel, origin: origin + low * texel, count: max(Int(high - low), 1))
    }

    private static let slack = 1e-6
  }

  /// Steps up to this one show a page pixel a pixel.
  fileprivate static let shrinking = 1 + 1e-9
}

extension Canvas {
  /// Whether a pixel is larger than a page pixel, on one axis at least.
  package var shrinks: Bool { max(step.x, step.y) > StoreGrid.shrinking }

  /// The canvas of a picture that is stretched over `width` × `height` pixels.
  package init(stretching size: PageSize, over width: Int, _ height: Int) {
    self.init(page: size, width: width, height: height, fit: .stretch)
  }
}
