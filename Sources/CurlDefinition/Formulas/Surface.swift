package import CurlCore

// The half-turn cylinder in cross-section, per pixel. Twin of Shaders/Surface.glsl: the same
// functions and constants. x is the distance from the fold line along its normal.
//
// One inverse serves every camera: the ray through the plane's point q is at q + z · w at height z.
// In cross-section it passes the roll's axis at the distance c / √(1 + w²), c = w · R + x, and
// meets the circle where that chord ends.

/// π in the working precision.
package let pi: Float = 3.14159265358979

/// atan(x / w) for x ≥ 0 and w ≥ 0, within 2 ulp.
///
/// Written out (a Chebyshev fit of atan(z)/z in z², 1.2e-8) because neither GLSL nor libm promises
/// the same bits everywhere.
package func arctangent(_ x: Float, _ w: Float) -> Float {
  let z = min(x, w) / max(max(x, w), 1e-30)
  let u = z * z
  var p: Float = 0.0028340641874819994
  p = p * u - 0.016005029901862144
  p = p * u + 0.042587608098983765
  p = p * u - 0.07495445758104324
  p = p * u + 0.10636754333972931
  p = p * u - 0.14202570915222168
  p = p * u + 0.19992484152317047
  p = p * u - 0.3333306610584259
  p = p * u + 1
  let a = z * p
  return x > w ? pi / 2 - a : a
}

/// atan(x / w) of two pairs at once, to the same bits.
package func arctangent(_ x: SIMD2<Float>, _ w: SIMD2<Float>) -> SIMD2<Float> {
  let z = pointwiseMin(x, w) / pointwiseMax(pointwiseMax(x, w), SIMD2(repeating: 1e-30))
  let u = z * z
  var p = SIMD2<Float>(repeating: 0.0028340641874819994)
  p = p * u - 0.016005029901862144
  p = p * u + 0.042587608098983765
  p = p * u - 0.07495445758104324
  p = p * u + 0.10636754333972931
  p = p * u - 0.14202570915222168
  p = p * u + 0.19992484152317047
  p = p * u - 0.3333306610584259
  p = p * u + 1
  let a = z * p
  return a.replacing(with: pi / 2 - a, where: x .> w)
}

/// sin and cos of an angle in 0…π, within 1e-7.
func sineCosine(_ angle: Float) -> SIMD2<Float> {
  let y = angle - pi / 2
  let u = y * y
  var s: Float = 2.6051661734527443e-06
  s = s * u - 0.00019809046352747828
  s = s * u + 0.008333050645887852
  s = s * u - 0.16666658222675323
  s = s * u + 1
  var c: Float = -2.6051077384181553e-07
  c = c * u + 2.4760134692769498e-05
  c = c * u - 0.0013888360699638724
  c = c * u + 0.04166663438081741
  c = c * u - 0.5
  c = c * u + 1
  return SIMD2(c, -y * s)
}

/// Roll angle 0…π of a direction from the axis, given by its sine and cosine times any length.
@inline(__always)
func rollAngle(_ sine: Float, _ cosine: Float) -> Float {
  let angle = arctangent(sine, abs(cosine))
  return cosine >= 0 ? angle : pi - angle
}

/// Sine and cosine of the angle between the sheet's upper side and the page, as light sees it.
///
/// A roll of paper doesn't end in a line: it eases out. Where the upper side leans by less than 1
/// radian, its curvature falls linearly, as a clothoid's does, and ends as far beyond the roll as
/// the radius. A sharp fold has a crease, the same curve around a small radius. Only light follows
/// this curve; the sheet itself is a cylinder and a flat flap.
func easedRoll(_ frame: CurlFrame, _ arc: Float) -> SIMD2<Float> {
  // Arc length from the roll's silhouette, in radii.
  let u = (arc - pi / 2 * frame.radius) / frame.easedRadius
  let left = max(pi / 2 + 1 - u, 0) / 2
  return sineCosine(clamp(u < pi / 2 - 1 ? pi / 2 - u : left * left, 0, pi))
}

