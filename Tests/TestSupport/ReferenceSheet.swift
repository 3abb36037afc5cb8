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

  /// What a ray meets: of each surface at most three places.
  ///
  /// It takes no memory of the heap, which takes longer than the ray; one serves many rays, one after
  /// the other.
  struct Crossed {
    private var all = InlineArray<8, Crossing>(
      repeating: Crossing(z: 0, arc: 0, isOuter: false, isEntry: false))
    private var found = InlineArray<8, ReferenceRenderer.Hit>(
      repeating: .init(point: .zero, arc: 0, height: 0, isBack: false, isEdge: false))
    fileprivate private(set) var crossings = 0
    private(set) var hits = 0

    /// A point of the sheet, the highest first: at most one where the ray enters the slab from above,
    /// and one where it enters it again.
    func hit(_ i: Int) -> ReferenceRenderer.Hit { found[i] }

    /// Where a surface is crossed, the highest first; at one height, what is further along the sheet.
    fileprivate func crossing(_ i: Int) -> Crossing { all[i] }

    fileprivate mutating func add(_ crossing: Crossing) {
      var place = crossings
      while place > 0, all[place - 1].isBelow(crossing) {
        all[place] = all[place - 1]
        place -= 1
      }
      all[place] = crossing
      crossings += 1
    }

    fileprivate mutating func add(_ hit: ReferenceRenderer.Hit) {
      found[hits] = hit
      hits += 1
    }

    fileprivate mutating func clear() { (crossings, hits) = (0, 0) }
  }

  /// Finds what the ray through plane point `q` meets.
  func meet(_ q: SIMD2<Double>, _ crossed: inout Crossed) {
    crossed.clear()
    let ray = Ray(q, fold: fold, camera: camera)
    cross(ray, &crossed)
    for i in 0..<crossed.crossings {
      let crossing = crossed.crossing(i)
      guard crossing.isEntry && crossing.z <= highest else { continue }
      let point = point(crossing.arc, ray, crossing.z)
      if shape.contains(point) {
        crossed.add(
          ReferenceRenderer.Hit(
            point: point, arc: crossing.arc, height: crossing.z, isBack: crossing.isOuter,
            isEdge: false))
      } else if thickness > 0 && crossing.z > 0 {
        let isLast = i + 1 == crossed.crossings || crossed.crossing(i + 1).isEntry
        let end = isLast ? 0 : crossed.crossing(i + 1).z
        if var hit = edge(ray, from: crossing.z, to: end) {
          hit.isBack = crossing.isOuter
          crossed.add(hit)
        }
      }
    }
  }

  /// The greatest height that is drawn.
  private var highest: Double {
    if case .perspective(_, let distance) = camera { 0.9 * distance } else { .infinity }
  }

  /// Where a ray crosses one of the slab's surfaces.
  fileprivate struct Crossing {
    var z: Double
    var arc: Double
    /// Whether this is the back's surface.
    var isOuter: Bool
    /// Whether the ray, coming from above, enters the slab here.
    var isEntry: Bool

    func isBelow(_ other: Crossing) -> Bool {
      z == other.z ? arc < other.arc : z < other.z
    }
  }

  private func cross(_ ray: Ray, _ crossed: inout Crossed) {
    // Where paper has no thickness, its back lies on its front.
    for isOuter in [false, true] where isOuter || thickness > 0 {
      let offset = isOuter ? thickness : 0
      let top = 2 * radius + offset
      let x = ray.x(top)
      if x <= 0 {
        crossed.add(
          Crossing(z: top, arc: .pi * radius - x, isOuter: isOuter, isEntry: isOuter))
      }
      addRoll(&crossed, ray, radius + offset, isOuter)
    }
    let x = ray.x(0)
    if x <= 0 { crossed.add(Crossing(z: 0, arc: x, isOuter: false, isEntry: true)) }
  }

  /// The right half of a circle about (0, R): (qX + z wX)² + (z − R)² = r².
  private func addRoll(_ crossed: inout Crossed, _ ray: Ray, _ r: Double, _ isOuter: Bool) {
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
      // A ray leaves paper without thickness where it enters: by the side that it meets.
      let isBack = thickness > 0 ? isOuter : facesUp
      crossed.add(
        Crossing(z: z, arc: radius * phi, isOuter: isBack, isEntry: isBack == facesUp))
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
    // A page point moves no further than the ray does: most rays are done with at once, and what
    // can't be on the page yet needn't be tried.
    let length = (top - bottom) * (1 + (ray.w * ray.w).sum()).squareRoot()
    let steps = 48
    func height(_ i: Int) -> Double { top + (bottom - top) * Double(i) / Double(steps) }
    var away = shape.distance(inside(ray, top).point)
    var i = 0
    while away <= length {
      i += away > 0 ? max(Int(away / length * Double(steps)), 1) : 1
      if i > steps { return nil }
      away = shape.distance(inside(ray, height(i)).point)
      if away > 0 { continue }
      var (outside, z) = (height(i - 1), height(i))
      for _ in 0..<24 {
        let middle = (outside + z) / 2
        if shape.contains(inside(ray, middle).point) { z = middle } else { outside = middle }
      }
      let (point, arc) = inside(ray, z)
      return .init(point: point, arc: arc, height: z, isBack: false, isEdge: true)
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
