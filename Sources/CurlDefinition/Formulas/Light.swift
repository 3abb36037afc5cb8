internal import CurlCore

// Light left on each side of the sheet and on the page, in closed form. Twin of Shaders/Light.glsl.
//
// The sky is uniform above the elevation e0 = 2 atan(1/5), seen in cross-section. At an elevation e
// in cross-section the sheet hides the azimuths that one ruling spans. Lambert's cosine over these
// integrates to g(sine of the azimuth's limits) = (2/π)(asin σ + σ √(1 − σ²)). An integral over c =
// cos e remains. Two Gauss nodes each take it between the elevations at which the sheet's
// silhouette bends (`bendingArcs`): those of its corners, and of its edges in the receiver's own
// cross-section or, beside the sheet, in the nearest one that meets it. No bend lies between two
// nodes then, so that light changes smoothly from place to place, beside the sheet too. Where the
// outline runs along or across the rulings, the integrand is constant there and the sum exact.
// Checked against ray tracing of sharp-cornered pages: within 0.013 for headings along the axes,
// 0.038 elsewhere.

/// cos and sin of e0 = 2 atan(1/5).
let skyCosine: Float = 12.0 / 13.0
let skySine: Float = 5.0 / 13.0

/// The point at arc length `s`: distance from the caster's axis, and height; the fold for s ≤ 0.
func sheetEdge(_ caster: ShadowCaster, _ s: Float) -> SIMD2<Float> {
  let unit = sineCosine(min(max(s / caster.lengthPerRadian, 0), pi))
  return SIMD2(
    caster.scaledRadius * unit.x - max(s - caster.rollLength, 0),
    caster.scaledRadius * (1 - unit.y))
}

/// Arc length of the sheet where the caster's circle has the height z · `scaledRadius`.
///
/// The angle is acos(1 − z), within 7e-5 (Abramowitz and Stegun 4.4.45).
func casterArc(_ caster: ShadowCaster, _ z: Float) -> Float {
  let y = min(max(min(z, 2 - z), 0), 1)
  let x = 1 - y
  let p = y.squareRoot() * (1.5707288 + x * (-0.2121144 + x * (0.0742610 - x * 0.0187293)))
  return caster.lengthPerRadian * (z > 1 ? pi - p : p)
}

/// (2/π)(asin σ + σ √(1 − σ²)) for σ in −1…1, within 0.0024 and exact at the ends.
@inline(__always)
func azimuthShare(_ sigma: Float) -> Float {
  let q = sigma * sigma
  return sigma * (1.25942414 - q * (0.13587249 + q * 0.12355165))
}

/// How far the page's outline lies below its corner's tip, at `v` beside the tip.
///
/// The sides fall by `slope` and by 1/slope and round off with `radius`; `share` is radius / √(1 +
/// slope²).
@inline(__always)
func cornerFall(_ v: Float, _ slope: Float, _ radius: Float, _ share: Float) -> Float {
  let d = v + share * (slope - 1)
  if d <= -share || d >= share * slope { return max(slope * v, -v / slope) }
  return share * (1 + slope) - max(radius * radius - d * d, 0).squareRoot()
}

/// Sines of the azimuths between which the ruling at `s` is seen from place `tau` at distance d.
@inline(__always)
func rulingSpan(_ caster: ShadowCaster, _ s: Float, _ tau: Float, _ d: Float) -> SIMD2<Float> {
  let (m, k) = (caster.slope, caster.cornerShare)
  let high = caster.topCorner.y - cornerFall(s - caster.topCorner.x, m, caster.corner, k) - tau
  let low = caster.bottomCorner.y + cornerFall(caster.bottomCorner.x - s, m, caster.corner, k) - tau
  let top = max(high, low)
  let d2 = d * d + 1e-12
  return SIMD2(low / (low * low + d2).squareRoot(), top / (top * top + d2).squareRoot())
}

/// Arc length of the sheet's free edge, its largest one, at place `tau` along the rulings.
func lastArc(_ caster: ShadowCaster, _ tau: Float) -> Float {
  caster.farCorner.x
    - cornerFall(
      tau - caster.farCorner.y, 1 / caster.slope, caster.corner, caster.cornerShare * caster.slope)
}

/// Arc length of the sheet's near edge, its smallest one, at place `tau` along the rulings.
func firstArc(_ caster: ShadowCaster, _ tau: Float) -> Float {
  caster.nearCorner.x
    + cornerFall(
      caster.nearCorner.y - tau, 1 / caster.slope, caster.corner, caster.cornerShare * caster.slope)
}

/// Arc lengths at which the sheet's silhouette bends for a receiver at `tau`, unsorted but for the
/// last one, the greatest.
///
/// They are those of the corners with the least and the greatest arc length, of the lower one of the
/// others, and of both ends of the cross-section that is nearest to `tau`. The higher one of the
/// others makes no difference that is seen.
func bendingArcs(_ caster: ShadowCaster, _ tau: Float) -> [5 of Float] {
  let beside = clamp(tau, caster.bottomCorner.y, caster.topCorner.y)
  return [
    caster.nearCorner.x, firstArc(caster, beside), min(caster.topCorner.x, caster.bottomCorner.x),
    lastArc(caster, beside), caster.furthestArc,
  ]
}

