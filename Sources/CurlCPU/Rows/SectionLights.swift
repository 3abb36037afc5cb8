internal import CurlCore

/// The lights of one sheet of any cross-section for 8 bits: as `SectionPainter` has them, within a
/// tenth of a step each.
///
/// Light on the sheet is a function of the arc length and the place along the rulings, whatever the
/// camera: there it is smooth, where a pixel's distance from a silhouette isn't. What a place gets
/// depends on the frame alone, whatever was asked before. Under a front that isn't opaque light may
/// change within any length: there each place is asked for by itself.
///
/// For one thread; layers of the same sheet may share it.
final class SectionLights {
  let painter: SectionPainter
  private let isSmooth: Bool
  private let plane: SmoothField?
  /// Of pieces, their windings, and these both sides; nil where none was asked for yet.
  private var sides: [SmoothField?]
  /// What cells start from, page pixels.
  private let size: Float
  /// Sides of a pixel.
  private let pixel: Float
  /// Arc lengths and places along the rulings at which the page's outline has corners.
  private let cuts: (arc: [Float], tau: [Float])
  /// Places along the rulings between which the sheet lies.
  private let span: ClosedRange<Float>

  init(_ painter: SectionPainter) {
    self.painter = painter
    let (frame, section) = (painter.frame, painter.section)
    let outline = frame.caster
    let corners = [outline.top, outline.bottom, outline.far, outline.near]
    cuts = (corners.map(\.x), corners.map(\.y))
    let pixel = max(frame.step.x, frame.step.y)
    self.pixel = pixel
    span = outline.bottom.y - pixel...max(outline.top.y, outline.bottom.y) + pixel
    // Light changes over lengths of an arc's radius.
    let bend = section.casters.map { abs($0.curvature) }.max() ?? 0
    size = min(128 * pixel, max(1 / max(bend, 1e-6), 8 * pixel))
    sides = Array(
      repeating: nil, count: 2 * section.pieces.count * Section.mostWindings)
    isSmooth = frame.isLit && section.isLifted && painter.pictures.front.isOpaque
    guard isSmooth else {
      plane = nil
      return
    }
    let ends = [(0, 0), (frame.width, 0), (0, frame.height), (frame.width, frame.height)].map {
      painter.foldPoint($0, $1)
    }
    func range(_ values: [Float]) -> ClosedRange<Float> {
      (values.min() ?? 0) - 2 * pixel...(values.max() ?? 0) + 2 * pixel
    }
    plane = SmoothField(
      range(ends.map(\.x)), range(ends.map(\.y)), cutsX: [0], cutsY: cuts.tau, size: size,
      least: pixel
    ) { painter.planeLight($0) }
  }

  /// What the sheet's shadow leaves of the light on the page plane in a pixel, 0…1.
  func light(_ x: Int, _ y: Int) -> Float {
    guard let plane else { return painter.light(x, y) }
    return painter.light(painter.foldPoint(x, y)) { plane.value($0) }
  }

  /// The same on what is rolled up with it.
  func lightInside(_ x: Int, _ y: Int) -> Float {
    guard let plane else { return painter.lightInside(x, y) }
    return painter.lightInside(painter.foldPoint(x, y)) { plane.value($0) }
  }

  /// Light left on a side of a winding of a piece, at an arc length of its first winding.
  func light(_ piece: Int, winding: Int, isFront: Bool, arc: Float, tau: Float) -> Float {
    guard isSmooth else {
      let all = painter.section.pieces[piece]
      let further = painter.windingArc(all, winding)
      return light(all, further, isFront, SIMD2(arc, tau))
    }
    let slot = 2 * (piece * Section.mostWindings + winding) + (isFront ? 1 : 0)
    if let side = sides[slot] { return side.value(SIMD2(arc, tau)) }
    let side = side(piece, winding, isFront)
    sides[slot] = side
    return side.value(SIMD2(arc, tau))
  }

  private func side(_ number: Int, _ winding: Int, _ isFront: Bool) -> SmoothField {
    let (painter, piece) = (painter, painter.section.pieces[number])
    let ends = [piece.low, piece.high].map { sectionMeet(painter.frame, piece, $0).arc }
    let further = painter.windingArc(piece, winding)
    let casters = painter.section.casters
    let joints = casters.flatMap { [$0.arc - $0.half, $0.arc + $0.half] }
    return SmoothField(
      min(ends[0], ends[1])...max(ends[0], ends[1]), span,
      cutsX: (joints + cuts.arc).map { $0 - further }, cutsY: cuts.tau, size: size, least: pixel
    ) { [unowned self] in light(piece, further, isFront, $0) }
  }

  /// The exact light on a side of a winding that lies so much further along, at an arc length of the
  /// first one and a place along the rulings.
  private func light(
    _ piece: Section.Piece, _ further: Float, _ isFront: Bool, _ at: SIMD2<Float>
  ) -> Float {
    var spot = sectionSpot(piece, at.x)
    spot.arc += further
    spot.tau = at.y
    return painter.light(on: spot, isFront: isFront)
  }
}
