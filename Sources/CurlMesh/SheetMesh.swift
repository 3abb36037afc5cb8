package import CurlCore
internal import Glibc

/// The tessellated sheet: strips along the rulings, clipped to the page's outline.
///
/// Every ruling is straight, so two vertices a ruling are exact along it; across, the rulings stand
/// close enough that chords stay within a tenth of an output pixel of the roll. Rulings lie at the
/// profile's joints, at the silhouette and at the page's corners. The mesh is grown by one output
/// pixel all round, since edges are smoothed by the pixels that they cross. A fragment finds for
/// itself what is seen in it, so that a strip may be larger than what it shows, but never smaller.
package struct SheetMesh: Sendable, Equatable {
  /// One end of a ruling, still flat.
  package struct Vertex: Sendable, Equatable {
    /// Arc length past the fold, page pixels.
    package var arc: Float
    /// Place along the ruling, page pixels.
    package var along: Float
    /// How far it is pushed along the fold's normal once rolled, page pixels.
    package var push: Float
    /// Radius of the surface that it lies on, page pixels.
    package var skin: Float
  }

  /// The most that a chord may leave the roll, output pixels.
  package static let chordError = 0.1

  /// The sheet up to the silhouette, seen from its front: triangle strips, two vertices a ruling.
  ///
  /// A thick sheet has one for each surface, whose outlines bound the cut edge.
  package private(set) var front: [[Vertex]] = []
  /// The sheet from the silhouette on, seen from its back.
  package private(set) var back: [[Vertex]] = []

  private let fold: Fold
  private let radius: Double
  private let pixel: Double
  /// How far the mesh is grown: a pixel, and what a cut edge may reach beyond its surfaces.
  private let growth: Double
  private let view: CrossView
  private let highest: Double
  /// The corners of the grown page, as arc length and place along the ruling.
  private let corners: [SIMD2<Double>]

  /// The mesh of a half-turn sheet of radius `radius` for output pixels of `pixel` page pixels.
  package init(
    page: PageSize, radius: Double, thickness: Double = 0, fold: Fold, pixel: Double,
    camera: Camera = .orthographic
  ) {
    self.fold = fold
    self.radius = radius
    self.pixel = pixel
    // A ray on its way through the slab moves on by its tilt.
    let tilt = page.corners.map { (camera.offset - $0 * camera.nearness).length }.max() ?? 0
    let growth = pixel + thickness * (2 + tilt)
    self.growth = growth
    view = CrossView(camera, fold)
    highest = camera.highest
    let centre = SIMD2(Double(page.width), Double(page.height)) / 2
    corners = page.corners.map { corner in
      let grown = SIMD2(
        corner.x + (corner.x < centre.x ? -growth : growth),
        corner.y + (corner.y < centre.y ? -growth : growth))
      let p = grown - fold.point
      return SIMD2((p * fold.normal).sum(), (p * fold.ruling).sum())
    }
    let first = corners.map({ $0.x }).min() ?? 0
    let last = corners.map({ $0.x }).max() ?? 0
    for skin in thickness > 0 ? [radius, radius + thickness] : [radius] {
      let silhouette = radius * silhouetteAngle(skin)
      let end = min(last, highestArc(skin))
      if first < silhouette || end <= silhouette {
        front.append(
          strip(skin, from: first, to: max(first, min(end, silhouette)), rising: true))
      }
      if end > silhouette {
        back.append(strip(skin, from: max(first, silhouette), to: end, rising: false))
      }
    }
  }

  /// The roll's angle at the silhouette of a surface; π where an eye inside the roll sees none.
  private func silhouetteAngle(_ skin: Double) -> Double {
    let limit = 1e7
    let x = view.silhouette(radius: skin, axis: radius, limit: limit)
    return x >= limit ? .pi : .pi / 2 - atan(view.tilt(x))
  }

  /// The last arc length that isn't too high to be drawn.
  private func highestArc(_ skin: Double) -> Double {
    guard radius + skin > highest else { return .infinity }
    return skin > 0 ? radius * acos(max((radius - highest) / skin, -1)) : 0
  }

  /// Where arc length `s` of a surface lies: distance from the fold line and height.
  private func place(_ s: Double, _ skin: Double) -> SIMD2<Double> {
    if s <= 0 { return SIMD2(s, 0) }
    if s >= .pi * radius { return SIMD2(.pi * radius - s, radius + skin) }
    return SIMD2(skin * sin(s / radius), radius - skin * cos(s / radius))
  }

  /// Rulings from one arc length to another; distance grows with arc length where `rising`.
  private func strip(_ skin: Double, from: Double, to: Double, rising: Bool) -> [Vertex] {
    var arcs = [from, to]
    for arc in corners.map({ $0.x }) + [0, .pi * radius] where arc > from && arc < to {
      arcs.append(arc)
    }
    let (low, high) = (max(from, 0), min(to, radius * .pi))
    if low < high {
      // Perspective enlarges what is near, tenfold at most.
      let scale = 1 - min(radius + skin, highest) * view.nearness
      let finest = Self.chordError * pixel * scale
      let angle = 2 * acos(max(1 - finest / max(skin, pixel), 0))
      // Past any screen's need: a radius of a million pixels takes 3,500 strips a half turn.
      let parts = Int(min(((high - low) / radius / max(angle, 1e-6)).rounded(.up), 10_000))
      for i in 0...parts { arcs.append(low + (high - low) * Double(i) / Double(parts)) }
    }
    arcs.sort()
    var vertices: [Vertex] = []
    func add(_ arc: Double, push: Double) {
      let extent = grownExtent(arc, skin, rising: rising)
      for along in [extent.lowerBound, extent.upperBound] {
        vertices.append(
          Vertex(arc: Float(arc), along: Float(along), push: Float(push), skin: Float(skin)))
      }
    }
    let push = rising ? growth : -growth
    // The grown ends are rulings of their own: the outline between the others stays where it is.
    add(from, push: -push)
    for (i, arc) in arcs.enumerated() where i == 0 || arc > arcs[i - 1] { add(arc, push: 0) }
    add(to, push: push)
    return vertices
  }

  /// The outline's extent along the ruling at `arc` and a pixel to both sides of it: on the roll a
  /// pixel of the page is less than one of the output.
  private func grownExtent(_ arc: Double, _ skin: Double, rising: Bool) -> ClosedRange<Double> {
    let at = place(arc, skin)
    let x = view.project(at.x, at.y)
    let reached = [
      arcLength(x - growth, skin, rising: rising), arcLength(x + growth, skin, rising: rising), arc,
    ]
    let (low, high) = (reached.min() ?? arc, reached.max() ?? arc)
    // Seen at their own heights, and brought to this ruling's, which the vertices are shown from.
    func brought(_ along: Double, from s: Double) -> Double {
      let z = min(place(s, skin).y, highest)
      let shown = (along - z * view.offset.y) / (1 - z * view.nearness)
      return shown * (1 - at.y * view.nearness) + at.y * view.offset.y
    }
    var ends = reached.flatMap { s in extent(s).map { brought($0, from: s) } }
    ends += corners.filter { $0.x >= low && $0.x <= high }.map { brought($0.y, from: $0.x) }
    return (ends.min() ?? 0)...(ends.max() ?? 0)
  }

  /// The arc length that is seen at distance x on the plane, up to the silhouette: the same inverse
  /// as both renderers'.
  private func arcLength(_ x: Double, _ skin: Double, rising: Bool) -> Double {
    let x = min(x, view.silhouette(radius: skin, axis: radius, limit: 1e7))
    let w = view.tilt(x)
    if rising && x <= 0 { return x }
    let beyond = x + (radius + skin) * w
    if !rising && beyond <= 0 { return .pi * radius - beyond }
    let offset = w * radius + x
    let root = max(skin * skin * (1 + w * w) - offset * offset, 0).squareRoot()
    let sign = rising ? -1.0 : 1
    return radius * max(atan2(offset + sign * w * root, w * offset - sign * root), 0)
  }

  /// Where the page's outline crosses the ruling at `arc`, cut to the page's own range of rulings.
  private func extent(_ arc: Double) -> [Double] {
    let first = corners.map({ $0.x }).min() ?? 0
    let last = corners.map({ $0.x }).max() ?? 0
    let s = min(max(arc, first), last)
    var ends: [Double] = []
    for (i, a) in corners.enumerated() {
      let b = corners[(i + 1) % corners.count]
      if a.x == b.x {
        if a.x == s { ends += [a.y, b.y] }
      } else if min(a.x, b.x) <= s && s <= max(a.x, b.x) {
        ends.append(a.y + (b.y - a.y) * (s - a.x) / (b.x - a.x))
      }
    }
    return ends
  }
}

extension SIMD2<Double> {
  fileprivate var length: Double { (self * self).sum().squareRoot() }
}

extension SheetMesh {
  /// The mesh of a half-turn sheet.
  package init(_ sheet: HalfTurnSheet) {
    self.init(
      page: sheet.page, radius: sheet.radius, thickness: sheet.thickness, fold: sheet.fold,
      pixel: sheet.pixel, camera: sheet.camera)
  }
}
