/// A page's outline in arc length and place along the rulings, moved out by some pixels.
struct UnrolledOutline: Sendable {
  let corners: [SIMD2<Double>]
  let low: Double
  let high: Double

  private let flapCorners: [SIMD2<Double>]

  init(_ frame: SheetFrame, grownBy growth: Double) {
    let (w, h) = (frame.size.x + growth, frame.size.y + growth)
    let corners = [
      SIMD2(-growth, -growth), SIMD2(w, -growth), SIMD2(w, h), SIMD2(-growth, h),
    ].map { frame.foldPoint($0) }
    let isEmpty = w <= -growth || h <= -growth
    self.init(isEmpty ? [] : corners, flap: corners.map { SIMD2(.pi * frame.radius - $0.x, $0.y) })
  }

  private init(_ corners: [SIMD2<Double>], flap: [SIMD2<Double>]) {
    self.corners = corners
    flapCorners = corners.isEmpty ? [] : flap
    low = corners.map(\.x).min() ?? 0
    high = corners.map(\.x).max() ?? 0
  }

  /// The outline as it lies folded over: distance from the fold line instead of arc length.
  var flap: UnrolledOutline { UnrolledOutline(flapCorners, flap: []) }

  /// The outline's extent along a ruling; nil where it has none.
  func range(_ s: Double) -> ClosedRange<Double>? {
    var (least, most) = (Double.infinity, -Double.infinity)
    for (i, a) in corners.enumerated() {
      let b = corners[(i + 1) % corners.count]
      guard a.x != b.x, min(a.x, b.x) <= s && s <= max(a.x, b.x) else { continue }
      let tau = a.y + (b.y - a.y) * (s - a.x) / (b.x - a.x)
      least = min(least, tau)
      most = max(most, tau)
    }
    return least <= most ? least...most : nil
  }

  /// The extent of a side along the ruling at x that all arc lengths within `slack` have.
  func core(_ x: Double, _ frame: SheetFrame, _ slack: Double, isUpper: Bool)
    -> ClosedRange<Double>?
  {
    let s = isUpper ? frame.upperArc(x) : frame.lowerArc(x)
    guard let a = range(s - slack), let b = range(s + slack) else { return nil }
    let low = max(a.lowerBound, b.lowerBound)
    let high = min(a.upperBound, b.upperBound)
    return low <= high ? low...high : nil
  }

  /// The extent of some sides, upper ones or not, along the ruling at x that any arc length within
  /// `slack` has.
  func seen(_ x: Double, _ frame: SheetFrame, _ slack: Double, _ sides: [Bool])
    -> ClosedRange<Double>?
  {
    var (least, most) = (Double.infinity, -Double.infinity)
    func add(_ tau: Double) {
      least = min(least, tau)
      most = max(most, tau)
    }
    for isUpper in sides {
      let s = isUpper ? frame.upperArc(x) : frame.lowerArc(x)
      for arc in [max(s - slack, low), min(s + slack, high)] where abs(arc - s) <= slack + 1e-9 {
        guard let found = range(arc) else { continue }
        add(found.lowerBound)
        add(found.upperBound)
      }
      for corner in corners where abs(corner.x - s) <= slack { add(corner.y) }
    }
    return least <= most ? least...most : nil
  }
}
