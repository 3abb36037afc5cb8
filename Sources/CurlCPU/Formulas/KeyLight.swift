internal import CurlCore

// The key light, in closed form. Twin of Shaders/Key.glsl.
//
// It is a disc of directions, cut into slices of equal elevation in cross-section. In each slice
// the sheet hides the part of the strip there that its outline covers. Slices end at the roll's
// silhouette, so its penumbra is exact. Checked against rays to every part of the disc.

/// Slices of the key light's disc.
private let keySlices = 8

/// The share of a disc of radius 1 below the height `a`, −1…1.
func discShare(_ a: Float) -> Float {
  let chord = max(1 - a * a, 0).squareRoot()
  let angle = rollAngle(abs(a), chord)
  return 0.5 + (a * chord + (a < 0 ? -angle : angle)) / pi
}

/// Sine and cosine of the elevation in cross-section of the key light's slice at `a`; `sigma` is
/// the disc's half-angle, `middle` its centre.
private func sliceTurn(_ key: KeyBeam, _ middle: SIMD2<Float>, _ sigma: Float, _ a: Float)
  -> SIMD2<Float>
{
  let sine = clamp(sigma * a / key.across, -0.95, 0.95)
  let cosine = (1 - sine * sine).squareRoot()
  return SIMD2(
    max(middle.x * cosine + middle.y * sine, 0.02), middle.y * cosine - middle.x * sine)
}

/// Where a slice's edge meets the sheet: arc length, and distance in cross-section.
private struct SliceEdge {
  var arc: Float
  var distance: Float
}

/// Tangent of the angle `offset` beside the one with the tangent `lean`; both lie within the disc.
private func leanBeside(_ lean: Float, _ offset: Float) -> Float {
  let tangent = offset * (1 + offset * offset / 3)
  return (lean + tangent) / max(1 - lean * tangent, 0.02)
}

/// For the strip between two edges of a slice at `a`: its share on the sheet, and the sheet's alpha
/// there.
///
/// If the light comes in low along the rulings, the strip is long and is cut into four parts.
private func sliceCover(
  _ frame: CurlFrame, _ pictures: FramePictures, _ tau: Float, _ sigma: Float, _ a: Float,
  _ from: SliceEdge, _ to: SliceEdge
) -> (share: Float, alpha: Float) {
  let lean = frame.key.direction.y / frame.key.across
  let distance = (from.distance + to.distance) / 2
  let s = (from.arc + to.arc) / 2
  let chord = sigma * max(1 - a * a, 0).squareRoot()
  let (n, t) = (frame.normal, frame.ruling)
  let parts = sigma * (1 + lean * lean) > 0.3 ? 4 : 1
  var share: Float = 0
  var alpha: Float = 0
  var low = leanBeside(lean, -chord)
  for i in 1...parts {
    let high = leanBeside(lean, chord * (2 * Float(i) / Float(parts) - 1))
    let sides = SIMD2(abs(to.arc - from.arc), distance * (high - low))
    let spot = Footprint(
      point: frame.fold + s * n + (tau + distance * (low + high) / 2) * t,
      dx: SIMD2(n.x, t.x) * sides, dy: SIMD2(n.y, t.y) * sides)
    let part = outlineCoverage(spot.point, frame.page, frame.cornerRadius, spot.dx, spot.dy)
    share += part
    if part > 0 && !pictures.front.isOpaque {
      alpha += part * boxMean(pictures.front, spot.point, spot.extent).w
    }
    low = high
  }
  if pictures.front.isOpaque { alpha = share }
  return (share / Float(parts), frame.opacity * alpha / max(share, 1e-6))
}

