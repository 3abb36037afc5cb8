package import PageCurl
package import PageTurner

/// A script on its way: the book, the fingers, and which page is which.
package struct Playback: Sendable {
  /// A finger that is down.
  package struct Finger: Sendable, Equatable {
    let id: Int
    /// Pixels of the view.
    package var point: SIMD2<Double>
  }

  /// How a book's pages lie.
  package struct Way: Hashable {
    /// Whether two lie side by side, or one above the other.
    let isFacing: Bool
    /// Whether a page is missing where one could lie.
    let hasGap: Bool

    init(_ book: Book) {
      isFacing = book.layout != .single
      // Where a cover, or the last leaf, lies alone; and in an empty book.
      hasGap =
        book.last.map { last in
          book.layout != .single && (book.stop(0).verso == nil || book.stop(last).recto == nil)
        } ?? true
    }

    /// Whether some of the place of a page, or of a spread, is left clear.
    package func leavesGap(inSpread isWide: Bool) -> Bool { hasGap || (isWide && !isFacing) }
  }

  /// The book in its reader's hands.
  package private(set) var turner: Turner
  /// In the order in which they came down.
  package private(set) var fingers: [Finger] = []
  /// Which page is which.
  package private(set) var roll: PageRoll
  /// The page that drops off now: nothing has moved since it was deleted.
  package var dropping: DroppedPage? { dropped.flatMap { turner.time < $0.end ? $0 : nil } }
  /// The same, or one that has dropped off since.
  private var dropped: DroppedPage?
  /// How pages have lain so far.
  package private(set) var ways: Set<Way>
  private let script: PlayScript
  /// How much has been told so far.
  private var told = 0
  /// The next event.
  private var next = 0
  /// The view of pages that lie in a way, for as long as the script's points count in the output.
  private var view: (@Sendable (Book.Layout, Binding) -> SIMD2<Double>)?
  /// How a book is drawn, which tells where moved pages are hit.
  private let open: @Sendable (Turner) -> OpenBook
  private var hits = HitMap()

  /// A script before its first event; `view` is the view of pages that lie in a way, where the script's
  /// points count in the output and nobody has said what else they count in; `open` is how a book is
  /// drawn.
  package init(
    _ script: PlayScript, _ turner: Turner,
    view: (@Sendable (Book.Layout, Binding) -> SIMD2<Double>)?,
    open: @escaping @Sendable (Turner) -> OpenBook
  ) {
    self.script = script
    self.turner = turner
    self.view = view
    self.open = open
    roll = PageRoll(files: turner.book.pages)
    ways = [Way(turner.book)]
  }

  /// Goes on to a time, everything at that time included; `told` takes what comes of it.
  package mutating func advance(to time: Double, told: (TurnerOutput) -> Void = { _ in })
    throws(JSONFault)
  {
    while next < script.entries.count, script.entries[next].time <= time {
      let entry = script.entries[next]
      next += 1
      try pass(to: entry.time, told)
      // What has waited for that time comes before the event, whose pages have the numbers of then.
      try handle(.tick, at: entry.time, line: entry.line, told)
      note(entry.event)
      let hit = hits.event(entry.event, of: turner, at: turner.time, in: open(turner))
      if let event = hit {
        try handle(fitted(event), at: entry.time, line: entry.line, told)
      }
    }
    try pass(to: time, told)
    try handle(.tick, at: max(time, turner.time), line: script.entries.last?.line ?? 1, told)
  }

  /// Lets time pass as a film does, with somebody looking on: a book that nobody looks at for long
  /// hasn't turned by itself.
  private mutating func pass(to time: Double, _ told: (TurnerOutput) -> Void) throws(JSONFault) {
    while let interval = turner.configuration.autoplay {
      let step = turner.time + 500 * interval
      guard step < time, step > turner.time else { return }
      try handle(.tick, at: step, line: script.entries.last?.line ?? 1, told)
    }
  }

  /// Goes on through the last event until everything has come to rest, and returns the time of that;
  /// what begins by itself alone, because time passes, has its end there.
  package mutating func finish(told: (TurnerOutput) -> Void) throws(JSONFault) -> Double {
    let last = script.entries.last?.time ?? 0
    try advance(to: last, told: told)
    while turner.phase != .idle || turner.waiting > 0, let time = turner.nextTime {
      try advance(to: time, told: told)
    }
    // A sheet that is never let go of still comes to the finger, and a corner rises.
    let rules = turner.configuration
    if turner.phase == .dragging {
      let catchUp = if case .eased(let time) = rules.catchUp { time } else { 0.0 }
      return max(turner.time, last + max(catchUp, rules.smoothing))
    }
    if turner.phase == .peeking { return max(turner.time, turner.settledTime ?? last) }
    return max(turner.time, dropped?.end ?? 0)
  }

  /// The event, with the view that the output has where pages come to lie otherwise.
  private mutating func fitted(_ event: TurnerEvent) -> TurnerEvent {
    guard case .layout(let size, let layout, let binding) = event else { return event }
    guard size == nil else {
      // From here on the script says itself what its points count in.
      view = nil
      return event
    }
    guard let view, layout != nil || binding != nil else { return event }
    let book = turner.book
    return .layout(
      size: view(layout ?? book.layout, binding ?? book.binding), layout, binding: binding)
  }

  private mutating func handle(
    _ event: TurnerEvent, at time: Double, line: Int, _ told: (TurnerOutput) -> Void
  ) throws(JSONFault) {
    // What lies open, as far as it has been told.
    var (book, stop) = (turner.book, turner.posture.stop)
    let outputs: [TurnerOutput]
    do throws(TurnerError) {
      outputs = try turner.handle(event, at: time)
    } catch {
      throw JSONFault(line: line, field: "", what: "\(error)")
    }
    self.told += outputs.count
    try JSONFault.check(script.limits, .events, self.told, line: line)
    for output in outputs {
      switch output.kind {
      case .willTurn, .grab, .state(.dragging), .state(.settling): dropped = nil
      case .didTurn(let from, let to, let isCompleted): stop = isCompleted ? to : from
      case .didEdit(let edit, let now):
        dropped = deleted(by: edit, at: output.time, from: book, stop)
        roll.perform(edit)
        book = Book(
          pages: roll.count, layout: book.layout, printing: book.printing, binding: book.binding)
        stop = now
      default: break
      }
      told(output)
    }
    ways.insert(Way(turner.book))
    if turner.book.layout != .single || turner.configuration.reducesMotion { dropped = nil }
  }

  /// The page that an edit takes away from a stop of a book of single pages.
  private func deleted(
    by edit: BookEdit, at time: Double, from book: Book, _ stop: Int?
  ) -> DroppedPage? {
    guard case .delete(let at, let count) = edit, book.layout == .single, let stop,
      let page = book.stop(stop).recto?.page, at..<at + count ~= page
    else { return nil }
    return roll[page].map { DroppedPage(entry: $0, time: time) }
  }

  private mutating func note(_ event: TurnerEvent) {
    switch event {
    case .down(let id, let point):
      fingers.removeAll { $0.id == id }
      fingers.append(Finger(id: id, point: point))
    case .move(let id, let point):
      if let index = fingers.firstIndex(where: { $0.id == id }) { fingers[index].point = point }
    case .up(let id, _), .cancel(let id): fingers.removeAll { $0.id == id }
    case .page(let page, let state): roll.note(page, state)
    case .hover, .navigate, .abort, .tick, .edit, .turn, .layout, .configure: break
    }
  }
}

/// A page that was deleted while it lay open: it slides down and fades.
package struct DroppedPage: Sendable, Equatable {
  /// What it was before it was deleted.
  package let entry: PageRoll.Entry
  /// When it was deleted, seconds.
  package let time: Double
  /// From when on it isn't seen any more, seconds.
  var end: Double { time + Timeline.dropFade.duration }
}
