public import ImageFiles
public import PageCurl

/// The film of a book of any number of pages.
public struct BookFilm {
  /// A host's turn with its own look: from a turn that a timeline names or, nil, from the host's own.
  package typealias Dressing = (_ turn: (any Turn)?) throws(FilmError) -> any Turn

  /// Pages of a book that are at hand at once: those of a turn, the next one's, and that of the turn
  /// before, whose last frames are still drawn.
  package static let mostPages = 4
  /// Frames of a turn where nothing tells how many.
  package static let usualFrames = 60

  package let files: BookFiles
  let book: Book
  /// What is seen beside the pages.
  let around: BookLook
  let timeline: TimelineFile?
  /// Frames of a turn, where the host asks for them.
  let frames: Int?
  let rate: FrameRate
  let limits: Limits
  let dressing: Dressing
  /// Leaves that turn together, 1 or more; default 1.
  ///
  /// Only turns of `TurnCatalogue.namesForFlights` move several.
  public var leaves = 1
  /// How long what lies open between two turns is held; nil leaves it to the timeline.
  public var hold: Pause?
  /// Whether it is turned from its end to its beginning.
  public var isBackward = false
  /// Whether boards are seen as the other leaves are.
  package var keepsView = false
  /// Layers that are drawn; default all.
  public var layers = PageTurn.Layers.all
  /// Takes what is worth knowing, a sentence at a time.
  package var note: (String) -> Void = { _ in }

  /// A film of a book whose pages are files.
  ///
  /// - Parameters:
  ///   - book: The book; it has as many pages as `files`.
  ///   - files: The pages.
  ///   - turn: How the leaves turn; unused with a timeline.
  ///   - timeline: Which turns there are and how they go over time; nil turns evenly.
  ///   - frames: Frames of a turn, 2 or more; nil leaves them to the timeline, and to 60.
  ///   - rate: Frames per second.
  ///   - around: What is seen beside the pages.
  ///   - limits: What the book may ask for.
  public init(
    _ book: Book, of files: BookFiles, turn: any Turn = BookCurlTurn(),
    timeline: TimelineFile? = nil, frames: Int? = nil, rate: FrameRate = 30,
    around: BookLook = BookLook(), limits: Limits = Limits()
  ) {
    precondition(
      book.pages == files.count, "a book of \(book.pages) pages, and \(files.count) files")
    self.init(
      book, of: files, around: around, timeline: timeline, frames: frames, rate: rate,
      limits: limits
    ) { given throws(FilmError) in given ?? turn }
  }

  /// A film of a book whose pages are files.
  package init(
    _ book: Book, of files: BookFiles, around: BookLook, timeline: TimelineFile?, frames: Int?,
    rate: FrameRate, limits: Limits, dressing: @escaping Dressing
  ) {
    self.book = book
    self.files = files
    self.around = around
    self.timeline = timeline
    self.frames = frames
    self.rate = rate
    self.limits = limits
    self.dressing = dressing
  }

  /// How pages lie.
  package var spread: Spread {
    Spread(
      isFacing: book.layout != .single, binding: book.binding, leaves: leaves,
      pile: around.leafEdge.pixels(on: files.size) * Double(book.leaves - 1))
  }

  /// How the leaves turn where a timeline says nothing else.
  package func turn() throws(FilmError) -> any Turn {
    try dressing(timeline?.usual.turn(on: files.size))
  }

  /// A take for each turn; most of them are alike.
  private func takes() throws(FilmError) -> [Take] {
    let count = Reel.turns(of: book, leavesAtOnce: leaves)
    if let timeline {
      for fault in timeline.idle(turns: count) { note(fault.text(in: timeline.name)) }
    }
    let hold = holdFrames
    var usual: Take?
    var takes: [Take] = []
    var frames = 0
    // Before anything is made of so many.
    func add(_ more: Int) throws(FilmError) {
      frames += more + hold
      do throws(LimitExceeded) {
        try limits.check(.frames, frames, of: "the film")
      } catch {
        throw .exceeded(error)
      }
    }
    for number in 0..<count {
      let special = timeline?.special(number, of: count)
      if special == nil && leaves == 1 && book.leaf(number).isHard {
        let hard = try flightFrames(1)
        try add(hard)
        takes.append(Take(try hinge(), frames: hard))
        continue
      }
      if special == nil, let usual, (number + 1) * leaves <= book.leaves {
        try add(usual.frames)
        takes.append(usual)
        continue
      }
      // The last flight may have fewer leaves.
      let flying = min(leaves, book.leaves - number * leaves)
      let take = try take(special ?? timeline?.usual, leaves: flying, check: add)
      if special == nil && flying == leaves { usual = take }
      takes.append(take)
    }
    return takes
  }

