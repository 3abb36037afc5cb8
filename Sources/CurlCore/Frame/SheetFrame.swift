internal import Glibc

/// A frame's sheet in fold coordinates, in Double: what patches are made from.
struct SheetFrame: Sendable {
  let radius: Double
  let isLit: Bool
  let size: SIMD2<Double>
  /// The canvas's corners, as distance from the fold line and place along the rulings.
  private(set) var canvas: [SIMD2<Double>] = []

  private let fold: SIMD2<Double>
  private let normal: SIMD2<Double>
  private let ruling: SIMD2<Double>
  private let origin: SIMD2<Double>

  init(_ frame: CurlFrame) {
    radius = Double(frame.radius)
    isLit = frame.isLit
    size = SIMD2<Double>(frame.page)
    fold = SIMD2<Double>(frame.fold)
    normal = SIMD2<Double>(frame.normal)
    ruling = SIMD2<Double>(frame.ruling)
    origin = SIMD2<Double>(frame.origin)
    let (width, height) = (Double(frame.width), Double(frame.height))
    canvas = [SIMD2(0, 0), SIMD2(width, 0), SIMD2(width, height), SIMD2(0, height)].map {
      foldPoint(ofPixel: $0)
    }
  }

  /// Distance from the fold line along its normal, and place along the rulings.
  func foldPoint(_ q: SIMD2<Double>) -> SIMD2<Double> {
    let p = q - fold
    return SIMD2((p * normal).sum(), (p * ruling).sum())
  }

  /// The same of a place on the canvas, output pixels.
  func foldPoint(ofPixel pixel: SIMD2<Double>) -> SIMD2<Double> { foldPoint(pixel + origin) }

  /// The place on the canvas, output pixels.
  func pixel(_ x: Double, _ tau: Double) -> SIMD2<Double> {
    fold + x * normal + tau * ruling - origin
  }

  /// Distance from the fold line of arc length s, flat, rolled or on the flap.
  func place(_ s: Double) -> Double {
    if s <= 0 { return s }
    return s >= .pi * radius ? .pi * radius - s : radius * sin(s / radius)
  }

  /// Arc length of the sheet's upper and of its lower side at a distance from the fold line, held at
  /// the silhouette.
  func upperArc(_ x: Double) -> Double {
    if x <= 0 { return .pi * radius - x }
    return radius > 0 ? radius * (.pi - asinOf(min(x / radius, 1))) : 0
  }

  func lowerArc(_ x: Double) -> Double {
    if x <= 0 { return x }
    return radius > 0 ? radius * asinOf(min(x / radius, 1)) : 0
  }

  /// By how much arc length may differ within a strip from what lies straight between its rulings,
  /// and how much of it the pixels on those reach over.
  func arcSlack(_ x0: Double, _ x1: Double) -> Double {
    let middle = upperArc((x0 + x1) / 2) - (upperArc(x0) + upperArc(x1)) / 2
    let end = min(x1, radius)
    let reach = max(lowerArc(end) - lowerArc(end - 1), 1)
    return 1.3 * abs(middle) + 1.1 * reach
  }
}

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

/// Part of the plane between two rulings: its extents along them.
struct Strip: Sendable {
  let x0: Double
  let x1: Double
  var low0: Double
  var high0: Double
  var low1: Double
  var high1: Double

  init(_ x0: Double, _ x1: Double, _ range0: ClosedRange<Double>, _ range1: ClosedRange<Double>) {
    self.x0 = x0
    self.x1 = x1
    (low0, high0) = (range0.lowerBound, range0.upperBound)
    (low1, high1) = (range1.lowerBound, range1.upperBound)
  }

  /// Whether it has an extent at both ends.
  var isUpright: Bool { high0 > low0 && high1 > low1 }

  /// What of it lies before another, and behind it.
  func below(_ other: Strip) -> Strip {
    var strip = self
    strip.high0 = min(high0, other.low0)
    strip.high1 = min(high1, other.low1)
    return strip
  }

  func above(_ other: Strip) -> Strip {
    var strip = self
    strip.low0 = max(low0, other.high0)
    strip.low1 = max(low1, other.high1)
    return strip
  }
}

func asinOf(_ x: Double) -> Double { asin(min(max(x, -1), 1)) }
func sinOf(_ x: Double) -> Double { sin(x) }