/// A point of the sheet where a ray meets it.
package struct Spot {
  /// Distance from the fold line, place along the rulings, height; page pixels.
  package var x: Float
  package var tau: Float
  package var z: Float
  /// Sine and cosine of the tangent's angle: 0 and 1 flat, 0 and −1 on the flap.
  package var sineCosine: SIMD2<Float>
  /// Arc length past the fold line.
  package var arc: Float
  /// Change of the arc length, and of the height along the cross-section, per distance on the
  /// plane.
  package var slope: Float
  package var rise: Float
}

/// The tilt w of the ray through a point of the plane: its shift per height, along the normal and
/// the ruling.
@inline(__always)
package func viewTilt(_ frame: CurlFrame, _ at: SIMD2<Float>) -> SIMD2<Float> {
  frame.viewOffset - frame.nearness * at
}

/// The point of the plane, moved back to the silhouette of a surface of the sheet if it lies
/// beyond.
@inline(__always)
package func upToSilhouette(_ skin: Skin, _ at: SIMD2<Float>) -> SIMD2<Float> {
  SIMD2(min(at.x, skin.silhouette), at.y)
}

/// The square of half the chord that a ray cuts from the roll, times 1 + w².
@inline(__always)
func chordSquare(_ frame: CurlFrame, _ skin: Skin, _ x: Float, _ w: Float) -> Float {
  let slanted = w == 0 ? skin.radius : skin.radius * (1 + w * w).squareRoot()
  let offset = w * frame.radius + x
  return (slanted - offset) * (slanted + offset)
}

/// Half the chord times √(1 + w²), at least its mean over the last 2 · `halfExtent` before the
/// silhouette.
@inline(__always)
func heldChord(_ square: Float, _ skin: Skin, _ halfExtent: Float) -> Float {
  max(max(square, skin.chordSlope * halfExtent / 2), 1e-12).squareRoot()
}

/// Where the ray through a point of the plane meets the upper side of a surface: flap or roll.
///
/// The point lies before the silhouette, or on it; `halfExtent` is half of a footprint's extent
/// along the normal.
@inline(__always)
package func upperSpot(_ frame: CurlFrame, _ skin: Skin, _ at: SIMD2<Float>, _ halfExtent: Float)
  -> Spot
{
  let w = viewTilt(frame, at)
  let flap = frame.radius + skin.radius
  let beyond = at.x + flap * w.x
  if beyond <= 0 {
    return Spot(
      x: beyond, tau: at.y + flap * w.y, z: flap, sineCosine: SIMD2(0, -1),
      arc: pi * frame.radius - beyond, slope: -1, rise: 0)
  }
  let square = chordSquare(frame, skin, at.x, w.x)
  let root = max(square, 0).squareRoot()
  let offset = w.x * frame.radius + at.x
  let steep = 1 + w.x * w.x
  return rollSpot(
    frame, skin, at, w, SIMD2((offset + w.x * root) / steep, (w.x * offset - root) / steep),
    -heldChord(square, skin, halfExtent))
}

/// Where the ray meets the lower side: the flat part or the roll.
@inline(__always)
package func lowerSpot(_ frame: CurlFrame, _ skin: Skin, _ at: SIMD2<Float>, _ halfExtent: Float)
  -> Spot
{
  if at.x <= 0 {
    return Spot(x: at.x, tau: at.y, z: 0, sineCosine: SIMD2(0, 1), arc: at.x, slope: 1, rise: 0)
  }
  let w = viewTilt(frame, at)
  let square = chordSquare(frame, skin, at.x, w.x)
  let root = max(square, 0).squareRoot()
  let offset = w.x * frame.radius + at.x
  var place = SIMD2(offset, root)
  if w.x != 0 {
    // Use the conjugate root: a large roll's height is the small difference of large numbers.
    let beyond = at.x * at.x + (frame.radius - skin.radius) * (frame.radius + skin.radius)
    let z = beyond / max(frame.radius - at.x * w.x + root, 1e-12)
    place = SIMD2(at.x + z * w.x, frame.radius - z)
  }
  if place.y > frame.radius {
    // The outside of a thick sheet would lie below the plane: the ray ends there.
    let distance = at.x * at.x + frame.radius * frame.radius
    return Spot(
      x: at.x, tau: at.y, z: 0, sineCosine: SIMD2(at.x, frame.radius) / distance.squareRoot(),
      arc: frame.radius * rollAngle(at.x, frame.radius),
      slope: frame.radius * frame.radius / distance, rise: 0)
  }
  return rollSpot(
    frame, skin, at, w, place, heldChord(square, skin, halfExtent))
}

