internal import Glibc

/// The tessellated sheet: strips along the rulings, clipped to the page's outline.
///
/// Every ruling is straight, so two vertices a ruling are exact along it; across, the rulings stand
/// close enough that chords stay within a tenth of an output pixel of the roll. Rulings lie at the
/// profile's joints, at the silhouette and at the page's corners. The mesh is grown by one output
/// pixel all round, since edges are smoothed by the pixels that they cross.
package struct SheetMesh: Sendable, Equatable {
  /// One end of a ruling, still flat.
  package struct Vertex: Sendable, Equatable {
    /// Arc length past the fold, page pixels.
    package var arc: Float
    /// Place along the ruling, page pixels.
    package var along: Float
    /// How far it is pushed along the fold's normal once rolled, page pixels.
    package var push: Float
  }

  /// The most that a chord may leave the roll, output pixels.
  package static let chordError = 0.1

  /// The sheet up to the silhouette, seen from its front: a triangle strip, two vertices a ruling.
  package private(set) var front: [Vertex] = []
  /// The sheet from the silhouette on, seen from its back.
  package private(set) var back: [Vertex] = []

  private let page: PageSize
  private let profile: Profile
  private let fold: Fold
  private let radius: Double
  private let pixel: Double
  /// The corners of the page grown by a pixel, as arc length and place along the ruling.
  private let corners: [SIMD2<Double>]

  /// The mesh of a half-turn sheet of radius `radius` for output pixels of `pixel` page pixels.
  package init(page: PageSize, radius: Double, fold: Fold, pixel: Double) {
    self.page = page
    self.fold = fold
    self.radius = radius
    self.pixel = pixel
    profile = .halfTurn(radius: radius)
    let centre = SIMD2(Double(page.width), Double(page.height)) / 2
    corners = page.corners.map { corner in
      let grown = SIMD2(
        corner.x + (corner.x < centre.x ? -pixel : pixel),
        corner.y + (corner.y < centre.y ? -pixel : pixel))
      let p = grown - fold.point
      return SIMD2((p * fold.normal).sum(), (p * fold.ruling).sum())
    }
    let first = corners.map(\.x).min() ?? 0
    let last = corners.map(\.x).max() ?? 0
    let silhouette = radius * .pi / 2
    if first < silhouette || last <= silhouette {
      front = strip(from: first, to: max(first, min(last, silhouette)), rising: 1)
    }
    if last > silhouette {
      back = strip(from: max(first, silhouette), to: last, rising: -1)
    }
  }

  /// Rulings from one arc length to another; distance grows with arc length where `rising` is 1.
  private func strip(from: Double, to: Double, rising: Double) -> [Vertex] {
    var arcs = [from, to]
    for arc in corners.map(\.x) + profile.joints where arc > from && arc < to { arcs.append(arc) }
    let (low, high) = (max(from, 0), min(to, radius * .pi))
    if low < high {
      let angle = 2 * acos(max(1 - Self.chordError * pixel / max(radius, pixel), 0))
      // Past any screen's need: a radius of a million pixels takes 3,500 strips a half turn.
      let parts = Int(min(((high - low) / radius / max(angle, 1e-6)).rounded(.up), 10_000))
      for i in 0...parts { arcs.append(low + (high - low) * Double(i) / Double(parts)) }
    }
    arcs.sort()
    var vertices: [Vertex] = []
    func add(_ arc: Double, push: Double) {
      let extent = grownExtent(arc, rising: rising)
      for along in [extent.lowerBound, extent.upperBound] {
        vertices.append(Vertex(arc: Float(arc), along: Float(along), push: Float(push)))
      }
    }
    // The grown ends are rulings of their own: the outline between the others stays where it is.
    add(from, push: -rising * pixel)
    for (i, arc) in arcs.enumerated() where i == 0 || arc > arcs[i - 1] { add(arc, push: 0) }
    add(to, push: rising * pixel)
    return vertices
  }

  /// The outline's extent along the ruling at `arc` and a pixel to both sides of it: on the roll a
  /// pixel of the page is less than one of the output.
  private func grownExtent(_ arc: Double, rising: Double) -> ClosedRange<Double> {
    let x = profile.place(arc).x
    let reached = [arcLength(x - pixel, rising: rising), arcLength(x + pixel, rising: rising), arc]
    let (low, high) = (reached.min() ?? arc, reached.max() ?? arc)
    var ends = reached.flatMap { extent($0) }
    ends += corners.filter { $0.x >= low && $0.x <= high }.map(\.y)
    return (ends.min() ?? 0)...(ends.max() ?? 0)
  }

  /// The arc length seen at distance x on the front (`rising` 1) or the back (−1), cut to the
  /// silhouette.
  private func arcLength(_ x: Double, rising: Double) -> Double {
    let phi = x <= 0 || radius == 0 ? 0 : asin(min(x / radius, 1))
    if rising > 0 { return x <= 0 ? x : radius * phi }
    return x <= 0 ? .pi * radius - x : radius * (.pi - phi)
  }

  /// Where the page's outline crosses the ruling at `arc`, cut to the page's own range of rulings.
  private func extent(_ arc: Double) -> [Double] {
    let first = corners.map(\.x).min() ?? 0
    let last = corners.map(\.x).max() ?? 0
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
