public import ImageFiles
public import PageCurl

/// The film of a book of any number of pages.
public struct BookFilm {
  /// Returns a turn with the host's look; for nil, the host's default turn.
  package typealias LookApplication = (_ turn: (any Turn)?) throws(FilmError) -> any Turn

  /// Maximum number of pages in memory: those of a turn, the next turn's, and one of the previous
  /// turn, whose last frames are still being drawn.
  package static let mostPages = 4
  /// Default number of frames of a turn.
  package static let defaultFrames = 60

  package let files: BookFiles
  let book: Book
  /// Gutter and leaf edges.
  let bookLook: BookLook
  let timeline: TimelineFile?
  /// Number of frames of a turn; nil takes the timeline's number, else 60.
  let frames: Int?
  let rate: FrameRate
  let limits: Limits
  let applyLook: LookApplication
  /// Number of leaves that turn together, ≥ 1; default 1.
  ///
  /// Only the turns of `TurnCatalogue.namesForFlights` can move several.
  public var leaves = 1
  /// Pause between two turns; nil takes the timeline's, or none.
  public var hold: Pause?
  /// Pause on the film's first picture.
  public var holdFirst = Pause.frames(0)
  /// Pause on the film's last picture.
  public var holdLast = Pause.frames(0)
  /// Easing of the progress; nil is the timeline's own, or without a timeline `Easing.paper`.
  ///
  /// Values outside 0…1 are clamped. Without a timeline, each leaf of a flight is eased by itself.
  public var ease: Easing?
  /// Whether the book is turned from its end to its beginning.
  public var isBackward = false
  /// Whether hard leaves have the view of the other leaves instead of the hinge's default view.
  package var keepsView = false
  /// Layers to draw; default all.
  public var layers = PageTurn.Layers.all
  /// Receives notes for the user, one sentence each.
  package var note: (String) -> Void = { _ in }

  /// A film of a book whose pages are files.
  ///
  /// - Parameters:
  ///   - book: The book; it has as many pages as `files`.
  ///   - files: The pages.
  ///   - turn: How the leaves turn; unused with a timeline.
  ///   - timeline: The turns and their course; nil turns each leaf with ``ease``.
  ///   - frames: Frames per turn, ≥ 2; nil is the timeline's number, else 60.
  ///   - rate: Frames per second.
  ///   - bookLook: Gutter and leaf edges.
  ///   - limits: Limits of the film, such as its number of frames.
  public init(
    _ book: Book, of files: BookFiles, turn: any Turn = BookCurlTurn(),
    timeline: TimelineFile? = nil, frames: Int? = nil, rate: FrameRate = 30,
    bookLook: BookLook = BookLook(), limits: Limits = Limits()
  ) {
    precondition(
      book.pages == files.count, "a book of \(book.pages) pages, and \(files.count) files")
    self.init(
      book, of: files, bookLook: bookLook, timeline: timeline, frames: frames, rate: rate,
      limits: limits
    ) { given throws(FilmError) in given ?? turn }
  }

  /// The same film; `applyLook` gives its turns the host's look.
  package init(
    _ book: Book, of files: BookFiles, bookLook: BookLook, timeline: TimelineFile?, frames: Int?,
    rate: FrameRate, limits: Limits, applyLook: @escaping LookApplication
  ) {
    self.book = book
    self.files = files
    self.bookLook = bookLook
    self.timeline = timeline
    self.frames = frames
    self.rate = rate
    self.limits = limits
    self.applyLook = applyLook
  }

  /// Area and layout of the pages.
  package var pagesArea: PagesArea {
    PagesArea(
      isFacing: book.layout != .single, binding: book.binding, leaves: leaves,
      bookLook: bookLook, bookLeaves: book.leaves + 1)
  }

  /// Turn of the leaves for which the timeline has no entry.
  package func turn() throws(FilmError) -> any Turn {
    try applyLook(timeline?.shared.turn(on: files.size))
  }

  /// One take per turn; most are equal.
  private func takes() throws(FilmError) -> [Take] {
    let count = Reel.turns(of: book, leavesAtOnce: leaves)
    if let timeline {
      for fault in timeline.unusedEntries(turns: count) { note(fault.text(in: timeline.name)) }
    }
    let hold = holdFrames
    var shared: Take?
    var takes: [Take] = []
    var frames = holdFirst.frames(at: rate) + holdLast.frames(at: rate)
    // Check before allocating memory for the frames.
    func add(_ more: Int) throws(FilmError) {
      frames += more + hold
      do throws(LimitExceeded) {
        try limits.check(.frames, frames, of: "the film")
      } catch {
        throw .exceeded(error)
      }
    }
    for number in 0..<count {
      let own = timeline?.ownTimeline(number, of: count)
      if own == nil && leaves == 1 && book.leaf(number).isHard {
        let hard = try flightFrames(1)
        try add(hard)
        takes.append(Take(try hinge(), frames: hard, ease: leafEase))
        continue
      }
      if own == nil, let shared, (number + 1) * leaves <= book.leaves {
        try add(shared.frames)
        takes.append(shared)
        continue
      }
      // The last flight may have fewer leaves than the others.
      let flying = min(leaves, book.leaves - number * leaves)
      let take = try take(own ?? timeline?.shared, leaves: flying, check: add)
      if own == nil && flying == leaves { shared = take }
      takes.append(take)
    }
    return takes
  }

