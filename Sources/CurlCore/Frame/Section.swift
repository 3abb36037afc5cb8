internal import Glibc

/// The constants of a sheet of any cross-section, for both renderers.
///
/// Rulings are parallel, so visibility is decided in the plane of the cross-section, for every
/// camera. The cross-section is cut where its curvature changes and where a camera's ray touches
/// it. Then every ray within a piece's range on the page plane meets the piece once. The ends of
/// all ranges cut the plane into cells, and each cell has one list of pieces, highest first.
package struct Section: Sendable, Equatable {
  /// Maximum numbers of pieces, cells, pieces in a cell, lifted curves, and windings of a roll.
  package static let mostPieces = 16
  package static let mostCells = 24
  package static let mostLayers = 8
  package static let mostLiftedCurves = 8
  package static let mostWindings = 64
  /// Maximum number of windings of a roll that cast a shadow: further ones remove no more light.
  package static let mostShadowWindings: Float = 8

  /// A part of the sheet that is seen from one side and that a ray meets once.
  ///
  /// Its points are relative to its middle: `a` along the tangent there and `b` along the front's
  /// normal, with κ (a² + b²) = 2 b, which holds for a line too.
  package struct Piece: Sendable, Equatable {
    /// Distance of the middle from the fold line, and height of the middle, page pixels.
    package var middle: SIMD2<Float>
    /// Cosine and sine of the tangent's angle at the middle.
    package var tangent: SIMD2<Float>
    /// Curvature κ, radians per page pixel; positive bends up, 0 is a line.
    package var curvature: Float
    /// Arc length at the middle, page pixels.
    package var arc: Float
    /// Sign of the root of the ray's equation on the piece: −1 if the front is visible, else 1.
    package var rootSign: Float
    /// Number of windings of the sheet at this piece.
    package var windings: Float
    /// Arc length of one winding, page pixels; negative if a ray meets the innermost winding first,
    /// 0 for a single winding.
    package var period: Float
    /// Range of distances on the page plane in which the piece is seen, page pixels.
    package var low: Float
    package var high: Float
    /// The same range for the piece's run: consecutive pieces that join, seen from the same side.
    ///
    /// A run's pieces are consecutive in the list, ordered along the sheet: by increasing distance
    /// if the front is visible, else by decreasing distance.
    package var runLow: Float
    package var runHigh: Float

    /// Whether the front is visible.
    package var isFront: Bool { rootSign < 0 }
  }

  /// A range of distances from the fold line on the page plane, and the pieces seen there.
  package struct Cell: Sendable, Equatable {
    package var low: Float
    package var high: Float
    /// Indices of pieces, highest first.
    package var layers: [Int]
  }

  /// A lifted part of a curve, which hides a part of the sky whether the camera sees it or not.
  package struct LiftedCurve: Sendable, Equatable {
    /// Middle, tangent, curvature and arc length as in `Piece`.
    package var middle: SIMD2<Float>
    package var tangent: SIMD2<Float>
    package var curvature: Float
    package var arc: Float
    /// Half of the length within the first winding, page pixels.
    package var halfLength: Float
    package var windings: Float
  }

  package let pieces: [Piece]
  package let cells: [Cell]
  package let liftedCurves: [LiftedCurve]
  /// Scale of the shadow; 1 is physical.
  package let shadowScale: Float
  /// Where an arc touches the plane, and how far from there rounding may decide on which side of the
  /// arc a point of the plane lies.
  ///
  /// Distances from the fold line and from there, page pixels; both are 0 without such an arc.
  package let contact: SIMD2<Float>
  /// Whether the sheet may hide the sky from its own front, or from its own back.
  package let shadesFront: Bool
  package let shadesBack: Bool
  /// Whether any part of the sheet is lifted.
  package var isLifted: Bool { !liftedCurves.isEmpty }

  /// The section of a scene's first leaf, which must exist.
  package init(_ scene: Scene) throws(CurlFrame.Unsupported) {
    guard let leaf = scene.leaves.first, case .profile(let profile, let fold) = leaf.surface else {
      throw CurlFrame.Unsupported(what: "a section of a scene whose leaf has no profile")
    }
    let reaches = scene.page.corners.map { (($0 - fold.point) * fold.normal).sum() }
    let curves = profile.curves(from: reaches.min() ?? 0, to: reaches.max() ?? 0)
    let windings = curves.map { $0.windings }.max() ?? 0
    guard windings <= Self.mostWindings else {
      throw CurlFrame.Unsupported(
        what: "a roll of \(windings) windings, \(Self.mostWindings) at most; a larger radius helps")
    }
    let view = CrossView(scene.camera, fold)
    var seen: [SeenPiece] = []
    for curve in curves {
      seen += SeenPiece.pieces(of: curve, view, highest: scene.camera.highest)
    }
    guard seen.count <= Self.mostPieces else {
      throw CurlFrame.Unsupported(
        what: "a cross-section that is seen in \(seen.count) pieces, \(Self.mostPieces) at most")
    }
    pieces = Self.pieces(seen)
    cells = try Self.cells(seen, view)
    let liftedCurves = curves.flatMap(Self.liftedCurves)
    guard liftedCurves.count <= Self.mostLiftedCurves else {
      throw CurlFrame.Unsupported(
        what:
          "a cross-section of \(liftedCurves.count) lifted parts, \(Self.mostLiftedCurves) at most")
    }
    self.liftedCurves = liftedCurves
    contact = curves.lazy.compactMap(Self.contact).first ?? .zero
    shadowScale = Float(scene.light.shadowScale)
    shadesFront = curves.contains { $0.curvature > 0 }
    shadesBack = curves.contains { $0.curvature < 0 }
  }

  private static func pieces(_ seen: [SeenPiece]) -> [Piece] {
    var pieces = seen.map { $0.piece }
    var first = 0
    for i in seen.indices {
      if i > 0 && !seen[i - 1].goesOn(to: seen[i]) { first = i }
      for j in first...i {
        pieces[j].runLow = min(pieces[first].low, pieces[i].low)
        pieces[j].runHigh = max(pieces[first].high, pieces[i].high)
      }
    }
    return pieces
  }

  /// Where a curve touches the plane from above, and a thousandth of its radius.
  ///
  /// Floats have 24 bits, so a square of the radius is off by as much as the square of a thousandth of
  /// it. A hundredth of the curve's length limits that: an arc that hardly bends isn't there.
  private static func contact(_ curve: SectionCurve) -> SIMD2<Float>? {
    guard curve.curvature > 0 else { return nil }
    let radius = 1 / curve.curvature
    let start = curve.point(curve.start)
    let centre = start.place + radius * SIMD2(-start.tangent.y, start.tangent.x)
    guard abs(centre.y - radius) <= 1e-6 * radius else { return nil }
    return SIMD2(
      Float(centre.x), Float(min(1.1e-3 * radius, 1e-2 * (curve.end - curve.start) / 2)))
  }

  /// The lifted parts of a curve.
  private static func liftedCurves(_ curve: SectionCurve) -> [LiftedCurve] {
    let winding = curve.curvature == 0 ? .infinity : 2 * .pi / abs(curve.curvature)
    let end = min(curve.end, curve.start + winding)
    // All windings touch the plane where the first one does, wherever that is; they stay one curve.
    let isWound = curve.windings > 1
    let touches = isWound ? [] : curve.places(height: 0)
    let cuts = ([curve.start, end] + touches).sorted()
    return zip(cuts, cuts.dropFirst()).compactMap { low, high in
      let s = (low + high) / 2
      let middle = curve.point(s)
      guard high - low > 1e-6, isWound || middle.place.y > 1e-7 else { return nil }
      return LiftedCurve(
        middle: SIMD2<Float>(middle.place), tangent: SIMD2<Float>(middle.tangent),
        curvature: Float(curve.curvature), arc: Float(s),
        halfLength: Float((high - low) / 2), windings: Float(curve.windings))
    }
  }

  private static func cells(_ seen: [SeenPiece], _ view: CrossView) throws(CurlFrame.Unsupported)
    -> [Cell]
  {
    var ends: [Double] = []
    for x in seen.flatMap({ [$0.low, $0.high] }).sorted() where x - (ends.last ?? -1e30) > 1e-6 {
      ends.append(x)
    }
    var cells: [Cell] = []
    for (low, high) in zip(ends, ends.dropFirst()) {
      let x = (low + high) / 2
      let layers: [(index: Int, z: Double)] = seen.indices
        .filter { seen[$0].low < x && x < seen[$0].high }
        .map { ($0, seen[$0].height(x, view)) }
        // At equal heights, the part that has turned over is on top.
        .sorted { a, b in
          abs(a.z - b.z) > 1e-9 ? a.z > b.z : seen[a.index].arc > seen[b.index].arc
        }
      guard layers.count <= Self.mostLayers else {
        throw CurlFrame.Unsupported(
          what: "a sheet that lies \(layers.count) times over itself, \(Self.mostLayers) at most")
      }
      cells.append(Cell(low: Float(low), high: Float(high), layers: layers.map { $0.index }))
    }
    guard cells.count <= Self.mostCells else {
      throw CurlFrame.Unsupported(
        what: "a cross-section seen in \(cells.count) cells, \(Self.mostCells) at most")
    }
    return cells
  }
}
