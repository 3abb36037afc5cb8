internal import Glibc

/// The key light in the fold's coordinates.
package struct KeyBeam: Sendable, Equatable {
  /// Share of all light, 0…1.
  package let share: Float
  /// Half of the light's angular diameter, radians.
  package let halfAngle: Float
  /// Unit vector towards the light: along the fold's normal, along the rulings, up.
  package let direction: SIMD3<Float>
  /// Length of the direction's projection onto the cross-section.
  package let across: Float

  init(_ light: KeyLight, _ fold: Fold) {
    let d = light.direction
    let flat = SIMD2(d.x, d.y)
    share = Float(light.share)
    halfAngle = Float(light.size / 2 * .pi / 180)
    let (x, y) = ((flat * fold.normal).sum(), (flat * fold.ruling).sum())
    direction = SIMD3(Float(x), Float(y), Float(d.z))
    across = Float((x * x + d.z * d.z).squareRoot())
  }

  /// Length of the longest shadow that a point at height 1 casts against the fold's normal, over
  /// all parts of the light's disc.
  func fall() -> Double {
    let angle = atan2(Double(direction.z), Double(direction.x))
    let spread = asin(min(Double(halfAngle / across), 0.95))
    let low = max(angle - spread, 0.02)
    return max(cos(low) / sin(low), 0)
  }
}
