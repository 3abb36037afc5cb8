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
    return radius > 0 ? radius * (.pi - asin(min(x / radius, 1))) : 0
  }

  func lowerArc(_ x: Double) -> Double {
    if x <= 0 { return x }
    return radius > 0 ? radius * asin(min(x / radius, 1)) : 0
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
