internal import CurlCore

// The sky that a sheet of any cross-section hides. Twin of the second part of Shaders/Section.glsl.
//
// As in Light.swift, at one elevation in cross-section the sheet hides the azimuths that a ruling
// spans. The hidden amount is an integral over c, the cosine of the elevation above the receiver's
// own tangent. The sheet is connected, so over the plane it covers one range of elevations, which
// ends at the sheet's ends or where a ray touches an arc. The range has three parts, of three Gauss
// nodes each: the part that the sheet covers in the receiver's own cross-section, and the parts that
// its outline adds below and above. Over a point of the sheet, the paper ahead and the paper behind
// cover one range each, upwards from the tangent; open sky between them is the middle part.
//
// Through a translucent roll light also crosses what lies beyond, so that a part has jumps where a
// ray passes the sheet's end beyond the rest of it. Three nodes can't find them: each counts the
// mean of the sheet around the place that it crosses, over the length of the ray.

/// A point of the cross-section that receives light, and the direction from which its elevations
/// count.
struct Receiver {
  /// Distance from the fold line and height.
  var place: SIMD2<Float>
  /// Cosine and sine of the tangent, the sky on its left.
  var tangent: SIMD2<Float>
  /// Place along the rulings.
  var tau: Float
  /// Arc length within the first winding.
  var arc: Float
  /// c at which the sheet goes on ahead: 1 on its front, −1 on its back; 0 on the plane.
  var sheetCosine: Float

  /// Whether the point lies on the page plane, where no sheet continues.
  var isOnPlane: Bool { sheetCosine == 0 }

  /// c of a direction of any length; for one below the tangent `sheet`, that of the sheet itself.
  @inline(__always)
  func cosine(_ d: SIMD2<Float>, sheet: Float) -> Float {
    let length = dot(d, d).squareRoot()
    let up = d.y * tangent.x - d.x * tangent.y
    if length < 1e-9 || (!isOnPlane && up <= 0) { return sheet }
    return dot(d, tangent) / length
  }
}

/// A curve that may stand between a point and the sky, with all values that don't depend on a
/// receiver.
private struct SkyCurve {
  var middle = SIMD2<Float>.zero
  var tangent = SIMD2<Float>.zero
  var normal = SIMD2<Float>.zero
  /// Turn per arc length, and the radius, 1 / |curvature|.
  var curvature: Float = 0
  var radius: Float = 0
  /// Centre of its circle.
  var centre = SIMD2<Float>.zero
  /// Arc length at the middle, at the begin and the end of all windings; length of one winding.
  var arc: Float = 0
  var begin: Float = 0
  var end: Float = 0
  var period: Float = 0
  /// Greatest distance of a point from the middle, and least cosine of its turn from there, less
  /// rounding: below this cosine, the turn needn't be computed.
  var halfExtent: Float = 0
  var leastCosine: Float = 0
  /// The number of windings, and the number of them that cast a shadow.
  var windings: Float = 0
  var counted: Float = 0
  /// Whether a translucent sheet ends on this arc: rays then also cross what would follow.
  var isOpen = false

  init() {}

  /// `translucentEnd` is the arc length where a translucent sheet ends, nil for an opaque one.
  init(_ curve: Section.LiftedCurve, translucentEnd: Float?) {
    middle = curve.middle
    tangent = curve.tangent
    normal = SIMD2(-tangent.y, tangent.x)
    curvature = curve.curvature
    radius = 1 / abs(curvature)
    centre = curvature == 0 ? .zero : middle + normal / curvature
    arc = curve.arc
    begin = arc - curve.halfLength
    period = 2 * curve.halfLength
    end = begin + period * curve.windings
    halfExtent = curve.halfLength * 1.0001
    isOpen = curvature != 0 && translucentEnd.map { end > $0 - 0.01 } ?? false
    leastCosine = isOpen ? -2 : sineCosine(min(abs(curvature) * halfExtent, pi)).y - 1e-4
    windings = curve.windings
    counted = min(isOpen && windings > 1 ? windings + 1 : windings, Section.mostShadowWindings)
  }

  /// A point of the first winding.
  func point(_ s: Float) -> SIMD2<Float> {
    sectionPoint(middle, tangent, curvature, s - arc)
  }

  /// Whether a point of the sheet lies on this curve.
  func holds(_ at: Receiver) -> Bool { !at.isOnPlane && at.arc >= begin && at.arc <= end }

  /// An arc length, moved back to the first winding.
  func firstWinding(_ s: Float) -> Float {
    s - period * max(((s - begin) / period - 1e-4).rounded(.up) - 1, 0)
  }
}

/// The sky that one frame's sheet hides.
///
/// A class that holds all data of the integral directly: an array's elements would be retained and
/// released for each node, which took a sixth of the integral's time.
final class SectionSky: Sendable {
  private let curves: InlineArray<8, SkyCurve>
  private let count: Int
  private let outline: ShadowCaster
  private let shadowScale: Float
  /// The front if it lets light through; nil if it is opaque.
  private let translucentFront: PreparedPicture?
  private let opacity: Float
  private let fold: SIMD2<Float>
  private let normal: SIMD2<Float>
  private let ruling: SIMD2<Float>
  private let step: SIMD2<Float>

