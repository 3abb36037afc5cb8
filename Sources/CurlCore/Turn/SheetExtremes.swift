internal import Glibc

/// Follows a half-turn sheet's rim through the air.
///
/// How far a point of the sheet reaches, seen by a camera or as a shadow, is linear in where it is:
/// along a ruling it is greatest at one of its ends. So the rim alone tells how far the sheet
/// reaches. Straight pieces count by their ends; only on the roll, and round a corner, is it
/// sampled.
struct SheetExtremes {
  private let page: PageSize
  private let fold: Fold
  /// Arc length past the fold and place along the ruling of the rim's corners, in order.
  private let rim: [SIMD2<Double>]
  /// Page pixels by which sampling may fall short of the rim.
  let slack: Double

  /// The sheet's rim, with round corners as finely as an eye could tell.
  init(page: PageSize, cornerRadius: Double, fold: Fold, isPerspective: Bool) {
    self.page = page
    self.fold = fold
    slack = isPerspective ? 0.25 : 0.05
    let centre = SIMD2(Double(page.width), Double(page.height)) / 2
    // A chord of this many of a quarter circle leaves a fiftieth of a pixel outside.
    let steps = cornerRadius > 0 ? min(Int(4 * cornerRadius.squareRoot()) + 1, 256) : 0
    rim = page.corners.enumerated().flatMap { index, corner in
      let towards = SIMD2(corner.x < centre.x ? 1.0 : -1, corner.y < centre.y ? 1.0 : -1)
      let middle = corner + cornerRadius * towards
      return (0...steps).map { step in
        let turn = Double.pi / 2 * (Double(step) / Double(max(steps, 1)) + Double(index) + 2)
        let point = steps == 0 ? corner : middle + cornerRadius * SIMD2(cos(turn), sin(turn))
        let p = point - fold.point
        return SIMD2((p * fold.normal).sum(), (p * fold.ruling).sum())
      }
    }
  }

  /// Whether anything is beyond the fold.
  var isLifted: Bool { rim.contains { $0.x > 0 } }

  /// A cross-section: a half turn whose points go from arc length 0 round a circle and then back
  /// along a line.
  struct Section {
    /// Of the half turn in arc length.
    var length: Double
    /// Of the circle, and how high and how far from the fold its middle stands.
    var radius: Double
    var middle: SIMD2<Double>
    /// What lies higher isn't there.
    var highest = Double.infinity
  }

  /// Calls `visit` with page point and height of places along the rim of a sheet that is bent so;
  /// the highest that is there is always among them.
  func trace(_ section: Section, _ visit: (_ point: SIMD2<Double>, _ height: Double) -> Void) {
    func add(_ x: Double, _ z: Double, along tau: Double) {
      visit(fold.point + x * fold.normal + tau * fold.ruling, z)
    }
    // The angle at which the circle leaves what is there.
    let (r, middle) = (section.radius, section.middle)
    let last = acos(min(max((middle.y - section.highest) / max(r, 1e-12), -1), 1))
    let step = (0.16 / (r + 1)).squareRoot() * (slack > 0.1 ? 0.25 : 1)
    for (index, from) in rim.enumerated() {
      let to = rim[(index + 1) % rim.count]
      let (low, high) = from.x <= to.x ? (from, to) : (to, from)
      guard high.x >= 0 else { continue }
      func tau(_ s: Double) -> Double {
        guard high.x - low.x > 1e-12 else { return high.y }
        return low.y + (high.y - low.y) * min(max((s - low.x) / (high.x - low.x), 0), 1)
      }
      if low.x <= section.length {
        let perRadian = section.length / .pi
        let start = perRadian > 0 ? max(low.x, 0) / perRadian : 0
        let end = min(perRadian > 0 ? high.x / perRadian : .pi, last)
        let count = min(max(Int(((end - start) / step).rounded(.up)), 1), 2048)
        for number in 0...count where start <= end {
          let turn = start + (end - start) * Double(number) / Double(count)
          // The outside of thick paper begins where it comes out of the page's plane.
          let out = cos(turn) > 0 ? min(r, middle.y / max(cos(turn), 1e-12)) : r
          let (x, z) = (middle.x + out * sin(turn), middle.y - out * cos(turn))
          add(x, z, along: tau(turn * perRadian))
          if high.x - low.x <= 1e-12 { add(x, z, along: low.y) }
        }
      }
      if high.x >= section.length && middle.y + r <= section.highest {
        for s in [max(low.x, section.length), high.x] {
          add(middle.x - (s - section.length), middle.y + r, along: tau(s))
        }
        if high.x - low.x <= 1e-12 {
          add(middle.x - (low.x - section.length), middle.y + r, along: low.y)
        }
      }
    }
  }
}
