import Glibc

/// A turner of pages that shares nothing with the program's: simple, slow, and written from what the
/// documents say.
///
/// The same events are to give the same answers.
///
/// It keeps every place of every finger, looks for what comes next in lists that it makes anew, and
/// goes by each sheet's way from where it began instead of by the reading direction.
struct Twin {
  var rules: TwinRules
  var book: TwinBook
  var view: SIMD2<Double>
  var now: Double
  /// The stop at rest.
  var rest: Int
  var flights: [TwinFlight] = []
  var hold: TwinHold?
  /// The driving one first.
  var fingers: [TwinFinger] = []
  /// What waits till nothing moves.
  var queue: [TwinQueued] = []
  /// Turns that wait for their time.
  var later: [TwinLater] = []
  /// Since when nothing has happened.
  var quiet: Double
  /// Pages that are at hand, where they are awaited.
  var ready: Set<Int> = []
  var phase = "idle"
  var wasBusy = false
  var told: [TwinTold] = []

  init(_ book: TwinBook, view: SIMD2<Double>, at stop: Int, _ rules: TwinRules) {
    (self.book, self.view, rest, self.rules) = (book, view, stop, rules)
    (now, quiet) = (0, 0)
  }

  mutating func tell(_ words: String, _ place: Double? = nil) {
    told.append(TwinTold(time: now, words: words, place: place))
  }

  /// What happens, after all that happens by itself until then.
  mutating func handle(_ event: TwinEvent, at time: Double) {
    pass(until: time)
    if isHeard(event) { quiet = time }
    switch event {
    case .down(let id, let place): down(id, place)
    case .move(let id, let place): move(id, place)
    case .up(let id, let place): up(id, place)
    case .cancel(let id): cancel(id)
    case .turn(let wish): ask(wish)
    case .abort(let atOnce): abort(atOnce: atOnce)
    case .tick: break
    case .page(let page, let state): note(page, state)
    case .edit(let edit): ask(edit)
    case .layout(let size, let layout, let binding): lay(size, layout, binding)
    case .rules(let rules): change(to: rules)
    }
    comeToRest()
  }

  /// Whether an event is something that the reader or the host does.
  private func isHeard(_ event: TwinEvent) -> Bool {
    switch event {
    case .tick, .page: false
    case .move(let id, _), .up(let id, _), .cancel(let id): fingers.contains { $0.id == id }
    default: true
    }
  }

  /// Does what waits as long as nothing moves, and tells where that leads.
  mutating func comeToRest() {
    var isDone = false
    while !isDone {
      if let first = flights.first, let end = end(of: first), end <= now {
        land()
      } else if flights.isEmpty, !queue.isEmpty {
        switch queue.removeFirst().what {
        case .turn(let wish): begin(wish)
        case .edit(let edit): make(edit)
        }
      } else {
        isDone = true
      }
    }
    let busy = flights.contains { $0.isWaiting || $0.lacks }
    if busy != wasBusy { tell(busy ? "busy" : "ready") }
    wasBusy = busy
    let state =
      flights.isEmpty ? "idle" : flights.contains(where: \.isHeld) ? "dragging" : "settling"
    if state != phase { tell("state \(state)") }
    phase = state
  }
}

/// What waits till nothing moves.
struct TwinQueued {
  enum What {
    case turn(TwinWish)
    case edit(TwinEdit)
  }
  var what: What
  /// Whether it was asked for before the touch that is down now.
  var isOlder = false

  var isTurn: Bool { if case .turn = what { true } else { false } }
}

/// A turn that waits for its time.
struct TwinLater {
  var time: Double
  var wish: TwinWish
  /// The page that it's to show.
  var page: Int?
  /// How many of the edits that wait were asked for before it.
  var edits: Int

  init(time: Double, _ wish: TwinWish, page: Int? = nil, edits: Int = 0) {
    (self.time, self.wish, self.page, self.edits) = (time, wish, page, edits)
  }
}
