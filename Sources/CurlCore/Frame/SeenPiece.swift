internal import Glibc

/// A part of a cross-section that a camera's ray meets once, in Double.
struct SeenPiece {
  /// Range of distances on the page plane in which the piece is seen.
  let low: Double
  let high: Double
  /// Arc length at the piece's middle.
  let arc: Double
  private let first: Double
  private let last: Double
  private let middle: SectionCurve.Point
  private let curvature: Double
  private let isFront: Bool
  private let windings: Int
  private let isOuter: Bool

  /// The pieces of a curve, cut where rays touch it, at the page plane and at height `highest`.
  static func pieces(of curve: SectionCurve, _ view: CrossView, highest: Double) -> [SeenPiece] {
    let winding = curve.curvature == 0 ? .infinity : 2 * .pi / abs(curve.curvature)
    var cuts = curve.touches(view) + curve.places(height: 0)
    if highest < .infinity { cuts += curve.places(height: highest) }
    cuts += [curve.start, min(curve.end, curve.start + winding)]
    let windings = curve.windings
    if windings > 1 {
      // The last winding is incomplete.
      cuts.append(curve.end - Double(windings - 1) * winding)
    }
    cuts.sort()
    return zip(cuts, cuts.dropFirst()).compactMap { first, last in
      let s = (first + last) / 2
      let z = curve.point(s).place.y
      guard last - first > 1e-9, z >= -1e-7, z <= highest else { return nil }
      let isLast = windings > 1 && s + Double(windings - 1) * winding > curve.end
      return SeenPiece(curve, first, last, windings: windings - (isLast ? 1 : 0), view)
    }
  }

  private init?(
    _ curve: SectionCurve, _ first: Double, _ last: Double, windings: Int, _ view: CrossView
  ) {
    let ends = [first, last].map {
      let place = curve.point($0).place
      return view.project(place.x, place.y)
    }
    low = min(ends[0], ends[1])
    high = max(ends[0], ends[1])
    // A piece seen edge-on, as a line, isn't drawn.
    guard high - low > 1e-6 else { return nil }
    (self.first, self.last) = (first, last)
    arc = (first + last) / 2
    middle = curve.point(arc)
    curvature = curve.curvature
    let w = view.tilt(view.project(middle.place.x, middle.place.y))
    isFront = middle.tangent.x - middle.tangent.y * w > 0
    self.windings = windings
    // A sheet winds up from its free edge, so a ray from outside meets the first winding first.
    isOuter = isFront == (curve.curvature < 0)
  }

  /// The constants for the renderers.
  var piece: Section.Piece {
    let period = windings > 1 ? 2 * .pi / abs(curvature) : 0
    return Section.Piece(
      middle: SIMD2<Float>(middle.place), tangent: SIMD2<Float>(middle.tangent),
      curvature: Float(curvature), arc: Float(arc), rootSign: isFront ? -1 : 1,
      windings: Float(windings), period: Float(isOuter ? period : -period), low: Float(low),
      high: Float(high), runLow: Float(low), runHigh: Float(high))
  }

  /// Whether the next piece along the sheet adjoins this one in the view and shows the same side.
  func goesOn(to next: SeenPiece) -> Bool {
    let gap = isFront ? next.low - high : low - next.high
    return isFront == next.isFront && windings == next.windings && abs(gap) < 1e-6
      && abs(next.first - last) < 1e-6
  }

  /// Height at which the ray through distance `x` on the plane meets the piece.
  func height(_ x: Double, _ view: CrossView) -> Double {
    let w = view.tilt(x)
    let (c, s) = (middle.tangent.x, middle.tangent.y)
    let g = x + w * middle.place.y - middle.place.x
    let half = curvature * g * w - (c - s * w)
    let rest = g * (curvature * g + 2 * s)
    let steep = curvature * (1 + w * w)
    let root = max(half * half - steep * rest, 0).squareRoot() * (isFront ? -1 : 1)
    if half * root >= 0 { return middle.place.y - rest / (half + root) }
    return middle.place.y + (root - half) / steep
  }
}
