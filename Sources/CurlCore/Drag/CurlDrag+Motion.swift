internal import Glibc

/// Shape of a leaf that is held while it turns.
extension CurlDrag {
  /// Largest share of the way to a rim that a held point goes: on the rim the roll would vanish,
  /// and the fold would run through the spine's end.
  private static let taut = 0.98

  /// The curl of a sheet bound at the left with a motion, 0 < progress < 1, and a roll of at most
  /// `radius` page pixels.
  ///
  /// A held point lies where the free edge of a flat fold does: W(1 − 2p) from the spine at
  /// progress p. Its displacement along the free edge has two limits. It keeps the point within the
  /// discs around the spine's ends through the point's place, so that the paper stays whole. And it
  /// must not lift a corner early: a heading turned by φ lifts the corner at a distance L by L·sin
  /// φ, which may be at most twice the point's way.
  ///
  /// A leaf that isn't held follows `path` and is displaced likewise; the displacement fades in
  /// over the first tenth of its way.
  static func curl(
    _ motion: LeafMotion, along path: DragPath, radius: Double, on page: PageSize
  ) -> Curl {
    guard motion.isShaped else {
      return curl(along: path, at: motion.progress, radius: radius, on: page)
    }
    let size = SIMD2(Double(page.width), Double(page.height))
    let held =
      motion.grab.map { SIMD2(size.x, min(max($0, 0), 1) * size.y) } ?? path.start(on: page)
    let free = CurlDrag(page: page, spine: .left, grab: held, radius: 0, ends: 0)
    let way =
      motion.grab == nil
      ? free.pulled(path.point(at: motion.progress, on: page))
      : SIMD2(size.x * (1 - 2 * motion.progress), held.y)
    // Both rims at that place: the lower one of the disc around the spine's top, and vice versa.
    func rim(_ height: Double) -> Double {
      max(0, size.x * size.x + height * height - way.x * way.x).squareRoot()
    }
    let highest = way.y - taut * max(way.y - (size.y - rim(size.y - held.y)), 0)
    let lowest = way.y + taut * max(rim(held.y) - way.y, 0)
    let across =
      motion.grab == nil
      ? CurlTurn.smoothstep(motion.progress / 0.1) * motion.across
      : tilted(motion.across, at: held.y, after: size.x - way.x, on: page)
    let pointer = SIMD2(way.x, min(max(way.y + across, highest), lowest))
    return curl(from: held, to: pointer, radius: radius, on: page)
  }

  /// Displacement along the free edge, page pixels, that the limits allow a point after a part of
  /// its way.
  private static func tilted(
    _ across: Double, at height: Double, after along: Double, on page: PageSize
  ) -> Double {
    let corner = across > 0 ? height : Double(page.height) - height
    guard 2 * along < corner else { return across }
    let sine = 2 * along / corner
    let most = along * sine / (1 - sine * sine).squareRoot()
    return min(max(across, -most), most)
  }
}
