package import CurlCore

// The key light, in closed form. Twin of Shaders/Key.glsl.
//
// The light is a disc of directions. Its position in the cross-section of the sheet is an
// elevation, counted from the sheet's side. The disc is cut into slices of equal height. The rays
// towards a slice meet the sheet in a strip: from the hits of the rays at the slice's lower edge to
// those at its upper edge. The sheet hides as much of the slice as it covers of the strip. A ray
// from the next page may hit the sheet twice: on the roll's outside, then in the roll or on the
// flap. Slices end at the roll's silhouette, so its penumbra is exact. Checked against rays to
// every part of the disc.
//
// A height in the disc is −1 at its lower edge … 1 at its upper edge. Skew is the tangent of the
// angle between a ray and the cross-section.

/// Number of slices of the key light's disc.
private let keySlices = 8

/// The share of the disc below a height in it.
func discShare(_ height: Float) -> Float {
  let halfChord = max(1 - height * height, 0).squareRoot()
  let angle = rollAngle(abs(height), halfChord)
  return 0.5 + (height * halfChord + (height < 0 ? -angle : angle)) / pi
}

/// An elevation in cross-section, counted from the sheet's side.
private struct Elevation {
  var sine: Float
  var cosine: Float
}

/// Elevation of the rays towards a height in the disc; `centre` is that of the disc's centre.
private func sliceElevation(
  _ key: KeyBeam, _ centre: Elevation, _ halfAngle: Float, _ height: Float
) -> Elevation {
  let sine = clamp(halfAngle * height / key.across, -0.95, 0.95)
  let cosine = (1 - sine * sine).squareRoot()
  return Elevation(
    sine: max(centre.sine * cosine + centre.cosine * sine, 0.02),
    cosine: centre.cosine * cosine - centre.sine * sine)
}

/// Where a ray hits the sheet: arc length, and distance in cross-section.
private struct RayHit {
  var arc: Float
  var distance: Float
}

/// Skew of a ray at an angle `offset` from the one with the skew `skew`; both lie within the disc.
private func skewBeside(_ skew: Float, _ offset: Float) -> Float {
  let tangent = offset * (1 + offset * offset / 3)
  return (skew + tangent) / max(1 - skew * tangent, 0.02)
}

/// Cover of a slice's strip by the sheet: the share of the strip that lies on the page, and the
/// sheet's mean alpha there.
///
/// `height` is that of the slice's middle; rays at the slice's edges hit the sheet at `from` and
/// `to`. If the light comes in low along the rulings, the strip is long and is cut into four parts.
private func sliceCover(
  _ frame: CurlFrame, _ pictures: FramePictures, _ tau: Float, _ halfAngle: Float,
  _ height: Float, _ from: RayHit, _ to: RayHit
) -> (share: Float, alpha: Float) {
  let skew = frame.key.direction.y / frame.key.across
  let distance = (from.distance + to.distance) / 2
  let arc = (from.arc + to.arc) / 2
  let halfChord = halfAngle * max(1 - height * height, 0).squareRoot()
  let (normal, ruling) = (frame.normal, frame.ruling)
  let parts = halfAngle * (1 + skew * skew) > 0.3 ? 4 : 1
  var share: Float = 0
  var alpha: Float = 0
  var lowSkew = skewBeside(skew, -halfChord)
  for i in 1...parts {
    let highSkew = skewBeside(skew, halfChord * (2 * Float(i) / Float(parts) - 1))
    let sides = SIMD2(abs(to.arc - from.arc), distance * (highSkew - lowSkew))
    let part = Footprint(
      point: frame.fold + arc * normal + (tau + distance * (lowSkew + highSkew) / 2) * ruling,
      dx: SIMD2(normal.x, ruling.x) * sides, dy: SIMD2(normal.y, ruling.y) * sides)
    let coverage = outlineCoverage(
      part.point, frame.page, frame.cornerRadius, part.dx, part.dy)
    share += coverage
    if coverage > 0 && !pictures.front.isOpaque {
      // Near the fold the parts are narrower than a pixel: a box is wider by one.
      alpha += coverage * boxMean(pictures.front, part.point, frame.step + part.extent).w
    }
    lowSkew = highSkew
  }
  if pictures.front.isOpaque { alpha = share }
  return (share / Float(parts), frame.opacity * alpha / max(share, 1e-6))
}

