/// Pages with alpha: what is seen through them comes and goes without a jump.
///
/// Before a turn the next page is seen through the front, and after it nothing is under the next page.
/// Turns that take either away from under a page, or put it there, do so within the first or the last
/// twentieth of their way. Where pages are opaque nothing of it would be seen, and nothing is done.
extension TurnStage {
  /// 0 at the start of a way, 1 from its first twentieth on, without a kink.
  static func rampIn(_ progress: Double) -> Double { CurlTurn.smoothstep(progress / 0.05) }

  /// 1 until the last twentieth of a way, 0 at its end, without a kink.
  static func rampOut(_ progress: Double) -> Double {
    1 - CurlTurn.smoothstep((progress - 0.95) / 0.05)
  }

  /// The front as a leaf that takes with it what is seen of the next page through it, where `base` has
  /// no such page under it; that fades within the first twentieth of the way.
  func carrying(_ front: Leaf, _ progress: Double, base: Base) -> Leaf {
    guard base == .next, translucent.contains(.front), progress < 0.05 else { return front }
    var leaf = front
    (leaf.beneath, leaf.beneathShare) = (.next, 1 - Self.rampIn(progress))
    return leaf
  }

  /// A flat page, or a part of it, of which what lies on one side of a line is there in part.
  ///
  /// - Parameters:
  ///   - page: the page, in its place.
  ///   - place: where the line crosses the side of the page that `side` tells, page pixels.
  ///   - side: 0 for a line down the page, 1 for one across it.
  ///   - isBeyond: whether what fades lies right of the line, or below it.
  ///   - share: how much of it is there, 0…1.
  /// - Returns: the page, faded beyond the line.
  func faded(
    _ page: Leaf, at place: Double, side: Int, isBeyond: Bool, share: Double
  ) -> Leaf {
    guard share < 1 else { return page }
    var (point, normal) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    point[side] = place
    normal[side] = isBeyond ? 1 : -1
    var page = page
    page.seam = Seam(point: point, normal: normal, beyond: share)
    return page
  }
}
