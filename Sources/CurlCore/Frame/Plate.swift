/// The constants of one flat leaf on its way to the frame, in the precision of both renderers.
package struct Plate: Sendable, Equatable {
  /// What is painted on the side that is seen.
  package let ink: Ink
  package let isBack: Bool
  package let opacity: Float
  /// The page's size, the part of it that the plate is, and the radius of the page's corners.
  package let page: SIMD2<Float>
  package let low: SIMD2<Float>
  package let high: SIMD2<Float>
  package let cornerRadius: Float
  /// The way from the page plane to the page: rows of the inverse map.
  package let inverse: [SIMD4<Float>]
  /// Whether the map keeps squares upright squares of one size: a plate that is only moved.
  package let isMoved: Bool
  /// The seam as a · x + b · y − c, the distance beyond it in pixels that lie along its normal; half a
  /// pixel before it, everywhere, without one.
  package let seam: SIMD4<Float>
  /// What of it is there beyond the seam, 0…1; negative where it ends there.
  package let beyond: Float
  /// Output pixels that it may touch: from, and up to but not including.
  package let bounds: PixelBounds
  /// What is read of pages where a pixel is larger than theirs: as they are, and flipped across either
  /// axis, in the order of `Ink.Flip`; empty elsewhere.
  package let stores: [StoreGrid]

  /// The plate of a leaf; nil where it is seen from its edge, or not at all.
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
    let m = inverse.rows
    self.inverse = [0, 3, 6].map { i in SIMD4(Float(m[i]), Float(m[i + 1]), Float(m[i + 2]), 0) }
    seam = Self.seam(leaf.seam, scene.canvas)
    beyond = Float(leaf.seam?.beyond ?? -1)
    var moved = map.rows
    moved.replaceSubrange(2...2, with: [0])
    moved.replaceSubrange(5...5, with: [0])
    isMoved = moved == Projective.identity.rows
    stores = Self.stores(inverse, scene)
    let corners = Rectangle(origin: low, size: high - low).corners.map { map.column($0) }
    // What reaches the eye's level may be seen anywhere.
    guard corners.allSatisfy({ $0.w >= Self.nearest }) else {
      bounds = PixelBounds(scene.canvas)
      return
    }
    bounds = PixelBounds(scene.canvas, around: corners.map { SIMD2($0.x, $0.y) / $0.w })
    if bounds.isEmpty { return nil }
  }

  /// A page that lies in a place of its own is read by the canvas's pixels; one that moves, or is
  /// turned, by texels of which two are a pixel.
  private static func stores(_ inverse: Projective, _ scene: Scene) -> [StoreGrid] {
    guard scene.canvas.shrinks else { return [] }
    let size = SIMD2(Double(scene.page.width), Double(scene.page.height))
    let m = inverse.rows.map { $0 / inverse.rows[8] }
    // Page point of plane point q: direction · q + offset.
    let (direction, offset) = (SIMD2(m[0], m[4]), SIMD2(m[2], m[5]))
    let places = offset / size
    let isAtRest =
      m[1] == 0 && m[3] == 0 && m[6] == 0 && m[7] == 0
      && abs(direction.x) == 1 && abs(direction.y) == 1
      && abs(places.x - places.x.rounded()) < 1e-9 && abs(places.y - places.y.rounded()) < 1e-9
    guard isAtRest else {
      return Array(repeating: .bent(scene.page, on: scene.canvas), count: 3)
    }
    return [Ink.Flip.none, .across, .over].map { flip in
      var (direction, offset) = (direction, offset)
      if flip == .across { (direction.x, offset.x) = (-direction.x, size.x - offset.x) }
      if flip == .over { (direction.y, offset.y) = (-direction.y, size.y - offset.y) }
      return .flat(scene.page, on: scene.canvas.mapped(direction, offset))
    }
  }

  /// Divided by the extent of a pixel along the normal: exact for seams along the axes.
  private static func seam(_ seam: Seam?, _ canvas: Canvas) -> SIMD4<Float> {
    guard let seam else { return SIMD4(0, 0, 0.5, 0) }
    let n = seam.normal
    let along = n / (abs(n.x) * canvas.step.x + abs(n.y) * canvas.step.y)
    return SIMD4(Float(along.x), Float(along.y), Float((along * seam.point).sum()), 0)
  }

  /// The least third component that is drawn: a tenth of the way to the eye is left.
  package static let nearest = 0.1

  /// Whether it is a shade that lies on a page, and no page itself.
  package var isShade: Bool { ink.isShade }

  /// Whether it is a shade mixed in encoded values, which no linear blend can put over what lies below.
  package var isEncodedShade: Bool { isShade && ink.mixing == .encoded }

  /// Whether its tint is mixed in encoded values.
  package var hasEncodedTint: Bool { ink.mixing == .encoded && ink.tintAmount > 0 }

  /// The least share of a pixel on the plate's side of its seam that is drawn: the later leaf hides
  /// less.
  package static let leastRest: Float = 1.0 / 1024
}
