internal import CurlCore
internal import CurlDefinition
internal import CurlKernels

/// A row of pixels in the fold's coordinates.
struct SheetLine {
  let fold: SIMD2<Double>
  let normal: SIMD2<Double>
  let ruling: SIMD2<Double>
  let page: SIMD2<Double>
  /// Width of a pixel, page pixels.
  let width: Double
  /// Distance from the fold line and place along the rulings of pixel 0's centre.
  let origin: SIMD2<Double>

  /// The change of the distance from one pixel to the next.
  var slope: Double { normal.x * width }

  /// Row `y` on the page plane.
  init(_ painter: borrowing FramePainter, _ y: Int) {
    self.init(painter.frame, painter.frame.grid(at: 0), y)
  }

  /// Row `y` of a grid.
  init(_ frame: CurlFrame, _ grid: PixelGrid, _ y: Int) {
    fold = SIMD2(Double(frame.fold.x), Double(frame.fold.y))
    normal = SIMD2(Double(frame.normal.x), Double(frame.normal.y))
    ruling = SIMD2(-normal.y, normal.x)
    page = SIMD2(Double(frame.page.x), Double(frame.page.y))
    width = grid.step.x
    let q = grid.origin + SIMD2(0.5, Double(y) + 0.5) * grid.step - fold
    origin = SIMD2(q.x * normal.x + q.y * normal.y, q.x * ruling.x + q.y * ruling.y)
  }

  /// A pixel's distance from the fold line and place along the rulings.
  func place(_ x: Int) -> SIMD2<Double> {
    SIMD2(origin.x + Double(x) * slope, origin.y + Double(x) * ruling.x * width)
  }

  /// The first pixel, from the left, beyond a distance as seen from the row's beginning.
  func first(_ distance: Double) -> Int {
    let most = 1e9
    if slope == 0 { return origin.x >= distance ? Int(-most) : Int(most) }
    let x = (distance - origin.x) / slope
    let place = slope > 0 ? x.rounded(.up) : x.rounded(.down) + 1
    return Int(min(max(place, -most), most))
  }

  /// The walk from a pixel on, for the kernels: places along the rulings on a picture, and
  /// distances.
  func bentWalk(_ x: Int, _ page: SheetPage) -> curl_bent_walk {
    let at = place(x)
    let p = page.texel(fold + at.y * ruling)
    let step = page.scale * ruling * (ruling.x * width)
    return curl_bent_walk(
      distance: Self.fixed(at.x), step: Self.fixed(slope),
      along: curl_walk(
        x: Self.fixed(p.x), y: Self.fixed(p.y), dx: Self.fixed(step.x), dy: Self.fixed(step.y)))
  }

  /// A length in units of 1/2^32.
  static func fixed(_ value: Double) -> Int64 {
    Int64(value * 4_294_967_296 + (value < 0 ? -0.5 : 0.5))
  }
}

extension FramePainter {
  /// The pixel of row `y` that separates the two sides of the fold line; on the line itself light is
  /// the flat front's.
  ///
  /// A sharp fold's light jumps there. If a pixel's centre lies on the line up to rounding, the
  /// painter's own distance decides its side.
  func fold(_ pixels: Range<Int>, _ y: Int, _ line: SheetLine) -> Int {
    let isRising = line.slope >= 0
    func isSecond(_ x: Int) -> Bool { (foldPoint(planePoint(x, y)).x > 0) == isRising }
    var fold = min(max(line.first(0), pixels.lowerBound), pixels.upperBound)
    while fold > pixels.lowerBound && isSecond(fold - 1) { fold -= 1 }
    while fold < pixels.upperBound && !isSecond(fold) { fold += 1 }
    return fold
  }
}
