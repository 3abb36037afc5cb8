internal import CurlCore

// A sheet of any cross-section, per pixel. Twin of the first part of Shaders/Section.glsl: the same
// formulas and constants.
//
// The ray through distance x on the plane meets a piece where κ (a² + b²) = 2 b; a and b count from
// the piece's middle. This is quadratic for an arc, of which the piece lies on one root, and linear
// for a line. In this form an arc may be of any flatness.

/// Where the ray through distance `x` on the plane meets a piece, on its first winding; tau stays
/// 0.
func sectionMeet(_ frame: CurlFrame, _ piece: Section.Piece, _ x: Float) -> Spot {
  let w = frame.viewOffset.x - frame.nearness * x
  let (c, s) = (piece.tangent.x, piece.tangent.y)
  let k = piece.curvature
  let g = x + w * piece.middle.y - piece.middle.x
  let half = k * g * w - (c - s * w)
  let rest = g * (k * g + 2 * s)
  let steep = k * (1 + w * w)
  let root = max(half * half - steep * rest, 0).squareRoot() * piece.rootSign
  // Use the form that takes no small difference of large numbers.
  let rise =
    steep == 0 || half * root >= 0 ? -rest / outOfZero(half + root) : (root - half) / steep
  let a = c * g + (c * w + s) * rise
  let b = (c - s * w) * rise - s * g
  let (sine, cosine) = (k * a, 1 - k * b)
  let sineCosine = SIMD2(s * cosine + c * sine, c * cosine - s * sine)
  let slope = 1 / outOfZero(sineCosine.y - sineCosine.x * w)
  let z = piece.middle.y + rise
  return Spot(
    x: x + w * z, tau: 0, z: z, sineCosine: sineCosine, arc: piece.arc + arcOf(k, a, sine, cosine),
    slope: slope, rise: sineCosine.x * slope)
}

/// The point of a curve of curvature `k` at an arc length from its middle, by the chord.
func sectionPoint(_ middle: SIMD2<Float>, _ t: SIMD2<Float>, _ k: Float, _ length: Float)
  -> SIMD2<Float>
{
  if k == 0 { return middle + length * t }
  let half = sineCosine(min(abs(k * length) / 2, pi))
  let c = half.y
  let sine = (k < 0) == (length < 0) ? half.x : -half.x
  let chord = 2 * (length < 0 ? -half.x : half.x) / abs(k)
  return middle + chord * SIMD2(t.x * c - t.y * sine, t.y * c + t.x * sine)
}

/// Arc length from the middle of a curve of curvature `k`, from the coordinate `a` along its
/// tangent there and the sine and cosine of the turn.
func arcOf(_ k: Float, _ a: Float, _ sine: Float, _ cosine: Float) -> Float {
  if k == 0 { return a }
  let angle = rollAngle(abs(sine), cosine)
  return (sine < 0 ? -angle : angle) / k
}

/// A divisor kept away from 0.
func outOfZero(_ x: Float) -> Float {
  abs(x) < 1e-12 ? (x < 0 ? -1e-12 : 1e-12) : x
}

/// Where the ray through distance `x` meets piece `index`, or a piece that continues it.
private func runMeet(_ frame: CurlFrame, _ section: Section, _ index: Int, _ x: Float) -> Spot {
  var i = index
  var piece = section.pieces[i]
  while x < piece.low && piece.low > piece.runLow {
    i += piece.isFront ? -1 : 1
    piece = section.pieces[i]
  }
  while x > piece.high && piece.high < piece.runHigh {
    i += piece.isFront ? 1 : -1
    piece = section.pieces[i]
  }
  return sectionMeet(frame, piece, x)
}

/// The spot that a tap with the half-extent `halfExtent` sees of a piece and of the pieces that
/// continue it, between two limits on the plane.
///
/// The tap sees the sheet between its ends, or up to a silhouette, towards which the sheet thins
/// out. Mean and spread follow from the offset between the middle of the range and the middle of
/// the arc length. They are exact for an even stretch and for one that thins out linearly.
func sectionSpot(
  _ frame: CurlFrame, _ section: Section, _ index: Int, _ limits: SIMD2<Float>, _ tap: SIMD2<Float>,
  _ halfExtent: Float
) -> Spot {
  let piece = section.pieces[index]
  let low = clamp(tap.x - halfExtent, limits.x, limits.y)
  let high = clamp(tap.x + halfExtent, limits.x, limits.y)
  let x = (low + high) / 2
  var spot = runMeet(frame, section, index, x)
  if piece.curvature == 0 && low >= piece.low && high <= piece.high {
    let share = (high - low) / (2 * halfExtent)
    spot.slope *= share
    spot.rise *= share
  } else {
    let from = runMeet(frame, section, index, low)
    let to = runMeet(frame, section, index, high)
    let bend = spot.arc - (from.arc + to.arc) / 2
    let climb = spot.z - (from.z + to.z) / 2
    let span = to.arc - from.arc
    let spread = max(abs(span) - 0.886 * abs(bend), 0)
    spot.arc = (from.arc + to.arc) / 2 + 0.8047 * bend
    spot.z = (from.z + to.z) / 2 + 0.8047 * climb
    let scale = max(1 - spot.z * frame.nearness, 0.05)
    spot.slope = (span < 0 ? -spread : spread) / (2 * halfExtent * scale)
    spot.rise = spot.sineCosine.x * spot.slope
  }
  spot.tau = tap.y + spot.z * (frame.viewOffset.y - frame.nearness * tap.y)
  return spot
}
