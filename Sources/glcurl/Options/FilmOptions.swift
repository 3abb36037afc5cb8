internal import ArgumentParser
internal import ImageFiles
internal import PageCurl
internal import PageFilm

/// Frames of a film of turns, their course, and their output.
struct FilmOptions: ParsableArguments {
  @Option(
    name: .customLong("frames"), parsing: .unconditional,
    help: ArgumentHelp(
      """
      Frames, 1 to 100000, including the untouched page and the next one. Of a book: frames per \
      turn; consecutive turns share a frame. (default: 60)
      """, valueName: "count"),
    transform: Value.count(1...100_000))
  var givenFrames: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Seconds of a turn, 1e-6 to 1e6, from its first frame to its last: a turn has this many \
      seconds times --fps frames and one more, at least 2. Excludes --frames.
      """, valueName: "seconds"),
    transform: Value.number(1e-6...1e6))
  var duration: Double?

  @Option(
    help: ArgumentHelp(
      """
      Course of the progress: paper (a slow peel, a fast middle, a soft landing), linear, another \
      name of the article 'Timelines', cubic-bezier(x1, y1, x2, y2), or spring(response, damping) \
      with the response as a share of the turn. Each leaf has its own course. Replaces a \
      timeline's ease. (default: paper; linear for a timeline, and for presets of original \
      products)
      """, valueName: "easing"),
    completion: .list(Easing.names), transform: Easing.init(argument:))
  var ease: Easing?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Pause on the film's first picture: frames, or seconds such as 0.5s. (default: 0)
      """, valueName: "time"),
    transform: Pause.init(argument:))
  var holdFirst = Pause.frames(0)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Pause on the film's last picture: frames, or seconds such as 0.5s. (default: 0)
      """, valueName: "time"),
    transform: Pause.init(argument:))
  var holdLast = Pause.frames(0)

  @OptionGroup
  var output: OutputOptions

  @Flag(
    help: """
      Reverse the order of the frames: FRONT is then the page that arrives and turns back over \
      NEXT, and a book is turned from its end to its beginning.
      """)
  var reverse = false

  /// Maximum number of frames of a turn.
  private static let mostFrames = 100_000

  func validate() throws {
    if givenFrames != nil && duration != nil {
      throw ValidationError("--frames and --duration both set the frames: drop one of them")
    }
  }

  /// Frames per turn by the options; nil without one.
  func frames() throws(CommandError) -> Int? {
    guard let duration else { return givenFrames }
    let count = (duration * fps.framesPerSecond).rounded() + 1
    guard count <= Double(Self.mostFrames) else {
      throw CommandError(
        .usage,
        "--duration \(duration.short) has more than \(Self.mostFrames) frames at \(fps) a second: "
          + "choose a shorter one, or a lower --fps")
    }
    return max(Int(count), 2)
  }

  /// The film of a turn of two pages; `ease` is the easing if none was given.
  func plan(
    _ turn: PageTurn, ease: Easing, _ limits: Limits
  ) throws(CommandError) -> FilmPlan {
    let frames = try frames() ?? BookFilm.defaultFrames
    let (first, last) = (holdFirst.frames(at: fps), holdLast.frames(at: fps))
    do throws(LimitExceeded) {
      try limits.check(.frames, first + frames + last, of: "the film")
    } catch {
      throw CommandError(error)
    }
    return FilmPlan(
      turn, frames: frames, ease: self.ease ?? ease, isReversed: reverse, holdFirst: first,
      holdLast: last)
  }

  /// Frames per second.
  var fps: FrameRate { output.fps }

  /// Whether all options have their defaults.
  var isPlain: Bool {
    givenFrames == nil && duration == nil && ease == nil && holdFirst == .frames(0)
      && holdLast == .frames(0) && !reverse && output.isPlain
  }
}
