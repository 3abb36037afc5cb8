internal import ImageFiles
internal import PageCurl
internal import PageFilm

/// The film of a book of any number of pages.
struct BookFilm {
  let files: BookFiles
  let book: Book
  let options: BookOptions
  let film: FilmOptions
  let look: LookOptions
  let limits: Limits
  let timeline: TimelineFile?
  let talk: TalkOptions

  /// How pages lie.
  var spread: Spread {
    Spread(
      isFacing: options.layout.facing, binding: book.binding, leaves: options.leaves,
      pile: options.layout.around.leafEdge.pixels(on: files.size) * Double(book.leaves - 1))
  }

  /// How the leaves turn where a timeline says nothing else.
  func turn() throws(CommandError) -> any Turn {
    try turn(from: timeline?.usual.turn(on: files.size))
  }

  private func turn(from given: (any Turn)?) throws(CommandError) -> any Turn {
    var turn = try look.turn(on: files.size, from: given, limits)
    guard let stagger = options.stagger else { return turn }
    try Setting(option: "--stagger", name: "stagger", Quantity(value: stagger))
      .check(turn)
    _ = turn.set("stagger", to: stagger)
    return turn
  }

  /// A take for each turn; most of them are alike.
  private func takes() throws(CommandError) -> [Take] {
    let count = Reel.turns(of: book, leavesAtOnce: options.leaves)
    if let timeline {
      for fault in timeline.idle(turns: count) { talk.say(fault.text(in: timeline.name)) }
    }
    let hold = hold
    var usual: Take?
    var takes: [Take] = []
    var frames = 0
    // Before anything is made of so many.
    func add(_ more: Int) throws(CommandError) {
      frames += more + hold
      do throws(LimitExceeded) {
        try limits.check(.frames, frames, of: "the film")
      } catch {
        throw CommandError(error)
      }
    }
    for number in 0..<count {
      let special = timeline?.special(number, of: count)
      if special == nil && options.leaves == 1 && book.leaf(number).isHard {
        let hard = try flightFrames(1)
        try add(hard)
        takes.append(Take(try hinge(), frames: hard))
        continue
      }
      if special == nil, let usual, (number + 1) * options.leaves <= book.leaves {
        try add(usual.frames)
        takes.append(usual)
        continue
      }
      // The last flight may have fewer leaves.
      let flying = min(options.leaves, book.leaves - number * options.leaves)
      let take = try take(special ?? timeline?.usual, leaves: flying, check: add)
      if special == nil && flying == options.leaves { usual = take }
      takes.append(take)
    }
    return takes
  }

  /// How a board turns: with the look of the others, seen as a hinge is unless the eye is given.
  private func hinge() throws(CommandError) -> any Turn {
    let usual = try turn().look
    var hinge = HingeTurn(looking: usual)
    if look.view.isGiven { hinge.look.view = usual.view }
    return hinge
  }

  /// Frames for which what lies open between two turns is held.
  private var hold: Int { (options.hold ?? timeline?.hold)?.frames(at: film.fps) ?? 0 }

  private func take(
    _ score: Score?, leaves: Int, check: (Int) throws(CommandError) -> Void
  ) throws(CommandError) -> Take {
    let frames = try flightFrames(leaves)
    guard let timeline, let score else {
      try check(frames)
      return Take(try turn(from: nil), frames: frames)
    }
    let turn = try turn(from: score.turn(on: files.size))
    let take = try CommandError.wrapping(in: timeline.name) { () throws(JSONFault) in
      try timeline.take(
        score, turn, on: files.size, frames: film.givenFrames == nil ? nil : frames, film.fps,
        isAlone: Reel.turns(of: book, leavesAtOnce: options.leaves) == 1)
    }
    try check(take.frames)
    try CommandError.wrapping(in: timeline.name) { () throws(JSONFault) in
      try timeline.check(take, of: score)
    }
    return take
  }

  /// Frames of a flight: as many for each leaf as for a turn.
  private func flightFrames(_ leaves: Int) throws(CommandError) -> Int {
    guard leaves > 1 else { return film.frames }
    let stagger = try turn().value(of: "stagger", on: files.size) ?? 0
    let turns = 1 + Double(leaves - 1) * stagger
    return Int((Double(film.frames - 1) * turns).rounded()) + 1
  }

  /// The plan of the film on a canvas.
  func plan(_ canvas: Canvas, back: Page?, background: Page?) throws(CommandError) -> FilmPlan {
    let takes = try takes()
    if takes.count == 1 && options.hold != nil {
      throw CommandError(
        .usage, "--hold is between turns, and this book has one: drop it, or add pages")
    }
    let hold = hold
    let files = files
    let reel: Reel
    do throws(RenderError) {
      reel = try Reel(
        book, takes: takes, leavesAtOnce: options.leaves, hold: hold, isBackward: film.reverse,
        canvas: canvas, layers: look.layers, around: options.layout.around, back: back,
        background: background,
        pages: { try files.page($0) })
    } catch {
      throw CommandError(error)
    }
    let events: [FilmEvent]
    do throws(LimitExceeded) {
      events = try FilmEvent.events(of: reel, film.fps, limits)
    } catch {
      throw CommandError(error)
    }
    for event in events { talk.say(event.sentence) }
    let ground = BookGround(
      look: look, page: files.size, hasOpaquePages: files.isOpaque, book: book, spread: spread)
    let isTransparent = ground.isTransparent(canvas, takes[0].turn)
    let (leaves, isReversed) = (options.leaves, film.reverse)
    return FilmPlan(
      count: reel.count, canvas: canvas,
      canBeTransparent: isTransparent || !ground.isOpaque(takes[0].turn, background),
      isTransparent: isTransparent && !ground.isOpaque(takes[0].turn, background),
      frames: { DrawnShots(of: reel, ahead: $0, draw: $1) },
      failure: { files.failure },
      members: {
        var names: [String] = []
        for take in takes where !names.contains(type(of: take.turn).name) {
          names.append(type(of: take.turn).name)
        }
        return [
          ("page", files.size.json), ("turn", .string(names.joined(separator: ","))),
          ("pages", .int(reel.book.pages)), ("turns", .int(takes.count)),
          ("leavesAtOnce", .int(leaves)), ("hold", .int(hold)),
          ("binding", .string(reel.book.binding.rawValue)), ("reverse", .bool(isReversed)),
          ("asked", .array(files.asked.map(JSON.int))),
          ("events", .array(events.map(\.json))),
        ]
      })
  }
}

extension FilmEvent {
  /// As the summary tells it.
  fileprivate var json: JSON {
    .object([
      ("name", .string(name)), ("time", .number(time)),
      ("direction", .string(direction.rawValue)), ("turn", .int(turn)),
    ])
  }
}
