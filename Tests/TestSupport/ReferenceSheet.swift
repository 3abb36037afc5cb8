internal import CurlCore
internal import Glibc

/// A half-turn sheet and the rays that meet it: all crossings, sorted by height, each one tried.
///
/// The sheet is a slab: its front is the cylinder of the roll's radius about an axis at that height
/// over the fold line, with the flap above and the flat part below; its back is the parallel surface
/// `thickness` further out. The flat part has no thickness, and nothing lies below the plane.
struct ReferenceSheet {
  private let fold: Fold
  private let radius: Double
  private let thickness: Double
  private let shape: PageShape
  private let camera: Camera

  init(_ scene: Scene, leaf: Leaf, fold: Fold, radius: Double) {
    self.fold = fold
    self.radius = radius
    thickness = leaf.thickness
    shape = PageShape(scene)
    camera = scene.camera
  }

  /// The points of the sheet that the ray through plane point `q` meets, the highest first: at most
  /// one where it enters the slab from above, and one where it enters it again.
  func hits(_ q: SIMD2<Double>) -> [ReferenceRenderer.Hit] {
    let ray = Ray(q, fold: fold, camera: camera)
    // At one height, what is further along the sheet lies on top.
    var crossings = crossings(ray)
    if crossings.isEmpty { return [] }
    crossings.sort { $0.z == $1.z ? $0.arc > $1.arc : $0.z > $1.z }
    var hits: [ReferenceRenderer.Hit] = []
    for (i, crossing) in crossings.enumerated() where crossing.isEntry && crossing.z <= highest {
      let point = point(crossing.arc, ray, crossing.z)
      if shape.contains(point) {
        hits.append(
          .init(
            point: point, arc: crossing.arc, height: crossing.z, isBack: crossing.isOuter,
            isEdge: false))
      } else if thickness > 0 && crossing.z > 0 {
        let isLast = i + 1 == crossings.count || crossings[i + 1].isEntry
        let end = isLast ? 0 : crossings[i + 1].z
        if var hit = edge(ray, from: crossing.z, to: end) {
          hit.isBack = crossing.isOuter
          hits.append(hit)
        }
      }
    }
    return hits
  }

  /// The greatest height that is drawn.
  private var highest: Double {
    if case .perspective(_, let distance) = camera { 0.9 * distance } else { .infinity }
  }

  /// Where a ray crosses one of the slab's surfaces.
  private struct Crossing {
    var z: Double
    var arc: Double
    /// Whether this is the back's surface.
    var isOuter: Bool
    /// Whether the ray, coming from above, enters the slab here.
    var isEntry: Bool
  }

  private func crossings(_ ray: Ray) -> [Crossing] {
    var found: [Crossing] = []
    found.reserveCapacity(thickness > 0 ? 8 : 4)
    for i in 0..<2 {
      let isOuter = i == 1
      let offset = isOuter ? thickness : 0
      let top = 2 * radius + offset
      let x = ray.x(top)
      if x <= 0 && (isOuter || thickness > 0) {
        found.append(
          Crossing(z: top, arc: .pi * radius - x, isOuter: isOuter, isEntry: isOuter))
      }
      addRoll(&found, ray, radius + offset, isOuter)
    }
    let x = ray.x(0)
    if x <= 0 { found.append(Crossing(z: 0, arc: x, isOuter: false, isEntry: true)) }
    return found
  }

  /// The right half of a circle about (0, R): (qX + z wX)² + (z − R)² = r².
  private func addRoll(_ found: inout [Crossing], _ ray: Ray, _ r: Double, _ isOuter: Bool) {
    let a = 1 + ray.w.x * ray.w.x
    let b = radius - ray.q.x * ray.w.x
    let c = ray.q.x * ray.q.x + radius * radius - r * r
    let rest = b * b - a * c
    guard rest > 0 else { return }
    let root = rest.squareRoot()
    for z in [(b + root) / a, (b - root) / a] where z >= 0 {
      let x = ray.x(z)
      guard x > 0 else { continue }
      let phi = atan2(x, radius - z)
      // Whether the outward normal looks up the ray.
      let facesUp = ray.w.x * sin(phi) - cos(phi) > 0
      // Where paper has no thickness, a ray leaves it where it enters.
      if isOuter != facesUp && thickness == 0 { continue }
      found.append(
        Crossing(z: z, arc: radius * phi, isOuter: isOuter, isEntry: isOuter == facesUp))
    }
  }

  /// The page point of arc length `s` where a ray is in height `z`.
  private func point(_ s: Double, _ ray: Ray, _ z: Double) -> SIMD2<Double> {
    fold.point + s * fold.normal + ray.along(z) * fold.ruling
  }

  /// The page point inside the slab where a ray is in height `z`.
  private func inside(_ ray: Ray, _ z: Double) -> (point: SIMD2<Double>, arc: Double) {
    let x = ray.x(z)
    let s =
      x > 0 ? radius * atan2(x, radius - z) : z < radius && radius > 0 ? x : .pi * radius - x
    return (point(s, ray, z), s)
  }

  /// Where a ray that enters the slab beside the page meets the page inside it: the cut edge.
  private func edge(_ ray: Ray, from top: Double, to bottom: Double) -> ReferenceRenderer.Hit? {
    // A page point moves no further than the ray does: most rays are done with at once.
    let length = (top - bottom) * (1 + (ray.w * ray.w).sum()).squareRoot()
    if shape.distance(inside(ray, top).point) > length { return nil }
    let steps = 48
    var outside = top
    for i in 1...steps {
      var z = top + (bottom - top) * Double(i) / Double(steps)
      if shape.contains(inside(ray, z).point) {
        for _ in 0..<24 {
          let middle = (outside + z) / 2
          if shape.contains(inside(ray, middle).point) { z = middle } else { outside = middle }
        }
        let (point, arc) = inside(ray, z)
        return .init(point: point, arc: arc, height: z, isBack: false, isEdge: true)
      }
      outside = z
    }
    return nil
  }
}

/// A ray through the page plane, in the fold's own frame: q + z · w in height z, first along the
/// fold's normal, then along its ruling.
private struct Ray {
  let q: SIMD2<Double>
  let w: SIMD2<Double>

  init(_ point: SIMD2<Double>, fold: Fold, camera: Camera) {
    let shift: SIMD2<Double> =
      switch camera {
      case .orthographic: .zero
      case .perspective(let centre, let distance): (centre - point) / distance
      case .oblique(let shear): SIMD2(-shear.x, -shear.y)
      }
    let p = point - fold.point
    q = SIMD2((p * fold.normal).sum(), (p * fold.ruling).sum())
    w = SIMD2((shift * fold.normal).sum(), (shift * fold.ruling).sum())
  }

  func x(_ z: Double) -> Double { q.x + z * w.x }
  func along(_ z: Double) -> Double { q.y + z * w.y }
}
