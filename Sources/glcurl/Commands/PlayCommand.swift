internal import ArgumentParser
internal import ImageFiles
internal import PageCurl
internal import PageFilm

/// `glcurl play`: a script of gestures and other events as a film or a trace.
struct PlayCommand: AsyncParsableCommand, DrawingCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Make a video of a book that a script of fingers and commands turns.",
    discussion: """
      SCRIPT has one JSON object per line: an event with its time t in seconds, in order of time. \
      Fingers: down, move and up with an id and a point p in pixels, y down; cancel. A pointer \
      without a button: hover. Commands: nav, abort, page, edit, layout, turn, config, tick. \
      config sets the rules: what drags and taps do, where a sheet rests, how it settles. The \
      article 'Books' has an example, and 'Turning pages from your own input' lists all fields.

      Needs -o, --trace, or both.

      EXAMPLES
        glcurl play drag.jsonl p*.png -o drag.mp4
        glcurl play drag.jsonl p*.png -o drag.mp4 --facing --overlay-pointer
        glcurl play drag.jsonl p*.png -o drag.mp4 --turn slide --rules reader
        glcurl play drag.jsonl p*.png --trace - --view 1600x1000
        glcurl play drag.jsonl --text book.txt -o drag.mp4 --facing --cache ~/.cache/book
        glcurl play drag.jsonl --numbered 12 -o drag.mp4
      """)

  @Argument(
    help: "The script, JSON Lines.", completion: .file(extensions: ["jsonl", "json"]))
  var script: String

  @Argument(
    help: "Pages of the book, one or more, read when needed; or see --text and --numbered.",
    completion: .picture)
  var pages: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(FilmDestination.help, valueName: "file"),
    completion: .file(extensions: FilmFormat.allCases.map(\.rawValue)))
  var output: String?

  @OptionGroup(title: "Script")
  var play: PlayOptions

  @OptionGroup(title: "Pages")
  var source: PlaySourceOptions

  @OptionGroup(title: "Film")
  var film: OutputOptions

  @OptionGroup(title: "Book")
  var layout: LayoutOptions

  @OptionGroup
  var drawing: DrawingOptions

  @OptionGroup(title: "Renderer")
  var renderer: RendererOptions

  @OptionGroup
  var talk: TalkOptions

  func validate() throws {
    try source.check(pictures: pages.count)
    if play.overlayPointer && film.conversion == .gpu {
      throw ValidationError(
        "--overlay-pointer draws on finished pictures, which --convert gpu lacks: drop one")
    }
    guard let trace = play.trace else {
      if output == nil {
        throw ValidationError("no output is requested: add -o FILE, --trace or both")
      }
      return
    }
    if output == nil, let name = play.filmOption ?? film.given.first {
      throw ValidationError("\(name) has no effect without -o: drop it")
    }
    if FileName.isStandardOutput(trace) {
      if let output, FileName.isStandardOutput(output) {
        throw ValidationError(
          "-o \(output) and --trace \(trace) both write to standard output: give one a file name")
      }
      if film.json {
        throw ValidationError(
          "--trace \(trace) and --json both write to standard output: give --trace a file name")
      }
    }
  }

  func run() async throws {
    guard look.overlay == nil else {
      throw CommandError(.usage, "--overlay is for a single turn, but this is a book: drop it")
    }
    let script = try PlayScript(
      path: script, play.rules, isFacing: layout.facing, limits.values)
    let destination = try output.map { path throws(CommandError) in
      try FilmDestination(path, film)
    }
    let opening = destination == nil ? nil : renderer.begin()
    let (played, canvas) = try await played(script)
    let back = try backPicture(of: played)
    let background = try look.backgroundPicture(limits).map(Page.init)
    let course = try CommandError.filming { () throws(FilmError) in
      try played.course(on: canvas, isTraced: play.trace != nil)
    }
    let inputs = [self.script] + pages + (source.text.map { [$0] } ?? []) + look.files
    let plan = try destination.map { _ throws(CommandError) in
      try CommandError.filming { () throws(FilmError) in
        try played.plan(course, back: back, background: background)
      }
    }
    if let path = play.trace, path != "-", let destination, let plan,
      destination.writes(path, frames: plan.count)
    {
      throw CommandError(
        .usage, "-o and --trace both write '\(path)': give each a name of its own")
    }
    let trace = try traceFile(inputs)
    if let destination, let plan, let opening {
      try destination.check(frames: plan.count, inputs: inputs)
      try await Film(
        plan: plan, destination: destination, options: film, talk: talk
      ).make(with: opening)
    }
    guard play.trace != nil else { return }
    guard let trace else {
      try Console.write(course.trace)
      return
    }
    try CommandError.wrapping { () throws(ImageFileError) in
      try trace.write(Array(course.trace.utf8))
      try trace.commit()
    }
  }

  /// Opens the trace's file before drawing, so that its errors come first; nil for standard output
  /// or without a trace.
  private func traceFile(_ inputs: [String]) throws(CommandError) -> AtomicFile? {
    guard let path = play.trace, path != "-" else { return nil }
    try FileName.check([path], of: "--trace", areNot: inputs)
    return try CommandError.wrapping { () throws(ImageFileError) in try AtomicFile(path: path) }
  }

  /// The film and its canvas.
  private func played(_ script: PlayScript) async throws(CommandError) -> (PlayFilm, Canvas) {
    try size.size?.check(limit: limits.maxPixels)
    let pages = try await source.pages(self.pages, limits, fit: size.fit)
    let book = layout.book(pages: pages.count, look.turning.bindingOrLeft)
    if book.printing == .twoSided && look.back != nil {
      throw CommandError(
        .usage,
        "--back has no effect on leaves with pages on both sides: drop it, or add --one-sided")
    }
    let kind = try look.kind(limits.values, or: .bookCurl)
    let turn = try look.turn(on: pages.size, from: kind.make(on: pages.size), limits.values)
    let setsView = try look.setsView(limits.values)
    let keepsView = try look.keepsView(limits.values)
    return try CommandError.filming { () throws(FilmError) in
      var played = try PlayFilm(
        book, of: pages, script: script, turn: turn, rate: film.fps, bookLook: layout.bookLook)
      played.hardTurn = setsView ? nil : HingeTurn(looking: turn.look)
      played.keepsView = keepsView
      played.duration = play.duration
      played.view = play.view.map { SIMD2(Double($0.width), Double($0.height)) }
      played.marksFingers = play.overlayPointer
      played.showsNumbers = play.overlayNumbers
      if output != nil { try played.check() }
      do throws(CommandError) {
        return (played, try size.canvas(pages.size, turn, look, limits, played.pagesArea))
      } catch {
        throw .host(error)
      }
    }
  }

  /// The picture of `--back`, scaled to the pages' size.
  private func backPicture(of film: PlayFilm) throws(CommandError) -> Page? {
    try look.backPicture(limits).map { picture throws(CommandError) in
      try CommandError.filming { () throws(FilmError) in
        Page(try BookFiles.fitted(picture, named: "--back", to: film.pages.size, size.fit))
      }
    }
  }
}
