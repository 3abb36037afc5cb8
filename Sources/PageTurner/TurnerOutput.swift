/// An output of a turner, with its time.
public struct TurnerOutput: Sendable, Equatable {
  /// Seconds, on the clock of the events.
  ///
  /// An output between two events has its own time, not that of the later event.
  public var time: Double
  /// The output.
  public var kind: Kind

  /// An output at a time.
  public init(_ kind: Kind, at time: Double) {
    self.kind = kind
    self.time = time
  }

  /// Kinds of outputs.
  public enum Kind: Sendable, Equatable {
    /// A turn begins.
    case willTurn(from: Int, to: Int, Cause)
    /// A turn has ended, at `to` if it was completed and at `from` if not.
    case didTurn(from: Int, to: Int, completed: Bool)
    /// A moving sheet was grabbed, at a position in stops.
    case grab(Double)
    /// A turn beyond an end of the book, where ``TurnerConfiguration/boundary`` applies.
    case boundary(Edge)
    /// A tap for the host: it turns no page.
    case tap(Zone)
    /// Missing pictures of pages that a turn needs, in the best order of drawing.
    ///
    /// The turn waits until the host answers each with a `TurnerEvent.page`, pages that failed
    /// before included. Meanwhile a finger may drag the sheet back, and `abort` undoes the turn. A
    /// riffle needs the pages of its first two and last two leaves; leaves between have
    /// placeholders.
    case need([Int])
    /// A turn waits for pages.
    case busy
    /// The wait is over.
    case ready
    /// A turn ended because a page failed.
    case failed(page: Int)
    /// A command or touch is dropped.
    case dropped(Reason)
    /// A leaf has crossed a threshold of ``TurnerConfiguration/thresholds``, rising or falling.
    ///
    /// Several crossings at once come in the order of the leaf's way. A riffle reports crossings
    /// towards its goal; one that is sent back reports none.
    case threshold(String, isRising: Bool)
    /// One leaf of a riffle has landed, at a stop.
    case passed(stop: Int)
    /// The kind of turn has changed, for leaves that start from now on: ``TurnerEvent/turn(as:)``.
    case turns(as: String)
    /// The state has changed.
    case state(Phase)
    /// An edit begins.
    case willEdit(BookEdit)
    /// An edit is done; the stop that is shown now, nil in an empty book.
    case didEdit(BookEdit, stop: Int?)
  }

  /// Who caused a turn.
  public enum Cause: String, Sendable, Equatable, CaseIterable {
    /// A finger that drags.
    case drag
    /// A tap.
    case tap
    /// ``TurnerEvent/navigate(_:)``.
    case navigation
    /// An automatic turn: ``TurnerConfiguration/autoplay``.
    case autoplay
    /// An inserted page that is shown.
    case edit
  }

  /// An end of the book.
  public enum Edge: String, Sendable, Equatable, CaseIterable {
    /// Before the first stop.
    case first
    /// After the last stop.
    case last
  }

  /// Why something is dropped.
  public enum Reason: String, Sendable, Equatable, CaseIterable {
    /// The queue is full.
    case queueFull
    /// Something moves or waits.
    case busy
    /// The stop is already shown.
    case alreadyThere
    /// The book has no pages.
    case empty
    /// The stop or page doesn't exist.
    case outOfRange
    /// Its pages have no pictures yet.
    case pagesMissing
    /// Another input has taken its place.
    case superseded
    /// Turning is switched off: ``TurnerConfiguration/allowsTurning``.
    case locked
  }

  /// What a turner is doing.
  public enum Phase: String, Sendable, Equatable, CaseIterable {
    /// A stop is shown and nothing moves. Edits take effect only now, like the flipboard's
    /// available operations.
    case idle
    /// A finger holds a sheet.
    case dragging
    /// A sheet moves by itself.
    case settling
    /// A sheet rests on its way, at a snapping point: ``TurnerConfiguration/snaps``.
    case resting
    /// Only a corner under a pointer moves, or has risen: ``TurnerConfiguration/peek``.
    case peeking
  }
}