  init(_ frame: borrowing CurlFrame, _ section: borrowing Section, _ pictures: FramePictures) {
    let isTranslucent = frame.opacity < 1 || !pictures.front.isOpaque
    let end = isTranslucent ? frame.caster.farCorner.x : nil
    var curves = InlineArray<8, SkyCurve>(repeating: SkyCurve())
    for (i, curve) in section.liftedCurves.enumerated() {
      curves[i] = SkyCurve(curve, translucentEnd: end)
    }
    self.curves = curves
    count = section.liftedCurves.count
    outline = frame.caster
    shadowScale = section.shadowScale
    translucentFront = pictures.front.isOpaque ? nil : pictures.front
    opacity = frame.opacity
    (fold, normal, ruling, step) = (frame.fold, frame.normal, frame.ruling, frame.step)
  }

  /// The amount of sky that the sheet hides from a receiver between two values of c; 4 cos e0 is
  /// all of it.
  func hidden(_ at: Receiver, _ low: Float, _ high: Float) -> Float {
    let (first, last) = (outline.nearCorner.x, outline.farCorner.x)
    let whole = ends(at, first, last)
    // On the plane the range itself, on the sheet from the first covered value to the last.
    var (bottom, top) = (clamp(whole.x, low, high), clamp(whole.y, low, high))
    if at.isOnPlane {
      if whole.x > whole.y { return 0 }
    } else {
      (bottom, top) = (whole.x > low ? low : top, whole.y < high ? high : bottom)
    }
    if top - bottom < 1e-5 { return 0 }
    let own = ends(at, max(firstArc(outline, at.tau), first), lastArc(outline, at.tau))
    // Beside the page's ends the sheet isn't in the receiver's cross-section; use three equal
    // parts. In a roll, what lies ahead and what lies behind may overlap.
    let third = (top - bottom) / 3
    let isBeside = at.isOnPlane && own.x > own.y
    let lower = isBeside ? bottom + third : clamp(min(own.x, own.y), bottom, top)
    let upper = isBeside ? top - third : clamp(max(own.x, own.y), bottom, top)
    return part(at, bottom, lower) + part(at, lower, upper) + part(at, upper, top)
  }

  /// The values of c between which the sheet from `first` to `last` covers the plane's sky or, over
  /// a point of the sheet, leaves it open; nothing if the first is greater.
  private func ends(_ at: Receiver, _ first: Float, _ last: Float) -> SIMD2<Float> {
    if at.isOnPlane { return hiddenRange(at, first, last, sheet: 0) }
    let behind = hiddenRange(at, first, at.arc, sheet: -at.sheetCosine)
    let ahead = hiddenRange(at, at.arc, last, sheet: at.sheetCosine)
    return at.sheetCosine > 0 ? SIMD2(behind.y, ahead.x) : SIMD2(ahead.y, behind.x)
  }

  /// The least and the greatest c that the sheet covers between two arc lengths; none if least >
  /// greatest.
  ///
  /// Of a receiver on the sheet, one of them is its own, and `sheet` is c of the paper
  /// that begins there.
  private func hiddenRange(_ at: Receiver, _ first: Float, _ last: Float, sheet: Float)
    -> SIMD2<Float>
  {
    var found = at.isOnPlane ? SIMD2<Float>(2, -2) : SIMD2(sheet, sheet)
    func add(_ c: Float) { found = SIMD2(min(found.x, c), max(found.y, c)) }
    for i in 0..<count {
      let curve = curves[i]
      let from = max(first, curve.begin)
      let to = min(last, curve.end)
      if to <= from { continue }
      let k = curve.curvature
      if curve.holds(at) {
        // The ray to a point of the circle stands at half the angle to that point.
        if k * at.sheetCosine > 0 {
          add(sheet * sineCosine(min(abs(k) * (to - from) / 2, pi)).y)
        }
        continue
      }
      add(at.cosine(curve.point(curve.firstWinding(from)) - at.place, sheet: sheet))
      add(at.cosine(curve.point(curve.firstWinding(to)) - at.place, sheet: sheet))
      if k == 0 { continue }
      let isWhole = curve.windings > 1 && to - from >= curve.period * 0.9999
      let centre = curve.centre - at.place
      let away = dot(centre, centre)
      let square = away - curve.radius * curve.radius
      if square <= 1e-6 * away { continue }
      let (sine, cosine) = (curve.radius / away.squareRoot(), (square / away).squareRoot())
      for side in 0..<2 {
        let signedSine = side == 0 ? sine : -sine
        let touch =
          cosine
          * SIMD2(
            centre.x * cosine - centre.y * signedSine, centre.y * cosine + centre.x * signedSine)
        let d = touch + at.place - curve.middle
        let a = dot(d, curve.tangent)
        var s = curve.arc + arcOf(k, a, k * a, 1 - k * dot(d, curve.normal))
        if s < from && curve.windings > 1 { s += curve.period }
        if isWhole || (s >= from && s <= to) { add(at.cosine(touch, sheet: sheet)) }
      }
    }
    return found
  }

