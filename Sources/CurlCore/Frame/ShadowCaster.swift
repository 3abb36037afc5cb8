/// The sheet as a shadow caster for the sky: the constants of the shadow's closed form.
///
/// In (arc length, tau) the page is a rotated rectangle, so its four extreme corners and one slope
/// describe its outline. The roll that casts the shadow is a circle of radius ρ, at least half of
/// the light's `shadowLift`. Its silhouette is where the sheet's silhouette is seen. It touches the
/// page straight below its axis.
package struct ShadowCaster: Sendable, Equatable {
  /// Whether any part of the sheet is lifted.
  package let isLifted: Bool
  /// Distance of the circle's axis from the fold line along the normal, page pixels, ≤ 0; 0 if the
  /// sheet itself is high enough.
  package let axisX: Float
  /// ρ times the scale of the shadow, page pixels.
  package let scaledRadius: Float
  /// Arc length at which the roll becomes the flap, and arc length per radian of the circle.
  package let rollLength: Float
  package let lengthPerRadian: Float
  /// Slope of the outline beyond its topmost corner: tau per arc length.
  package let slope: Float
  /// Corners of the outline in (arc length, tau): the corner with the largest tau, its opposite,
  /// the corner with the largest arc length, its opposite.
  package let topCorner: SIMD2<Float>
  package let bottomCorner: SIMD2<Float>
  package let farCorner: SIMD2<Float>
  package let nearCorner: SIMD2<Float>
  /// Distance from the axis, and height, of the sheet's point with the largest arc length.
  package let furthestPoint: SIMD2<Float>
  /// Arc length of that point: the far corner's arc length, reduced by the corner's rounding.
  package let furthestArc: Float
  /// Radius of the page's corners, and that radius divided by √(1 + slope²).
  package let corner: Float
  package let cornerShare: Float

  /// Distance from the fold line below which the front sees the whole sky: the lower of the sheet's
  /// edge and the axis, minus the length of the flap's longest shadow and 1 page pixel.
  package let frontLimit: Float

  /// The caster of a half-turn sheet; `shadowScale` 1 gives the shadow of the real radius.
  init(
    page: PageSize, cornerRadius: Double, fold: Fold, radius: Double, lift: Double,
    shadowScale: Double, key: KeyBeam
  ) {
    let rho = max(radius, lift / 2)
    let axisX = min(radius - rho, 0)
    let scaled = shadowScale * rho
    let length = Double.pi * radius - axisX
    let corners = page.corners.map {
      let p = $0 - fold.point
      return SIMD2((p * fold.normal).sum(), (p * fold.ruling).sum())
    }
    let n = fold.normal
    let (nx, ny) = (abs(n.x), abs(n.y))
    let steep = n.x * n.y > 0 ? ny / max(nx, 1e-30) : nx / max(ny, 1e-30)
    let slope = min(max(steep, 1e-4), 1e4)
    // For a heading along an axis, two corners are topmost; the choice must agree with the slope.
    let tie = slope > 1 ? 1e-6 : -1e-6
    let top = Self.largest(corners) { $0.y + tie * $0.x }
    let far = Self.largest(corners) { $0.x - tie * $0.y }
    let opposite = corners[0] + corners[2]
    let share = cornerRadius / (1 + slope * slope).squareRoot()
    let furthest = far.x - (1 + slope) * share + cornerRadius
    isLifted = furthest > 0 && rho > 0
    furthestArc = Float(furthest)
    corner = Float(cornerRadius)
    cornerShare = Float(share)
    self.axisX = Float(axisX)
    scaledRadius = Float(max(scaled, 1e-6))
    rollLength = Float(length)
    lengthPerRadian = Float(max(length / .pi, 1e-9))
    self.slope = Float(slope)
    topCorner = SIMD2<Float>(top)
    bottomCorner = SIMD2<Float>(opposite - top)
    farCorner = SIMD2<Float>(far)
    nearCorner = SIMD2<Float>(opposite - far)
    let flap = Profile.halfTurn(radius: scaled).place(
      min(max(furthest, 0) / max(length, 1e-9), 1) * .pi * scaled)
    let tip = flap.x - max(furthest - length, 0)
    furthestPoint = SIMD2(Float(tip), Float(flap.z))
    let fall = key.share > 0 ? max(12 / 5, key.fall()) : 12 / 5
    frontLimit = Float(axisX + min(tip, 0) - 2 * scaled * fall - 1)
  }

  private static func largest(
    _ corners: [SIMD2<Double>], by value: (SIMD2<Double>) -> Double
  ) -> SIMD2<Double> {
    corners.max { value($0) < value($1) } ?? .zero
  }
}
