public import ImageFiles
public import PageCurl
internal import PageTurner

/// The film of a book that a script turns.
///
/// ```swift
/// let pages = try await PlayPages(BookFiles(["1.png", "2.png", "3.png"]))
/// let script = try PlayScript(name: "drag.jsonl", bytes: bytes)
/// let film = try PlayFilm(Book(pages: pages.count), of: pages, script: script)
/// try await film.plan().write(to: FilmDestination("drag.mp4"), with: Renderer())
/// ```
public struct PlayFilm: Sendable {
  package let pages: PlayPages
  let script: PlayScript
  let book: Book
  /// Turn of the leaves until the script sets another.
  let turn: any Turn
  let bookLook: BookLook
  let rate: FrameRate
  /// How hard leaves turn; nil is a hinge with the look of the leaves' turn.
  package var hardTurn: (any Turn)?
  /// Whether turns that the script names have the view of the film's turn.
  package var keepsView: Bool
  /// Length of the film, seconds, above 0; nil ends the film when everything rests after the last
  /// event.
  public var duration: Double?
  /// Size of the area that the script's points refer to, pixels, 1 to 1e9; nil is the size of the
  /// open pages in the output.
  public var view: SIMD2<Double>?
  /// Whether fingers that are down are marked.
  public var marksFingers = false
  /// Whether pages at rest show their numbers.
  public var showsNumbers = false

  /// A film of a book that a script turns.
  ///
  /// - Parameters:
  ///   - book: The book before the first event; it has as many pages as `pages`.
  ///   - pages: The pages.
  ///   - script: The script; its `isFacing` matches the book's layout.
  ///   - turn: Turn of the leaves until the script sets another.
  ///   - rate: Frames per second.
  ///   - bookLook: Gutter and leaf edges.
  /// - Throws: `input` for edits that insert more pages than the limit.
  public init(
    _ book: Book, of pages: PlayPages, script: PlayScript, turn: any Turn = BookCurlTurn(),
    rate: FrameRate = 30, bookLook: BookLook = BookLook()
  ) throws(FilmError) {
    precondition(
      book.pages == pages.count, "a book of \(book.pages) pages, and \(pages.count) in its source")
    precondition(
      script.isFacing == (book.layout != .single), "the script and the book have the same layout")
    do throws(JSONFault) {
      try script.check(pages: pages.count)
    } catch {
      throw .input(error, file: script.name)
    }
    self.book = book
    self.pages = pages
    self.script = script
    self.turn = turn
    self.rate = rate
    self.bookLook = bookLook
    keepsView = turn.look.view != type(of: turn).init().look.view
  }

  /// Whether pages face each other at any time.
  var isWide: Bool {
    book.layout != .single || script.layouts.contains { $0 != .single }
  }

  /// Area and layout of the pages.
  package var pagesArea: PagesArea {
    let bindings = script.facingBindings(of: book)
    let first = bindings[0]
    return PagesArea(
      isFacing: isWide, binding: first, otherBindings: [book.binding] + script.bindings,
      isMixed: isWide && bindings.contains { ($0 == .top) != (first == .top) },
      bookLook: bookLook, bookLeaves: book.leaves + 1)
  }

  /// The playback of the script, before its first event.
  func playback(on stage: PlayStage) throws(FilmError) -> Playback {
    let turner: Turner
    do throws(TurnerError) {
      turner = try Turner(book, view: view ?? stage.view(book), script.rules)
    } catch {
      throw .rendering(RenderError(.parameter, "\(error)"))
    }
    var follow: (@Sendable (Book.Layout, Binding) -> SIMD2<Double>)?
    if view == nil { follow = { layout, binding in stage.view(layout, binding) } }
    return Playback(script, turner, view: follow) { now in
      stage.open(now.book, turn: now.posture.turn)
    }
  }

  /// Throws for a turn that can't turn this book, and if the frames up to the last event exceed the
  /// limit.
  ///
  /// Doesn't play the script, because a long script takes time.
  package func check() throws(FilmError) {
    if isWide {
      for turn in [turn] + PlayStage.turns(of: self, script.kinds).values {
        do throws(RenderError) {
          try PageTurn.checkSpreads(turn)
        } catch {
          throw .rendering(error)
        }
      }
    }
    try checkFrames(until: duration ?? script.entries.last?.time ?? 0)
  }

  private func checkFrames(until end: Double) throws(FilmError) {
    let count = frames(until: end)
    do throws(LimitExceeded) {
      try script.limits.check(.frames, Int(min(count, 1e18)), of: "the film")
    } catch {
      throw .exceeded(error)
    }
  }

  /// Number of frames of a film up to a time; without `duration`, up to the first frame at or after
  /// it.
  private func frames(until end: Double) -> Double {
    let span = end * rate.framesPerSecond
    return duration == nil ? (span - 1e-6).rounded(.up) + 1 : max(span.rounded(), 1)
  }

