public import CurlCore

/// Turns the pages of a book: a state machine for fingers, commands and time.
///
/// A turner has neither clock nor screen. Each event has its time, and returns the outputs that it
/// caused. The ``posture`` is the state to draw. A turner is a value: the same events give the same
/// outputs. Output is independent of the polling rate (`.tick`), except that
/// ``TurnerConfiguration/autoplay`` pauses in a book that nobody polls.
///
/// ```swift
/// var turner = try Turner(Book(pages: 12), view: SIMD2(768, 1024))
/// try turner.handle(.down(id: 1, SIMD2(700, 500)), at: 0)
/// try turner.handle(.move(id: 1, SIMD2(500, 500)), at: 0.1)   // willTurn(0 → 1), state(dragging)
/// try turner.handle(.up(id: 1, SIMD2(200, 500)), at: 0.2)     // state(settling)
/// try turner.handle(.tick, at: 1)                             // didTurn(0 → 1), state(idle)
/// ```
///
/// Stops and leaves are those of ``book``. Positions are in stops: leaf k turns between stops k and
/// k + 1. A gesture turns by one stop at most.
public struct Turner: Sendable {
  /// The book after all edits so far.
  public internal(set) var book: Book
  /// The current rules.
  public internal(set) var configuration: TurnerConfiguration
  /// The time of the latest event, seconds.
  public internal(set) var time: Double
  /// Kind of turn of the leaves that start from now on: the name of the latest
  /// ``TurnerEvent/turn(as:)`` that took effect; nil before any.
  public internal(set) var turn: String?
  /// What the turner is doing.
  public internal(set) var phase = TurnerOutput.Phase.idle

  var space: ReadingSpace
  /// The stop that lies open under all motions; 0 in an empty book.
  var openStop: Int
  /// Current motions, the oldest first; more than one only if they stack.
  var motions: [SheetMotion] = []
  /// Fingers that are down, the driving finger first.
  var fingers: [Finger] = []
  /// How the driving finger moves the latest motion; nil if it holds no sheet.
  var drag: Drag?
  /// Point of the view over which a pointer hovers; nil for none.
  var pointer: SIMD2<Double>?
  /// Turns, edits and kinds of turns that start as soon as nothing moves.
  var queue: [QueuedCommand] = []
  /// Turns that wait for their time.
  var delayed: [Delayed] = []
  /// Time of the latest event or end of motion, seconds; autoplay's interval counts from it.
  var idleSince: Double
  /// Pages that have pictures, if ``TurnerConfiguration/awaitsPages``.
  var readyPages = PageSet()
  /// Whether the latest of the outputs `busy` and `ready` was `busy`.
  var isBusy = false
  /// Outputs of the current event.
  var outputs: [TurnerOutput] = []

  /// A command that waits until nothing moves.
  enum QueuedCommand: Sendable, Equatable {
    /// A turn; if it was commanded before the current touch, it keeps waiting only if that touch is
    /// a tap.
    case turn(Navigation, TurnerOutput.Cause, isBeforeTouch: Bool = false)
    case edit(BookEdit)
    /// Another kind of turn.
    case kind(String)

    var isTurn: Bool { if case .turn = self { true } else { false } }

    /// Whether it's a turn that was commanded before the current touch.
    var isBeforeTouch: Bool {
      if case .turn(_, _, let isBeforeTouch) = self { isBeforeTouch } else { false }
    }

    /// A copy; a turn is marked as commanded before the current touch, or not.
    func marked(isBeforeTouch: Bool) -> QueuedCommand {
      guard case .turn(let navigation, let cause, _) = self else { return self }
      return .turn(navigation, cause, isBeforeTouch: isBeforeTouch)
    }
  }

  /// A turn that waits for its time.
  struct Delayed: Sendable, Equatable {
    var due: Double
    var navigation: Navigation
    var cause: TurnerOutput.Cause
    /// The page to show; nil if the stop counts.
    var page: Int?
    /// Number of queued edits and kinds of turns that were commanded before it.
    var changesAhead = 0
  }

  /// A turner of a book, open at a stop, in a view of a size in pixels; its clock starts at `time`
  /// seconds.
  ///
  /// The book's binding determines the direction: bound at the left, leaves go from right to left;
  /// at the right, from left to right; at the top, upwards.
  ///
  /// - Throws: a `.value` for a size outside 1…1e9, a stop that the book doesn't have
  ///   (an empty book accepts 0), a time that isn't finite, or a number of the configuration out of
  ///   its range.
  public init(
    _ book: Book, view: SIMD2<Double>, at stop: Int = 0,
    _ configuration: TurnerConfiguration = TurnerConfiguration(), time: Double = 0
  ) throws(TurnerError) {
    guard time.isFinite else { throw .value(name: "time", time, range: "finite") }
    try configuration.check()
    try Self.check(view)
    guard stop == 0 || (0..<book.stops).contains(stop) else {
      throw .value(name: "stop", Double(stop), range: "0…\(max(book.stops - 1, 0))")
    }
    self.book = book
    self.configuration = configuration
    self.time = time
    idleSince = time
    space = ReadingSpace(size: view, binding: book.binding)
    openStop = stop
  }

