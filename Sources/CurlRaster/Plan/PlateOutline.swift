internal import CurlCore

/// A plate's outline on the frame: straight lines, whatever the camera.
struct PlateOutline {
  /// A line in output pixels.
  ///
  /// A pixel's centre (x, y) has the value x · `x` + y · `y` + `rest`: 0 on the line, > 0 inside.
  /// Across a pixel it changes by `width` at most.
  private struct Line {
    let x: Double
    let y: Double
    let rest: Double
    let width: Double

    init(_ row: SIMD3<Double>, _ common: CurlFrame) {
      let step = SIMD2<Double>(common.step)
      let origin = SIMD2<Double>(common.origin) + 0.5 * step
      x = row.x * step.x
      y = row.y * step.y
      rest = row.x * origin.x + row.y * origin.y + row.z
      width = abs(x) + abs(y)
    }
  }

  /// Outside any of the `outer` lines the plate isn't seen; inside all `inner` ones it fills its
  /// pixels.
  private let outer: [Line]
  private let inner: [Line]
  private let bounds: PixelBounds
  /// How far from a line the centres of partial pixels lie, as a share of its change across a pixel.
  private let reach: Double

  init(_ plate: Plate, _ common: CurlFrame, _ bounds: PixelBounds) {
    let m = plate.inverse.map { SIMD3(Double($0.x), Double($0.y), Double($0.z)) }
    let (low, high) = (SIMD2<Double>(plate.low), SIMD2<Double>(plate.high))
    let edges = [
      m[0] - low.x * m[2], high.x * m[2] - m[0], m[1] - low.y * m[2], high.y * m[2] - m[1],
    ].map { Line($0, common) }
    // The chords of round corners.
    let (page, corner) = (SIMD2<Double>(plate.page), Double(plate.cornerRadius))
    let right = page.x * m[2] - m[0]
    let below = page.y * m[2] - m[1]
    let cut = corner * m[2]
    let corners =
      corner == 0
      ? []
      : [m[0] + m[1], right + m[1], m[0] + below, right + below].map { Line($0 - cut, common) }
    // The page lies before the eye, and not too near.
    let near = [m[2], SIMD3(0, 0, 1 / Plate.leastW) - m[2]].map { Line($0, common) }
    let seam = SIMD3(-Double(plate.seam.x), -Double(plate.seam.y), Double(plate.seam.z))
    let halves = [Line(seam + SIMD3(0, 0, 0.5), common), Line(seam - SIMD3(0, 0, 0.499), common)]
    outer = edges + (plate.beyond < 0 ? [halves[0]] : [])
    inner = edges + corners + near + [halves[1]]
    self.bounds = bounds
    // A page whose texels are the frame's pixels fills pixels up to its very sides.
    reach = plate.cornerRadius == 0 && plate.texelOffset(common) != nil ? 0.499 : 1
  }

  /// The pixels of a row that the plate may touch.
  func touched(_ y: Int) -> Range<Int> {
    guard bounds.y.contains(y) else { return 0..<0 }
    return pixels(outer, y, beyond: reach, bounds.x)
  }

  /// The touched pixels that the plate fills.
  func filled(_ y: Int, of touched: Range<Int>) -> Range<Int> {
    pixels(inner, y, beyond: -reach, touched)
  }

  /// Pixels of a range inside all lines, moved outwards by `beyond` pixels.
  private func pixels(_ lines: [Line], _ y: Int, beyond: Double, _ range: Range<Int>) -> Range<Int>
  {
    var (low, high) = (Double(range.lowerBound), Double(range.upperBound - 1))
    for line in lines {
      let value = Double(y) * line.y + line.rest + beyond * line.width
      if abs(line.x) < 1e-12 {
        if value < 0 { high = low - 1 }
      } else if line.x > 0 {
        low = max(low, (-value / line.x).rounded(.up))
      } else {
        high = min(high, (-value / line.x).rounded(.down))
      }
    }
    guard low <= high else { return range.lowerBound..<range.lowerBound }
    return Int(low)..<Int(high) + 1
  }
}
