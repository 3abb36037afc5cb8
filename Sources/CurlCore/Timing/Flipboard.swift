/// The leaves of a flipboard: pages cut across the middle, on double-sided half-page leaves.
///
/// N pages need N + 1 leaves. Page p is on the back of leaf N − p, in the upper half, and on the
/// front of leaf N − p − 1, in the lower half. A leaf's angle is 0° in the lower half and 180° in
/// the upper one.
///
/// Leaves at rest stand slightly apart, so that the stack has an order. The two leaves of the shown
/// page stand at exactly 180° and 0°, and each leaf under them `spread` further.
public struct Flipboard: Sendable, Equatable {
  /// Number of pages.
  public let pages: Int
  /// Angle between neighbours at rest, degrees.
  public let spread: Double

  /// A flipboard with a number of pages.
  ///
  /// - Parameters:
  ///   - pages: 1 and up.
  ///   - spread: Degrees, 0…1; at 0 the leaves have no order.
  /// - Precondition: both are in range.
  public init(pages: Int, spread: Double = 0.1) {
    precondition(pages >= 1, "a flipboard has one page or more")
    precondition(spread >= 0 && spread <= 1, "leaves at rest stand 0…1 degrees apart")
    self.pages = pages
    self.spread = spread
  }

  /// Number of leaves: pages + 1.
  public var leaves: Int { pages + 1 }

  /// The leaf whose back is the upper half of a page: N − p.
  public func upperLeaf(of page: Int) -> Int {
    precondition(page >= 0 && page < pages, "there is no such page on the flipboard")
    return pages - page
  }

  /// The leaf whose front is the lower half of a page: N − p − 1.
  ///
  /// It turns between that page and the next, whose upper half is on its back.
  public func lowerLeaf(of page: Int) -> Int { upperLeaf(of: page) - 1 }

  /// Angle of a leaf at rest while a page is shown, degrees.
  ///
  /// - Precondition: `leaf` is in 0..<leaves, `page` in 0..<pages.
  public func restingAngle(of leaf: Int, at page: Int) -> Double {
    precondition(leaf >= 0 && leaf < leaves, "there is no such leaf on the flipboard")
    let upper = upperLeaf(of: page)
    return leaf >= upper
      ? 180 + Double(leaf - upper) * spread : 0 - Double(upper - 1 - leaf) * spread
  }

  /// Duration, seconds, of a leaf's motion through an angle of either sign, degrees: 180° take one
  /// second.
  public static func seconds(for angle: Double) -> Double { abs(angle) / 180 }

  /// The flight of the leaves from one page to another, through all pages between.
  ///
  /// All leaves move, most of them only to their next angle at rest. They start in order of their
  /// index: forward from the highest down, backward from 0 up. Each leaf moves at 180° per second,
  /// and starts later than the leaf before it by a twentieth of its own duration. The first leaf
  /// starts a twentieth of its duration after 0.
  ///
  /// - Precondition: both pages are in 0..<pages.
  public func flight(from old: Int, to new: Int) -> LeafFlight {
    let order = new > old ? Array((0..<leaves).reversed()) : Array(0..<leaves)
    var delay = 0.0
    return LeafFlight(
      order.map { leaf in
        let (from, to) = (restingAngle(of: leaf, at: old), restingAngle(of: leaf, at: new))
        let duration = Self.seconds(for: to - from)
        delay += 0.05 * duration
        return LeafFlight.Flip(
          leaf: leaf, start: delay, duration: duration, fromAngle: from, toAngle: to)
      })
  }

  /// Schedule of the leaves that turn over in a flight from one page to another.
  ///
  /// Leaves that only move to their next angle at rest start earlier and delay them slightly.
  ///
  /// - Parameters:
  ///   - old: The page before the flight, 0..<pages.
  ///   - count: Number of leaves that turn over, ≥ 1.
  ///   - isForward: Whether they turn forward.
  ///   - halfTurn: Duration of half a turn, seconds, above 0 and at most 1e6.
  ///   - share: Delay between the starts of consecutive leaves, as a share of a leaf's duration,
  ///     0…1.
  /// - Returns: Their starts, counted from the flight's start, and the duration of each.
  /// - Precondition: all are in range.
  public func turning(
    from old: Int, _ count: Int, isForward: Bool, halfTurn: Double = 1, share: Double = 0.05
  ) -> Stagger {
    precondition(old >= 0 && old < pages, "there is no such page on the flipboard")
    // All leaves that turn over move through the same angle.
    let duration = min(halfTurn * (180 + Double(count - 1) * spread) / 180, 1e6)
    let shift = share * halfTurn * Double(count) * spread / 180
    let before = isForward ? leaves - upperLeaf(of: old) : upperLeaf(of: old)
    return Stagger(
      count: count, duration: duration, delay: share * duration,
      lead: Double(before) * shift + share * duration)
  }
}
