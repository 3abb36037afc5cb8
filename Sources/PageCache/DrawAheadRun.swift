/// Order and time limit of drawing ahead: pages by distance from the shown one, the earlier of two
/// first.
///
/// The clock is the caller's, so equal times give equal pages. Each page is drawn once, for both of
/// its halves if a flipboard shows it in two. A page that exists already is skipped and counts as
/// two halves, as on the flipboard.
public struct DrawAheadRun: Sendable {
  /// Time limits of drawing ahead, and its pace.
  public struct Profile: Sendable, Equatable {
    /// Time limit after a book is opened, seconds; 0 means no limit, here and below.
    public var load = 1.0
    /// Time limit after an edit, seconds.
    public var edit = 2.0
    /// Time limit after a turn, seconds.
    public var turn = 1.0
    /// Shortest time between the starts of two pages, seconds.
    public var tick = 0.03

    /// The values of the flipboard.
    public init() {}
  }

  /// Time from the start after which no page is begun, seconds; 0 is no limit.
  public let budget: Double
  /// Shortest time between the starts of two pages, seconds.
  public let tick: Double
  /// Number of pages returned so far.
  public private(set) var drawn = 0
  /// Number of halves of pages that existed already.
  public private(set) var skipped = 0

  private let start: Double
  private let target: Int
  /// The shown page if it wasn't ready when requested; it is returned before all others.
  private var retried: Int?
  /// The next page, after `retried`; nil if none is left.
  private var upcoming: Int?
  private var rest: NearestPages
  /// Pages that weren't ready when requested.
  private var late: ArraySlice<Int> = []
  private var latest = -Double.infinity

  /// A run that starts at a time, seconds, around the page `target` of `count`.
  ///
  /// - Parameters:
  ///   - target: the shown page.
  ///   - count: number of pages of the book.
  ///   - neighbours: largest distance from the shown page; nil is all pages.
  ///   - budget: time limit, seconds, ≥ 0; 0 is none.
  ///   - tick: shortest time between the starts of two pages, seconds, ≥ 0.
  ///   - start: now, seconds.
  public init(
    around target: Int, of count: Int, neighbours: Int? = nil, budget: Double, tick: Double = 0,
    at start: Double
  ) {
    precondition(budget >= 0 && tick >= 0, "times are 0 and up")
    self.budget = budget
    self.tick = tick
    self.start = start
    self.target = target
    rest = NearestPages(around: target, of: count, neighbours: neighbours)
    upcoming = rest.next()
  }

  /// The pages of a book by distance from one of them; of two at the same distance, the earlier
  /// first.
  public static func order(around target: Int, of count: Int, neighbours: Int? = nil) -> [Int] {
    Array(NearestPages(around: target, of: count, neighbours: neighbours))
  }

  /// The next page to draw at a time; nil while `isMoving`, before the next tick, and when the time
  /// limit is reached or all pages exist.
  ///
  /// The time limit doesn't apply to the shown page.
  public mutating func next(
    at time: Double, isMoving: Bool = false, isThere: (Int) -> Bool
  ) -> Int? {
    guard !isMoving, time >= latest + tick else { return nil }
    while let page = retried ?? upcoming {
      if isThere(page) {
        advance()
        skipped += 2
        continue
      }
      guard budget == 0 || time - start < budget || page == target else { return nil }
      advance()
      latest = time
      drawn += 1
      return page
    }
    return nil
  }

  /// Takes back a page that wasn't ready: other pages come first now, but the shown page stays
  /// first.
  public mutating func putBack(_ page: Int) {
    drawn -= 1
    if page == target {
      retried = page
    } else {
      late.append(page)
      if upcoming == nil { upcoming = late.popFirst() }
    }
  }

  private mutating func advance() {
    guard retried == nil else {
      retried = nil
      return
    }
    upcoming = rest.next() ?? late.popFirst()
  }

  /// Whether no more pages will be returned at a time, moving or not; false while the shown page is
  /// next.
  public func isOver(at time: Double) -> Bool {
    guard let page = retried ?? upcoming else { return true }
    return page != target && budget > 0 && time - start >= budget
  }
}
