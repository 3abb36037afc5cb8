internal import CurlCore
internal import CurlDefinition
internal import CurlKernels

/// The flap: the page mirrored in a line, under any camera.
///
/// A pixel's four taps are boxes of half a pixel, at the same places in every pixel. Rows are those
/// of ``grid``: see ``line(_:)``.
struct SheetFlap: Sendable {
  /// What the frame's pixels see of the flap.
  let grid: PixelGrid
  let quad: curl_quad
  /// Rows of the blocks of texels that the four boxes lie in, 3 or 4.
  let rows: Int
  /// The taps' places and footprints.
  let quarters: curl_quarters
  /// Light on the flap and the white that it adds, where the roll has eased out.
  let tone: SIMD2<Float>
  /// How far from the roll it eases out, page pixels.
  let eased: Double
  /// The light and the white of pixels in between, at equal distances from the roll on; and how far
  /// they are from the next ones.
  private let tones: [SIMD4<Float>]
  /// What the kernels' roundings may lose, page pixels.
  let margin: Double
  /// How far beside the flap a thick sheet's cut edge is seen, page pixels.
  let overhang: Double
  /// Half of a pixel's extent along the fold's normal, page pixels.
  let halfExtent: Double
  private let frame: CurlFrame
  /// Low corner of the group's boxes, relative to a pixel's page point, texels.
  private let anchor: SIMD2<Double>
  private let page: SheetPage
  /// Arc length at the flap's beginning.
  private let rollLength: Double
  /// Half of a pixel's extent across and down the page.
  private let reach: SIMD2<Double>

  init(_ painter: FramePainter, _ page: SheetPage) {
    let frame = painter.frame
    self.frame = frame
    grid = frame.flapGrid
    let (across, down, sides) = Self.footprint(frame)
    let boxes = sides * page.grid.scale
    let centres = [(-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25)].map { x, y in
      x * across + y * down
    }
    let lows = centres.map { page.scale * $0 - boxes / 2 }
    let first = lows.reduce(lows[0]) { pointwiseMin($0, $1) }
    let last = lows.reduce(lows[0]) { pointwiseMax($0, $1) } + boxes
    // Three texels hold up to two, wherever these begin.
    rows = page.grid.isPage && (last - first).max() <= 2 ? 3 : 4
    let unit = rows == 3 ? 16384.0 : 8192
    func lane(_ k: Int, _ axis: Int) -> Int16 {
      Int16(((1 - (lows[k][axis] - first[axis])) * unit).rounded())
    }
    func side(_ axis: Int) -> (size: Int16, factor: Int16, inverse: UInt16) {
      let size = Int16(min(max((boxes[axis] * unit).rounded(), 64), 32767))
      let factor = SheetLanes.factor(size)
      return (size, factor, SheetLanes.inverse(size, factor))
    }
    let (x, y) = (side(0), side(1))
    quad = curl_quad(
      x: (lane(0, 0), lane(1, 0), lane(2, 0), lane(3, 0)),
      y: (lane(0, 1), lane(1, 1), lane(2, 1), lane(3, 1)), size_x: x.size, size_y: y.size,
      factor_x: x.factor, factor_y: y.factor, inverse_x: x.inverse, inverse_y: y.inverse)
    anchor = first
    func quarters(_ values: (Int) -> Double) -> (Float, Float, Float, Float) {
      (Float(values(0)), Float(values(1)), Float(values(2)), Float(values(3)))
    }
    self.quarters = curl_quarters(
      x: quarters { centres[$0].x }, y: quarters { centres[$0].y },
      dx: (Float(across.x / 2), Float(down.x / 2)), dy: (Float(across.y / 2), Float(down.y / 2)))
    reach = SIMD2(abs(across.x) + abs(down.x), abs(across.y) + abs(down.y)) / 2
    let (radius, reach) = (frame.radius, painter.halfExtent.x)
    let height = frame.radius + frame.outer.radius
    halfExtent = Double(reach) * (1 - Double(height * frame.nearness))
    overhang = Self.overhang(frame)
    let eased = max((pi / 2 + 1) * frame.easedRadius - pi / 2 * radius, 0)
    self.eased = Double(eased)
    /// The tone that the ray sees which meets the flap at a distance.
    func tone(_ distance: Float) -> SIMD2<Float> {
      let x = (-distance - height * frame.viewOffset.x) / (1 - height * frame.nearness)
      let at = SIMD2(x, 0)
      return painter.backTone(upperSpot(frame, frame.outer, at, reach), at)
    }
    let steps = Int(max(Self.steps, eased / frame.easedRadius / Self.glintStep(frame)))
    let values = (0...steps).map { tone(eased * Float($0) / Float(steps)) }
    tones = zip(values, values.dropFirst()).map {
      SIMD4(lowHalf: $0, highHalf: $1 - $0)
    }
    self.tone = tone(eased)
    self.page = page
    margin = 1e-3 * Self.texel(frame)
    rollLength = Double(pi) * Double(frame.radius)
  }

