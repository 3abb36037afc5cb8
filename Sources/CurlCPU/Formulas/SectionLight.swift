internal import CurlCore

// The sky that a sheet of any cross-section hides. Twin of the second part of Shaders/Section.glsl.
//
// As in Light.swift, at one elevation in cross-section the sheet hides the azimuths that a ruling
// spans, and what is hidden is an integral over c, the cosine of the elevation above the receiver's
// own tangent. The sheet hangs together, so the elevations that it takes are one range, which ends at
// its ends or where a ray touches an arc. The range is taken in three parts, by three Gauss nodes
// each: what the sheet takes in the receiver's own cross-section, and what its outline adds at either
// end.

/// Where light falls: a place of the cross-section and the direction that its elevations count from.
struct Receiver {
  /// Distance from the fold line and height.
  var place: SIMD2<Float>
  /// Cosine and sine of the tangent, the sky on its left.
  var tangent: SIMD2<Float>
  /// Place along the rulings.
  var tau: Float
  /// Arc length; of the sheet, only what is further along hides the sky.
  var arc: Float
  /// c at which the sheet goes on from here: 1 for its front, −1 for its back, 0 on the plane.
  var start: Float

  /// c of a direction of any length, and `start` for one below the tangent.
  func cosine(_ d: SIMD2<Float>) -> Float {
    let length = dot(d, d).squareRoot()
    let up = d.y * tangent.x - d.x * tangent.y
    if length < 1e-9 || (start != 0 && up <= 0) { return start }
    return dot(d, tangent) / length
  }
}

/// A point of a caster's first winding.
private func casterPoint(_ caster: Section.Caster, _ s: Float) -> SIMD2<Float> {
  let turn = sineCosine(min(abs(caster.curvature * (s - caster.arc)) / 2, pi))
  let length = s - caster.arc
  if caster.curvature == 0 { return caster.middle + length * caster.tangent }
  let (c, t) = (turn.y, caster.tangent)
  let bends = (caster.curvature < 0) == (length < 0)
  let sine = bends ? turn.x : -turn.x
  let chord = 2 * (length < 0 ? -turn.x : turn.x) / abs(caster.curvature)
  return caster.middle + chord * SIMD2(t.x * c - t.y * sine, t.y * c + t.x * sine)
}

/// The least and the greatest c that the sheet takes between two arc lengths; nothing where the first
/// is above the second.
private func casterExtent(
  _ section: Section, _ at: Receiver, _ first: Float, _ last: Float
) -> SIMD2<Float> {
  var found = at.start == 0 ? SIMD2<Float>(2, -2) : SIMD2<Float>(at.start, at.start)
  func add(_ c: Float) { found = SIMD2(min(found.x, c), max(found.y, c)) }
  for caster in section.casters {
    let begin = caster.arc - caster.half
    let period = 2 * caster.half
    let from = max(first, begin)
    let to = min(last, begin + period * caster.windings)
    if to <= from { continue }
    let k = caster.curvature
    if at.start != 0 && at.arc >= begin && at.arc <= begin + period * caster.windings {
      // Its own curve: the ray to a point of the circle stands at half the angle to there.
      if k * at.start > 0 {
        add(at.start * sineCosine(min(abs(k) * (to - at.arc) / 2, pi)).y)
      }
      continue
    }
    let isWhole = caster.windings > 1 && to - from >= period * 0.9999
    add(at.cosine(casterPoint(caster, firstWinding(from, begin, period)) - at.place))
    add(at.cosine(casterPoint(caster, firstWinding(to, begin, period)) - at.place))
    if k == 0 { continue }
    let normal = SIMD2(-caster.tangent.y, caster.tangent.x)
    let centre = caster.middle + normal / k - at.place
    let away = dot(centre, centre)
    let radius = 1 / abs(k)
    let square = away - radius * radius
    if square <= 1e-6 * away { continue }
    let (sine, cosine) = (radius / away.squareRoot(), (square / away).squareRoot())
    for side in 0..<2 {
      let turn = side == 0 ? sine : -sine
      let touch =
        cosine * SIMD2(centre.x * cosine - centre.y * turn, centre.y * cosine + centre.x * turn)
      let d = touch + at.place - caster.middle
      let a = dot(d, caster.tangent)
      var s = caster.arc + arcOf(k, a, k * a, 1 - k * dot(d, normal))
      if s < from && caster.windings > 1 { s += period }
      if isWhole || (s >= from && s <= to) { add(at.cosine(touch)) }
    }
  }
  return found
}

/// An arc length brought back to the first winding.
private func firstWinding(_ s: Float, _ begin: Float, _ period: Float) -> Float {
  s - period * max(((s - begin) / period - 1e-4).rounded(.up) - 1, 0)
}

