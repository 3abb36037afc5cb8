internal import Glibc

/// Shape of a leaf that is held while it turns.
extension CurlDrag {
  /// Maximum displacement of a point, as a share of its distance to a rim: on the rim the roll
  /// would vanish, and the fold would run through the spine's end.
  private static let maxShareToRim = 0.98

  /// The curl of a sheet bound at the left with a motion, 0 < progress < 1, and a roll of at most
  /// `radius` page pixels.
  ///
  /// At progress p, a held point is W(1 − 2p) from the spine, as the free edge of a flat fold is.
  /// Its displacement along the free edge has two limits. First, the point stays in the two discs
  /// around the spine's ends whose rims contain the point at rest, so that the paper neither tears
  /// nor stretches. Second, no corner may lift early: a heading turned by φ lifts the corner at a
  /// distance L by L·sin φ. That may be at most twice the point's distance from the free edge's
  /// position at rest.
  ///
  /// A leaf that isn't held follows `path`. Its displacement has the first limit, and fades in over
  /// the first tenth of the progress.
  static func curl(
    _ motion: LeafMotion, along path: DragPath, radius: Double, on page: PageSize
  ) -> Curl {
    guard motion.isHeldOrDisplaced else {
      return curl(along: path, at: motion.progress, radius: radius, on: page)
    }
    let size = SIMD2(Double(page.width), Double(page.height))
    let held =
      motion.grab.map { SIMD2(size.x, min(max($0, 0), 1) * size.y) } ?? path.start(on: page)
    let free = CurlDrag(page: page, spine: .left, grab: held, radius: 0, ends: 0)
    let way =
      motion.grab == nil
      ? free.clampedToSpine(path.point(at: motion.progress, on: page))
      : SIMD2(size.x * (1 - 2 * motion.progress), held.y)
    // Both rims at this x: the lower rim of the disc around the spine's top end, and vice versa.
    func rim(_ height: Double) -> Double {
      max(0, size.x * size.x + height * height - way.x * way.x).squareRoot()
    }
    let highest = way.y - maxShareToRim * max(way.y - (size.y - rim(size.y - held.y)), 0)
    let lowest = way.y + maxShareToRim * max(rim(held.y) - way.y, 0)
    let across =
      motion.grab == nil
      ? smoothstep(motion.progress / 0.1) * motion.across
      : tilted(motion.across, at: held.y, after: size.x - way.x, on: page)
    let pointer = SIMD2(way.x, min(max(way.y + across, highest), lowest))
    return curl(from: held, to: pointer, radius: radius, on: page)
  }

  /// `across` clamped so that no corner lifts early, page pixels; `along` is the point's distance
  /// from the flat sheet's free edge.
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