  /// Least number of steps in which the roll eases out.
  ///
  /// Between them tones are linear, within 1/4000.
  private static let steps: Float = 64

  /// The largest angle between two tones with a linear tone between them, from a distant eye: infinite
  /// without a reflection.
  static func glintStep(_ frame: CurlFrame) -> Float {
    guard frame.isLit && frame.gloss > 0 else { return .infinity }
    return min(glintWidth(frame), 0.4) / 12.5
  }

  /// Light on the flap at a distance from the fold line, 0 and less, and the white that it adds.
  func tone(at x: Double) -> SIMD2<Float> {
    guard -x < eased else { return tone }
    let place = Float(max(-x, 0) / eased) * Float(tones.count)
    let i = min(Int(place), tones.count - 1)
    return tones[i].lowHalf + (place - Float(i)) * tones[i].highHalf
  }

  /// Writes the light and the white of pixels that ease out of the roll, 32767 = 1.
  func tones(
    _ line: SheetLine, _ xs: Range<Int>, _ light: UnsafeMutablePointer<UInt16>,
    _ white: UnsafeMutablePointer<UInt16>
  ) {
    let scale = Double(tones.count) / eased
    let first = Float(-scale * line.place(xs.lowerBound).x)
    let step = Float(-scale * line.slope)
    unsafe tones.withUnsafeBytes { tones in
      guard let start = unsafe tones.assumingMemoryBound(to: Float.self).baseAddress else { return }
      unsafe curl_tones(
        start, Int32(self.tones.count), first, step, Int64(xs.count),
        light, white)
    }
  }

  /// A row of the frame on the flap.
  func line(_ y: Int) -> SheetLine { SheetLine(frame, grid, y) }

  /// How far beside the flap of a thick sheet its cut edge may be seen, page pixels.
  private static func overhang(_ frame: CurlFrame) -> Double {
    guard frame.isThick, !frame.isSeenStraight else { return 0 }
    let size = SIMD2(Float(frame.width), Float(frame.height)) * frame.step
    let tilts = [(0, 0), (1, 0), (0, 1), (1, 1)].map { (x: Float, y: Float) in
      let q = frame.origin + SIMD2(x, y) * size - frame.fold
      let at = SIMD2(dot(q, frame.normal), dot(q, frame.ruling))
      let tilt = viewTilt(frame, at)
      return dot(tilt, tilt).squareRoot()
    }
    return Double((frame.outer.radius - frame.inner.radius) * (tilts.max() ?? 0)) + 0.01
  }