/// The share of the key light that the sheet hides from the next page at a point beyond the fold.
///
/// `halfExtent` is half of a pixel: no penumbra is finer.
func keyHiddenFromBase(
  _ frame: CurlFrame, _ pictures: FramePictures, _ at: SIMD2<Float>, _ halfExtent: Float
) -> Float {
  let caster = frame.caster
  let key = frame.key
  let r = caster.scaledRadius
  let x = max(at.x - caster.foot, 1e-4 * r)
  // Elevations count from the sheet's side.
  let middle = SIMD2(key.direction.z, -key.direction.x) / key.across
  let sigma = min(max(key.halfAngle, halfExtent * middle.x / max(x, r)), 0.5)
  // The roll's silhouette stands at 2 atan(r / x).
  let tangent = SIMD2(2 * x * r, x * x - r * r) / (x * x + r * r)
  let sine = key.across * (tangent.x * middle.y - tangent.y * middle.x)
  var end = clamp(sine / sigma, -1, 1)
  if tangent.x * middle.x + tangent.y * middle.y < 0 { end = sine > 0 ? 1 : -1 }
  if end <= -1 { return 0 }
  var hidden: Float = 0
  var below: Float = 0
  var last = -1 as Float
  var outside = SliceEdge(arc: 0, distance: 0)
  var behind = outside
  for i in 0...keySlices {
    let a = -1 + (end + 1) * Float(i) / Float(keySlices)
    let turn = sliceTurn(key, middle, sigma, a)
    let p = x * turn.y + r * turn.x
    let beyond = p + max(p * p - x * x, 0).squareRoot()
    let near = x * x / max(beyond, 1e-6 * r)
    let newOutside = SliceEdge(arc: casterArc(caster, near * turn.x / r), distance: near)
    let place = x - 2 * r * turn.y / turn.x
    let newBehind =
      place < 0
      ? SliceEdge(arc: caster.rollLength - place, distance: 2 * r / turn.x)
      : SliceEdge(arc: casterArc(caster, beyond * turn.x / r), distance: beyond)
    let share = discShare(a)
    if i > 0 {
      let middle = (a + last) / 2
      let first = sliceCover(frame, pictures, at.y, sigma, middle, outside, newOutside)
      let second = sliceCover(frame, pictures, at.y, sigma, middle, behind, newBehind)
      // The page's end cuts both crossings alike, so the smaller share lies within the larger one.
      let both = min(first.share, second.share)
      let covered =
        first.share * first.alpha + second.share * second.alpha
        - both * first.alpha * second.alpha
      hidden += (share - below) * covered
    }
    (below, last, outside, behind) = (share, a, newOutside, newBehind)
  }
  return hidden
}

/// The share of the key light that the sheet hides from a spot of its front.
func keyHiddenFromFront(
  _ frame: CurlFrame, _ pictures: FramePictures, _ spot: Spot, _ halfExtent: Float
) -> Float {
  let caster = frame.caster
  let key = frame.key
  let r = caster.scaledRadius
  let place = casterPlace(caster, spot)
  let middle = SIMD2(key.direction.z, key.direction.x) / key.across
  let sigma = min(max(key.halfAngle, halfExtent * middle.x * middle.x / (2 * r)), 0.5)
  let q = spot.turn.x > 0 ? 0 : place.x * place.x
  var hidden: Float = 0
  var below: Float = 0
  var last = -1 as Float
  var edge = SliceEdge(arc: 0, distance: 0)
  for i in 0...keySlices {
    let a = -1 + 2 * Float(i) / Float(keySlices)
    let turn = sliceTurn(key, middle, sigma, a)
    var new = SliceEdge(arc: 0, distance: (2 * r - place.y) / turn.x)
    let x = place.x + new.distance * turn.y
    if x < 0 {
      new.arc = caster.rollLength - x
    } else {
      let p = (r - place.y) * turn.x - place.x * turn.y
      new.distance = p + max(p * p - q, 0).squareRoot()
      new.arc = casterArc(caster, (place.y + new.distance * turn.x) / r)
    }
    let share = discShare(a)
    if i > 0 {
      let cover = sliceCover(frame, pictures, spot.tau, sigma, (a + last) / 2, edge, new)
      hidden += (share - below) * cover.share * cover.alpha
    }
    (below, last, edge) = (share, a, new)
  }
  return hidden
}

/// The share 0…1 of the key light that a surface gets without any shadow; 1 if it is flat, never
/// more.
///
/// The surface's normal is `lean` along the fold's normal and `rise` up.
func keyFacing(_ key: KeyBeam, _ lean: Float, _ rise: Float) -> Float {
  let sine = lean * key.direction.x + rise * key.direction.z
  let sigma = key.halfAngle
  if sine >= sigma { return min(sine / key.direction.z, 1) }
  if sine <= -sigma { return 0 }
  // The disc sets: about half of it still lights at a right angle to the normal.
  return min((sine + sigma) * (sine + sigma) / (4 * sigma * key.direction.z), 1)
}

/// How strongly bent paper mirrors the key light, 0…1; 0 on a flat page.
///
/// Compares the normal with the one that mirrors the light into the eye, relative to a flat page's
/// normal.
func keyGlint(_ frame: CurlFrame, _ at: SIMD2<Float>, _ lean: Float, _ rise: Float) -> Float {
  let w = viewTilt(frame, at)
  let light = frame.key.direction
  let view = SIMD3(w.x, w.y, 1) / (1 + dot(w, w)).squareRoot()
  let half = light + view
  let length = max((half * half).sum(), 1e-12).squareRoot()
  let flat = half.z / length
  let g = max((lean * half.x + rise * half.z) / length - flat, 0) / max(1 - flat, 1e-3)
  return g * g * g * g
}
