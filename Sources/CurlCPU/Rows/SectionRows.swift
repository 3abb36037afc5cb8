internal import CurlCore
internal import CurlStore

/// Draws a sheet of any cross-section for 8 bits: `SectionPainter`'s pixels within a step, from
/// lights between cells' nodes.
///
/// For one thread.
final class SectionRows {
  private let painter: SectionPainter
  private let lights: SectionLights
  private let frame: CurlFrame
  private let texels: FrameTexels
  private let sides: SheetSides
  private let isLit: Bool
  private let fadesThrough: Bool
  /// Along which axis distances differ; nil where along both.
  private let axis: Int?
  /// What was found of columns, or of rows; without an axis of the pixel asked for alone.
  private var found: [SectionStops.Column?]
  private var stops = SectionStops()
  /// Distances from the fold line beyond which nothing is seen.
  private let reach: ClosedRange<Float>

  init(_ painter: SectionPainter, _ lights: SectionLights) {
    self.painter = painter
    self.lights = lights
    frame = painter.frame
    texels = painter.texels
    sides = painter.sides
    isLit = frame.isLit
    // A picture that nothing shines through doesn't ask for it.
    fadesThrough = frame.fades && (frame.back == .mirrored || frame.showThrough > 0)
    axis = frame.normal.y == 0 ? 0 : frame.normal.x == 0 ? 1 : nil
    found = Array(
      repeating: nil, count: axis == 0 ? frame.width : axis == 1 ? frame.height : 0)
    let cells = painter.section.cells
    let low = cells.map(\.low).min() ?? 1e30
    let high = cells.map(\.high).max() ?? -1e30
    reach = low - painter.halfExtent.x...max(low, high) + painter.halfExtent.x
  }

  /// The pixels of a row in which the sheet may be seen: `colour` is clear beside them.
  func columns(_ y: Int) -> Range<Int> {
    guard let first = (0..<frame.width).first(where: { mayTouch($0, y) }),
      let last = (0..<frame.width).last(where: { mayTouch($0, y) })
    else { return 0..<0 }
    return first..<last + 1
  }

  private func mayTouch(_ x: Int, _ y: Int) -> Bool {
    let at = painter.foldPoint(x, y)
    guard reach.contains(at.x) else { return false }
    guard axis != nil else { return true }
    let column = column(x, y, at)
    return at.y >= column.low && at.y <= column.high
  }

  /// The sheet's colour in a pixel, lit, premultiplied linear light; clear beside it.
  func colour(_ x: Int, _ y: Int) -> SIMD4<Float> {
    let at = painter.foldPoint(x, y)
    guard reach.contains(at.x) else { return .zero }
    let column = column(x, y, at)
    guard at.y >= column.low && at.y <= column.high else { return .zero }
    return unsafe stops.groups.withUnsafeBufferPointer { groups in
      unsafe stops.stops.withUnsafeBufferPointer { stops in
        let part = unsafe UnsafeBufferPointer(rebasing: groups[column.groups])
        return unsafe colour(part, stops, at)
      }
    }
  }

  /// What is seen at a pixel's distance.
  private func column(_ x: Int, _ y: Int, _ at: SIMD2<Float>) -> SectionStops.Column {
    guard let axis else {
      stops.removeAll()
      return stops.find(painter, at.x)
    }
    let i = axis == 0 ? x : y
    if let known = found[i] { return known }
    let column = stops.find(painter, at.x)
    found[i] = column
    return column
  }

  private func colour(
    _ groups: UnsafeBufferPointer<SectionStops.Group>,
    _ stops: UnsafeBufferPointer<SectionStops.Stop>, _ at: SIMD2<Float>
  ) -> SIMD4<Float> {
    var lower = SIMD4<Float>.zero
    var upper = SIMD4<Float>.zero
    var lights = SIMD8<Float>(repeating: -1)
    var throughs = SIMD8<Float>(repeating: 1)
    for number in groups.indices {
      let group = unsafe groups[number]
      if group.isNewCell { lights = SIMD8(repeating: -1) }
      for member in 0..<group.count {
        let tap = SIMD2(group.x, at.y + group.first + Float(member) * group.spacing)
        let tilt = viewTilt(frame, tap)
        var rest: Float = 1
        for number in group.stops where rest > 0 {
          let stop = unsafe stops[number]
          var spot = stop.spot
          spot.tau = tap.y + spot.z * tilt.y
          for winding in 0..<stop.windings where rest > 0 {
            if stop.windings > 1 { spot.arc = stop.spot.arc + stop.arc(winding) }
            let foot = footprint(frame, spot, tilt, group.box)
            let share = share(foot)
            if share <= 0 { continue }
            if isLit && lights[stop.layer] < 0 {
              (lights[stop.layer], throughs[stop.layer]) = sideLight(stop, winding, at)
            }
            let light = isLit ? lights[stop.layer] : 1
            let room = group.inside * rest
            if stop.isFront {
              let seen = share * frontColour(frame, texels, foot)
              lower += room * lit(seen, light)
              rest *= 1 - seen.w
            } else {
              let seen = share * backColour(frame, texels, foot, throughs[stop.layer])
              upper += room * lit(seen, light)
              rest *= 1 - seen.w
            }
          }
        }
      }
    }
    return SectionPainter.part(lower, upper, sides)
  }

  /// The share of a footprint on the page, of most the whole.
  @inline(__always)
  private func share(_ foot: Footprint) -> Float {
    let (dx, dy, page) = (foot.dx, foot.dy, frame.page)
    let reach = SIMD2(abs(dx.x) + abs(dx.y), abs(dy.x) + abs(dy.y)) / 2
    let corner = max(reach.x, max(reach.y, frame.cornerRadius))
    let edge = pointwiseMin(foot.point, page - foot.point)
    if edge.x >= corner && edge.y >= corner { return 1 }
    return outlineCoverage(foot.point, page, frame.cornerRadius, dx, dy)
  }

  /// Light on a piece in a pixel, and what comes through from its other side.
  private func sideLight(_ stop: SectionStops.Stop, _ winding: Int, _ at: SIMD2<Float>)
    -> (Float, Float)
  {
    let tau = at.y + stop.lightZ * (frame.viewOffset.y - frame.nearness * at.y)
    func light(_ isFront: Bool) -> Float {
      lights.light(stop.piece, winding: winding, isFront: isFront, arc: stop.lightArc, tau: tau)
    }
    return (light(stop.isFront), fadesThrough && !stop.isFront ? 0.5 + light(true) / 2 : 1)
  }
}
