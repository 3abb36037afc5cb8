internal import Glibc

/// A camera in the fold's frame: distance from the fold line and place along the rulings.
package struct CrossView: Sendable, Equatable {
  /// w at the fold's point, along the normal and along the rulings; see `Camera+Projection`.
  package let offset: SIMD2<Double>
  package let nearness: Double

  package init(_ camera: Camera, _ fold: Fold) {
    let w = camera.offset - fold.point * camera.nearness
    offset = SIMD2((w * fold.normal).sum(), (w * fold.ruling).sum())
    nearness = camera.nearness
  }

  /// Distance from the fold line of the ray that touches the roll's outer half; `limit` if there is
  /// none, as for an eye inside the roll.
  ///
  /// A ray through distance x passes the roll's axis at c = w · axis + x, times √(1 + w²), and
  /// touches the roll if that is the radius.
  package func silhouette(radius: Double, axis: Double, limit: Double) -> Double {
    guard nearness > 0 else {
      return radius * (1 + offset.x * offset.x).squareRoot() - axis * offset.x
    }
    // At the eye: the angle to the axis and the half-angle of the roll.
    let eye = SIMD2(offset.x / nearness, 1 / nearness)
    let toAxis = SIMD2(-eye.x, axis - eye.y)
    let distance = (toAxis * toAxis).sum().squareRoot()
    guard distance > radius else { return limit }
    let angle = atan2(toAxis.y, toAxis.x) + asin(radius / distance)
    let fall = -sin(angle)
    guard fall > 1e-9 else { return limit }
    return min(eye.x + eye.y * cos(angle) / fall, limit)
  }

  /// w along the normal for rays through distance x.
  package func tilt(_ x: Double) -> Double { offset.x - x * nearness }

  /// Distance from the fold line at which a point at distance x and height z is seen.
  package func project(_ x: Double, _ z: Double) -> Double {
    (x - z * offset.x) / (1 - z * nearness)
  }
}
