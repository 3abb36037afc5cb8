public import CurlCore

/// Something that happens to a page turner; see ``Turner/handle(_:at:)``.
///
/// Points are pixels of the view, the origin top-left, y down.
public enum TurnerEvent: Sendable, Equatable {
  /// A finger comes down; `id` tells fingers apart while they are down.
  case down(id: Int, SIMD2<Double>)
  /// A finger has moved.
  case move(id: Int, SIMD2<Double>)
  /// A finger is lifted.
  case up(id: Int, SIMD2<Double>)
  /// A finger is taken away by the system. Another one that is down takes its sheet over where it is;
  /// without one the sheet goes back.
  case cancel(id: Int)
  /// A pointer is at a place while nothing is pressed, or, nil, has left the view.
  ///
  /// It's forgotten when a finger comes down: tell it again after that is lifted. See
  /// ``TurnerConfiguration/peek``.
  case hover(SIMD2<Double>?)
  /// Somebody asks for a turn.
  case navigate(Navigation)
  /// The turn that is under way is to go back to where it came from; immediately, or by settling.
  case abort(isImmediate: Bool)
  /// Time passes.
  case tick
  /// The picture of a page has come, or never will, or is there no longer.
  case page(Int, PageState)
  /// The book changes.
  case edit(BookEdit)
  /// Leaves are to turn in another way, told by its name: the host's own, such as that of a `Turn`.
  ///
  /// It comes about at once where nothing moves, and else, in its order among the turns and edits that
  /// wait, as soon as nothing does: a leaf lands as it was lifted. No rule refuses it. A host draws each
  /// leaf as ``Posture/turn`` says, such as with an `OpenBook` for each kind.
  case turn(as: String)
  /// The view has another size in pixels, each above 0, the book is laid out differently, or read in
  /// another direction: along the other axis with a binding at the top. nil leaves it as it is.
  ///
  /// It comes about at once. A size alone leaves every sheet where it is; another layout or binding ends
  /// each turn under way at its nearer stop, at that instant, and shows the page that was shown first.
  /// The view's top-left corner stays: a finger that is down has the same point in it as before. The
  /// open pages always fill the view, and so a layout without a size shows two pages where one was, or
  /// one where two were, in the same view: give both where it grows or shrinks with them.
  case layout(size: SIMD2<Double>?, Book.Layout?, binding: Binding? = nil)
  /// Other rules from here on.
  indirect case configure(TurnerConfiguration)
}

/// Whether a page's picture is at hand.
public enum PageState: String, Sendable, Equatable, CaseIterable {
  /// It is.
  case ready
  /// It can't be drawn.
  case failed
  /// It was, and is to be drawn anew.
  case stale
}

/// A turn that is asked for.
public struct Navigation: Sendable, Equatable {
  /// Where to.
  public enum Destination: Sendable, Equatable {
    /// One stop on.
    case next
    /// One stop back.
    case previous
    /// The first stop.
    case first
    /// The last stop.
    case last
    /// A stop, counted from 0.
    case stop(Int)
  }

  /// How a turn over several stops looks.
  public enum Style: String, Sendable, Equatable, CaseIterable {
    /// All leaves between turn, one a little after the other.
    case riffle
    /// One leaf turns, as if there were none between.
    case direct
  }

  /// Where to.
  public var destination: Destination
  /// Whether it's shown; otherwise the stop is there at once.
  public var isAnimated: Bool
  /// How a turn over several stops looks.
  public var style: Style
  /// Seconds to wait, 0 and up.
  public var delay: Double

  /// A turn to a destination.
  public init(
    _ destination: Destination, isAnimated: Bool = true, style: Style = .riffle, delay: Double = 0
  ) {
    self.destination = destination
    self.isAnimated = isAnimated
    self.style = style
    self.delay = delay
  }
}

/// A change of the book's pages; indices count from 0.
///
/// It's made as soon as nothing moves. Turns that are asked for after it are about the book that it
/// leaves, also where it still waits: an edit and a turn mean the same whether or not a sheet is in
/// the air. Turns that were asked for before it and wait for their time go on to their pages.
public enum BookEdit: Sendable, Equatable {
  /// Pages come in before page `at`, or at the end.
  case insert(at: Int, count: Int)
  /// Pages go, from `at` on.
  ///
  /// Where the shown one goes, another lies there at once. A host that lets it drop off, as a
  /// flipboard does, keeps its picture and draws `OpenBook.shot(of:at:dropping:since:isHeld:page:)`.
  case delete(at: Int, count: Int)
  /// A page's picture is another one.
  case update(at: Int)
  /// Another book of `count` pages, opened at its start; pages of the one before aren't looked for in it.
  case reload(count: Int)
}