/// The sky hidden up to the elevation with the cosine `end`: the integral of `azimuths` over the
/// cosine, from the lowest one of the elevations at which the silhouette bends.
///
/// Elevations count from the sheet's side, so a higher one has a smaller cosine.
private func hiddenSky(
  _ bends: [5 of Float], _ end: Float, _ azimuths: (_ cosine: Float) -> Float
) -> Float {
  var from = bends[0]
  for i in bends.indices { from = max(from, bends[i]) }
  var hidden: Float = 0
  for _ in bends.indices {
    var to = end
    for i in bends.indices where bends[i] < from - 1e-5 { to = max(to, bends[i]) }
    if from - to < 1e-5 { break }
    let half = (from - to) / 2
    let node = half * 0.57735027
    hidden += half * (azimuths((from + to) / 2 + node) + azimuths((from + to) / 2 - node))
    from = to
  }
  return hidden
}

/// Cosine of the elevation at which a point of the sheet is seen from the page, `x` from the axis.
private func elevationCosine(_ x: Float, _ point: SIMD2<Float>) -> Float {
  let d = x - point.x
  return d / (d * d + point.y * point.y + 1e-20).squareRoot()
}

/// Cosine of the elevation of a point of the sheet, or that of the roll's own silhouette,
/// `rollCosine`, if the roll hides the point.
private func silhouetteCosine(
  _ x: Float, _ point: SIMD2<Float>, _ caster: ShadowCaster, _ rollCosine: Float
) -> Float {
  1 - point.y / caster.scaledRadius <= -rollCosine ? rollCosine : elevationCosine(x, point)
}

/// The share 0…1 of the sky that the next page sees at `distance` > 0 from the fold line.
func skyOverBase(_ caster: ShadowCaster, _ distance: Float, _ tau: Float) -> Float {
  let r = caster.scaledRadius
  let x = max(distance - caster.axisX, 1e-4 * r)
  let rollCosine = (x * x - r * r) / (x * x + r * r)
  if rollCosine >= skyCosine { return 1 }
  // The sheet's highest elevation in any cross-section.
  let end = clamp(
    silhouetteCosine(x, caster.furthestPoint, caster, rollCosine), -skyCosine, skyCosine)
  var bends = bendingArcs(caster, tau)
  for i in bends.indices {
    bends[i] =
      bends[i] > 0
      ? clamp(elevationCosine(x, sheetEdge(caster, bends[i])), end, skyCosine) : skyCosine
  }
  let hidden = hiddenSky(bends, end) { azimuthsFromBase(caster, x, tau, $0) }
  return clamp(1 - hidden / (4 * skyCosine), 0, 1)
}

/// The azimuths hidden at one elevation, by the first and the second crossing of a ray with the
/// sheet.
///
/// Azimuths that both hide count once.
private func azimuthsFromBase(_ caster: ShadowCaster, _ x: Float, _ tau: Float, _ c: Float)
  -> Float
{
  let r = caster.scaledRadius
  let sine = (1 - c * c).squareRoot()
  // A ray meets the circle twice, at distances whose product is the power of the point, x².
  let chordMiddle = x * c + r * sine
  let secondDistance = chordMiddle + max(chordMiddle * chordMiddle - x * x, 0).squareRoot()
  let firstDistance = x * x / secondDistance
  let firstSpan = rulingSpan(
    caster, casterArc(caster, firstDistance * sine / r), tau, firstDistance)
  // Where the ray reaches the flap's height: beyond the axis it crosses the flap, not the roll.
  let flapX = x - 2 * r * c / sine
  let secondSpan =
    flapX < 0
    ? rulingSpan(caster, caster.rollLength - flapX, tau, 2 * r / sine)
    : rulingSpan(caster, casterArc(caster, secondDistance * sine / r), tau, secondDistance)
  let overlap =
    azimuthShare(min(firstSpan.y, secondSpan.y)) - azimuthShare(max(firstSpan.x, secondSpan.x))
  return azimuthShare(firstSpan.y) - azimuthShare(firstSpan.x) + azimuthShare(secondSpan.y)
    - azimuthShare(secondSpan.x) - max(overlap, 0)
}

/// The caster's point that belongs to a spot of the front: distance from the caster's axis, and
/// height.
func casterPlace(_ caster: ShadowCaster, _ spot: Spot) -> SIMD2<Float> {
  if spot.sineCosine.x == 0 && spot.sineCosine.y > 0 {
    return SIMD2(min(spot.x - caster.axisX, 0), 0)
  }
  return caster.scaledRadius * SIMD2(spot.sineCosine.x, 1 - spot.sineCosine.y)
}

