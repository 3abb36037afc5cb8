internal import CurlCore

// Whether a cell's nodes determine the light between them.
extension LightField {
  /// Whether a cell may be interpolated: no edge of light hides between its nodes.
  ///
  /// `reach` is the cell's least and greatest distance from the fold line. `showsKeyEdges`: the
  /// nodes are known to show all edges of the key light; set to true when that is found.
  func isSmooth(
    _ x: Int, _ y: Int, _ size: Int, _ reach: (nearest: Float, furthest: Float),
    _ showsKeyEdges: inout Bool
  ) -> Bool {
    showsKeyEdges = showsKeyEdges || nodesShowKeyEdges(x, y, size, reach)
    guard showsKeyEdges else { return false }
    guard size <= largest || isFarFromEdges(x, y, size, reach) else { return false }
    if bendsInRoll(reach) { return false }
    if size > Self.piece && crossesOutline(x, y, size) { return false }
    return !bendsAtFold(x, y, size, reach)
  }

  /// Whether a cell's nodes show all edges of the key light in it.
  private func nodesShowKeyEdges(
    _ x: Int, _ y: Int, _ size: Int, _ reach: (nearest: Float, furthest: Float)
  ) -> Bool {
    guard frame.key.share > 0 else { return true }
    let ruling = frame.ruling
    let q = planePoint(x, top + y) - frame.fold
    let (across, down) = (Float(size) * step.x * ruling.x, Float(size) * step.y * ruling.y)
    let low = q.x * ruling.x + q.y * ruling.y + min(across, 0) + min(down, 0)
    // Nodes are pixels' centres: they reach half a pixel further.
    let half = (abs(frame.normal.x) * step.x + abs(frame.normal.y) * step.y) / 2
    let along = (abs(ruling.x) * step.x + abs(ruling.y) * step.y) / 2
    return light.nodesShowKeyEdges(
      reach.nearest - half...reach.furthest + half,
      low - along...low + abs(across) + abs(down) + along)
  }

  /// Whether a cell reaches into a roll that is much sharper than its shadow, or across the fold.
  ///
  /// Beyond the fold the front turns away from the key light.
  private func bendsInRoll(_ reach: (nearest: Float, furthest: Float)) -> Bool {
    guard kind == .frontInRoll || kind == .frontBehind else { return false }
    if frame.isSharp {
      let pixel = max(step.x, step.y, 1)
      return reach.furthest >= -pixel && reach.nearest <= frame.radius + pixel
    }
    guard frame.key.share > 0 && kind == .frontInRoll else { return false }
    // Nodes are pixels' centres: they reach half a pixel further.
    let half = (abs(frame.normal.x) * step.x + abs(frame.normal.y) * step.y) / 2
    return reach.furthest >= -half && reach.nearest <= half
  }

  /// Whether a cell lies so far from the sheet's edges that light changes over longer lengths
  /// there.
  ///
  /// Up to some radii from the flap's outline, the sky's lower end is seen under and beside the
  /// flap. Further off, light changes only with the angles of the visible sky, over lengths of the
  /// distance.
  private func isFarFromEdges(
    _ x: Int, _ y: Int, _ size: Int, _ reach: (nearest: Float, furthest: Float)
  ) -> Bool {
    guard kind != .plane else { return false }
    let caster = frame.caster
    let way = max(3 * caster.scaledRadius, 2) + Float(size) * max(step.x, step.y)
    return min(caster.axisX, 0) - reach.furthest >= way
      && abs(outlineDistance(x, y, size)) - radius(size) >= way
  }

  /// Whether a cell lies before the fold where its light isn't seen.
  ///
  /// `frontBehind` isn't seen beside the flap, where nothing shines through; `flatFront` isn't seen
  /// under a flap that hides it.
  func isUnseen(
    _ x: Int, _ y: Int, _ size: Int, _ reach: (nearest: Float, furthest: Float)
  ) -> Bool {
    // Four pixels, at least four page pixels.
    let margin = 4 * max(step.x, step.y, 1)
    guard reach.furthest < -margin else { return false }
    switch kind {
    case .frontBehind: return outlineDistance(x, y, size) > radius(size) + margin
    case .flatFront: return isCovered && outlineDistance(x, y, size) < -radius(size) - margin
    case .plane, .frontInRoll, .rolledUp: return false
    }
  }

  /// The distance from a cell's middle to its corners.
  private func radius(_ size: Int) -> Float {
    Float(size) / 2 * (step.x * step.x + step.y * step.y).squareRoot()
  }

  /// Distance of a cell's middle from the flap's outline, seen from straight above, page pixels; <
  /// 0 inside.
  private func outlineDistance(_ x: Int, _ y: Int, _ size: Int) -> Float {
    let q = planePoint(x, top + y) + Float(size) / 2 * step - frame.fold
    let (n, t) = (frame.normal, frame.ruling)
    // The flap's page point above the cell's middle, relative to the page's middle.
    let arc = .pi * frame.radius - (q.x * n.x + q.y * n.y)
    let tau = q.x * t.x + q.y * t.y
    let middle = frame.page / 2
    let off = frame.fold + arc * n + tau * t - middle
    let out = SIMD2(abs(off.x), abs(off.y)) - middle + frame.cornerRadius
    let beyond = SIMD2(max(out.x, 0), max(out.y, 0))
    let length = (beyond.x * beyond.x + beyond.y * beyond.y).squareRoot()
    return length + min(max(out.x, out.y), 0) - frame.cornerRadius
  }

  /// Whether the page ends within a cell; light bends at the page's edge.
  private func crossesOutline(_ x: Int, _ y: Int, _ size: Int) -> Bool {
    let low = planePoint(x, top + y)
    let high = low + Float(size) * step
    for axis in 0..<2 where frame.within[axis] == 0 {
      if low[axis] < 0 && high[axis] > 0 { return true }
      if low[axis] < frame.page[axis] && high[axis] > frame.page[axis] { return true }
    }
    return false
  }

  /// Whether the fold line crosses a cell in which light bends there: inside the roll, and on the
  /// ground beside the page.
  private func bendsAtFold(
    _ x: Int, _ y: Int, _ size: Int, _ reach: (nearest: Float, furthest: Float)
  ) -> Bool {
    // Nodes are pixels' centres: they reach half a pixel further.
    let half = (abs(frame.normal.x) * step.x + abs(frame.normal.y) * step.y) / 2
    guard reach.nearest <= half && reach.furthest >= -half else { return false }
    if kind == .rolledUp { return true }
    guard kind == .plane, hasGround, frame.within.x * frame.within.y == 0 else { return false }
    let low = planePoint(x, top + y)
    let high = low + Float(size) * step
    return any(low .< 0) || any(high .> frame.page)
  }
}
