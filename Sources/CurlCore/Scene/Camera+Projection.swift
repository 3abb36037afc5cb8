/// Projection of heights: a ray through the page plane's point q is at q + z · w in height z.
///
/// All cameras, both renderers and the tests share this formula: w = offset − q · nearness. It is 0
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

  /// 1 / distance of a pinhole, else 0.
  package var nearness: Double {
    if case .perspective(_, let distance) = self { 1 / distance } else { 0 }
  }

  /// Largest height that is drawn: 0.9 of the eye's height.
  package var highest: Double {
    if case .perspective(_, let distance) = self { 0.9 * distance } else { .infinity }
  }

  /// w along a unit direction, for plane points at `place` along it.
  package func tilt(along direction: SIMD2<Double>, at place: Double) -> Double {
    (offset * direction).sum() - place * nearness
  }

  /// Place on the plane where a point at height `z` above page point `p` is seen.
  package func project(_ p: SIMD2<Double>, height z: Double) -> SIMD2<Double> {
    (p - z * offset) / (1 - z * nearness)
  }
}
