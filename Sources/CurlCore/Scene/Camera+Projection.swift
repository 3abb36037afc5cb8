/// How a camera sees heights: a ray through the page plane's point q is at q + z · w in height z.
///
/// One formula for all cameras (shared by both renderers and by tests): w = offset − q · nearness,
/// 0 from straight above, −shear for a parallel view, (centre − q) / distance for a pinhole.
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

  /// The greatest height that is drawn: nine tenths of the eye's.
  package var highest: Double {
    if case .perspective(_, let distance) = self { 0.9 * distance } else { .infinity }
  }

  /// w along a unit direction for plane points whose place along it is `place`.
  package func tilt(along direction: SIMD2<Double>, at place: Double) -> Double {
    (offset * direction).sum() - place * nearness
  }

  /// Where on the plane a point in height `z` over page point `p` is seen.
  package func project(_ p: SIMD2<Double>, height z: Double) -> SIMD2<Double> {
    (p - z * offset) / (1 - z * nearness)
  }
}
