internal import ImageFiles
internal import PageCurl
internal import PageFilm
internal import PageTurner

/// The film of a played script.
struct PlayFilm {
  let pages: PlayPages
  let script: PlayScript
  let turner: Turner
  let stage: PlayStage
  let ground: BookGround
  let turn: any Turn
  let background: Page?
  let options: PlayOptions
  let output: OutputOptions

  /// What comes of the script, and when all has come to rest, seconds.
  struct Course {
    /// The trace's lines.
    var trace = ""
    var end = 0.0
    /// Turns that were completed.
    var turns = 0
    /// The stop that lies open at last.
    var stop: Int?
    /// Whether pages have lain so that some of the canvas was left clear.
    var leavesGaps = false
  }

  /// The script before its first event.
  private var playback: Playback {
    let stage = stage
    var view: (@Sendable (Book.Layout, Binding) -> SIMD2<Double>)?
    if options.view == nil { view = { layout, binding in stage.view(layout, binding) } }
    return Playback(script, turner, view: view) { now in
      stage.open(now.book, turn: now.posture.turn)
    }
  }

  /// Throws where its frames up to a time, or up to its last event, are more than a limit allows.
  func checkFrames(until end: Double? = nil) throws(CommandError) {
    let end = end ?? options.duration ?? script.entries.last?.time ?? 0
    let count = frames(until: end)
    do throws(LimitExceeded) {
      try script.limits.check(.frames, Int(min(count, 1e18)), of: "the film")
    } catch {
      throw CommandError(error)
    }
  }

  /// How many frames there are up to a time, or to the first one that shows all at rest.
  private func frames(until end: Double) -> Double {
    let span = end * output.fps.framesPerSecond
    return options.duration == nil ? (span - 1e-6).rounded(.up) + 1 : max(span.rounded(), 1)
  }

  /// Goes through the script without drawing.
  func course() throws(CommandError) -> Course {
    var course = Course()
    var playback = playback
    let writesTrace = options.trace != nil
    let told = { (output: TurnerOutput) in
      if case .didTurn(_, _, completed: true) = output.kind { course.turns += 1 }
      if writesTrace { course.trace += output.json.text + "\n" }
    }
    course.end = try CommandError.wrapping(in: script.name) { () throws(JSONFault) in
      guard let duration = options.duration else { return try playback.finish(told: told) }
      try playback.advance(to: duration, told: told)
      return duration
    }
    course.stop = playback.turner.stop
    course.leavesGaps =
      ground.spread.isMixed
      || playback.ways.contains { $0.leavesGap(inSpread: stage.isWide) }
    return course
  }

  /// The plan of the film of a course: up to a given end, or else to the first frame that shows all at
  /// rest.
  func plan(_ course: Course) throws(CommandError) -> FilmPlan {
    let rate = output.fps.framesPerSecond
    try checkFrames(until: course.end)
    let count = frames(until: course.end)
    let pages = pages
    let shots = PlayedShots(
      start: playback, stage: stage, script: script.name, pages: pages, count: Int(count),
      rate: rate, end: options.duration == nil ? course.end : 0,
      marksFingers: options.overlayPointer)
    let canvas = stage.canvas
    let mark = options.overlayPointer ? FingerMark(width: canvas.width, height: canvas.height) : nil
    let isOpaque = ground.isOpaque(turn, background)
    let (book, events) = (turner.book, Set(script.entries.map(\.line)).count)
    let name = type(of: turn).name
    return FilmPlan(
      count: Int(count), canvas: canvas, canBeTransparent: !isOpaque,
      isTransparent: !isOpaque && (course.leavesGaps || ground.isTransparent(canvas, turn)),
      needsPictures: mark != nil,
      frames: { ahead, draw in
        DrawnShots(of: shots, ahead: ahead) { shot throws(RenderError) in
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
