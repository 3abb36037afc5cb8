/// The leaves of a flipboard: pages halved across the middle, on double-sided half-page leaves.
///
/// N pages make N + 1 leaves. Page p shows on the back of leaf N − p, which lies on the upper half,
/// and on the front of leaf N − p − 1, which lies on the lower half. A leaf's angle is 0° on the
/// lower half and 180° on the upper one.
///
/// So that a stack of leaves has an order, leaves at rest stand a little apart: the two that show
/// the page at exactly 180° and 0°, the leaves under them by `spread` more, or less, each.
public struct Flipboard: Sendable, Equatable {
  /// How many pages there are.
  public let pages: Int
  /// Degrees between neighbours at rest.
  public let spread: Double

  /// The leaves of a number of pages.
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

  /// How many leaves there are, one more than pages.
  public var leaves: Int { pages + 1 }

  /// The leaf whose back is the upper half of a page, N − p.
  public func upperLeaf(of page: Int) -> Int {
    precondition(page >= 0 && page < pages, "there is no such page on the flipboard")
    return pages - page
  }

  /// The leaf whose front is the lower half of a page, N − p − 1; it turns between that page and the
  /// next, whose upper half its back is.
  public func lowerLeaf(of page: Int) -> Int { upperLeaf(of: page) - 1 }

  /// Degrees at which a leaf rests while a page is shown.
  ///
  /// - Precondition: `leaf` is in 0..<leaves, `page` in 0..<pages.
  public func restingAngle(of leaf: Int, at page: Int) -> Double {
    precondition(leaf >= 0 && leaf < leaves, "there is no such leaf on the flipboard")
    let upper = upperLeaf(of: page)
    return leaf >= upper
      ? 180 + Double(leaf - upper) * spread : 0 - Double(upper - 1 - leaf) * spread
  }

  /// Seconds in which a leaf moves through an angle, degrees of either sign: half a turn takes one
  /// second.
  public static func seconds(for angle: Double) -> Double { abs(angle) / 180 }

  /// The leaves' way from one page to another, through all pages between.
  ///
  /// All leaves move, most of them only to where they next rest: forward from the highest down,
  /// backward from 0 up. Each moves at half a turn per second, and starts later than the one before
  /// it by a twentieth of its own time; the first waits for that long too.
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

  /// When the leaves of such a flight start that turn over, and how long each takes: those that only
  /// shift to where they next rest, before them, hold them up a little.
  ///
  /// - Parameters:
  ///   - old: The page that is left, 0..<pages.
  ///   - count: How many leaves turn over, 1 and up.
  ///   - isForward: Whether they turn on.
  ///   - whole: Seconds for half a turn, above 0 and at most 1e6.
  ///   - share: The share of its own time by which a leaf starts later than the one before, 0…1.
  /// - Returns: Their starts, counted from the flight's, and what each of them takes.
  /// - Precondition: all are in range.
  public func turning(
    from old: Int, _ count: Int, isForward: Bool, whole: Double = 1, share: Double = 0.05
  ) -> Stagger {
    precondition(old >= 0 && old < pages, "there is no such page on the flipboard")
    // All that turn over go through the same angle.
    let duration = min(whole * (180 + Double(count - 1) * spread) / 180, 1e6)
    let shift = share * whole * Double(count) * spread / 180
    let before = isForward ? leaves - upperLeaf(of: old) : upperLeaf(of: old)
    return Stagger(
      count: count, duration: duration, delay: share * duration,
      lead: Double(before) * shift + share * duration)
  }
}
