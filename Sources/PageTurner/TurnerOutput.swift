/// Something that a page turner tells, and when it came to be.
public struct TurnerOutput: Sendable, Equatable {
  /// Seconds, on the clock of the events.
  ///
  /// What takes its course between two events carries its own
  /// time, not the later event's.
  public var time: Double
  /// What it is.
  public var kind: Kind

  /// Something that came to be at a time.
  public init(_ kind: Kind, at time: Double) {
    self.kind = kind
    self.time = time
  }

  /// What is told.
  public enum Kind: Sendable, Equatable {
    /// A turn begins.
    case willTurn(from: Int, to: Int, Cause)
    /// A turn has ended, at `to` if it was completed and at `from` if not.
    case didTurn(from: Int, to: Int, completed: Bool)
    /// A sheet on its way was taken hold of, at a position in stops.
    case grab(Double)
    /// There is nothing to turn to.
    case boundary(Edge)
    /// A tap that turns no page: the host's.
    case tap(Zone)
    /// Pages whose pictures a turn needs and hasn't, in the order in which they are best drawn.
    ///
    /// Each is to be answered by a `TurnerEvent.page`, also where it failed before: the turn waits for
    /// that. Until then a finger may drag it back, or `abort` undo it.
    /// Of leaves that riffle that is the first two and the last two: those between are passed in an
    /// instant, and have placeholders where they aren't at hand.
    case need([Int])
    /// A turn waits for pages.
    case busy
    /// It waits no longer.
    case ready
    /// A turn has ended for want of a page.
    case failed(page: Int)
    /// Something that was asked for isn't done.
    case dropped(Reason)
    /// A leaf has passed a threshold of ``TurnerConfiguration/thresholds``, up or down.
    ///
    /// A leaf that passes several at once tells them in the order of its way. Leaves that riffle tell
    /// theirs on their way to the goal, and none if they are sent back.
    case threshold(String, isRising: Bool)
    /// One leaf of several has landed; the stop that it has reached.
    case passed(stop: Int)
    /// Leaves that are lifted from now on turn as a kind of a name: ``TurnerEvent/turn(as:)``.
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
    /// Time: the book turns its pages by itself.
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

  /// Why something isn't done.
  public enum Reason: String, Sendable, Equatable, CaseIterable {
    /// The queue is full.
    case queueFull
    /// A turn is under way.
    case busy
    /// It is that stop already.
    case alreadyThere
    /// The book has no pages.
    case empty
    /// There is no such stop or page.
    case outOfRange
    /// Its pages have no pictures yet.
    case pagesMissing
    /// Another input has taken its place.
    case superseded
    /// Turning is switched off: ``TurnerConfiguration/allowsTurning``.
    case locked
  }

  /// What a page turner is about.
  public enum Phase: String, Sendable, Equatable, CaseIterable {
    /// A stop lies open and nothing moves. Edits are done only now: what the flipboard tells as
    /// operations being available.
    case idle
    /// A finger holds a sheet.
    case dragging
    /// A sheet moves by itself.
    case settling
    /// A sheet rests on its way, at a snapping point: ``TurnerConfiguration/snaps``.
    case resting
    /// Nothing moves but a corner under a pointer, or it has risen: ``TurnerConfiguration/peek``.
    case peeking
  }
}
