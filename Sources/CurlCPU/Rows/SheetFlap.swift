internal import CurlCore
internal import CurlKernels

/// The flap: the page mirrored in a line.
///
/// A pixel's four taps are boxes of half a page pixel, at the same places in every pixel.
struct SheetFlap: Sendable {
  let quad: curl_quad
  /// The taps' centres from a pixel's page point, and a tap's footprint there.
  let places: [SIMD2<Float>]
  let dx: SIMD2<Float>
  let dy: SIMD2<Float>
  /// Light on the flap, 0…1.
  let light: Float
  /// Low corner of the group's boxes, relative to a pixel's page point.
  private let anchor: SIMD2<Double>
  private let flip: SIMD2<Double>
  /// Arc length at the flap's beginning.
  private let rollLength: Double
  /// Half of a pixel's extent across and down the page.
  private let reach: SIMD2<Double>

  init(_ painter: FramePainter, _ flip: SIMD2<Double>) {
    let frame = painter.frame
    let n = SIMD2(Double(frame.normal.x), Double(frame.normal.y))
    let t = SIMD2(-n.y, n.x)
    var lows: [SIMD2<Double>] = []
    var places: [SIMD2<Float>] = []
    for (x, y) in [(-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25)] {
      let place = -(x * n.x + y * n.y) * n + (x * t.x + y * t.y) * t
      lows.append(flip * place - 0.25)
      places.append(SIMD2(Float(place.x), Float(place.y)))
    }
    let first = lows.reduce(lows[0]) { SIMD2(min($0.x, $1.x), min($0.y, $1.y)) }
    func lane(_ k: Int, _ axis: Int) -> Int16 {
      Int16(((1 - (lows[k][axis] - first[axis])) * 16384).rounded())
    }
    quad = curl_quad(
      x: (lane(0, 0), lane(1, 0), lane(2, 0), lane(3, 0)),
      y: (lane(0, 1), lane(1, 1), lane(2, 1), lane(3, 1)))
    anchor = first
    self.places = places
    dx = SIMD2(Float(t.x * t.x - n.x * n.x), Float(t.x * t.y - n.x * n.y)) / 2
    dy = SIMD2(Float(t.y * t.x - n.y * n.x), Float(t.y * t.y - n.y * n.y)) / 2
    light = painter.backLight(
      upperSpot(frame, frame.outer, SIMD2(-1, 0), painter.halfExtent.x))
    self.flip = flip
    rollLength = Double(pi) * Double(frame.radius)
    let (same, mixed) = (abs(n.y * n.y - n.x * n.x), abs(2 * n.x * n.y))
    reach = SIMD2(same + mixed, same + mixed) / 2
  }

  /// The page point of a pixel's centre.
  func point(_ line: SheetLine, _ x: Int) -> SIMD2<Double> {
    let at = line.place(x)
    return line.fold + (rollLength - at.x) * line.normal + at.y * line.ruling
  }

  private func step(_ line: SheetLine) -> SIMD2<Double> {
    line.ruling.x * line.ruling - line.normal.x * line.normal
  }

  func walk(_ line: SheetLine, _ x: Int) -> curl_walk {
    let p = SheetLine.flipped(point(line, x), flip, line.page) + anchor
    let step = flip * step(line)
    return curl_walk(
      x: SheetLine.fixed(p.x), y: SheetLine.fixed(p.y), dx: SheetLine.fixed(step.x),
      dy: SheetLine.fixed(step.y))
  }

  /// The pixels of a run that lie wholly on the flap, at least `within` page pixels inside its
  /// outline.
  ///
  /// For a negative `within`: the pixels that touch the flap or lie up to −`within` page pixels
  /// outside.
  func pixels(_ line: SheetLine, within: Double, _ xs: Range<Int>) -> Range<Int> {
    let (p, step) = (point(line, xs.lowerBound), step(line))
    var (low, high) = (0.0, Double(xs.count))
    for axis in 0..<2 {
      let margin = within > 0 ? reach[axis] + within : within - reach[axis]
      let (from, to) = (margin - p[axis], line.page[axis] - margin - p[axis])
      if abs(step[axis]) < 1e-12 {
        if from > 0 || to < 0 { high = low }
        continue
      }
      let ends = (from / step[axis], to / step[axis])
      low = max(low, min(ends.0, ends.1).rounded(.up))
      high = min(high, max(ends.0, ends.1).rounded(.down) + 1)
    }
    if high <= low { return xs.lowerBound..<xs.lowerBound }
    return xs.lowerBound + Int(low)..<xs.lowerBound + Int(high)
  }

  /// The runs of pixels that may show a square with a round corner, from the left.
  func rounds(_ line: SheetLine, _ corners: RoundCorners, _ xs: Range<Int>) -> [Range<Int>] {
    let (p, step) = (point(line, xs.lowerBound), step(line))
    /// Steps at which a pixel reaches into the first or the last squares along an axis.
    func steps(_ axis: Int, isFirst: Bool) -> ClosedRange<Double> {
      let edge =
        isFirst
        ? corners.radius + reach[axis] : line.page[axis] - corners.radius - reach[axis]
      let (away, all) = (edge - p[axis], -1...Double(xs.count))
      if abs(step[axis]) < 1e-12 {
        return (isFirst ? away >= 0 : away <= 0) ? all : -1...(-1)
      }
      let end = min(max(away / step[axis], all.lowerBound), all.upperBound)
      return (step[axis] > 0) == isFirst ? all.lowerBound...end : end...all.upperBound
    }
    var found: [Range<Int>] = []
    for (isLeft, isTop) in [(true, true), (true, false), (false, true), (false, false)] {
      let (across, down) = (steps(0, isFirst: isLeft), steps(1, isFirst: isTop))
      let low = max(across.lowerBound, down.lowerBound).rounded(.down)
      let high = min(across.upperBound, down.upperBound).rounded(.up)
      guard low <= high else { continue }
      let range = xs.lowerBound + Int(low)..<xs.lowerBound + Int(high) + 1
      let seen = range.clamped(to: xs)
      if !seen.isEmpty { found.append(seen) }
    }
    return found.sorted { $0.lowerBound < $1.lowerBound }
  }
}
