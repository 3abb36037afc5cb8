package import PageCurl
package import PageTurner

/// State of a playing script: the book, the fingers and the order of the pages.
package struct Playback: Sendable {
  /// A finger that is down.
  package struct Finger: Sendable, Equatable {
    let id: Int
    /// Position, pixels of the view.
    package var point: SIMD2<Double>
  }

  /// A layout of a book's pages.
  package struct LayoutCoverage: Hashable {
    /// Whether pages face each other, side by side or one above the other.
    let isFacing: Bool
    /// Whether a stop lacks a page on one side.
    let hasGap: Bool

    init(_ book: Book) {
      isFacing = book.layout != .single
      // A cover or the last leaf lies alone, or the book is empty.
      hasGap =
        book.last.map { last in
          book.layout != .single && (book.stop(0).verso == nil || book.stop(last).recto == nil)
        } ?? true
    }

    /// Whether part of the drawn area stays transparent; `isWide` says whether the area is a
    /// spread.
    package func leavesGap(inSpread isWide: Bool) -> Bool { hasGap || (isWide && !isFacing) }
  }

  package private(set) var turner: Turner
  /// Fingers that are down, in the order in which they went down.
  package private(set) var fingers: [Finger] = []
  /// Order of the pages.
  package private(set) var order: PageOrder
  /// A deleted page while it drops; nil once a sheet moves.
  package var dropping: DroppedPage? { dropped.flatMap { turner.time < $0.end ? $0 : nil } }
  /// The page that drops, or the latest one that has dropped.
  private var dropped: DroppedPage?
  /// Layouts so far.
  package private(set) var layouts: Set<LayoutCoverage>
  private let script: PlayScript
  /// Number of the turner's outputs so far.
  private var outputCount = 0
  /// Index of the next event.
  private var next = 0
  /// Size of the view for a layout; nil once the script sets the view's size.
  private var view: (@Sendable (Book.Layout, Binding) -> SIMD2<Double>)?
  /// Returns the drawing of the book, for hit tests on moved pages.
  private let open: @Sendable (Turner) -> OpenBook
  private var hits = HitMap()

  /// A playback before the script's first event.
  ///
  /// `view` returns the size of the view for a layout if the script's points are in output pixels;
  /// otherwise it is nil. `open` returns the drawing of a book.
  package init(
    _ script: PlayScript, _ turner: Turner,
    view: (@Sendable (Book.Layout, Binding) -> SIMD2<Double>)?,
    open: @escaping @Sendable (Turner) -> OpenBook
  ) {
    self.script = script
    self.turner = turner
    self.view = view
    self.open = open
    order = PageOrder(files: turner.book.pages)
    layouts = [LayoutCoverage(turner.book)]
  }

  /// Advances to a time and handles the events up to it; `report` receives the outputs.
  package mutating func advance(to time: Double, report: (TurnerOutput) -> Void = { _ in })
    throws(JSONFault)
  {
    while next < script.entries.count, script.entries[next].time <= time {
      let entry = script.entries[next]
      next += 1
      try perform(entry, report: report)
    }
    try pass(to: time, report)
    try handle(.tick, at: max(time, turner.time), line: script.entries.last?.line ?? 1, report)
  }

  /// Advances to the time of an event, no earlier than the one before it, and handles the event.
  mutating func perform(
    _ entry: PlayScript.Entry, report: (TurnerOutput) -> Void
  ) throws(JSONFault) {
    try pass(to: entry.time, report)
    // Handle due actions before the event, whose page numbers are those of this moment.
    try handle(.tick, at: entry.time, line: entry.line, report)
    note(entry.event)
    let hit = hits.event(entry.event, of: turner, at: turner.time, in: open(turner))
    if let event = hit {
      try handle(fitted(event), at: entry.time, line: entry.line, report)
    }
  }

  /// Advances with regular ticks, as a film does: a turner without ticks for long pauses autoplay.
  private mutating func pass(to time: Double, _ report: (TurnerOutput) -> Void) throws(JSONFault) {
    while let interval = turner.configuration.autoplay {
      let step = turner.time + 500 * interval
      guard step < time, step > turner.time else { return }
      try handle(.tick, at: step, line: script.entries.last?.line ?? 1, report)
    }
  }

  /// Plays all events and continues until everything rests; returns that time.
  ///
  /// Turns that start only because time passes, such as autoplay, don't continue the film.
  package mutating func finish(report: (TurnerOutput) -> Void) throws(JSONFault) -> Double {
    let last = script.entries.last?.time ?? 0
    try advance(to: last, report: report)
    while turner.phase != .idle || turner.pendingCount > 0, let time = turner.nextTime {
      try advance(to: time, report: report)
    }
    // A sheet that is never released still follows the finger, and a peeking corner still rises.
    let rules = turner.configuration
    if turner.phase == .dragging {
      let catchUp = if case .eased(let time) = rules.catchUp { time } else { 0.0 }
      return max(turner.time, last + max(catchUp, rules.smoothing))
    }
    if turner.phase == .peeking { return max(turner.time, turner.settledTime ?? last) }
    return max(turner.time, dropped?.end ?? 0)
  }

  /// The event; a new layout gets the output's view of that layout.
  private mutating func fitted(_ event: TurnerEvent) -> TurnerEvent {
    guard case .layout(let size, let layout, let binding) = event else { return event }
    guard size == nil else {
      // From here on the script defines the view itself.
      view = nil
      return event
    }
    guard let view, layout != nil || binding != nil else { return event }
    let book = turner.book
    return .layout(
      size: view(layout ?? book.layout, binding ?? book.binding), layout, binding: binding)
  }

  private mutating func handle(
    _ event: TurnerEvent, at time: Double, line: Int, _ report: (TurnerOutput) -> Void
  ) throws(JSONFault) {
    // Book and stop as of the outputs so far.
    var (book, stop) = (turner.book, turner.posture.stop)
    let outputs: [TurnerOutput]
    do throws(TurnerError) {
      outputs = try turner.handle(event, at: time)
    } catch {
      throw JSONFault(line: line, field: "", what: "\(error)")
    }
    outputCount += outputs.count
    try JSONFault.check(script.limits, .events, outputCount, line: line)
    for output in outputs {
      switch output.kind {
      case .willTurn, .grab, .state(.dragging), .state(.settling): dropped = nil
      case .didTurn(let from, let to, let isCompleted): stop = isCompleted ? to : from
      case .didEdit(let edit, let now):
        dropped = deleted(by: edit, at: output.time, from: book, stop)
        order.perform(edit)
        book = Book(
          pages: order.count, layout: book.layout, printing: book.printing, binding: book.binding)
        stop = now
      default: break
      }
      report(output)
    }
    layouts.insert(LayoutCoverage(turner.book))
    if turner.book.layout != .single || turner.configuration.reducesMotion { dropped = nil }
  }

  /// The page that an edit deletes from an open stop of a book of single pages.
  private func deleted(
    by edit: BookEdit, at time: Double, from book: Book, _ stop: Int?
  ) -> DroppedPage? {
    guard case .delete(let at, let count) = edit, book.layout == .single, let stop,
      let page = book.stop(stop).recto?.page, at..<at + count ~= page
    else { return nil }
    return order[page].map { DroppedPage(entry: $0, time: time) }
  }

  private mutating func note(_ event: TurnerEvent) {
    switch event {
    case .down(let id, let point):
      fingers.removeAll { $0.id == id }
      fingers.append(Finger(id: id, point: point))
    case .move(let id, let point):
      if let index = fingers.firstIndex(where: { $0.id == id }) { fingers[index].point = point }
    case .up(let id, _), .cancel(let id): fingers.removeAll { $0.id == id }
    case .page(let page, let state): order.note(page, state)
    case .hover, .navigate, .abort, .tick, .edit, .turn, .layout, .configure: break
    }
  }
}

/// A page that was deleted while it lay open: it slides down and fades.
package struct DroppedPage: Sendable, Equatable {
  /// Its entry before the deletion.
  package let entry: PageOrder.Entry
  /// Time of the deletion, seconds.
  package let time: Double
  /// Time at which it has faded, seconds.
  var end: Double { time + Timeline.dropFade.duration }
}
