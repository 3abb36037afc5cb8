internal import Glibc

/// A part of a cross-section with constant curvature and a known start: a line or a circle arc.
///
/// Arc length `start` is at the point `from`, with tangent angle `startAngle`. Points are computed
/// from chords, so that one formula serves lines, nearly straight arcs and tight arcs.
struct SectionCurve: Sendable, Equatable {
  /// A point of the curve with its unit tangent.
  struct Point: Sendable, Equatable {
    /// Distance from the fold line and height, page pixels.
    var place: SIMD2<Double>
    /// Cosine and sine of the tangent's angle.
    var tangent: SIMD2<Double>
  }

  /// Arc lengths of the curve's start and end, page pixels.
  var start: Double
  var end: Double
  /// Distance of the start from the fold line, and height of the start, page pixels.
  var from: SIMD2<Double>
  /// Tangent angle at the start, radians.
  var startAngle: Double
  /// Curvature, radians per page pixel; positive bends up, 0 is a line.
  var curvature: Double

  /// Number of windings around the curve's circle, ≥ 1; a roll's windings coincide.
  var windings: Int {
    max(Int((abs(curvature) * (end - start) / (2 * .pi) - 1e-9).rounded(.up)), 1)
  }

  /// Tangent angle at arc length `s`.
  func angle(_ s: Double) -> Double { startAngle + curvature * (s - start) }

  /// The point at arc length `s`.
  func point(_ s: Double) -> Point {
    let length = s - start
    let half = curvature * length / 2
    let chord = abs(half) < 1e-8 ? length : length * Self.cosineAndSine(half).y / half
    return Point(
      place: from + chord * Self.cosineAndSine(startAngle + half),
      tangent: Self.cosineAndSine(startAngle + 2 * half))
  }

  /// Arc lengths within the first winding at which the tangent's angle is one of `angles`, modulo
  /// 2π.
  func places(of angles: [Double]) -> [Double] {
    guard curvature != 0 else { return [] }
    let length = min(end - start, 2 * .pi / abs(curvature))
    return angles.compactMap { angle in
      let turn = (angle - startAngle) * (curvature < 0 ? -1 : 1)
      let first = turn - (turn / (2 * .pi)).rounded(.down) * 2 * .pi
      let s = first / abs(curvature)
      return s > 0 && s < length ? start + s : nil
    }
  }

  /// Arc lengths within the first winding at which the curve is at height `height`.
  func places(height: Double) -> [Double] {
    if curvature == 0 {
      let rise = Self.cosineAndSine(startAngle).y
      guard rise != 0 else { return [] }
      let s = start + (height - from.y) / rise
      return s > start && s < end ? [s] : []
    }
    // z = from.y + (cos ϑ₀ − cos ϑ) / κ.
    let cosine = Self.cosineAndSine(startAngle).x - curvature * (height - from.y)
    guard abs(cosine) < 1 else { return [] }
    return places(of: [acos(cosine), -acos(cosine)])
  }

  /// Arc lengths within the first winding at which a camera's ray touches the curve.
  ///
  /// There cos ϑ (1 − z · nearness) = sin ϑ (offset − x · nearness). On a circle, this equation is
  /// linear in cos ϑ and sin ϑ.
  func touches(_ view: CrossView) -> [Double] {
    guard curvature != 0 else { return [] }
    let tangent = Self.cosineAndSine(startAngle)
    let centre = from + SIMD2(-tangent.y, tangent.x) / curvature
    let (a, b) = (1 - centre.y * view.nearness, view.offset.x - centre.x * view.nearness)
    let length = (a * a + b * b).squareRoot()
    let ratio = view.nearness / curvature
    guard abs(ratio) < length else { return [] }
    let (middle, spread) = (b == 0 ? (a < 0 ? .pi : 0) : atan2(b, a), acos(-ratio / length))
    return places(of: [spread - middle, -spread - middle])
  }

  /// cos and sin of an angle in radians, exact for multiples of a quarter turn.
  static func cosineAndSine(_ angle: Double) -> SIMD2<Double> {
    let quarters = (angle / (.pi / 2)).rounded()
    guard abs(angle - quarters * (.pi / 2)) < 1e-13 * max(abs(quarters), 1) else {
      return SIMD2(cos(angle), sin(angle))
    }
    switch Int(quarters) & 3 {
    case 0: return SIMD2(1, 0)
    case 1: return SIMD2(0, 1)
    case 2: return SIMD2(-1, 0)
    default: return SIMD2(0, -1)
    }
  }
}

extension Profile {
  /// The curves of the cross-section between two arc lengths, in order, including the straight
  /// parts before 0 and after the last piece; consecutive straight parts are merged.
  func curves(from first: Double, to last: Double) -> [SectionCurve] {
    var found: [SectionCurve] = []
    var at = SIMD2<Double>.zero
    var angle = lift
    var s = 0.0
    func add(_ curve: SectionCurve) {
      var curve = curve
      if curve.end > last { curve.end = last }
      if curve.start < first {
        let point = curve.point(first)
        curve.startAngle = curve.angle(first)
        (curve.start, curve.from) = (first, point.place)
      }
      guard curve.end - curve.start > 1e-9 else { return }
      if curve.curvature == 0, let before = found.last, before.curvature == 0,
        before.startAngle == curve.startAngle
      {
        found[found.count - 1].end = curve.end
      } else {
        found.append(curve)
      }
    }
    if first < 0 {
      let back = SectionCurve(start: 0, end: 0, from: .zero, startAngle: lift, curvature: 0)
      add(
        SectionCurve(
          start: first, end: 0, from: back.point(first).place, startAngle: lift, curvature: 0))
    }
    for piece in pieces {
      var curve = SectionCurve(
        start: s, end: s + piece.length, from: at, startAngle: angle, curvature: 0)
      if case .arc(let radius, let turn) = piece {
        if radius > 0 { curve.curvature = (turn < 0 ? -1 : 1) / radius }
        angle += turn
      }
      add(curve)
      at = curve.point(curve.end).place
      s = curve.end
    }
    if last > s {
      add(SectionCurve(start: s, end: last, from: at, startAngle: angle, curvature: 0))
    }
    return found
  }
}
