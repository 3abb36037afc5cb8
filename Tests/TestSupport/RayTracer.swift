package import CurlCore
internal import Glibc

/// The share of the sky, and of a key light, that a place sees past a half-turn sheet, by rays: the
/// truth that the closed forms are held against.
///
/// The sheet is opaque, and has no thickness.
package struct RayTracer {
  private let shape: PageShape
  private let fold: Fold
  private let radius: Double
  /// Elevations and azimuths tried, each.
  private let count: Int
  /// The azimuths: how far along the rulings a length across them comes, and what a ray counts.
  private let azimuths: [(along: Double, weight: Double)]

  /// A tracer of `count` × `count` rays for the sky.
  package init(
    page: PageSize, cornerRadius: Double = 0, fold: Fold, radius: Double, count: Int = 96
  ) {
    shape = PageShape(page, cornerRadius: cornerRadius)
    self.fold = fold
    self.radius = radius
    self.count = count
    azimuths = (0..<count).map { j in
      let b = .pi * ((Double(j) + 0.5) / Double(count) - 0.5)
      return (tan(b), cos(b) * cos(b))
    }
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
      let hits = crossings(x: x, z: z, dx: cos(e), dz: sin(e))
      var seen = 0.0
      for azimuth in azimuths {
        if !hides(hits, along: along, across: azimuth.along) { seen += azimuth.weight }
      }
      sum += incidence * seen * .pi / Double(count)
    }
    // An open horizontal place gets 2 cos e0 over the elevations and π/2 over the azimuths.
    return sum * (high - low) / Double(count) / (2 * cos(low) * .pi / 2)
  }

  /// The share 0…1 of a key light's disc that is seen from cross-section place (x, z), `along` the
  /// rulings, times what falls on a surface tilted by `tilt` radians; 1 for an open horizontal one.
  ///
  /// Directions behind the surface count neither as seen nor as hidden: a surface turned half away
  /// is in its own shade, which is in the second factor.
  package func key(_ disc: KeyDisc, x: Double, z: Double, along: Double, tilt: Double) -> Double {
    var (before, seen, received, flat) = (0, 0, 0.0, 0.0)
    for direction in disc.directions {
      let level = SIMD2(direction.x, direction.y)
      let d = SIMD3(
        (level * fold.normal).sum(), (level * fold.ruling).sum(), direction.z)
      flat += d.z
      let incidence = d.z * cos(tilt) - d.x * sin(tilt)
      if incidence <= 0 { continue }
      received += incidence
      before += 1
      let hits = crossings(x: x, z: z, dx: d.x, dz: d.z)
      if !hides(hits, along: along, across: d.y) { seen += 1 }
    }
    return before == 0 ? 0 : Double(seen) / Double(before) * min(received / flat, 1)
  }

  /// The share of all that a surface tilted by `tilt` radians sees, by Lambert's cosine, that is
  /// page plane rather than sky.
  package static func pageShare(tilt: Double, count: Int = 20_000) -> Double {
    // Points spread evenly over the unit disc, lifted onto the hemisphere, go with the cosine.
    let golden = Double.pi * (3 - 5.0.squareRoot())
    let below = (0..<count).filter { i in
      let off = ((Double(i) + 0.5) / Double(count)).squareRoot()
      let rise = (1 - off * off).squareRoot()
      return rise * cos(tilt) + off * cos(golden * Double(i)) * sin(tilt) < 0
    }
    return Double(below.count) / Double(count)
  }

  /// Where a ray meets the whole sheet in cross-section, at most at three places: rays are too many
  /// for memory of the heap.
  private struct Hits {
    var places = InlineArray<3, (arc: Double, distance: Double)>(repeating: (0, 0))
    var count = 0

    mutating func add(_ arc: Double, _ distance: Double) {
      places[count] = (arc, distance)
      count += 1
    }
  }

  /// Where a ray in cross-section meets the roll or the flap, in lengths of its direction.
  private func crossings(x: Double, z: Double, dx: Double, dz: Double) -> Hits {
    var hits = Hits()
    // The circle round (0, R): |p + D d − (0, R)| = R.
    let whole = dx * dx + dz * dz
    let half = (x * dx + (z - radius) * dz) / whole
    let rest = half * half - (x * x + (z - radius) * (z - radius) - radius * radius) / whole
    if rest > 0 {
      for distance in [-half - rest.squareRoot(), -half + rest.squareRoot()] {
        let (px, pz) = (x + distance * dx, z + distance * dz)
        if distance > 1e-6 * radius && px >= 0 {
          hits.add(radius * atan2(px, radius - pz), distance)
        }
      }
    }
    if dz <= 0 { return hits }
    let toFlap = (2 * radius - z) / dz
    if toFlap > 1e-9, x + toFlap * dx < 0 {
      hits.add(.pi * radius - (x + toFlap * dx), toFlap)
    }
    return hits
  }

  /// Whether one of the places is on the page, for a ray that starts `along` the rulings and comes
  /// `across` them by so much of its length.
  private func hides(_ hits: Hits, along: Double, across: Double) -> Bool {
    for i in 0..<hits.count {
      let (arc, distance) = hits.places[i]
      let ruling = along + distance * across
      if shape.contains(fold.point + arc * fold.normal + ruling * fold.ruling) { return true }
    }
    return false
  }
}