/// The share of the key light that the sheet hides from a point of the next page beyond the fold.
///
/// `halfExtent` is half of a pixel: no penumbra is finer.
func keyHiddenFromBase(
  _ frame: CurlFrame, _ pictures: FramePictures, _ at: SIMD2<Float>, _ halfExtent: Float
) -> Float {
  let caster = frame.caster
  let key = frame.key
  let r = caster.scaledRadius
  let x = max(at.x - caster.axisX, 1e-4 * r)
  let centre = Elevation(
    sine: key.direction.z / key.across, cosine: -key.direction.x / key.across)
  let halfAngle = min(max(key.halfAngle, halfExtent * centre.sine / max(x, r)), 0.5)
  // The elevation of the roll's silhouette is 2 atan(r / x).
  let silhouette = Elevation(
    sine: 2 * x * r / (x * x + r * r), cosine: (x * x - r * r) / (x * x + r * r))
  // Height of the silhouette in the disc: the roll hides nothing of the disc above it.
  let sine = key.across * (silhouette.sine * centre.cosine - silhouette.cosine * centre.sine)
  var silhouetteHeight = clamp(sine / halfAngle, -1, 1)
  if silhouette.sine * centre.sine + silhouette.cosine * centre.cosine < 0 {
    silhouetteHeight = sine > 0 ? 1 : -1
  }
  if silhouetteHeight <= -1 { return 0 }
  var hidden: Float = 0
  var previousShare: Float = 0
  var previousHeight = -1 as Float
  var previousFirst = RayHit(arc: 0, distance: 0)
  var previousSecond = previousFirst
  for i in 0...keySlices {
    let height = -1 + (silhouetteHeight + 1) * Float(i) / Float(keySlices)
    let elevation = sliceElevation(key, centre, halfAngle, height)
    // A ray meets the circle twice, at distances whose product is the power of the point, x².
    let chordMiddle = x * elevation.cosine + r * elevation.sine
    let secondDistance = chordMiddle + max(chordMiddle * chordMiddle - x * x, 0).squareRoot()
    let firstDistance = x * x / max(secondDistance, 1e-6 * r)
    let first = RayHit(
      arc: casterArc(caster, firstDistance * elevation.sine / r), distance: firstDistance)
    // Where the ray reaches the flap's height: beyond the axis it hits the flap, not the roll.
    let flapX = x - 2 * r * elevation.cosine / elevation.sine
    let second =
      flapX < 0
      ? RayHit(arc: caster.rollLength - flapX, distance: 2 * r / elevation.sine)
      : RayHit(
        arc: casterArc(caster, secondDistance * elevation.sine / r), distance: secondDistance)
    let share = discShare(height)
    if i > 0 {
      let middle = (height + previousHeight) / 2
      let firstCover = sliceCover(
        frame, pictures, at.y, halfAngle, middle, previousFirst, first)
      let secondCover = sliceCover(
        frame, pictures, at.y, halfAngle, middle, previousSecond, second)
      // The page's end cuts both strips alike, so the smaller share lies within the larger one.
      let overlap = min(firstCover.share, secondCover.share)
      let covered =
        firstCover.share * firstCover.alpha + secondCover.share * secondCover.alpha
        - overlap * firstCover.alpha * secondCover.alpha
      hidden += (share - previousShare) * covered
    }
    (previousShare, previousHeight, previousFirst, previousSecond) = (share, height, first, second)
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
  let centre = Elevation(
    sine: key.direction.z / key.across, cosine: key.direction.x / key.across)
  let halfAngle = min(
    max(key.halfAngle, halfExtent * centre.sine * centre.sine / (2 * r)), 0.5)
  // The place's power with respect to the circle: 0 on the roll.
  let power = spot.sineCosine.x > 0 ? 0 : place.x * place.x
  var hidden: Float = 0
  var previousShare: Float = 0
  var previousHeight = -1 as Float
  var previousHit = RayHit(arc: 0, distance: 0)
  for i in 0...keySlices {
    let height = -1 + 2 * Float(i) / Float(keySlices)
    let elevation = sliceElevation(key, centre, halfAngle, height)
    var hit = RayHit(arc: 0, distance: (2 * r - place.y) / elevation.sine)
    // Where the ray reaches the flap's height: beyond the axis it hits the flap, not the roll.
    let flapX = place.x + hit.distance * elevation.cosine
    if flapX < 0 {
      hit.arc = caster.rollLength - flapX
    } else {
      let chordMiddle = (r - place.y) * elevation.sine - place.x * elevation.cosine
      hit.distance = chordMiddle + max(chordMiddle * chordMiddle - power, 0).squareRoot()
      hit.arc = casterArc(caster, (place.y + hit.distance * elevation.sine) / r)
    }
    let share = discShare(height)
    if i > 0 {
      let middle = (height + previousHeight) / 2
      let cover = sliceCover(
        frame, pictures, spot.tau, halfAngle, middle, previousHit, hit)
      hidden += (share - previousShare) * cover.share * cover.alpha
    }
    (previousShare, previousHeight, previousHit) = (share, height, hit)
  }
  return hidden
}

/// The share 0…1 of the key light that a surface gets without any shadow; 1 if it is flat, never
/// more.
///
/// The surface's normal is `lean` along the fold's normal and `rise` up.
func keyFacing(_ key: KeyBeam, _ lean: Float, _ rise: Float) -> Float {
  // Sine of the angle of the light's centre above the surface.
  let sine = lean * key.direction.x + rise * key.direction.z
  let halfAngle = key.halfAngle
  if sine >= halfAngle { return min(sine / key.direction.z, 1) }
  if sine <= -halfAngle { return 0 }
  // The disc sets below the surface: at a right angle to the normal, about half of it still lights.
  return min((sine + halfAngle) * (sine + halfAngle) / (4 * halfAngle * key.direction.z), 1)
}

/// How strongly bent paper mirrors the key light, 0…1; 0 on a flat page.
///
/// Compares the normal with the one that mirrors the light into the eye, relative to a flat page's
/// normal.
func keyGlint(_ frame: CurlFrame, _ at: SIMD2<Float>, _ lean: Float, _ rise: Float) -> Float {
  let mirror = mirror(frame, at)
  let flat = mirror.z
  let over = max(lean * mirror.x + rise * flat - flat, 0)
  // Rounding would pass 1.
  let gain = min(over / max(1 - flat, 1e-3), 1)
  return gain * gain * gain * gain
}

/// The normal with which paper would mirror the key light into the eye at a point of the plane.
private func mirror(_ frame: CurlFrame, _ at: SIMD2<Float>) -> SIMD3<Float> {
  let w = viewTilt(frame, at)
  let view = SIMD3(w.x, w.y, 1) / (1 + dot(w, w)).squareRoot()
  let bisector = frame.key.direction + view
  return bisector / max((bisector * bisector).sum(), 1e-12).squareRoot()
}

/// The angle by which paper turns from a flat page's, which reflects nothing, to the one that reflects
/// most, from a distant eye: the width of a reflection.
package func glintWidth(_ frame: CurlFrame) -> Float {
  (2 * max(1 - mirror(frame, .zero).z, 1e-3)).squareRoot()
}