  /// The amount hidden between two values of c.
  private func part(_ at: Receiver, _ low: Float, _ high: Float) -> Float {
    if high - low < 1e-5 { return 0 }
    let middle = (low + high) / 2
    let half = (high - low) / 2
    let node = half * 0.77459667
    let outer = cover(at, middle - node) + cover(at, middle + node)
    return half * (outer * 5 + cover(at, middle) * 8) / 9
  }

  /// The azimuths hidden so far at one elevation.
  private struct Met {
    /// Sines of their ends.
    var all = SIMD2<Float>(2, -2)
    /// Their width, the share of their light that got through, and the hidden amount.
    var width: Float = 0
    var open: Float = 0
    var covered: Float = 0

    /// The azimuths of a span that are hidden already.
    @inline(__always)
    func again(_ span: SIMD2<Float>) -> Float {
      guard all.x < all.y else { return 0 }
      return max(azimuthShare(min(span.y, all.y)) - azimuthShare(max(span.x, all.x)), 0)
    }

    /// Adds the next crossing by arc length, which spans its own azimuths.
    ///
    /// Of those that are hidden already it counts `again`.
    @inline(__always)
    mutating func add(_ span: SIMD2<Float>, again: Float, alpha: () -> Float) {
      let share = max(azimuthShare(span.y) - azimuthShare(span.x), 0)
      let newlyHidden = max(share - self.again(span), 0)
      if newlyHidden + again <= 0 { return }
      let alpha = alpha()
      covered += (newlyHidden + open * again) * alpha
      let through = open * (width - again * alpha) + newlyHidden * (1 - alpha)
      width += newlyHidden
      open = max(through, 0) / width
      if share > 0 { all = SIMD2(min(all.x, span.x), max(all.y, span.y)) }
    }
  }

  /// The azimuths that the sheet hides at one elevation, 0…2.
  private func cover(_ at: Receiver, _ c: Float) -> Float {
    let sine = max(1 - c * c, 0).squareRoot()
    let t = at.tangent
    let ray = SIMD2(c * t.x - sine * t.y, c * t.y + sine * t.x)
    var met = Met()
    let end = outline.farCorner.x
    // The furthest place met so far. Where two curves join, both may find the same one.
    var reached: Float = -1e30
    for i in 0..<count {
      let curve = curves[i]
      let margin = 1e-4 * curve.halfExtent
      let before = reached + margin
      let k = curve.curvature
      let isOwn = curve.holds(at)
      // No ray goes back to its own line, or from outside to its own circle.
      if isOwn && k * at.sheetCosine <= 0 { continue }
      // Nearer crossings are the receiver's own place.
      let nearest = at.isOnPlane ? 0 : isOwn ? 1e-3 / abs(k) : 2 * margin
      let d = at.place - curve.middle
      let (a0, b0) = (dot(d, curve.tangent), dot(d, curve.normal))
      let (a1, b1) = (dot(ray, curve.tangent), dot(ray, curve.normal))
      let half = k * (a0 * a1 + b0 * b1) - b1
      let rest = k * (a0 * a0 + b0 * b0) - 2 * b0
      let square = half * half - k * rest
      if square <= 0 { continue }
      let sum = half < 0 ? half - square.squareRoot() : half + square.squareRoot()
      for side in 0..<2 {
        if side == 1 && k == 0 { continue }
        let distance = side == 0 ? -rest / outOfZero(sum) : -sum / k
        if distance <= nearest { continue }
        let (a, b) = (a0 + distance * a1, b0 + distance * b1)
        if 1 - k * b < curve.leastCosine { continue }
        var s = curve.arc + arcOf(k, a, k * a, 1 - k * b)
        // How far before the sheet's end a crossing's mean no longer lies on the sheet as a whole.
        let reach = curve.isOpen ? distance / 2 : 0
        if curve.arc - s > curve.halfExtent || s - curve.arc > curve.halfExtent + reach { continue }
        var winding: Float = 0
        // 1 is a margin for rounding.
        while winding < curve.counted && s < end + 1 + reach {
          if s > before {
            reached = max(reached, s + margin)
            let far = distance * shadowScale
            let span = rulingSpan(outline, s, at.tau, far)
            var (place, again) = (s, met.again(span))
            if s + reach > end && reach > 0 {
              let share = min((end - s) / distance + 0.5, 1)
              place = (s - reach + end) / 2
              again = max(share, 0) * met.again(rulingSpan(outline, place, at.tau, far))
            }
            met.add(span, again: again) { alpha(place, at.tau, distance) }
          }
          s += curve.period
          winding += 1
        }
      }
    }
    return met.covered
  }

  /// The sheet's mean alpha around a point, as seen from a distance.
  @inline(__always)
  private func alpha(_ s: Float, _ tau: Float, _ distance: Float) -> Float {
    guard let translucentFront else { return opacity }
    return opacity
      * boxMean(translucentFront, fold + s * normal + tau * ruling, step + distance / 4).w
  }
}
