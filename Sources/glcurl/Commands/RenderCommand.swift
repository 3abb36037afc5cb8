internal import ArgumentParser
internal import ImageFiles
internal import PageCurl
internal import PageFilm

/// `glcurl render`: a whole turn as a film or as numbered pictures.
struct RenderCommand: AsyncParsableCommand, DrawingCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Make a video, an animated picture or numbered pictures of pages that turn.",
    discussion: """
      FRONT turns away from NEXT. Frame i of N has progress ease(i/(N-1)): the first frame is \
      FRONT, the last NEXT, and --ease is the course between them. Further pages make a book, which is turned from its first page to its last; any \
      number of pages needs the same memory. Files are complete or missing, and replace older \
      ones; numbers start at 0.

      EXAMPLES
        glcurl render a.jpg b.jpg -o turn.mp4
        glcurl render a.jpg b.jpg -o turn.mp4 --angle 180 --radius 40px --fps 60 --frames 90
        glcurl render a.png b.png -o turn.webp --fps 24000/1001
        glcurl render a.png b.png -o f_%04d.png --size 512x683 --depth 16
        glcurl render a.png b.png -o turn.mp4 --margin auto --background '#c8c4bc' --eye 150%
        glcurl render a.jpg b.png -o turn.mp4 --fit cover --back '#e8e0d0'
        glcurl render a.png b.png -o sheet.apng --overlay=shadow
        glcurl render a.png b.png -o turn.mp4 --duration 1.5 --ease linear --hold-last 1s
        glcurl render p*.png -o book.mp4 --frames 30 --hold 0.5s
        glcurl render p*.png -o book.mp4 --turn \(Self.spreadTurn) --facing --cover --binding right
        glcurl render a.png b.png -o turn.mp4 --set radius=12% --timeline timeline.json
        glcurl render a.png b.png -o turn.mp4 --turn hinge --perspective 0.5
        glcurl render a.png b.png -o turn.mp4 --turn effect --set rotation=90 --set skew=0.2
        glcurl render a.png b.png -o turn.mp4 --turn effect --effects stack.json
        glcurl render a.png b.png -o - --format y4m |
          ffmpeg -colorspace bt709 -i - turn.mkv
        glcurl render a.png b.png -o - --format rgba |
          ffmpeg -f rawvideo -pix_fmt rgba -s 1024x1366 -r 30 -i - turn.mov
      """)

  /// A turn for facing pages, for the example.
  private static var spreadTurn: String { TurnCatalogue.namesForSpreads.first ?? "flip" }

  @OptionGroup
  var pages: PageOptions

  @Argument(
    help: "Further pages of a book, any number, read when needed.",
    completion: .picture)
  var more: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(FilmDestination.help, valueName: "file"),
    completion: .file(extensions: FilmFormat.allCases.map(\.rawValue)))
  var output: String

  @OptionGroup(title: "Film")
  var film: FilmOptions

  @OptionGroup(title: "Book")
  var book: BookOptions

  @OptionGroup
  var drawing: DrawingOptions

  @OptionGroup(title: "Renderer")
  var renderer: RendererOptions

  @OptionGroup
  var talk: TalkOptions

  func run() async throws {
    let timeline = try book.timeline.map { path throws(CommandError) in
      try TimelineFile(
        path: path, look.kind(limits.values, or: book.layout.standardTurn), limits.values)
    }
    var film = film
    film.output.givenRate = film.output.givenRate ?? timeline?.rate
    let destination = try FilmDestination(output, film.output)
    try look.check(destination)
    let opening = renderer.begin()
    let inputs = FilmInputs(
      pages: ([pages.front, pages.next] + more).map { .file($0) }, film: film, book: book,
      look: look, size: size, timeline: timeline, limits: limits, note: talk.say)
    let plan = try await inputs.plan()
    let files = pages.files(look) + more + (book.timeline.map { [$0] } ?? [])
    try destination.check(frames: plan.count, inputs: files)
    try await Film(
      plan: plan, destination: destination, options: film.output, talk: talk
    ).make(with: opening)
  }
}

extension LookOptions {
  /// Throws if `--overlay` needs transparency that the film's format lacks.
  func check(_ destination: FilmDestination) throws(CommandError) {
    guard overlay != nil && destination.format.traits.transparency != .kept else { return }
    throw CommandError(
      .usage,
      "--overlay needs transparency, which '\(destination.path)' can't hold: write "
        + FilmFormat.names { $0.transparency == .kept })
  }
}