  /// Handles an event; returns what it and the time since the last event caused, in order.
  ///
  /// - Throws: a ``TurnerError`` for an impossible event, such as one from the past; the turner is
  ///   unchanged then.
  @discardableResult
  public mutating func handle(
    _ event: TurnerEvent, at time: Double
  ) throws(TurnerError) -> [TurnerOutput] {
    var told: [TurnerOutput] = []
    try handle(event, at: time, into: &told)
    return told
  }

  /// Handles an event, and appends what it caused to `told`, whose storage is reused.
  ///
  /// - Throws: as ``handle(_:at:)`` does.
  public mutating func handle(
    _ event: TurnerEvent, at time: Double, into told: inout [TurnerOutput]
  ) throws(TurnerError) {
    try check(event, at: time)
    swap(&told, &outputs)
    defer { swap(&told, &outputs) }
    advance(to: time)
    switch event {
    case .tick: break
    case .down(let id, let point): down(id, point)
    case .move(let id, let point): move(id, point)
    case .up(let id, let point): up(id, point)
    case .cancel(let id): cancel(id)
    case .hover(let point): hover(point)
    case .navigate(let navigation): navigate(navigation, .navigation)
    case .abort(let isImmediate): abort(isImmediate: isImmediate)
    case .page(let page, let state): self.page(page, state)
    case .edit(let edit):
      request(.edit(edit), mayRefuse: configuration.onBusyEdit == .refuse)
    case .turn(let name): request(.kind(name), mayRefuse: false)
    case .layout(let size, let layout, let binding): applyLayout(layout, binding, size: size)
    case .configure(let rules): configure(rules)
    }
    performQueueAndReport()
  }

  /// The size of the view, pixels.
  public var view: SIMD2<Double> { space.size }

  /// The stop that counts as shown; nil in an empty book.
  public var stop: Int? {
    guard book.stops > 0 else { return nil }
    if configuration.shownStopRule == .release, let motion = motions.last, motion.isTurn,
      let settle = motion.settle
    {
      return settle.target == motion.goal ? motion.to : motion.from
    }
    return openStop
  }

  /// The stop whose overlay, such as a page's number, is drawn; nil while anything moves, and in an
  /// empty book.
  public var labelledStop: Int? { phase == .idle ? stop : nil }

  /// Number of queued and delayed turns, and of queued edits and kinds of turns.
  public var pendingCount: Int { queue.count + delayed.count }

  /// Time of the next change without further events, seconds; nil for none.
  ///
  /// A host must tick by then. Until then, it draws frames while ``phase`` isn't idle.
  public var nextTime: Double? { nextIncident()?.time }

  /// Time at which all sheets have settled without further events, seconds; nil if none settles.
  ///
  /// A corner that rises under a pointer counts, too.
  public var settledTime: Double? { motions.compactMap { $0.settle?.end }.max() }

  /// Number of queued edits and kinds of turns.
  var queuedChanges: Int { queue.count { !$0.isTurn } }

  mutating func tell(_ kind: TurnerOutput.Kind) {
    outputs.append(TurnerOutput(kind, at: time))
  }

  static func check(_ view: SIMD2<Double>) throws(TurnerError) {
    for length in [view.x, view.y] where !(length >= 1 && length <= 1e9) {
      throw .value(name: "view", length, range: "1…1e9 pixels")
    }
  }
}

/// A point of the view in reading coordinates, pixels.
struct ReadingPoint: Equatable {
  /// Distance along the reading direction, from the start of reading.
  var along: Double
  /// Distance across the reading direction.
  var across: Double
}

/// Coordinates of the view along and across the reading direction.
///
/// All rules use them, so that books with different bindings differ in this type alone.
struct ReadingSpace: Equatable {
  /// The view's size in pixels.
  var size: SIMD2<Double>
  /// The edge at which the book is bound.
  var binding: Binding

  /// The view's extent along the reading direction, pixels.
  var length: Double { binding == .top ? size.y : size.x }
  /// The view's extent across the reading direction, pixels.
  var width: Double { binding == .top ? size.x : size.y }

  /// A point of the view in reading coordinates.
  func readingPoint(_ point: SIMD2<Double>) -> ReadingPoint {
    switch binding {
    case .left: ReadingPoint(along: point.x, across: point.y)
    case .right: ReadingPoint(along: size.x - point.x, across: point.y)
    case .top: ReadingPoint(along: point.y, across: point.x)
    }
  }
}
