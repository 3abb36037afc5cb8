package import CurlCore
internal import Glibc

/// The share of the sky that a place sees past a half-turn sheet, by rays: the truth that the
/// closed form is held against.
package struct RayTracer {
  private let page: PageSize
  private let fold: Fold
  private let radius: Double
  /// Elevations and azimuths tried, each.
  private let count: Int

  /// A tracer of `count` × `count` rays.
  package init(page: PageSize, fold: Fold, radius: Double, count: Int = 96) {
    self.page = page
    self.fold = fold
    self.radius = radius
    self.count = count
  }

  /// Elevation above which the sky stands.
  private static let skyElevation = 2 * atan(0.2)

  /// The share seen from cross-section place (x, z), `along` the rulings, by a surface tilted by
  /// `tilt` radians; 1 for an open horizontal one.
  package func sky(x: Double, z: Double, along: Double, tilt: Double) -> Double {
    let low = Self.skyElevation
    let high = Double.pi - low
    var sum = 0.0
    for i in 0..<count {
      let e = low + (high - low) * (Double(i) + 0.5) / Double(count)
      let incidence = sin(e - tilt)
      if incidence <= 0 { continue }
      let hits = crossings(x: x, z: z, elevation: e)
      var seen = 0.0
      for j in 0..<count {
        let b = .pi * ((Double(j) + 0.5) / Double(count) - 0.5)
        let isHidden = hits.contains { isOnPage(arc: $0.arc, along: along + $0.distance * tan(b)) }
        if !isHidden { seen += cos(b) * cos(b) }
      }
      sum += incidence * seen * .pi / Double(count)
    }
    // An open horizontal place gets 2 cos e0 over the elevations and π/2 over the azimuths.
    return sum * (high - low) / Double(count) / (2 * cos(low) * .pi / 2)
  }

  /// Where a ray in cross-section meets the roll or the flap.
  private func crossings(x: Double, z: Double, elevation e: Double) -> [(
    arc: Double, distance: Double
  )] {
    var hits: [(arc: Double, distance: Double)] = []
    let (dx, dz) = (cos(e), sin(e))
    // The circle round (0, R): |p + D d − (0, R)| = R.
    let half = x * dx + (z - radius) * dz
    let rest = half * half - (x * x + (z - radius) * (z - radius) - radius * radius)
    if rest > 0 {
      for distance in [-half - rest.squareRoot(), -half + rest.squareRoot()] {
        let (px, pz) = (x + distance * dx, z + distance * dz)
        if distance > 1e-6 * radius && px >= 0 {
          hits.append((radius * atan2(px, radius - pz), distance))
        }
      }
    }
    let toFlap = (2 * radius - z) / dz
    if toFlap > 1e-9, x + toFlap * dx < 0 {
      hits.append((.pi * radius - (x + toFlap * dx), toFlap))
    }
    return hits
  }

  private func isOnPage(arc: Double, along: Double) -> Bool {
    let p = fold.point + arc * fold.normal + along * fold.ruling
    return p.x >= 0 && p.y >= 0 && p.x <= Double(page.width) && p.y <= Double(page.height)
  }
}
