/// Fades that avoid jumps behind pages with alpha.
///
/// Before a turn, the next page is seen through the front; after it, no page lies under the next
/// page. Turns that remove or add a page under another page fade it over the first or last
/// twentieth of the turn. Opaque pages need no fade and get none.
extension TurnStage {
  /// Smooth ramp from 0 at progress 0 to 1 at 0.05.
  static func rampIn(_ progress: Double) -> Double { smoothstep(progress / 0.05) }

  /// Smooth ramp from 1 at progress 0.95 to 0 at 1.
  static func rampOut(_ progress: Double) -> Double {
    1 - smoothstep((progress - 0.95) / 0.05)
  }

  /// Opacity of a page that fades at the end of its turn: 1 up to share 0 of the fade, 0 at 1.
  ///
  /// It starts without a kink and ends at full speed: with an end as soft as that of the easing, the
  /// last frames of a film would be equal.
  static func fadeOut(_ share: Double) -> Double {
    let share = min(max(share, 0), 1)
    return 1 - share * share
  }

  /// The front with the next page as seen through it at rest, which moves with the front and fades
  /// over the first twentieth of the turn.
  ///
  /// Returns `front` unchanged if it is opaque or `base` isn't `.next`.
  func withNextPageBeneath(_ front: Leaf, _ progress: Double, base: Base) -> Leaf {
    guard base == .next, translucent.contains(.front), progress < 0.05 else { return front }
    var leaf = front
    (leaf.beneath, leaf.beneathShare) = (.next, 1 - Self.rampIn(progress))
    return leaf
  }

  /// A flat page, or a part of it, that is partly faded on one side of a line.
  ///
  /// - Parameters:
  ///   - page: the page, unmoved.
  ///   - place: x of a vertical line, y of a horizontal line, page pixels.
  ///   - side: 0 for a vertical line, 1 for a horizontal line.
  ///   - isBeyond: whether the faded part is right of the line, or below it.
  ///   - share: opacity of the faded part, 0…1.
  /// - Returns: the page with that part faded.
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
