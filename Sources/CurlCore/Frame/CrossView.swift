internal import Glibc

/// A camera in the fold's coordinates: distance from the fold line, and tau along the rulings.
package struct CrossView: Sendable, Equatable {
  /// w at the fold's point, along the normal and along the rulings; see `Camera+Projection`.
  package let offset: SIMD2<Double>
  package let nearness: Double

  package init(_ camera: Camera, _ fold: Fold) {
    let w = camera.offset - fold.point * camera.nearness
    offset = SIMD2((w * fold.normal).sum(), (w * fold.ruling).sum())
    nearness = camera.nearness
  }

  /// Distance from the fold line at which a ray touches the roll's outer half, on the page plane;
  /// `limit` if no ray does, as for an eye inside the roll.
  ///
  /// A ray through distance x passes the roll's axis at the distance (w · axis + x) / √(1 + w²). It
  /// touches the roll if that distance is the radius.
  package func silhouette(radius: Double, axis: Double, limit: Double) -> Double {
    guard nearness > 0 else {
      return radius * (1 + offset.x * offset.x).squareRoot() - axis * offset.x
    }
    // The touching ray's angle at the eye: the angle to the axis plus the roll's half-angle.
    let eye = SIMD2(offset.x / nearness, 1 / nearness)
    let toAxis = SIMD2(-eye.x, axis - eye.y)
    let distance = (toAxis * toAxis).sum().squareRoot()
    guard distance > radius else { return limit }
    let angle = atan2(toAxis.y, toAxis.x) + asin(radius / distance)
    let fall = -sin(angle)
    guard fall > 1e-9 else { return limit }
    return min(eye.x + eye.y * cos(angle) / fall, limit)
  }

  /// Component of w along the normal for rays through distance `x`.
  package func tilt(_ x: Double) -> Double { offset.x - x * nearness }

  /// Distance from the fold line, on the page plane, at which a point at distance x and height z is
  /// seen.
  package func project(_ x: Double, _ z: Double) -> Double {
    (x - z * offset.x) / (1 - z * nearness)
  }
}