  /// How a board turns: with the look of the others, seen as a hinge is unless the eye is given.
  private func hinge() throws(FilmError) -> any Turn {
    let usual = try turn().look
    var hinge = HingeTurn(looking: usual)
    if keepsView { hinge.look.view = usual.view }
    return hinge
  }

  /// Frames for which what lies open between two turns is held.
  private var holdFrames: Int { (hold ?? timeline?.hold)?.frames(at: rate) ?? 0 }

  private func take(
    _ score: Score?, leaves: Int, check: (Int) throws(FilmError) -> Void
  ) throws(FilmError) -> Take {
    let frames = try flightFrames(leaves)
    guard let timeline, let score else {
      try check(frames)
      return Take(try dressing(nil), frames: frames)
    }
    let turn = try dressing(score.turn(on: files.size))
    let take: Take
    do throws(JSONFault) {
      take = try timeline.take(
        score, turn, on: files.size, frames: self.frames == nil ? nil : frames, rate,
        isAlone: Reel.turns(of: book, leavesAtOnce: self.leaves) == 1)
    } catch {
      throw .score(error, file: timeline.name)
    }
    try check(take.frames)
    do throws(JSONFault) {
      try timeline.check(take, of: score)
    } catch {
      throw .score(error, file: timeline.name)
    }
    return take
  }

  /// Frames of a flight: as many for each leaf as for a turn.
  private func flightFrames(_ leaves: Int) throws(FilmError) -> Int {
    let frames = frames ?? Self.usualFrames
    guard leaves > 1 else { return frames }
    let stagger = try turn().value(of: "stagger", on: files.size) ?? 0
    let turns = 1 + Double(leaves - 1) * stagger
    return Int((Double(frames - 1) * turns).rounded()) + 1
  }

  /// The plan of the film.
  ///
  /// - Parameters:
  ///   - canvas: What each frame draws; nil is the page, or both where they face each other.
  ///   - back: The back of leaves that are printed on one side, in the pages' size.
  ///   - background: A picture under everything.
  /// - Returns: What to write.
  /// - Throws: An error of the timeline, `rendering` for a turn that can't turn this book, `exceeded` for
  ///   more frames than the limit.
  public func plan(
    canvas: Canvas? = nil, back: Page? = nil, background: Page? = nil
  ) throws(FilmError) -> FilmPlan {
    let canvas = canvas ?? spread.area(files.size)
    let takes = try takes()
    let hold = holdFrames
    let files = files
    let reel: Reel
    do throws(RenderError) {
      reel = try Reel(
        book, takes: takes, leavesAtOnce: leaves, hold: hold, isBackward: isBackward,
        canvas: canvas, layers: layers, around: around, back: back,
        background: background,
        pages: { try files.page($0) })
    } catch {
      throw .rendering(error)
    }
    let events: [FilmEvent]
    do throws(LimitExceeded) {
      events = try FilmEvent.events(of: reel, rate, limits)
    } catch {
      throw .exceeded(error)
    }
    for event in events { note(event.sentence) }
    let ground = BookGround(
      layers: layers, page: files.size, hasOpaquePages: files.isOpaque, book: book, spread: spread)
    let isTransparent = ground.isTransparent(canvas, takes[0].turn)
    let (leaves, isReversed) = (leaves, isBackward)
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
  var json: JSON {
    .object([
      ("name", .string(name)), ("time", .number(time)),
      ("direction", .string(direction.rawValue)), ("turn", .int(turn)),
    ])
  }
}
