package import ImageFiles
package import PageCurl
package import PageTurner

/// The film of a played script.
package struct PlayFilm {
  let pages: PlayPages
  let script: PlayScript
  let turner: Turner
  let stage: PlayStage
  let ground: BookGround
  let turn: any Turn
  let background: Page?
  /// Frames per second.
  let rate: FrameRate
  /// Seconds of the film; nil goes on until all has come to rest.
  package var duration: Double?
  /// Whether the script's points count in the output.
  package var countsInOutput = true
  package var marksFingers = false
  package var writesTrace = false

  /// A script that is played on a stage, whose turner is at its start.
  package init(
    pages: PlayPages, script: PlayScript, turner: Turner, stage: PlayStage, ground: BookGround,
    turn: any Turn, background: Page?, rate: FrameRate
  ) {
    self.pages = pages
    self.script = script
    self.turner = turner
    self.stage = stage
    self.ground = ground
    self.turn = turn
    self.background = background
    self.rate = rate
  }

  /// What comes of the script, and when all has come to rest, seconds.
  package struct Course {
    /// The trace's lines.
    package var trace = ""
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
    if countsInOutput { view = { layout, binding in stage.view(layout, binding) } }
    return Playback(script, turner, view: view) { now in
      stage.open(now.book, turn: now.posture.turn)
    }
  }

  /// Throws where its frames up to a time, or up to its last event, are more than a limit allows.
  package func checkFrames(until end: Double? = nil) throws(FilmError) {
    let end = end ?? duration ?? script.entries.last?.time ?? 0
    let count = frames(until: end)
    do throws(LimitExceeded) {
      try script.limits.check(.frames, Int(min(count, 1e18)), of: "the film")
    } catch {
      throw .exceeded(error)
    }
  }

  /// How many frames there are up to a time, or to the first one that shows all at rest.
  private func frames(until end: Double) -> Double {
    let span = end * rate.framesPerSecond
    return duration == nil ? (span - 1e-6).rounded(.up) + 1 : max(span.rounded(), 1)
  }

  /// Goes through the script without drawing.
  package func course() throws(FilmError) -> Course {
    var course = Course()
    var playback = playback
    let told = { (output: TurnerOutput) in
      if case .didTurn(_, _, completed: true) = output.kind { course.turns += 1 }
      if writesTrace { course.trace += output.json.text + "\n" }
    }
    do throws(JSONFault) {
      if let duration {
        try playback.advance(to: duration, told: told)
        course.end = duration
      } else {
        course.end = try playback.finish(told: told)
      }
    } catch {
      throw .score(error, file: script.name)
    }
    course.stop = playback.turner.stop
    course.leavesGaps =
      ground.spread.isMixed
      || playback.ways.contains { $0.leavesGap(inSpread: stage.isWide) }
    return course
  }

  /// The plan of the film of a course: up to a given end, or else to the first frame that shows all at
  /// rest.
  package func plan(_ course: Course) throws(FilmError) -> FilmPlan {
    let rate = rate.framesPerSecond
    try checkFrames(until: course.end)
    let count = frames(until: course.end)
    let pages = pages
    let shots = PlayedShots(
      start: playback, stage: stage, script: script.name, pages: pages, count: Int(count),
      rate: rate, end: duration == nil ? course.end : 0,
      marksFingers: marksFingers)
    let canvas = stage.canvas
    let mark = marksFingers ? FingerMark(width: canvas.width, height: canvas.height) : nil
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