  /// Turn of a hard leaf: a hinge with the look of the other leaves; its view is the hinge's
  /// default unless `keepsView` is set.
  private func hinge() throws(FilmError) -> any Turn {
    let look = try turn().look
    var hinge = HingeTurn(looking: look)
    if keepsView { hinge.look.view = look.view }
    return hinge
  }

  /// Easing of a leaf that no timeline turns.
  private var leafEase: Easing { ease ?? (timeline == nil ? .paper : .linear) }

  /// Number of frames of the pause between two turns.
  private var holdFrames: Int { (hold ?? timeline?.hold)?.frames(at: rate) ?? 0 }

  private func take(
    _ turnTimeline: TurnTimeline?, leaves: Int, check: (Int) throws(FilmError) -> Void
  ) throws(FilmError) -> Take {
    let frames = try flightFrames(leaves)
    guard let timeline, let turnTimeline else {
      try check(frames)
      return Take(try applyLook(nil), frames: frames, ease: leafEase)
    }
    let turn = try applyLook(turnTimeline.turn(on: files.size))
    let take: Take
    do throws(JSONFault) {
      take = try timeline.take(
        turnTimeline, turn, on: files.size, frames: self.frames == nil ? nil : frames, rate,
        ease: ease, isAlone: Reel.turns(of: book, leavesAtOnce: self.leaves) == 1)
    } catch {
      throw .input(error, file: timeline.name)
    }
    try check(take.frames)
    do throws(JSONFault) {
      try timeline.check(take, of: turnTimeline)
    } catch {
      throw .input(error, file: timeline.name)
    }
    return take
  }

  /// Number of frames of a flight of `leaves` leaves; each leaf gets the frames of one turn.
  private func flightFrames(_ leaves: Int) throws(FilmError) -> Int {
    let frames = frames ?? Self.defaultFrames
    guard leaves > 1 else { return frames }
    let stagger = try turn().value(of: "stagger", on: files.size) ?? 0
    let turns = 1 + Double(leaves - 1) * stagger
    return Int((Double(frames - 1) * turns).rounded()) + 1
  }

  /// The plan of the film.
  ///
  /// - Parameters:
  ///   - canvas: Area and size of a frame; nil is the page or, with facing pages, the spread.
  ///   - back: Picture of all backs of a one-sided book, of the pages' size.
  ///   - background: Picture under all pages.
  /// - Returns: The frames to write.
  /// - Throws: `input` for an error of the timeline; `rendering` for a turn that can't turn this
  ///   book; `exceeded` for more frames or events than the limit.
  public func plan(
    canvas: Canvas? = nil, back: Page? = nil, background: Page? = nil
  ) throws(FilmError) -> FilmPlan {
    let canvas = canvas ?? pagesArea.area(files.size)
    let takes = try takes()
    let hold = holdFrames
    let files = files
    var whole: Reel
    do throws(RenderError) {
      whole = try Reel(
        book, takes: takes, leavesAtOnce: leaves, hold: hold, isBackward: isBackward,
        canvas: canvas, layers: layers, bookLook: bookLook, back: back,
        background: background,
        pages: { try files.page($0) })
    } catch {
      throw .rendering(error)
    }
    whole.keepsPages = false
    let reel = whole
    let events: [FilmEvent]
    do throws(LimitExceeded) {
      events = try FilmEvent.events(
        of: reel, from: holdFirst.frames(at: rate), rate, limits)
    } catch {
      throw .exceeded(error)
    }
    for event in events { note(event.sentence) }
    let transparency = BookTransparency(
      layers: layers, page: files.size, hasOpaquePages: files.isOpaque, book: book,
      pagesArea: pagesArea)
    let hasTransparentArea = transparency.hasTransparentArea(canvas, takes[0].turn)
    let (leaves, isReversed) = (leaves, isBackward)
    let ease = timeline == nil ? leafEase : ease
    let plan = FilmPlan(
      count: reel.count, canvas: canvas,
      canBeTransparent: hasTransparentArea || !transparency.isOpaque(takes[0].turn, background),
      isLikelyTransparent: hasTransparentArea && !transparency.isOpaque(takes[0].turn, background),
      frames: { range, ahead, draw in
        var part = reel
        part.start = range.lowerBound
        return DrawnShots(of: part, most: range.count, ahead: ahead, draw: draw)
      },
      failure: { files.failure },
      members: {
        var names: [String] = []
        for take in takes where !names.contains(type(of: take.turn).name) {
          names.append(type(of: take.turn).name)
        }
        return [
          ("page", files.size.json), ("turn", .string(names.joined(separator: ","))),
          ("pages", .int(reel.book.pages)), ("turns", .int(takes.count)),
          ("leavesAtOnce", .int(leaves)), ("ease", ease.map { .string($0.name) } ?? .null),
          ("hold", .int(hold)),
          ("binding", .string(reel.book.binding.rawValue)), ("reverse", .bool(isReversed)),
          ("asked", .array(files.requestedPages.map(JSON.int))),
          ("events", .array(events.map(\.json))),
        ]
      })
    return plan.holding(first: holdFirst.frames(at: rate), last: holdLast.frames(at: rate))
  }
}

extension FilmEvent {
  /// The event as a member of the summary.
  var json: JSON {
    .object([
      ("name", .string(name)), ("time", .number(time)),
      ("direction", .string(direction.rawValue)), ("turn", .int(turn)),
    ])
  }
}
