internal import CurlCore

/// Draws a sheet of any cross-section for 8 bits: `SectionPainter`'s pixels within a step, from
/// lights between cells' nodes.
///
/// For one thread.
final class SectionRows {
  private let painter: SectionPainter
  private let lights: SectionLights
  private let frame: CurlFrame
  private let pictures: FramePictures
  private let pieces: [Section.Piece]
  private let sides: SheetSides
  private let isLit: Bool
  private let fadesThrough: Bool
  /// Along which axis distances differ; nil where along both.
  private let axis: Int?
  /// What was found of columns, or of rows, and what of the pixel asked for last.
  private var found: [SectionStops?]
  /// Distances from the fold line beyond which nothing is seen.
  private let reach: ClosedRange<Float>
  private var scratch = SectionStops()

  init(_ painter: SectionPainter, _ lights: SectionLights) {
    self.painter = painter
    self.lights = lights
    frame = painter.frame
    pictures = painter.pictures
    pieces = painter.section.pieces
    sides = painter.sides
    isLit = frame.isLit
    fadesThrough = frame.fades && frame.back != .picture || frame.fades && frame.showThrough > 0
    axis = frame.normal.y == 0 ? 0 : frame.normal.x == 0 ? 1 : nil
    found = Array(
      repeating: nil, count: axis == 0 ? frame.width : axis == 1 ? frame.height : 0)
    let cells = painter.section.cells
    let low = cells.map(\.low).min() ?? 1e30
    let high = cells.map(\.high).max() ?? -1e30
    reach = low - painter.reach.x...max(low, high) + painter.reach.x
  }

  /// The sheet's colour in a pixel, lit, premultiplied linear light; clear beside it.
  func colour(_ x: Int, _ y: Int) -> SIMD4<Float> {
    let at = painter.foldPoint(x, y)
    guard reach.contains(at.x) else { return .zero }
    if let axis {
      let i = axis == 0 ? x : y
      if found[i] == nil {
        var stops = SectionStops()
        stops.find(painter, at.x)
        found[i] = stops
      }
      guard let stops = found[i] else { return .zero }
      return colour(stops, at)
    }
    scratch.find(painter, at.x)
    return colour(scratch, at)
  }

  private func colour(_ seen: borrowing SectionStops, _ at: SIMD2<Float>) -> SIMD4<Float> {
    guard at.y >= seen.low && at.y <= seen.high else { return .zero }
    var lower = SIMD4<Float>.zero
    var upper = SIMD4<Float>.zero
    var lights = SIMD8<Float>(repeating: -1)
    var throughs = SIMD8<Float>(repeating: 1)
    for group in seen.groups {
      if group.isNewCell { lights = SIMD8(repeating: -1) }
      for member in 0..<group.count {
        let tap = SIMD2(group.x, at.y + group.first + Float(member) * group.spacing)
        let tilt = viewTilt(frame, tap)
        var rest: Float = 1
        for number in group.stops where rest > 0 {
          let stop = seen.stops[number]
          var spot = stop.spot
          spot.tau = tap.y + spot.z * tilt.y
          for winding in 0..<stop.windings where rest > 0 {
            if stop.windings > 1 {
              spot.arc = stop.spot.arc + painter.windingArc(pieces[stop.piece], winding)
            }
            let foot = footprint(frame, spot, tilt, group.box)
            let share = outlineCoverage(foot.point, frame.page, frame.cornerRadius, foot.dx, foot.dy)
            if share <= 0 { continue }
            if isLit && lights[stop.layer] < 0 {
              let tau = at.y + stop.lightZ * (frame.viewOffset.y - frame.nearness * at.y)
              func light(_ isFront: Bool) -> Float {
                self.lights.light(
                  stop.piece, winding: winding, isFront: isFront, arc: stop.lightArc, tau: tau)
              }
              lights[stop.layer] = light(stop.isFront)
              throughs[stop.layer] =
                fadesThrough && !stop.isFront ? 0.5 + light(true) / 2 : 1
            }
            let light = isLit ? lights[stop.layer] : 1
            let room = group.inside * rest
            if stop.isFront {
              let seen = share * frontColour(frame, pictures, foot)
              lower += room * lit(seen, light)
              rest *= 1 - seen.w
            } else {
              let seen = share * backColour(frame, pictures, foot, throughs[stop.layer])
              upper += room * lit(seen, light)
              rest *= 1 - seen.w
            }
          }
        }
      }
    }
    return SectionPainter.part(lower, upper, sides)
  }
}
