/// In which order pages are drawn ahead, and for how long: the nearest to the shown one first, the
/// earlier of two as near.
///
/// The clock is the caller's, and so the same times give the same pages. Each page is drawn once, for
/// both of its halves where a flipboard shows it in two; what is there already is passed over and
/// counts two, as there.
public struct PasteRun: Sendable {
  /// How long to draw for, and how often.
  public struct Profile: Sendable, Equatable {
    /// Seconds when a book is opened; 0 is without a limit, here and below.
    public var load = 1.0
    /// Seconds after an edit.
    public var edit = 2.0
    /// Seconds after a turn.
    public var turn = 1.0
    /// Seconds at least between two pages.
    public var tick = 0.03

    /// The numbers of the flipboard.
    public init() {}
  }

  /// Seconds from the start after which no page is begun; 0 is without a limit.
  public let budget: Double
  /// Seconds at least from one page's start to the next one's.
  public let tick: Double
  /// Pages that were given out.
  public private(set) var drawn = 0
  /// Halves of pages that were there already.
  public private(set) var skipped = 0

  private let start: Double
  private let target: Int
  /// The shown page, if it wasn't ready when it was asked for: it comes before all others.
  private var again: Int?
  /// What comes after that.
  private var first: Int?
  private var rest: NearestPages
  /// Those that weren't ready when they were asked for.
  private var late: ArraySlice<Int> = []
  private var latest = -Double.infinity

  /// A run that begins at a time, seconds, around the page `target` of `count`.
  ///
  /// - Parameters:
  ///   - target: the shown page.
  ///   - count: pages of the book.
  ///   - neighbours: how far from the shown page; nil is all pages.
  ///   - budget: seconds, 0 and up.
  ///   - tick: seconds, 0 and up.
  ///   - start: the time now.
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
    first = rest.next()
  }

  /// The pages of a book, those nearest to one of them first; of two as near, the earlier one.
  public static func order(around target: Int, of count: Int, neighbours: Int? = nil) -> [Int] {
    Array(NearestPages(around: target, of: count, neighbours: neighbours))
  }

  /// The next page to draw at a time, or nil: while something moves, before the next tick, and when
  /// time is up or all is there.
  ///
  /// For the shown page time is never up.
  public mutating func next(
    at time: Double, isMoving: Bool = false, isThere: (Int) -> Bool
  ) -> Int? {
    guard !isMoving, time >= latest + tick else { return nil }
    while let page = again ?? first {
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

  /// Gives a page back that wasn't ready: the others come first now, but for the shown page, which
  /// goes on being the first.
  public mutating func putBack(_ page: Int) {
    drawn -= 1
    if page == target {
      again = page
    } else {
      late.append(page)
      if first == nil { first = late.popFirst() }
    }
  }

  private mutating func advance() {
    guard again == nil else {
      again = nil
      return
    }
    first = rest.next() ?? late.popFirst()
  }

  /// Whether there is nothing more to be had at a time, moving or not; never while the shown page is
  /// the next one.
  public func isOver(at time: Double) -> Bool {
    guard let page = again ?? first else { return true }
    return page != target && budget > 0 && time - start >= budget
  }
}