  /// The result of playing a script.
  public struct Course: Sendable {
    /// All outputs of the turner, JSON Lines; empty unless traced.
    public fileprivate(set) var trace = ""
    /// Time at which everything rests, or the film's duration, seconds.
    public fileprivate(set) var end = 0.0
    /// Number of completed turns.
    public fileprivate(set) var turns = 0
    /// The stop that lies open at the end; nil in an empty book.
    public fileprivate(set) var stop: Int?
    /// Whether part of the canvas lacked a page at some time.
    fileprivate var leavesGaps = false
    fileprivate let canvas: Canvas
  }

  /// Plays the script without drawing.
  ///
  /// - Parameters:
  ///   - canvas: Area and size of a frame; nil is the page or, with facing pages, the spread.
  ///   - isTraced: Whether to record ``Course/trace``.
  /// - Returns: The trace, the end and the turns.
  /// - Throws: `input`, with the line, for an event that is impossible at its time; `rendering` for
  ///   a view out of range.
  public func course(on canvas: Canvas? = nil, isTraced: Bool = true) throws(FilmError) -> Course {
    let canvas = canvas ?? pagesArea.area(pages.size)
    var course = Course(canvas: canvas)
    var playback = try playback(on: PlayStage(self, on: canvas))
    let record = { (output: TurnerOutput) in
      if case .didTurn(_, _, completed: true) = output.kind { course.turns += 1 }
      if isTraced { course.trace += output.json.text + "\n" }
    }
    do throws(JSONFault) {
      if let duration {
        try playback.advance(to: duration, report: record)
        course.end = duration
      } else {
        course.end = try playback.finish(report: record)
      }
    } catch {
      throw .input(error, file: script.name)
    }
    course.stop = playback.turner.stop
    course.leavesGaps =
      pagesArea.isMixed || playback.layouts.contains { $0.leavesGap(inSpread: isWide) }
    return course
  }

  /// The plan of the film.
  ///
  /// - Parameters:
  ///   - canvas: Area and size of a frame; nil is the page or, with facing pages, the spread.
  ///   - back: Picture of all backs of a one-sided book, of the pages' size.
  ///   - background: Picture under all pages.
  /// - Returns: The frames to write.
  /// - Throws: As ``course(on:isTraced:)``; `rendering` for a turn that can't turn this book,
  ///   `exceeded` for more frames than the limit.
  public func plan(
    canvas: Canvas? = nil, back: Page? = nil, background: Page? = nil
  ) throws(FilmError) -> FilmPlan {
    try check()
    return try plan(course(on: canvas, isTraced: false), back: back, background: background)
  }

  /// The plan of the film from its course, without computing the course again.
  ///
  /// - Parameters:
  ///   - course: What ``course(on:isTraced:)`` returned.
  ///   - back: Picture of all backs of a one-sided book, of the pages' size.
  ///   - background: Picture under all pages.
  /// - Returns: The frames to write.
  /// - Throws: `rendering` for a turn that can't turn this book, `exceeded` for more frames than
  ///   the limit.
  public func plan(
    _ course: Course, back: Page? = nil, background: Page? = nil
  ) throws(FilmError) -> FilmPlan {
    try check()
    try checkFrames(until: course.end)
    let count = frames(until: course.end)
    let (pages, canvas) = (pages, course.canvas)
    let stage = PlayStage(self, on: canvas, back: back, background: background)
    let shots = PlayedShots(
      start: try playback(on: stage), stage: stage, script: script.name, pages: pages,
      count: Int(count), rate: rate.framesPerSecond, end: duration == nil ? course.end : 0,
      marksFingers: marksFingers)
    let mark = marksFingers ? FingerMark(width: canvas.width, height: canvas.height) : nil
    let transparency = BookTransparency(
      layers: .all, page: pages.size, hasOpaquePages: pages.areOpaque, book: book,
      pagesArea: pagesArea)
    let isOpaque = transparency.isOpaque(turn, background)
    let (book, events) = (book, Set(script.entries.map(\.line)).count)
    let name = type(of: turn).name
    return FilmPlan(
      count: Int(count), canvas: canvas, canBeTransparent: !isOpaque,
      isLikelyTransparent: !isOpaque
        && (course.leavesGaps || transparency.hasTransparentArea(canvas, turn)),
      needsPictures: mark != nil,
      frames: { range, ahead, draw in
        DrawnShots(
          of: shots.dropFirst(range.lowerBound), most: range.count, ahead: ahead
        ) { shot throws(RenderError) in
          let frame = try await draw(shot)
          guard let mark, !shot.marks.isEmpty, case .picture(let picture) = frame else {
            return frame
          }
          return .picture(mark.drawn(on: picture, at: shot.marks))
        }
      },
      failure: { pages.failure },
      members: {
        [
          ("page", pages.size.json), ("turn", .string(name)), ("pages", .int(book.pages)),
          ("binding", .string(book.binding.rawValue)), ("events", .int(events)),
          ("turns", .int(course.turns)), ("stop", course.stop.map(JSON.int) ?? .null),
          ("rest", .number(course.end)),
        ]
      })
  }
}
