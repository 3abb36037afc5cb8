internal import Glibc

/// A camera in the fold's own frame: distance from the fold line and place along the rulings.
package struct CrossView: Sendable, Equatable {
  /// w at the fold's point, see `Camera+Projection`: along the normal and along the rulings.
  package let offset: SIMD2<Double>
  package let nearness: Double

  package init(_ camera: Camera, _ fold: Fold) {
    let w = camera.offset - fold.point * camera.nearness
    offset = SIMD2((w * fold.normal).sum(), (w * fold.ruling).sum())
    nearness = camera.nearness
  }

  /// Where the ray that touches the roll's outer half meets the plane; no less than `limit` where
  /// there is none, as for an eye inside the roll.
  ///
  /// Rays through distance x are at c = w · axis + x from the roll's axis, times √(1 + w²), and
  /// touch where that is the radius.
  package func silhouette(radius: Double, axis: Double, limit: Double) -> Double {
    guard nearness > 0 else {
      return radius * (1 + offset.x * offset.x).squareRoot() - axis * offset.x
    }
    // From the eye: the angle to the axis and the half-angle under which the roll is seen.
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

  /// Distance on the plane at which a point at distance x and height z is seen.
  package func project(_ x: Double, _ z: Double) -> Double {
    (x - z * offset.x) / (1 - z * nearness)
  }
}
