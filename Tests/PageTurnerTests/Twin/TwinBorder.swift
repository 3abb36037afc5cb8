import CurlCore
import PageTurner

/// What crosses the border between the turner and its twin: numbers and words.
extension TwinRules {
  init(_ c: TurnerConfiguration) {
    (turns, slop, dominance, longestTap) = (c.allowsTurning, c.slop, c.dominance, c.longestTap)
    switch c.zones {
    case .none: zones = .none
    case .thirds: zones = .thirds
    case .strips(let share, let least, let preferred): zones = .strips(share, least, preferred)
    case .grid(let actions):
      zones = .grid(actions.map { $0 == .previous ? -1 : $0 == .next ? 1 : nil })
    }
    (window, pause) = (c.velocityWindow, c.velocityPause)
    switch c.release {
    case .projected(let time, let threshold): release = .projected(time, threshold)
    case .angle(let half, let quick, let time): release = .angle(half, quick, time)
    case .half: release = .half
    case .distance(let share): release = .distance(share)
    case .speedOrHalf(let speed): release = .speed(speed)
    }
    (full, least, quick) = (c.fullDuration, c.leastDuration, c.quickDuration)
    stagger = c.stagger
    if case .flipboard(let degrees) = c.leafTiming { spread = degrees }
    switch c.follow {
    case .travel: follow = .travel
    case .position: follow = .position
    case .angle(let degrees): follow = .angle(degrees)
    }
    switch c.catchUp {
    case .none: catchUp = .never
    case .immediate: catchUp = .atOnce
    case .eased(let time): catchUp = .eased(time)
    }
    (claimsInZones, margin, reverses) = (c.claim == .zones, c.margin, c.allowsReversal)
    switch c.boundary {
    case .clamp: ends = .still
    case .rubber(let limit, let stiffness): ends = .rubber(limit, stiffness)
    case .tip(let limit): ends = .tip(limit)
    case .loop: ends = .loop
    }
    (busyDown, busyTurn) = (c.onBusyDown.rawValue, c.onBusyTurn.rawValue)
    (limit, busyEdit) = (c.queueLimit, c.onBusyEdit.rawValue)
    showsGoal = c.shownStopRule == .release
    (late, awaits) = (c.latePages.rawValue, c.awaitsPages)
    (reveal, autoplay, still) = (c.revealDelay, c.autoplay, c.reducesMotion)
    lostAfter = c.lostAfter
    marks = c.thresholds.map { Mark(name: $0.name, at: $0.progress) }
  }
}

extension TwinBook {
  init(_ book: Book) {
    self.init(pages: book.pages, layout: Self.layout(book.layout), binding: book.binding.rawValue)
  }

  static func layout(_ layout: Book.Layout) -> Layout {
    switch layout {
    case .single: .single
    case .facing(let cover): cover ? .covered : .facing
    }
  }
}

extension TwinWish {
  init(_ wish: Navigation) {
    switch wish.destination {
    case .next: step = 1
    case .previous: step = -1
    case .first: stop = 0
    case .last: stop = .max
    case .stop(let number): stop = number
    }
    (isShown, isDirect, delay) = (wish.isAnimated, wish.style == .direct, wish.delay)
  }
}

extension TwinEdit {
  init(_ edit: BookEdit) {
    switch edit {
    case .insert(let at, let count): self.init(kind: "insert", at: at, count: count)
    case .delete(let at, let count): self.init(kind: "delete", at: at, count: count)
    case .update(let at): self.init(kind: "update", at: at)
    case .reload(let count): self.init(kind: "reload", count: count)
    }
  }
}

extension TwinEvent {
  init(_ event: TurnerEvent) {
    switch event {
    case .down(let id, let place): self = .down(id, place)
    case .move(let id, let place): self = .move(id, place)
    case .up(let id, let place): self = .up(id, place)
    case .cancel(let id): self = .cancel(id)
    case .navigate(let wish): self = .turn(TwinWish(wish))
    case .abort(let isImmediate): self = .abort(atOnce: isImmediate)
    case .tick: self = .tick
    case .page(let page, let state): self = .page(page, state.rawValue)
    case .edit(let edit): self = .edit(TwinEdit(edit))
    case .layout(let size, let layout, let binding):
      self = .layout(size, layout.map(TwinBook.layout), binding?.rawValue)
    case .configure(let rules): self = .rules(TwinRules(rules))
    case .hover, .turn: preconditionFailure("the twin's scripts have no \(event)")
    }
  }
}

extension TwinTold {
  init(_ output: TurnerOutput) {
    var place: Double?
    let words: String
    switch output.kind {
    case .willTurn(let from, let to, let cause): words = "willTurn \(from) \(to) \(cause.rawValue)"
    case .didTurn(let from, let to, let isOn): words = "didTurn \(from) \(to) \(isOn)"
    case .grab(let at): (words, place) = ("grab", at)
    case .boundary(let edge): words = "boundary \(edge.rawValue)"
    case .tap(let zone): words = "tap \(zone.column) \(zone.row)"
    case .need(let pages): words = "need \(pages)"
    case .busy: words = "busy"
    case .ready: words = "ready"
    case .failed(let page): words = "failed \(page)"
    case .dropped(let reason): words = "dropped \(reason.rawValue)"
    case .threshold(let name, let isRising): words = "threshold \(name) \(isRising)"
    case .passed(let stop): words = "passed \(stop)"
    case .state(let phase): words = "state \(phase.rawValue)"
    case .turns(let kind): words = "turns \(kind)"
    case .willEdit(let edit): words = "willEdit \(TwinEdit(edit).words)"
    case .didEdit(let edit, let stop):
      words = "didEdit \(TwinEdit(edit).words) \(stop.map(String.init) ?? "-")"
    }
    self.init(time: output.time, words: words, place: place)
  }
}