/// The spot that a tap with the half-extent `halfExtent` sees of a surface's upper or lower side.
///
/// Only a part of a tap that reaches over the silhouette sees the sheet, which thins out linearly
/// towards there. The mean lies at two thirds of the tap's span of arc length; the spread is that
/// of a box √⅔ as wide. A sharp fold doesn't thin out.
package func tapSpot(
  _ frame: CurlFrame, _ skin: Skin, _ tap: SIMD2<Float>, _ halfExtent: Float, isUpper: Bool
) -> Spot {
  if tap.x + halfExtent <= skin.silhouette {
    return isUpper
      ? upperSpot(frame, skin, tap, halfExtent) : lowerSpot(frame, skin, tap, halfExtent)
  }
  let low = SIMD2(min(tap.x - halfExtent, skin.silhouette), tap.y)
  var spot =
    isUpper ? upperSpot(frame, skin, low, halfExtent) : lowerSpot(frame, skin, low, halfExtent)
  let w = viewTilt(frame, SIMD2(skin.silhouette, tap.y))
  let top = frame.radius * rollAngle(1, w.x)
  let peak = frame.radius - skin.radius * w.x / (1 + w.x * w.x).squareRoot()
  let thinning = min(frame.radius / (2 * halfExtent), 1)
  let span = abs(spot.arc - top)
  let mean = 0.5 + thinning / 6
  spot.arc = top + (spot.arc - top) * mean
  spot.z = peak + (spot.z - peak) * mean
  spot.tau = tap.y + spot.z * w.y
  let scale = 1 - spot.z * frame.nearness
  let slope = span * (1 - 0.1835034 * thinning) / (2 * halfExtent * scale)
  spot.slope = isUpper ? -slope : slope
  spot.rise = spot.sineCosine.x * spot.slope
  return spot
}

/// The spot at `place` from the roll's axis, right and down.
@inline(__always)
private func rollSpot(
  _ frame: CurlFrame, _ skin: Skin, _ at: SIMD2<Float>, _ w: SIMD2<Float>, _ place: SIMD2<Float>,
  _ chord: Float
) -> Spot {
  let x = max(place.x, 0)
  let z = frame.radius - place.y
  let sineCosine = SIMD2(x, place.y) / max(skin.radius, 1e-12)
  return Spot(
    x: x, tau: at.y + z * w.y, z: z, sineCosine: sineCosine,
    arc: frame.radius * rollAngle(x, place.y),
    slope: frame.radius / chord, rise: sineCosine.x * skin.radius / chord)
}

/// The sheet's front straight over a point of the plane, at most one radius from the fold line.
func frontOver(_ frame: CurlFrame, _ x: Float, _ tau: Float) -> Spot {
  let r = frame.radius
  let x = min(x, r)
  if x <= 0 {
    return Spot(x: x, tau: tau, z: 0, sineCosine: SIMD2(0, 1), arc: x, slope: 1, rise: 0)
  }
  let sineCosine = SIMD2(x, ((r - x) * (r + x)).squareRoot()) / r
  return Spot(
    x: x, tau: tau, z: r * (1 - sineCosine.y), sineCosine: sineCosine,
    arc: r * rollAngle(sineCosine.x, sineCosine.y), slope: 1,
    rise: 0)
}

