package import CurlCore
internal import Glibc

/// The tessellated sheet: strips of rulings, clipped to the page's outline.
///
/// Rulings are straight, so two vertices per ruling are exact along it. Neighbouring rulings are so
/// close that chords stay within a tenth of an output pixel of the roll. The profile's joints, the
/// silhouette and the page's corners have rulings of their own.
///
/// The mesh is one output pixel larger than the sheet on all sides, because edges smooth the pixels
/// that they cross. Each fragment decides itself what it shows, so a strip may be too large, but
/// never too small.
package struct SheetMesh: Sendable, Equatable {
  /// One end of a ruling on the flat sheet, before rolling.
  package struct Vertex: Sendable, Equatable {
    /// Arc length past the fold, page pixels.
    package var arc: Float
    /// Position along the ruling from the fold's point (tau), page pixels.
    package var along: Float
    /// Displacement along the fold's normal after rolling, page pixels.
    package var push: Float
    /// Radius of the vertex's skin, page pixels.
    package var skin: Float
  }

  /// Largest distance of a chord from the roll, output pixels.
  package static let chordError = 0.1

  /// Triangle strips of the sheet before the silhouette, which show its front; two vertices per
  /// ruling.
  ///
  /// A thick sheet has one strip per skin; the cut edge lies between their outlines.
  package private(set) var front: [[Vertex]] = []
  /// Triangle strips of the sheet beyond the silhouette, which show its back.
  package private(set) var back: [[Vertex]] = []

  private let fold: Fold
  private let radius: Double
  private let pixel: Double
  /// Growth of the mesh, page pixels: an output pixel, plus the overhang of a cut edge.
  private let growth: Double
  private let view: CrossView
  private let highest: Double
  /// Corners of the grown page: arc length and position along the ruling, page pixels.
  private let corners: [SIMD2<Double>]

  /// Builds the mesh of a half-turn sheet; lengths are page pixels.
  ///
  /// `radius` is the roll's, `pixel` the size of an output pixel.
  package init(
    page: PageSize, radius: Double, thickness: Double = 0, fold: Fold, pixel: Double,
    camera: Camera = .orthographic
  ) {
    self.fold = fold
    self.radius = radius
    self.pixel = pixel
    // A tilted ray moves sideways on its way through the paper's thickness.
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

  /// Angle of the roll at a skin's silhouette, radians; π if the eye is inside the roll, which then
  /// has no silhouette.
  private func silhouetteAngle(_ skin: Double) -> Double {
    let limit = 1e7
    let x = view.silhouette(radius: skin, axis: radius, limit: limit)
    return x >= limit ? .pi : .pi / 2 - atan(view.tilt(x))
  }

  /// Largest drawn arc length: beyond it, the sheet is above `highest`.
  private func highestArc(_ skin: Double) -> Double {
    guard radius + skin > highest else { return .infinity }
    return skin > 0 ? radius * acos(max((radius - highest) / skin, -1)) : 0
  }

  /// Distance from the fold and height of a skin's point at arc length `s`.
  private func place(_ s: Double, _ skin: Double) -> SIMD2<Double> {
    if s <= 0 { return SIMD2(s, 0) }
    if s >= .pi * radius { return SIMD2(.pi * radius - s, radius + skin) }
    return SIMD2(skin * sin(s / radius), radius - skin * cos(s / radius))
  }

  /// Vertices of a strip from one arc length to another.
  ///
  /// With `rising`, the projected distance from the fold grows with the arc length.
  private func strip(_ skin: Double, from: Double, to: Double, rising: Bool) -> [Vertex] {
    var arcs = [from, to]
    for arc in corners.map({ $0.x }) + [0, .pi * radius] where arc > from && arc < to {
      arcs.append(arc)
    }
    let (low, high) = (max(from, 0), min(to, radius * .pi))
    if low < high {
      // Perspective enlarges near parts, at most 10 times.
      let scale = 1 - min(radius + skin, highest) * view.nearness
      let finest = Self.chordError * pixel * scale
      let angle = 2 * acos(max(1 - finest / max(skin, pixel), 0))
      // 10,000 is more than any screen needs: with a radius of a million pixels, a half turn has
      // 3,500 parts.
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
    // The grown ends have rulings of their own, so that growth doesn't move the outline between the
    // others.
    add(from, push: -push)
    for (i, arc) in arcs.enumerated() where i == 0 || arc > arcs[i - 1] { add(arc, push: 0) }
    add(to, push: push)
    return vertices
  }

  /// Range along the ruling at `arc` that covers the outline up to `growth` before and after it.
  ///
  /// `growth` is a distance on the page plane, where it may cover more arc length on the roll.
  private func grownExtent(_ arc: Double, _ skin: Double, rising: Bool) -> ClosedRange<Double> {
    let at = place(arc, skin)
    let x = view.project(at.x, at.y)
    let reached = [
      arcLength(x - growth, skin, rising: rising), arcLength(x + growth, skin, rising: rising), arc,
    ]
    let (low, high) = (reached.min() ?? arc, reached.max() ?? arc)
    // Moves a point of another ruling along its ray to this ruling's height: vertices are projected
    // from that height.
    func brought(_ along: Double, from s: Double) -> Double {
      let z = min(place(s, skin).y, highest)
      let shown = (along - z * view.offset.y) / (1 - z * view.nearness)
      return shown * (1 - at.y * view.nearness) + at.y * view.offset.y
    }
    var ends = reached.flatMap { s in extent(s).map { brought($0, from: s) } }
    ends += corners.filter { $0.x >= low && $0.x <= high }.map { brought($0.y, from: $0.x) }
    return (ends.min() ?? 0)...(ends.max() ?? 0)
  }

  /// Arc length that the camera sees at distance x on the page plane, x limited to the silhouette.
  ///
  /// Both renderers use the same inverse.
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

  /// Positions along the ruling at `arc` where it crosses the page's outline; `arc` is clamped to
  /// the page.
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
