/// Projection of heights: a ray through point q of the page plane is at q + z · w at height z.
///
/// All cameras, both renderers and the tests share the formula w = offset − q · nearness. w is 0
/// from straight above, −shear for a parallel view, and (centre − q) / distance for a pinhole.
extension Camera {
  /// w at the plane's origin, page pixels of shift per page pixel of height.
  package var offset: SIMD2<Double> {
    switch self {
    case .orthographic: .zero
    case .perspective(let centre, let distance): centre / distance
    case .oblique(let shear): SIMD2<Double>() - shear
    }
  }

  /// 1 / distance for a pinhole, per page pixel; else 0.
  package var nearness: Double {
    if case .perspective(_, let distance) = self { 1 / distance } else { 0 }
  }

  /// Largest height drawn, page pixels: 0.9 of a pinhole's height, else infinite.
  package var highest: Double {
    if case .perspective(_, let distance) = self { 0.9 * distance } else { .infinity }
  }

  /// Component of w along a unit direction, for points of the plane at `place` along it.
  package func tilt(along direction: SIMD2<Double>, at place: Double) -> Double {
    (offset * direction).sum() - place * nearness
  }

  /// Point of the plane at which the camera sees the point at height `z` above page point `p`.
  package func project(_ p: SIMD2<Double>, height z: Double) -> SIMD2<Double> {
    (p - z * offset) / (1 - z * nearness)
  }
}
