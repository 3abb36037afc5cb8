package import CurlCore
internal import Glibc

/// A sheet of any cross-section, by brute force: the truth that its closed forms are held against.
///
/// The cross-section is walked in short steps of arc length through `Profile.place`; a ray is tried
/// against every step. No light, no filter, paper without thickness.
package struct ReferenceSection: Sendable {
  /// A point of the sheet on a ray.
  package struct Hit: Sendable, Equatable {
    package var point: SIMD2<Double>
    package var arc: Double
    package var height: Double
    package var isBack: Bool
  }

  private let profile: Profile
  private let fold: Fold
  private let camera: Camera
  private let shape: PageShape
  private let opacity: Double
  private let step: Double
  private let first: Double
  private let places: [Profile.Place]
  /// Steps by the output-independent place where they are seen, one list for each page pixel.
  private let bins: [[Int]]
  private let binStart: Double

  /// The first leaf of a scene, which has a profile, in steps of `step` page pixels.
  package init(_ scene: Scene, step: Double = 0.05) {
    guard let leaf = scene.leaves.first, case .profile(let profile, let fold) = leaf.surface else {
      preconditionFailure("a reference of a section needs a leaf with a profile")
    }
    self.profile = profile
    self.fold = fold
    camera = scene.camera
    opacity = Double(leaf.opacity)
    shape = PageShape(scene)
    let reach = scene.page.corners.map { (($0 - fold.point) * fold.normal).sum() }
    let (low, high) = (reach.min() ?? 0, reach.max() ?? 0)
    let count = Int(((high - low) / step).rounded(.up))
    self.step = (high - low) / Double(count)
    first = low
    let s = self.step
    places = (0...count).map { profile.place(low + Double($0) * s) }
    let seen = places.map { Self.seen($0, scene.camera, fold) }
    let start = (seen.min() ?? 0).rounded(.down) - 1
    binStart = start
    var bins: [[Int]] = Array(repeating: [], count: Int((seen.max() ?? 0) - start) + 3)
    for i in 0..<count {
      let (a, b) = (min(seen[i], seen[i + 1]), max(seen[i], seen[i + 1]))
      for bin in Int(a - start)...Int(b - start) { bins[bin].append(i) }
    }
    self.bins = bins
  }

  /// Where along the fold's normal a place of the cross-section is seen.
  private static func seen(_ at: Profile.Place, _ camera: Camera, _ fold: Fold) -> Double {
    let p = camera.project(fold.point + at.x * fold.normal, height: at.z)
    return ((p - fold.point) * fold.normal).sum()
  }

  /// The points of the sheet on the ray through plane point `q`, the highest first; of windings that
  /// coincide, the one that lies further out where the ray comes from.
  package func hits(_ q: SIMD2<Double>) -> [Hit] {
    let x = ((q - fold.point) * fold.normal).sum()
    let bin = Int((x - binStart).rounded(.down))
    guard bins.indices.contains(bin) else { return [] }
    let w: SIMD2<Double> =
      switch camera {
      case .orthographic: .zero
      case .perspective(let centre, let distance): (centre - q) / distance
      case .oblique(let shear): SIMD2(-shear.x, -shear.y)
      }
    var hits: [Hit] = []
    for i in bins[bin] {
      var low = first + Double(i) * step
      var high = low + step
      let (a, b) = (offset(places[i], x, w), offset(places[i + 1], x, w))
      guard (a <= 0) != (b <= 0) else { continue }
      for _ in 0..<30 {
        let middle = (low + high) / 2
        if (offset(profile.place(middle), x, w) <= 0) == (a <= 0) {
          low = middle
        } else {
          high = middle
        }
      }
      let s = (low + high) / 2
      let at = profile.place(s)
      let along = ((q + at.z * w - fold.point) * fold.ruling).sum()
      let point = fold.point + s * fold.normal + along * fold.ruling
      guard at.z > -1e-9, shape.contains(point) else { continue }
      let across = (w * fold.normal).sum()
      let isBack = cos(at.angle) - sin(at.angle) * across < 0
      hits.append(Hit(point: point, arc: s, height: at.z, isBack: isBack))
    }
    return hits.sorted {
      if abs($0.height - $1.height) > 1e-4 { return $0.height > $1.height }
      return $0.isBack ? $0.arc < $1.arc : $0.arc > $1.arc
    }
  }

  private func offset(_ at: Profile.Place, _ x: Double, _ w: SIMD2<Double>) -> Double {
    at.x - (x + at.z * (w * fold.normal).sum())
  }

  /// Elevation above which the sky stands.
  private static let skyElevation = 2 * atan(0.2)

  /// The share of the sky seen from cross-section place (x, z), `along` the rulings, by a surface
  /// tilted by `tilt` radians; 1 for an open horizontal one.
  ///
  /// Rays start 1e-3 above the surface, out of the steps' chords.
  package func sky(x: Double, z: Double, along: Double, tilt: Double, count: Int) -> Double {
    let low = Self.skyElevation
    let high = Double.pi - low
    let lift = 1e-3
    let (x, z) = (x - lift * sin(tilt), z + lift * cos(tilt))
    let azimuths = (0..<count).map { j in
      let b = .pi * ((Double(j) + 0.5) / Double(count) - 0.5)
      return (along: tan(b), weight: cos(b) * cos(b))
    }
    var sum = 0.0
    for i in 0..<count {
      let e = low + (high - low) * (Double(i) + 0.5) / Double(count)
      let incidence = sin(e - tilt)
      if incidence <= 0 { continue }
      let (dx, dz) = (cos(e), sin(e))
      var crossings: [(arc: Double, distance: Double)] = []
      var before = side(places[0], x, z, dx, dz)
      for k in 1..<places.count {
        let after = side(places[k], x, z, dx, dz)
        if (before <= 0) != (after <= 0) {
          let t = before / (before - after)
          let (a, b) = (places[k - 1], places[k])
          let (px, pz) = (a.x + t * (b.x - a.x) - x, a.z + t * (b.z - a.z) - z)
          let distance = px * dx + pz * dz
          if distance > 0 {
            crossings.append((first + (Double(k - 1) + t) * step, distance))
          }
        }
        before = after
      }
      var seen = 0.0
      for azimuth in azimuths {
        var through = azimuth.weight
        for crossing in crossings
        where shape.contains(
          fold.point + crossing.arc * fold.normal
            + (along + crossing.distance * azimuth.along) * fold.ruling)
        {
          through *= 1 - opacity
        }
        seen += through
      }
      sum += incidence * seen * .pi / Double(count)
    }
    return sum * (high - low) / Double(count) / (2 * cos(low) * .pi / 2)
  }

  private func side(
    _ at: Profile.Place, _ x: Double, _ z: Double, _ dx: Double, _ dz: Double
  ) -> Double {
    (at.x - x) * dz - (at.z - z) * dx
  }
}