/// The share 0…1 of the sky that a spot of the front sees, flat or inside the roll.
///
/// Elevations count from the front's tangent towards the sheet: `low` is the cosine at the lower
/// end of the sky that the spot could see, `high` at the other end.
func skyOverFront(_ caster: ShadowCaster, _ spot: Spot) -> Float {
  let r = caster.scaledRadius
  let (sineCosine, tau) = (spot.sineCosine, spot.tau)
  let place = casterPlace(caster, spot)
  let angle = rollAngle(sineCosine.x, sineCosine.y)
  let low = sineCosine.y > skyCosine ? skyCosine * sineCosine.y + skySine * sineCosine.x : 1
  let high = min(skySine * sineCosine.x - skyCosine * sineCosine.y, low)
  func cosine(_ point: SIMD2<Float>) -> Float {
    let d = point - place
    let length = dot(d, d).squareRoot()
    if length <= 1e-5 * r { return low }
    return clamp((d.x * sineCosine.y + d.y * sineCosine.x) / length, high, low)
  }
  let arc = angle * caster.lengthPerRadian
  var bends = bendingArcs(caster, tau)
  for i in bends.indices {
    bends[i] = bends[i] > arc ? cosine(sheetEdge(caster, bends[i])) : low
  }
  let hidden = hiddenSky(bends, bends[4]) {
    azimuthsFromFront(caster, place, sineCosine, tau, $0)
  }
  return clamp((2 * (low - high) - hidden) / (4 * skyCosine), 0, 1)
}

/// The azimuths hidden from the front at one elevation.
private func azimuthsFromFront(
  _ caster: ShadowCaster, _ place: SIMD2<Float>, _ sineCosine: SIMD2<Float>, _ tau: Float,
  _ c: Float
) -> Float {
  let r = caster.scaledRadius
  let slant = max(1 - c * c, 0).squareRoot()
  let cosine = c * sineCosine.y - slant * sineCosine.x
  let sine = max(slant * sineCosine.y + c * sineCosine.x, 0.3)
  let toFlap = (2 * r - place.y) / sine
  // Where the ray reaches the flap's height: beyond the axis it crosses the flap, not the roll.
  let flapX = place.x + toFlap * cosine
  if flapX < 0 {
    let span = rulingSpan(caster, caster.rollLength - flapX, tau, toFlap)
    return azimuthShare(span.y) - azimuthShare(span.x)
  }
  let chordMiddle = (r - place.y) * sine - place.x * cosine
  // The place's power with respect to the circle: 0 on the roll.
  let power = sineCosine.x > 0 ? 0 : place.x * place.x
  let toRoll = chordMiddle + max(chordMiddle * chordMiddle - power, 0).squareRoot()
  let span = rulingSpan(
    caster, casterArc(caster, (place.y + toRoll * sine) / r), tau, toRoll)
  return azimuthShare(span.y) - azimuthShare(span.x)
}

/// The share 0…1 of the sky that a surface sees with nothing above it.
///
/// Its normal points `rise` upwards and `lean` sideways.
func openSky(_ rise: Float, _ lean: Float) -> Float {
  if rise >= skyCosine { return rise }
  if rise <= -skyCosine { return 0 }
  return (1 + skyCosine * rise - skySine * lean) / (2 * skyCosine)
}

/// The share of the largest reflection that a surface shows of the windows around it, 0…1; its
/// normal points `rise` upwards.
///
/// (27/4) sin²τ cos⁴τ for a lean of τ: none where it is flat or upright, most at 35°.
func sheenShare(_ rise: Float) -> Float {
  let up = max(rise, 0) * max(rise, 0)
  return 6.75 * (1 - up) * up * up
}

/// A colour under `light`, of which the surface reflects the share `sheen` like a mirror.
func lit(_ colour: SIMD4<Float>, _ light: Float, sheen: Float) -> SIMD4<Float> {
  let white = light * sheen * colour.w
  return lit(colour, light * (1 - sheen)) + SIMD4(white, white, white, 0)
}

/// Arc length of the sheet's silhouette as seen from the page beyond the fold: the roll's tangent
/// point, or the free edge if that comes first.
///
/// The free edge is moved in by half the radius, so that the sheet's alpha counts and not the area
/// beyond.
func silhouetteArc(_ caster: ShadowCaster, _ distance: Float, _ tau: Float) -> Float {
  let angle = 2 * arctangent(max(distance - caster.axisX, 0), caster.scaledRadius)
  return min(angle * caster.lengthPerRadian, lastArc(caster, tau) - caster.scaledRadius / 2)
}

/// Arc length of the sheet straight above its front, or of the free edge before it.
func overheadArc(_ caster: ShadowCaster, _ distance: Float, _ tau: Float) -> Float {
  min(
    caster.rollLength - (distance - caster.axisX), lastArc(caster, tau) - caster.scaledRadius / 2)
}

/// The value limited to a range.
@inline(__always)
package func clamp(_ x: Float, _ low: Float, _ high: Float) -> Float { min(max(x, low), high) }
