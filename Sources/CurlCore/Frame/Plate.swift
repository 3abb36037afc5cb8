/// The constants of a flat leaf, in the renderers' precision.
package struct Plate: Sendable, Equatable {
  /// Paint of the visible side.
  package let ink: Ink
  package let isBack: Bool
  package let opacity: Float
  /// Size of the page, the corners of the plate's part of it, and the page's corner radius, page
  /// pixels.
  package let page: SIMD2<Float>
  package let low: SIMD2<Float>
  package let high: SIMD2<Float>
  package let cornerRadius: Float
  /// Rows of the map from the page plane to the page.
  package let inverse: [SIMD4<Float>]
  /// Whether the map is a pure translation.
  package let isTranslation: Bool
  /// The seam as (a, b, c): a · x + b · y − c is the distance beyond the seam along its normal, in
  /// output pixels; without a seam it is −0.5 everywhere.
  package let seam: SIMD4<Float>
  /// Opacity beyond the seam, 0…1; negative if the plate ends there.
  package let beyond: Float
  /// Output pixels that the plate may touch, half-open.
  package let bounds: PixelBounds

  /// The plate of a leaf; nil if the leaf is invisible or seen edge-on.
  package init?(_ leaf: Leaf, _ map: Projective, cornerRadius: Double, scene: Scene) {
    guard leaf.opacity > 0, let inverse = map.inverse else { return nil }
    let page = Rectangle(scene.page)
    let clip = leaf.clip ?? page
    let low = pointwiseMax(clip.origin, page.origin)
    let high = pointwiseMin(clip.end, page.end)
    guard low.x < high.x, low.y < high.y else { return nil }
    isBack = map.determinant < 0
    ink = Ink(leaf, isBack: isBack)
    opacity = Float(leaf.opacity)
    self.page = SIMD2<Float>(page.size)
    self.low = SIMD2<Float>(low)
    self.high = SIMD2<Float>(high)
    self.cornerRadius = Float(cornerRadius)
    let m = inverse.rows.map { Float($0) }
    self.inverse = [0, 3, 6].map { i in SIMD4<Float>(m[i], m[i + 1], m[i + 2], 0) }
    seam = Self.seam(leaf.seam, scene.canvas)
    beyond = Float(leaf.seam?.beyond ?? -1)
    var translation = map.rows
    translation.replaceSubrange(2...2, with: [0])
    translation.replaceSubrange(5...5, with: [0])
    isTranslation = translation == Projective.identity.rows
    let corners = Rectangle(origin: low, size: high - low).corners.map { map.column($0) }
    // A point near the eye's height may be seen anywhere.
    guard corners.allSatisfy({ $0.w >= Self.leastW }) else {
      bounds = PixelBounds(scene.canvas)
      return
    }
    bounds = PixelBounds(scene.canvas, around: corners.map { SIMD2($0.x, $0.y) / $0.w })
    if bounds.isEmpty { return nil }
  }

  /// The seam divided by a pixel's extent along the normal; exact for seams along the axes.
  private static func seam(_ seam: Seam?, _ canvas: Canvas) -> SIMD4<Float> {
    guard let seam else { return SIMD4(0, 0, 0.5, 0) }
    let n = seam.normal
    let along = n / (abs(n.x) * canvas.step.x + abs(n.y) * canvas.step.y)
    return SIMD4(Float(along.x), Float(along.y), Float((along * seam.point).sum()), 0)
  }

  /// Smallest third component w drawn: a tenth of the distance to the eye.
  package static let leastW = 0.1

  /// Whether the plate is a shade on a page, rather than a page.
  package var isShade: Bool { ink.isShade }

  /// Whether the plate is a shade mixed in encoded values, which no linear blend can draw.
  package var isEncodedShade: Bool { isShade && ink.mixing == .encoded }

  /// Whether the plate's tint is mixed in encoded values.
  package var hasEncodedTint: Bool { ink.mixing == .encoded && ink.tintAmount > 0 }

  /// Smallest share of a pixel, on the plate's side of its seam, that is drawn; the later leaf
  /// hides a smaller share.
  package static let leastRest: Float = 1.0 / 1024
  /// Share of a footprint's extent by which it reaches from its centre: half, less rounding errors,
  /// so that a leaf doesn't touch the row of pixels beyond its edge.
  package static let reach: Float = 0.5 - 1.0 / 4096
}
