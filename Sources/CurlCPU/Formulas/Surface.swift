internal import CurlCore

// The half-turn cylinder in cross-section, per pixel. Twin of Shaders/Surface.glsl: same names, same
// order, same constants. x is the distance from the fold line along its normal, s the arc length.

/// π in the working precision.
let pi: Float = 3.14159265358979

/// atan(x / w) for x ≥ 0 and w ≥ 0, within 2 ulp.
///
/// Written out (a Chebyshev fit of atan(z)/z in z², 1.2e-8) because neither GLSL nor libm promises
/// the same bits everywhere.
func arctangent(_ x: Float, _ w: Float) -> Float {
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

/// Roll angle 0…π/2 of the lower half at distance x in 0…radius.
func rollAngle(_ x: Float, _ radius: Float) -> Float {
  arctangent(x, ((radius - x) * (radius + x)).squareRoot())
}

/// Arc length of the lower side of the sheet, flat and then up to the silhouette; x ≤ radius.
func lowerArc(_ x: Float, _ radius: Float) -> Float {
  x <= 0 ? x : radius * rollAngle(x, radius)
}

/// Arc length of the upper side, from the silhouette back over the flap; x ≤ radius.
func upperArc(_ x: Float, _ radius: Float) -> Float {
  x <= 0 ? pi * radius - x : radius * (pi - rollAngle(x, radius))
}

/// |ds/dx| at x ≤ radius, held at its mean over the last 2 · reach before the silhouette.
func compression(_ x: Float, _ radius: Float, _ reach: Float) -> Float {
  if x <= 0 { return 1 }
  return radius / max((radius - x) * (radius + x), radius * reach).squareRoot()
}

/// The gradient of a page coordinate with axis `axis` (x or y unit vector) across the output,
/// where arc length changes by `slope` per page pixel along the normal.
func pageGradient(_ axis: SIMD2<Float>, _ slope: Float, _ normal: SIMD2<Float>) -> SIMD2<Float> {
  axis + ((slope - 1) * dot(axis, normal)) * normal
}

/// The share of a box of a × b on the positive side of a line whose signed distance is d, measured
/// so that it changes by a and b across the box: the exact area.
func halfPlaneCoverage(_ d: Float, _ a: Float, _ b: Float) -> Float {
  let far = (a + b) / 2
  if d >= far { return 1 }
  if d <= -far { return 0 }
  if abs(d) <= abs(a - b) / 2 { return 0.5 + d / max(a, b) }
  let rest = far - abs(d)
  let corner = rest * rest / (2 * a * b)
  return d > 0 ? 1 - corner : corner
}

/// The share of a box inside the page, from its page point and how the page's x and y change
/// across the box (`dx` and `dy`, absolute page pixels along each side).
func outlineCoverage(
  _ p: SIMD2<Float>, _ page: SIMD2<Float>, _ dx: SIMD2<Float>, _ dy: SIMD2<Float>
) -> Float {
  let across = halfPlaneCoverage(p.x, dx.x, dx.y) + halfPlaneCoverage(page.x - p.x, dx.x, dx.y) - 1
  let down = halfPlaneCoverage(p.y, dy.x, dy.y) + halfPlaneCoverage(page.y - p.y, dy.x, dy.y) - 1
  return max(across, 0) * max(down, 0)
}

/// 0 to 1 over 0…1 with level ends.
func smoothRamp(_ x: Float) -> Float { x * x * (3 - 2 * x) }

/// The scalar product.
@inline(__always)
func dot(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> Float {
  a.x * b.x + a.y * b.y
}
