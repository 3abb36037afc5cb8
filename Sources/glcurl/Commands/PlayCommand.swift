internal import ArgumentParser
internal import ImageFiles
internal import PageCurl
internal import PageFilm
internal import PageTurner

/// `glcurl play`: a script of gestures and other events as a film, or as what came of it.
struct PlayCommand: AsyncParsableCommand, DrawingCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Make a video of a book that is turned by a script of fingers and commands.",
    discussion: """
      SCRIPT has a JSON object on each line: an event with its time t in seconds, in the order of \
      their times. Fingers: down, move and up with an id and a point p in pixels, y down; cancel. \
      A pointer without a button: hover. Commands: nav, abort, page, edit, layout, turn, config, \
      tick. config sets the rules: what drags and taps do, where a sheet rests, how it settles. The \
      article 'Books' has an example, 'Turning pages from your own input' all fields.

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
    help: "The book's pages, one or more, or see --text and --numbered: read as they come near.",
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
        "--overlay-pointer draws on finished pictures, which --convert gpu has none of: drop one")
    }
    guard let trace = play.trace else {
      if output == nil {
        throw ValidationError("nothing is asked for: name -o FILE, --trace or both")
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
      throw CommandError(.usage, "--overlay is of one turn, and this is a whole book: drop it")
    }
    let allowed = limits.values
    let rules = RulesReader(
      play.rules, isFacing: layout.facing,
      mostPages: min(allowed[.pages], TurnerConfiguration.mostPagesRange.upperBound))
    let script = try PlayScript(path: script, rules, allowed)
    let destination = try output.map { path throws(CommandError) in
      try FilmDestination(path, film)
    }
    let opening = destination == nil ? nil : renderer.begin()
    let played = try await played(script, rules.rules)
    let course = try CommandError.filming { () throws(FilmError) in
      if destination != nil { try played.checkFrames() }
      return try played.course()
    }
    let inputs = [self.script] + pages + (source.text.map { [$0] } ?? []) + look.files
    let plan = try destination.map { _ throws(CommandError) in
      try CommandError.filming { () throws(FilmError) in try played.plan(course) }
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

  /// Begins the trace's file, so that whatever is wrong with it shows before anything is drawn; nil
  /// where it goes to standard output, or there is none.
  private func traceFile(_ inputs: [String]) throws(CommandError) -> AtomicFile? {
    guard let path = play.trace, path != "-" else { return nil }
    try FileName.check([path], of: "--trace", areNot: inputs)
    return try CommandError.wrapping { () throws(ImageFileError) in try AtomicFile(path: path) }
  }

  private func played(_ script: PlayScript, _ rules: TurnerConfiguration)
    async throws(CommandError) -> PlayFilm
  {
    try size.size?.check(limit: limits.maxPixels)
    let pages = try await source.pages(self.pages, limits, fit: size.fit)
    try CommandError.wrapping(in: script.name) { () throws(JSONFault) in
      try script.check(pages: pages.count)
    }
    let book = layout.book(pages: pages.count, look.turning.edge)
    if book.printing == .twoSided && look.back != nil {
      throw CommandError(
        .usage,
        "--back has no effect on leaves with pages on both sides: drop it, or add --one-sided")
    }
    let given: (any Turn)? = look.turning.turn == nil ? BookCurlTurn() : nil
    var turn = try look.turn(on: pages.size, from: given, limits.values)
    // The back of a page is of the paper that its front is printed on.
    if look.paper == nil, let paper = pages.paper { turn.look.paper = paper }
    let isWide = layout.facing || script.layouts.contains { $0 != .single }
    let turns = kinds(script.kinds, beside: turn)
    if isWide, output != nil {
      for turn in [turn] + turns.values { try checkSpreads(turn) }
    }
    let shapes = script.shapes(of: book)
    let shape = shapes[0]
    let spread = Spread(
      isFacing: isWide, binding: shape, others: [book.binding] + script.bindings,
      isMixed: isWide && shapes.contains { ($0 == .top) != (shape == .top) },
      pile: layout.around.leafEdge.pixels(on: pages.size) * Double(book.leaves - 1))
    let canvas = try size.canvas(pages.size, turn, limits, spread)
    let back = try look.backPicture(limits).map { picture throws(CommandError) in
      try CommandError.filming { () throws(FilmError) in
        Page(try BookFiles.fitted(picture, named: "--back", to: pages.size, size.fit))
      }
    }
    let background = try look.backgroundPicture(limits).map(Page.init)
    let boards = look.view.isGiven ? nil : HingeTurn(looking: turn.look)
    let around = layout.around
    let overlay = play.overlayNumbers ? PageNumbers(pages.size).overlay : nil
    let stage = PlayStage(
      page: pages.size, shape, canvas, isWide: isWide, turns: Set(turns.keys)
    ) { canvas, kind in
      OpenBook(
        page: pages.size, kind.flatMap { turns[$0] } ?? turn, boards: boards, canvas: canvas,
        around: around, back: back,
        background: background, overlay: overlay)
    }
    let view = play.view.map { SIMD2(Double($0.width), Double($0.height)) } ?? stage.view(book)
    let turner: Turner
    do throws(TurnerError) {
      turner = try Turner(book, view: view, rules)
    } catch {
      throw CommandError(.usage, "\(error)")
    }
    var played = PlayFilm(
      pages: pages, script: script, turner: turner, stage: stage,
      ground: BookGround(
        layers: look.layers, page: pages.size, hasOpaquePages: pages.areOpaque, book: book,
        spread: spread),
      turn: turn, background: background, rate: film.fps)
    played.duration = play.duration
    played.countsInOutput = play.view == nil
    played.marksFingers = play.overlayPointer
    played.writesTrace = play.trace != nil
    return played
  }

  /// The turns of some names, as they look beside the one that the script starts with: that one as it
  /// is, others on the same paper in the same light, by their own eyes unless one was asked for.
  private func kinds(_ names: Set<String>, beside turn: any Turn) -> [String: any Turn] {
    func looking<Kind: Turn>(_ kind: Kind.Type) -> any Turn {
      var other = Kind(looking: turn.look)
      if look.view.view != nil { other.look.view = turn.look.view }
      return other
    }
    var kinds: [String: any Turn] = [:]
    for name in names {
      guard let kind = TurnCatalogue.turn(named: name) else { continue }
      kinds[name] = type(of: turn).name == name ? turn : looking(kind)
    }
    return kinds
  }

  private func checkSpreads(_ turn: any Turn) throws(CommandError) {
    guard !type(of: turn).turnsSpreads else { return }
    throw CommandError(
      .usage,
      "the turn \(type(of: turn).name) takes a page away and lands on none: for facing pages, use "
        + TurnCatalogue.namesForSpreads.joined(separator: ", "))
  }
}
