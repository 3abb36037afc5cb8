internal import CurlCore
internal import CurlLight

extension LightField {
  /// A light of a painter's frame, exact pixel by pixel under a key light.
  convenience init(_ painter: FramePainter, _ kind: Kind, isCovered: Bool = false) {
    self.init(painter.frame, kind, isCovered: isCovered) { x, y in
      let frame = painter.frame
      let at = painter.foldPoint(painter.planePoint(x, y))
      switch kind {
      case .front:
        return LightPower.of(painter.frontLight(frontOver(frame, min(at.x, 0), at.y)))
      case .plane:
        // What lies before the fold is the front's; up to there the plane's own light goes on.
        return LightPower.of(painter.baseLight(SIMD2(max(at.x, painter.halfExtent.x / 64), at.y)))
      case .inside, .under: return painter.frontLight(frontOver(frame, at.x, at.y))
      }
    }
  }
}