/// The sky's share of what the sheet hides from a receiver between two values of c: 4 cos e0 is all.
func sectionHidden(
  _ frame: CurlFrame, _ pictures: FramePictures, _ section: Section, _ at: Receiver, _ low: Float,
  _ high: Float
) -> Float {
  let outline = frame.caster
  let (first, last) = at.start == 0 ? (outline.near.x, outline.far.x) : (at.arc, outline.far.x)
  let whole = casterExtent(section, at, first, last)
  if whole.x > whole.y { return 0 }
  var from = max(firstArc(outline, at.tau), first)
  let to = lastArc(outline, at.tau)
  if at.start != 0 { from = at.arc }
  let own = casterExtent(section, at, from, to)
  let (bottom, top) = (clamp(whole.x, low, high), clamp(whole.y, low, high))
  // Beside the page's ends there is no own cross-section; the nodes are as many.
  let third = (top - bottom) / 3
  let isBeside = own.x > own.y
  let lower = isBeside ? bottom + third : clamp(own.x, bottom, top)
  let upper = isBeside ? top - third : clamp(own.y, bottom, top)
  return hidden(frame, pictures, section, at, bottom, lower)
    + hidden(frame, pictures, section, at, lower, upper)
    + hidden(frame, pictures, section, at, upper, top)
}

private func hidden(
  _ frame: CurlFrame, _ pictures: FramePictures, _ section: Section, _ at: Receiver, _ low: Float,
  _ high: Float
) -> Float {
  if high - low < 1e-5 { return 0 }
  let middle = (low + high) / 2
  let half = (high - low) / 2
  let node = half * 0.77459667
  let outer =
    cover(frame, pictures, section, at, middle - node)
    + cover(frame, pictures, section, at, middle + node)
  return half * (outer * 5 + cover(frame, pictures, section, at, middle) * 8) / 9
}

/// The azimuths that the sheet hides at one elevation, 0…2.
private func cover(
  _ frame: CurlFrame, _ pictures: FramePictures, _ section: Section, _ at: Receiver, _ c: Float
) -> Float {
  let sine = max(1 - c * c, 0).squareRoot()
  let t = at.tangent
  let ray = SIMD2(c * t.x - sine * t.y, c * t.y + sine * t.x)
  var covered: Float = 0
  // The azimuths that were met, how many that is, and how much of the light there got through.
  var all = SIMD2<Float>(2, -2)
  var width: Float = 0
  var open: Float = 0
  for caster in section.casters {
    let k = caster.curvature
    let normal = SIMD2(-caster.tangent.y, caster.tangent.x)
    let d = at.place - caster.middle
    let (a0, b0) = (dot(d, caster.tangent), dot(d, normal))
    let (a1, b1) = (dot(ray, caster.tangent), dot(ray, normal))
    let half = k * (a0 * a1 + b0 * b1) - b1
    let rest = k * (a0 * a0 + b0 * b0) - 2 * b0
    let square = half * half - k * rest
    if square <= 0 { continue }
    let sum = half < 0 ? half - square.squareRoot() : half + square.squareRoot()
    for side in 0..<2 {
      if side == 1 && k == 0 { continue }
      let distance = side == 0 ? -rest / outOfZero(sum) : -sum / k
      if distance <= 0 { continue }
      let (a, b) = (a0 + distance * a1, b0 + distance * b1)
      var s = caster.arc + arcOf(k, a, k * a, 1 - k * b)
      if abs(s - caster.arc) > caster.half * 1.0001 { continue }
      // Where it starts, the ray itself lies on the sheet.
      let least = at.start == 0 ? -1e30 : at.arc + (k == 0 ? 0 : 1e-3 / abs(k))
      var winding: Float = 0
      while winding < min(caster.windings, Section.mostShadowWindings) {
        if s > least {
          let span = rulingSpan(frame.caster, s, at.tau, distance * section.shadowScale)
          let both = azimuthShare(min(span.y, all.y)) - azimuthShare(max(span.x, all.x))
          let share = azimuthShare(span.y) - azimuthShare(span.x)
          if share > 0 {
            let again = all.x < all.y ? max(both, 0) : 0
            let seen = share - again
            let alpha = sheetAlpha(frame, pictures, s, at.tau, distance)
            covered += (seen + open * again) * alpha
            let through = open * (width - again * alpha) + seen * (1 - alpha)
            width += seen
            open = max(through, 0) / width
            all = SIMD2(min(all.x, span.x), max(all.y, span.y))
          }
        }
        s += 2 * caster.half
        winding += 1
      }
    }
  }
  return covered
}

/// The sheet's alpha around a place as seen from a distance.
private func sheetAlpha(
  _ frame: CurlFrame, _ pictures: FramePictures, _ s: Float, _ tau: Float, _ distance: Float
) -> Float {
  if pictures.front.isOpaque { return frame.opacity }
  let p = frame.fold + s * frame.normal + tau * frame.ruling
  return frame.opacity * boxMean(pictures.front, p, frame.step + distance / 4).w
}
