public import CurlCore

/// An input of a turner; see ``Turner/handle(_:at:)``.
///
/// Points are pixels of the view, the origin top-left, y down.
public enum TurnerEvent: Sendable, Equatable {
  /// A finger comes down; `id` identifies it until it is lifted.
  case down(id: Int, SIMD2<Double>)
  /// A finger has moved.
  case move(id: Int, SIMD2<Double>)
  /// A finger is lifted.
  case up(id: Int, SIMD2<Double>)
  /// The system cancels a finger.
  ///
  /// Another finger that is down takes over its sheet; without one the sheet goes back.
  case cancel(id: Int)
  /// A pointer hovers at a point; nil once it has left the view.
  ///
  /// A finger that comes down ends the hovering: send the event again once it is lifted. See
  /// ``TurnerConfiguration/peek``.
  case hover(SIMD2<Double>?)
  /// A command to turn.
  case navigate(Navigation)
  /// The current turn goes back, at once or by settling.
  case abort(isImmediate: Bool)
  /// Time passes.
  case tick
  /// The picture of a page is ready, failed or stale.
  case page(Int, PageState)
  /// The book changes.
  case edit(BookEdit)
  /// The kind of turn changes; the name is the host's, such as that of a `Turn`.
  ///
  /// The change takes effect at once if nothing moves, else in its order in the queue: a leaf lands
  /// as it started. No rule rejects it. The host draws each leaf as ``Posture/turn`` says, for
  /// instance with an `OpenBook` for each kind.
  case turn(as: String)
  /// The view's size in pixels (each > 0), the book's layout or its binding changes; nil keeps the
  /// value.
  ///
  /// The change takes effect at once. A size alone keeps every sheet in its place. Another layout
  /// or binding ends each current turn at its nearer stop, and keeps the first shown page visible.
  /// The view's top-left corner stays, so points of fingers stay valid. The open pages always fill
  /// the view: send a size with the layout where the view grows or shrinks with them.
  case layout(size: SIMD2<Double>?, Book.Layout?, binding: Binding? = nil)
  /// The rules change from here on.
  indirect case configure(TurnerConfiguration)
}

/// State of a page's picture.
public enum PageState: String, Sendable, Equatable, CaseIterable {
  /// The picture is there.
  case ready
  /// The picture can't be drawn.
  case failed
  /// The picture must be drawn again.
  case stale
}

/// A command to turn.
public struct Navigation: Sendable, Equatable {
  /// Destination of a turn.
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
    /// All leaves between the stops turn, each a little after the one before.
    case riffle
    /// One leaf turns, as if the stops were neighbours.
    case direct
  }

  /// Destination of the turn.
  public var destination: Destination
  /// Whether the turn is animated; otherwise the stop is shown at once.
  public var isAnimated: Bool
  /// How a turn over several stops looks.
  public var style: Style
  /// Seconds until the turn starts, ≥ 0.
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
/// An edit takes effect as soon as nothing moves. Turns commanded after it refer to the edited
/// book, even while the edit waits. Delayed turns commanded before it still go to their pages.
public enum BookEdit: Sendable, Equatable {
  /// Inserts pages before page `at`, or at the end.
  case insert(at: Int, count: Int)
  /// Deletes pages from `at` on.
  ///
  /// If the page is shown, another one replaces it at once. To show it dropping off, as a flipboard
  /// does, the host keeps its picture and draws
  /// `OpenBook.shot(of:at:dropping:since:repeatsPrevious:page:)`.
  case delete(at: Int, count: Int)
  /// Replaces a page's picture.
  case update(at: Int)
  /// Replaces the book by one of `count` pages, opened at its start.
  case reload(count: Int)
}