/// The greatest stretch of a step on the plane, on the sheet around `x`; 1 or more.
@inline(__always)
func stretchAround(_ frame: CurlFrame, _ x: Float, _ halfExtent: Float) -> Float {
  let x = min(x, frame.outer.silhouette)
  let w = frame.viewOffset.x - frame.nearness * x
  if x <= 0 && x + (frame.radius + frame.outer.radius) * w <= 0 { return 1 }
  let square = chordSquare(frame, frame.outer, x, w)
  return max(frame.outer.radius / heldChord(square, frame.outer, halfExtent), 1)
}

/// The share of a box on the positive side of a line: the exact area.
///
/// The line's signed distance `d` from the box's centre changes by `a` and `b` across the box.
package func halfPlaneCoverage(_ d: Float, _ a: Float, _ b: Float) -> Float {
  let far = (a + b) / 2
  if d >= far { return 1 }
  if d <= -far { return 0 }
  if abs(d) <= abs(a - b) / 2 { return 0.5 + d / max(a, b) }
  let rest = far - abs(d)
  let corner = rest * rest / (2 * a * b)
  return d > 0 ? 1 - corner : corner
}

/// The share of a box inside the page.
///
/// `p` is the box's page point; the page's x and y change by `dx` and `dy` along the box's two
/// sides, page pixels. `corner` is the radius of the page's corners. The share is exact at straight
/// sides, and at round corners except for their bend within the box.
package func outlineCoverage(
  _ p: SIMD2<Float>, _ page: SIMD2<Float>, _ corner: Float, _ dx: SIMD2<Float>, _ dy: SIMD2<Float>
) -> Float {
  let (ax, bx, ay, by) = (abs(dx.x), abs(dx.y), abs(dy.x), abs(dy.y))
  let across = halfPlaneCoverage(p.x, ax, bx) + halfPlaneCoverage(page.x - p.x, ax, bx) - 1
  let down = halfPlaneCoverage(p.y, ay, by) + halfPlaneCoverage(page.y - p.y, ay, by) - 1
  let square = max(across, 0) * max(down, 0)
  return square == 0 || corner == 0
    ? square : min(square, cornerCoverage(p, page, corner, dx, dy))
}

/// The share of a box that a round corner of the page leaves; 1 off the corners.
func cornerCoverage(
  _ p: SIMD2<Float>, _ page: SIMD2<Float>, _ corner: Float, _ dx: SIMD2<Float>, _ dy: SIMD2<Float>
) -> Float {
  let side = p - page / 2
  let out = SIMD2(abs(side.x), abs(side.y)) - (page / 2 - corner)
  // A corner smaller than the box is too small to be seen.
  let widest = max(abs(dx.x) + abs(dx.y), abs(dy.x) + abs(dy.y))
  if out.x <= 0 || out.y <= 0 || 2 * corner <= widest { return 1 }
  let length = dot(out, out).squareRoot()
  let n = SIMD2(side.x < 0 ? -out.x : out.x, side.y < 0 ? -out.y : out.y) / length
  return halfPlaneCoverage(
    corner - length, abs(n.x * dx.x + n.y * dy.x), abs(n.x * dx.y + n.y * dy.y))
}

/// Whether a point lies on a page with round corners.
package func isInside(_ p: SIMD2<Float>, _ page: SIMD2<Float>, _ corner: Float) -> Bool {
  if p.x < 0 || p.y < 0 || p.x > page.x || p.y > page.y { return false }
  let out = SIMD2(
    max(abs(p.x - page.x / 2) - (page.x / 2 - corner), 0),
    max(abs(p.y - page.y / 2) - (page.y / 2 - corner), 0))
  return corner == 0 || dot(out, out) <= corner * corner
}

/// A ramp from 0 to 1 over 0…1, level at both ends.
func smoothRamp(_ x: Float) -> Float { x * x * (3 - 2 * x) }

/// The scalar product.
@inline(__always)
package func dot(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> Float {
  a.x * b.x + a.y * b.y
}
