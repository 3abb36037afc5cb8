internal import Glibc

/// The shape of a leaf that somebody holds while it turns.
extension CurlDrag {
  /// The share of the way to a rim that a held point goes: on the rim itself nothing would be left of
  /// the roll, and the fold would run through the spine's end.
  private static let taut = 0.98

  /// The sheet bound at the left that moves as `motion` says, 0 < progress < 1, rolled to `radius` page
  /// pixels or less.
  ///
  /// A point that is held lies where the free edge of a flat fold does, W(1 − 2p) from the spine at
  /// progress p. Along it's always there; of its displacement across, as much is taken as leaves the
  /// paper whole, which keeps the point within the discs round the spine's ends on whose rims it lay,
  /// and as doesn't lift a whole corner before the point has gone far: turned out of the way by φ, the
  /// fold lifts the corner at a distance L from the point by L·sin φ more, and that is held to twice
  /// the point's way along.
  ///
  /// A leaf that isn't held goes along `path`, and is displaced likewise, which comes in without a kink
  /// within the first tenth of its way.
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
    // Both rims at that place: the lower one of the disc round the spine's top, and the other way.
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

  /// The displacement across, page pixels, that a point at a height of the free edge takes after a way
  /// along it.
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
