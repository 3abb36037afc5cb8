package import CurlCore
internal import Glibc

/// The edges that a turning page shows, each as something black before something white.
package enum TurnEdge: String, Sendable, CaseIterable {
  /// Where the roll ends against the next page.
  case silhouette
  /// The page's outline on the flap.
  case flap
  /// The page's outline on the roll, where it is compressed less than three times.
  case roll
  /// The page's outline where it lies flat, against the background.
  case page

  /// Level of the front, 0 or 255; next page and background are white.
  package var front: UInt8 {
    switch self {
    case .silhouette, .page: 0
    case .flap, .roll: 255
    }
  }

  /// A turn that shows the edge: unlit, the back black.
  package func parameters(angle: Double, radius: Double) -> CurlTurn {
    var parameters = CurlTurn()
    parameters.angle = angle
    parameters.radius = .pixels(radius)
    parameters.look.isLit = false
    parameters.look.background = .colour(.white)
    parameters.look.back = .colour(Colour(red: 0, green: 0, blue: 0))
    return parameters
  }

  /// Distance in output pixels of a place on the plane from the edge, positive outside what is
  /// black; nil away from it and where another edge or end of it is near.
  package func distance(_ q: SIMD2<Double>, _ turn: CurlGeometry, _ fold: Fold) -> Double? {
    let (radius, step) = (turn.radius, turn.canvas.step.x)
    let x = ((q - fold.point) * fold.normal).sum()
    let along = q - fold.point - x * fold.normal
    func material(_ s: Double) -> SIMD2<Double> { fold.point + along + s * fold.normal }
    switch self {
    case .silhouette:
      guard abs(x - radius) < 3 * step else { return nil }
      let inner = max(1 - 4 * step / radius, 0)
      let reach = radius * (1 - inner * inner).squareRoot() * 1.2
      let ends = [-1.0, 0, 1].map { material(.pi / 2 * radius + $0 * reach) }
      guard ends.allSatisfy({ outside($0, turn.page) < -3 * step }) else { return nil }
      return (x - radius) / step
    case .flap:
      guard x < -4 * step else { return nil }
      return side(material(.pi * radius - x), turn.page, 6 * step).map { $0.distance / step }
    case .roll:
      guard x > 2 * step, x < radius - 6 * step else { return nil }
      let cosine = (1 - x * x / radius / radius).squareRoot()
      guard cosine > 1.0 / 3 else { return nil }
      let s = radius * (.pi - asin(x / radius))
      guard let side = side(material(s), turn.page, 18 * step) else { return nil }
      let normal = (side.axis * fold.normal).sum()
      let gradient = side.axis + (-1 / cosine - 1) * normal * fold.normal
      return side.distance / (gradient * gradient).sum().squareRoot() / step
    case .page:
      guard x < -4 * step, outside(material(.pi * radius - x), turn.page) > 6 * step else {
        return nil
      }
      return side(q, turn.page, 6 * step).map { $0.distance / step }
    }
  }

  /// Distance outside the page's rectangle, negative within.
  private func outside(_ p: SIMD2<Double>, _ page: PageSize) -> Double {
    max(-p.x, p.x - Double(page.width), -p.y, p.y - Double(page.height))
  }

  /// The page's side near `p`: its outward axis and how far outside `p` lies; nil unless exactly
  /// one side is within `margin`, and `p` between its ends.
  private func side(_ p: SIMD2<Double>, _ page: PageSize, _ margin: Double)
    -> (axis: SIMD2<Double>, distance: Double)?
  {
    let sides = [
      (SIMD2(-1.0, 0), -p.x), (SIMD2(1, 0), p.x - Double(page.width)),
      (SIMD2(0, -1.0), -p.y), (SIMD2(0, 1), p.y - Double(page.height)),
    ]
    let near = sides.filter { $0.1 > -margin }
    guard near.count == 1, near[0].1 < margin else { return nil }
    return (axis: near[0].0, distance: near[0].1)
  }
}

extension EdgeRamp {
  /// Counts the pixels of a frame that lie within three pixels of an edge.
  package mutating func add(_ frame: Pixmap, _ edge: TurnEdge, _ turn: CurlGeometry, time: Double) {
    let fold = turn.fold(time: time)
    for y in 0..<frame.height {
      for x in 0..<frame.width {
        let place = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
        let q = turn.canvas.origin + place * turn.canvas.step
        guard let distance = edge.distance(q, turn, fold), abs(distance) < 3 else { continue }
        let light = SRGB.decode(frame.channels(y * frame.width + x).x / 255)
        add(distance: distance, coverage: 1 - light)
      }
    }
  }
}