  /// The change of the page point along a pixel's two sides, and the sides of its four boxes, page
  /// pixels.
  private static func footprint(_ frame: CurlFrame)
    -> (across: SIMD2<Double>, down: SIMD2<Double>, sides: SIMD2<Double>)
  {
    let n = SIMD2(Double(frame.normal.x), Double(frame.normal.y))
    let t = SIMD2(-n.y, n.x)
    let step = frame.flapGrid.step
    let across = (t.x * t - n.x * n) * step.x
    let down = (t.y * t - n.y * n) * step.y
    return (
      across, down,
      SIMD2(
        (across.x * across.x + down.x * down.x).squareRoot(),
        (across.y * across.y + down.y * down.y).squareRoot()) / 2
    )
  }

  /// At least half of a pixel's longer side, page pixels, which is a store's texel; 1 or more.
  static func texel(_ frame: CurlFrame) -> Double { max(1, Double(frame.step.max()) / 2) }

  /// Whether four boxes are a pixel's taps, lie in a block of texels, and are large enough for the
  /// kernels' fractions of a texel.
  static func fits(_ frame: CurlFrame, _ picture: PreparedPicture) -> Bool {
    let step = SIMD2<Float>(frame.flapGrid.step)
    if step.max() > 2 * max(1, step.min()) || step.min() < 0.48 { return false }
    var grid = picture.grid
    if grid.isPage {
      grid =
        StoreGrid(page: grid.width, grid.height, at: .zero, step: SIMD2<Double>(frame.step)) ?? grid
    }
    let (across, down, sides) = footprint(frame)
    let spread = SIMD2(abs(across.x) + abs(down.x), abs(across.y) + abs(down.y)) / 2
    return ((spread + sides) * grid.scale).max() <= 3
  }

  /// The page point of a pixel's centre.
  func point(_ line: SheetLine, _ x: Int) -> SIMD2<Double> {
    let at = line.place(x)
    return line.fold + (rollLength - at.x) * line.normal + at.y * line.ruling
  }

  private func step(_ line: SheetLine) -> SIMD2<Double> {
    (line.ruling.x * line.ruling - line.normal.x * line.normal) * line.width
  }

  func walk(_ line: SheetLine, _ x: Int) -> curl_walk {
    let p = page.texel(point(line, x)) + anchor
    let step = page.scale * step(line)
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
      // No pixel lies inside a page that is smaller than it.
      let isSmall = margin > line.page[axis] - margin
      if isSmall || abs(step[axis]) < 1e-12 {
        if isSmall || from > 0 || to < 0 { high = low }
        continue
      }
      let ends = (from / step[axis], to / step[axis])
      low = max(low, min(ends.0, ends.1).rounded(.up))
      high = min(high, max(ends.0, ends.1).rounded(.down) + 1)
    }
    if high <= low { return xs.lowerBound..<xs.lowerBound }
    return xs.lowerBound + Int(low)..<xs.lowerBound + Int(high)
  }

  /// The runs of pixels that may reach beyond a round corner, from the left.
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
      // Between these steps, each pixel's furthest point lies within the corner's circle. Without such
      // steps, all of the run counts.
      let sign = SIMD2(isLeft ? 1.0 : -1, isTop ? 1.0 : -1)
      let centre = SIMD2(
        isLeft ? corners.radius : line.page.x - corners.radius,
        isTop ? corners.radius : line.page.y - corners.radius)
      let away = centre + sign * reach - p
      let (a, b) = ((step * step).sum(), (step * away).sum())
      let square = b * b - a * ((away * away).sum() - corners.radius * corners.radius)
      let half = a > 0 && square > 0 ? square.squareRoot() / a : 0
      let middle = half > 0 ? b / a : low
      let (before, after) = ((middle - half).rounded(.up), (middle + half).rounded(.down))
      for (first, last) in [(low, min(before, high)), (max(after, low), high)] where first <= last {
        let range = xs.lowerBound + Int(first)..<xs.lowerBound + Int(last) + 1
        let seen = range.clamped(to: xs)
        if !seen.isEmpty { found.append(seen) }
      }
    }
    return found.sorted { $0.lowerBound < $1.lowerBound }
  }
}
