internal import Glibc

/// Traces the rim of a half-turn sheet to bound the sheet and its shadow.
///
/// Along a ruling, a point's position in the view or in the shadow is linear, so it is extreme at
/// an end of the ruling. The rim alone therefore bounds the sheet. Of straight parts only the ends
/// are visited; the roll and round corners are sampled.
struct SheetExtremes {
  private let page: PageSize
  private let fold: Fold
  /// Corners of the rim, in order: (arc, tau), page pixels.
  private let rim: [SIMD2<Double>]
  /// Largest error of the sampling, page pixels.
  let slack: Double

  /// The sheet's rim; round corners are sampled finely enough that no error is visible.
  init(page: PageSize, cornerRadius: Double, fold: Fold, isPerspective: Bool) {
    self.page = page
    self.fold = fold
    slack = isPerspective ? 0.25 : 0.05
    let centre = SIMD2(Double(page.width), Double(page.height)) / 2
    // With this many chords per quarter circle, the corner exceeds them by about 0.02 pixels.
    let steps = cornerRadius > 0 ? min(Int(4 * cornerRadius.squareRoot()) + 1, 256) : 0
    rim = page.corners.enumerated().flatMap { index, corner in
      let towards = SIMD2(corner.x < centre.x ? 1.0 : -1, corner.y < centre.y ? 1.0 : -1)
      let middle = corner + cornerRadius * towards
      return (0...steps).map { step in
        let angle = Double.pi / 2 * (Double(step) / Double(max(steps, 1)) + Double(index) + 2)
        let point = steps == 0 ? corner : middle + cornerRadius * SIMD2(cos(angle), sin(angle))
        let p = point - fold.point
        return SIMD2((p * fold.normal).sum(), (p * fold.ruling).sum())
      }
    }
  }

  /// Whether any point is beyond the fold.
  var isLifted: Bool { rim.contains { $0.x > 0 } }

  /// Cross-section of a half turn: a circle from arc length 0, then a line back.
  struct HalfTurn {
    /// Arc length of the half turn.
    var length: Double
    /// Radius of the circle, and its centre: distance from the fold, and height; page pixels.
    var radius: Double
    var middle: SIMD2<Double>
    /// Largest height that is drawn, page pixels; higher points are cut off.
    var highest = Double.infinity
  }

  /// Calls `visit` with the page point and height of points along the bent rim; the highest drawn
  /// point is always among them.
  func trace(_ halfTurn: HalfTurn, _ visit: (_ point: SIMD2<Double>, _ height: Double) -> Void) {
    func add(_ x: Double, _ z: Double, along tau: Double) {
      visit(fold.point + x * fold.normal + tau * fold.ruling, z)
    }
    // The angle on the circle at which `highest` cuts it off.
    let (r, middle) = (halfTurn.radius, halfTurn.middle)
    let last = acos(min(max((middle.y - halfTurn.highest) / max(r, 1e-12), -1), 1))
    let step = (0.16 / (r + 1)).squareRoot() * (slack > 0.1 ? 0.25 : 1)
    for (index, from) in rim.enumerated() {
      let to = rim[(index + 1) % rim.count]
      let (low, high) = from.x <= to.x ? (from, to) : (to, from)
      guard high.x >= 0 else { continue }
      func tau(_ s: Double) -> Double {
        guard high.x - low.x > 1e-12 else { return high.y }
        return low.y + (high.y - low.y) * min(max((s - low.x) / (high.x - low.x), 0), 1)
      }
      if low.x <= halfTurn.length {
        let perRadian = halfTurn.length / .pi
        let start = perRadian > 0 ? max(low.x, 0) / perRadian : 0
        let end = min(perRadian > 0 ? high.x / perRadian : .pi, last)
        let count = min(max(Int(((end - start) / step).rounded(.up)), 1), 2048)
        for number in 0...count where start <= end {
          let angle = start + (end - start) * Double(number) / Double(count)
          // The outside of thick paper starts on the page plane, not below it.
          let out = cos(angle) > 0 ? min(r, middle.y / max(cos(angle), 1e-12)) : r
          let (x, z) = (middle.x + out * sin(angle), middle.y - out * cos(angle))
          add(x, z, along: tau(angle * perRadian))
          if high.x - low.x <= 1e-12 { add(x, z, along: low.y) }
        }
      }
      if high.x >= halfTurn.length && middle.y + r <= halfTurn.highest {
        for s in [max(low.x, halfTurn.length), high.x] {
          add(middle.x - (s - halfTurn.length), middle.y + r, along: tau(s))
        }
        if high.x - low.x <= 1e-12 {
          add(middle.x - (low.x - halfTurn.length), middle.y + r, along: low.y)
        }
      }
    }
  }
}
