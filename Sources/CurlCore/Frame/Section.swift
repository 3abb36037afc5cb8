internal import Glibc

/// A sheet of any cross-section as its camera sees it: the constants that both renderers draw it
/// from.
///
/// Rulings are parallel, so what hides what is a question in the cross-section's plane, whatever the
/// camera. The cross-section is cut where its curvature changes and where the eye's ray touches it;
/// each piece is then met once by a ray through any place of its range on the page plane. All ends of
/// these ranges cut the plane into cells, and each cell has one list of pieces, the highest first.
package struct Section: Sendable, Equatable {
  /// Most pieces, cells, pieces of one cell, curves that cast a shadow, and windings of a roll.
  package static let mostPieces = 16
  package static let mostCells = 24
  package static let mostLayers = 8
  package static let mostCasters = 8
  package static let mostWindings = 64
  /// Most windings of a roll that cast a shadow: what lies further in takes no more light.
  package static let mostShadowWindings: Float = 8

  /// A part that is seen from one side and met once by each ray.
  ///
  /// Its points are told from its middle: `a` along the tangent there and `b` towards the front's
  /// normal, κ (a² + b²) = 2 b, which holds for a line too.
  package struct Piece: Sendable, Equatable {
    /// The middle's distance from the fold line and height, page pixels.
    package var middle: SIMD2<Float>
    /// Cosine and sine of the tangent's angle there.
    package var tangent: SIMD2<Float>
    /// Turn per arc length; positive bends up.
    package var curvature: Float
    /// Arc length at the middle.
    package var arc: Float
    /// Which root of the ray's equation lies on the piece: −1 where the front is seen, else 1.
    package var root: Float
    /// How often the sheet lies here, wound up.
    package var windings: Float
    /// Arc length of one winding, negative where the innermost winding is met first; 0 without.
    package var period: Float
    /// The range on the page plane where it is seen.
    package var low: Float
    package var high: Float
    /// The same of all that goes on from it without a fold: its neighbours in the list, further
    /// along the sheet and with it to higher distances where the front is seen, to lower ones else.
    package var runLow: Float
    package var runHigh: Float

    /// Whether the front is what is seen.
    package var isFront: Bool { root < 0 }
  }

  /// A range of distances from the fold line on the page plane, and what is seen there.
  package struct Cell: Sendable, Equatable {
    package var low: Float
    package var high: Float
    /// Indices of pieces, the highest first.
    package var layers: [Int]
  }

  /// A curve that stands between a place and the sky, whole.
  package struct Caster: Sendable, Equatable {
    /// As of a piece.
    package var middle: SIMD2<Float>
    package var tangent: SIMD2<Float>
    package var curvature: Float
    package var arc: Float
    /// Half of its length, of its first winding.
    package var half: Float
    package var windings: Float
  }

  package let pieces: [Piece]
  package let cells: [Cell]
  package let casters: [Caster]
  /// How much larger than it is the sheet casts its shadow; 1 is physical.
  package let shadowScale: Float
  /// Whether the sheet may hide the sky from its own front, and from its own back.
  package let shadesFront: Bool
  package let shadesBack: Bool
  /// Whether anything of it is lifted.
  package var isLifted: Bool { !casters.isEmpty }

  /// The first leaf of a scene, which has one.
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
    let casters = curves.flatMap(Self.casters)
    guard casters.count <= Self.mostCasters else {
      throw CurlFrame.Unsupported(
        what: "a cross-section of \(casters.count) lifted parts, \(Self.mostCasters) at most")
    }
    self.casters = casters
    shadowScale = Float(2 * scene.light.shadowSize)
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

  /// What of a curve is lifted.
  private static func casters(_ curve: SectionCurve) -> [Caster] {
    let turn = curve.curvature == 0 ? .infinity : 2 * .pi / abs(curve.curvature)
    let end = min(curve.end, curve.start + turn)
    let cuts = ([curve.start, end] + curve.places(height: 0)).sorted()
    return zip(cuts, cuts.dropFirst()).compactMap { low, high in
      let s = (low + high) / 2
      let middle = curve.point(s)
      guard high - low > 1e-6, middle.place.y > 1e-7 else { return nil }
      return Caster(
        middle: SIMD2<Float>(middle.place), tangent: SIMD2<Float>(middle.tangent),
        curvature: Float(curve.curvature), arc: Float(s), half: Float((high - low) / 2),
        windings: Float(curve.windings))
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
      let layers = seen.indices
        .filter { seen[$0].low < x && x < seen[$0].high }
        .map { (index: $0, z: seen[$0].height(x, view)) }
        // Where the sheet lies on itself, what was turned over lies on top.
        .sorted {
          abs($0.z - $1.z) > 1e-9 ? $0.z > $1.z : (seen[$0.index].arc > seen[$1.index].arc)
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
