package import CurlCore

/// One side of the sheet at one tap of a pixel: its page point, and the page's change across the
/// tap.
///
/// Twin of the names in Shaders/Taps.glsl.
package struct Footprint {
  /// The page point.
  package var point: SIMD2<Float>
  /// Change of the page's x along the tap's two sides, page pixels.
  package var dx: SIMD2<Float>
  /// Change of the page's y along the tap's two sides, page pixels.
  package var dy: SIMD2<Float>

  /// Sides of the axis-aligned box that stands for the footprint, page pixels.
  package var extent: SIMD2<Float> {
    SIMD2(dot(dx, dx).squareRoot(), dot(dy, dy).squareRoot())
  }
}

/// The footprint of a tap with sides `box` at a spot; `w` is the tilt of its ray.
@inline(__always)
package func footprint(_ frame: CurlFrame, _ spot: Spot, _ w: SIMD2<Float>, _ box: SIMD2<Float>)
  -> Footprint
{
  let (n, t) = (frame.normal, frame.ruling)
  let scale = 1 - spot.z * frame.nearness
  let across = (scale * spot.slope) * n * box
  let along = scale * (t * box + (w.y * spot.rise) * n * box)
  return Footprint(
    point: frame.fold + spot.arc * n + spot.tau * t, dx: n.x * across + t.x * along,
    dy: n.y * across + t.y * along)
}

/// How one pixel is cut into taps.
package struct Taps {
  package let across: Int
  package let down: Int
  /// A tap's sides, page pixels.
  package let box: SIMD2<Float>
  /// Change of the distance from the fold line along a tap's two sides, page pixels, ≥ 0.
  package let alongNormal: SIMD2<Float>
  /// A tap's half-extent along the normal, page pixels.
  package let halfExtent: Float
  /// One tap's share of the pixel.
  package let weight: Float

  private let step: SIMD2<Float>

  /// The taps of a pixel at `at` that a roll may cross.
  package init(_ frame: borrowing CurlFrame, _ at: SIMD2<Float>, _ halfExtent: SIMD2<Float>) {
    self.init(frame, slope: stretchAround(frame, at.x, halfExtent.x))
  }

  /// The taps of a pixel where the sheet is stretched by `slope` across its rulings.
  package init(_ frame: borrowing CurlFrame, slope: Float) {
    let n = SIMD2(abs(frame.normal.x), abs(frame.normal.y))
    step = frame.step
    // A footprint that stays parallel to the page's sides needs no second tap.
    let isUpright = n.x * n.y == 0 && frame.viewOffset.y == 0 && frame.nearness == 0
    let least = isUpright ? 1 : 2
    let stretch = frame.step * (1 + (slope * slope - 1) * n * n).squareRoot()
    let narrow = max(1, min(frame.step.x, frame.step.y))
    across = tapCount(stretch.x / narrow, least)
    down = tapCount(stretch.y / narrow, least)
    box = frame.step / SIMD2(Float(across), Float(down))
    weight = 1 / Float(across * down)
    alongNormal = n * box
    self.halfExtent = (alongNormal.x + alongNormal.y) / 2
  }

  /// The distance of tap (i, j) from the fold line, and its place along the rulings, in a pixel at
  /// `at`.
  package func tapPlace(_ at: SIMD2<Float>, _ i: Int, _ j: Int, _ frame: CurlFrame) -> SIMD2<Float>
  {
    let offset = (SIMD2(Float(i), Float(j)) + 0.5) * box - step / 2
    return at + SIMD2(dot(offset, frame.normal), dot(offset, frame.ruling))
  }
}
