internal import CurlCore

/// One side of the sheet at one tap of a pixel: where on the page it is and what a step across the
/// tap is there.
///
/// Twin of the names in Shaders/Taps.glsl.
struct Footprint {
  /// The page point.
  var point: SIMD2<Float>
  /// How far the page's x changes along the tap's two sides, page pixels, 0 and up.
  var dx: SIMD2<Float>
  /// The same of the page's y.
  var dy: SIMD2<Float>

  /// Sides of the axis-aligned box that stands for the footprint, page pixels.
  var extent: SIMD2<Float> {
    SIMD2(dot(dx, dx).squareRoot(), dot(dy, dy).squareRoot())
  }
}

/// The footprint at arc length `s` and ruling coordinate `tau` of a tap with sides `box`, where
/// arc length changes by `slope` per page pixel along the normal.
func footprint(
  _ frame: CurlFrame, _ s: Float, _ tau: Float, _ slope: Float, _ box: SIMD2<Float>
) -> Footprint {
  let dx = pageGradient(SIMD2(1, 0), slope, frame.normal) * box
  let dy = pageGradient(SIMD2(0, 1), slope, frame.normal) * box
  return Footprint(
    point: frame.fold + s * frame.normal + tau * frame.ruling,
    dx: SIMD2(abs(dx.x), abs(dx.y)), dy: SIMD2(abs(dy.x), abs(dy.y)))
}

/// How one pixel is cut into taps.
struct Taps {
  let across: Int
  let down: Int
  /// A tap's sides, page pixels.
  let box: SIMD2<Float>
  /// How far the distance from the fold line changes along a tap's two sides, 0 and up.
  let alongNormal: SIMD2<Float>
  /// Half of a tap's extent along the normal.
  let reach: Float
  /// One tap's share of the pixel.
  let weight: Float

  private let step: SIMD2<Float>

  init(_ frame: CurlFrame, _ at: SIMD2<Float>, _ reach: SIMD2<Float>) {
    let n = SIMD2(abs(frame.normal.x), abs(frame.normal.y))
    step = frame.step
    // A footprint that stays parallel to the page's sides needs no second tap.
    let least = n.x * n.y == 0 ? 1 : 2
    let slope = compression(min(at.x, frame.radius), frame.radius, reach.x)
    let stretch = frame.step * (1 + (slope * slope - 1) * n * n).squareRoot()
    let narrow = max(1, min(frame.step.x, frame.step.y))
    across = tapCount(stretch.x / narrow, least)
    down = tapCount(stretch.y / narrow, least)
    box = frame.step / SIMD2(Float(across), Float(down))
    weight = 1 / Float(across * down)
    alongNormal = n * box
    self.reach = (alongNormal.x + alongNormal.y) / 2
  }

  /// Tap (i, j)'s distance from the fold line and along the rulings, of a pixel at `at`.
  func tapPlace(_ at: SIMD2<Float>, _ i: Int, _ j: Int, _ frame: CurlFrame) -> SIMD2<Float> {
    let offset = (SIMD2(Float(i), Float(j)) + 0.5) * box - step / 2
    return at + SIMD2(dot(offset, frame.normal), dot(offset, frame.ruling))
  }

  /// The sheet's upper side at a tap's place.
  func upperFootprint(_ tap: SIMD2<Float>, _ frame: CurlFrame) -> Footprint {
    let x = min(tap.x, frame.radius)
    return footprint(
      frame, upperArc(x, frame.radius), tap.y, -compression(x, frame.radius, reach), box)
  }

  /// The sheet's lower side at a tap's place.
  func lowerFootprint(_ tap: SIMD2<Float>, _ frame: CurlFrame) -> Footprint {
    let x = min(tap.x, frame.radius)
    return footprint(
      frame, lowerArc(x, frame.radius), tap.y, compression(x, frame.radius, reach), box)
  }
}
