internal import ArgumentParser
internal import PageCurl

/// `glcurl render`: a whole turn as a film or as numbered pictures.
struct RenderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Make a video, an animated picture or numbered pictures of a page turn.",
    discussion: """
      FRONT rolls away from NEXT. Frame i of N has progress i/(N-1): the first is FRONT, the last \
      NEXT. Files appear whole or not at all, and replace older ones; numbers begin at 0.

      EXAMPLES
        glcurl render a.jpg b.jpg -o turn.mp4
        glcurl render a.jpg b.jpg -o turn.mp4 --angle 180 --radius 40px --fps 60 --frames 90
        glcurl render a.png b.png -o turn.webp --fps 24000/1001
        glcurl render a.png b.png -o f_%04d.png --size 512x683 --depth 16
        glcurl render a.png b.png -o turn.mp4 --margin auto --background '#c8c4bc' --eye 150%
        glcurl render a.jpg b.png -o turn.mp4 --fit cover --back '#e8e0d0'
        glcurl render a.png b.png -o sheet.apng --overlay=shadow
        glcurl render a.png b.png -o - --format y4m |
          ffmpeg -colorspace bt709 -i - turn.mkv
        glcurl render a.png b.png -o - --format rgba |
          ffmpeg -f rawvideo -pix_fmt rgba -s 1024x1366 -r 30 -i - turn.mov
      """)

  @OptionGroup
  var pages: PageOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(FilmDestination.help, valueName: "file"),
    completion: .file(extensions: FilmFormat.allCases.map(\.rawValue)))
  var output: String

  @OptionGroup(title: "Film")
  var film: FilmOptions

  @OptionGroup(title: "Look")
  var look: LookOptions

  @OptionGroup(title: "Size")
  var size: SizeOptions

  @OptionGroup(title: "Size")
  var limits: LimitOptions

  @OptionGroup(title: "Renderer")
  var renderer: RendererOptions

  @OptionGroup
  var talk: TalkOptions

  func run() async throws {
    let destination = try FilmDestination(output, film)
    try look.check(destination)
    let turn = try pages.turn(look, size, limits)
    try destination.check(frames: film.frames, inputs: pages.files(look))
    size.margin.warn(turn, talk)
    try await Film(
      turn: turn, destination: destination, options: film, talk: talk
    ).make(with: renderer)
  }
}

extension LookOptions {
  /// Throws where the film has no place for what is drawn.
  func check(_ destination: FilmDestination) throws(CommandError) {
    guard overlay != nil && destination.format.traits.transparency != .kept else { return }
    throw CommandError(
      .usage,
      "--overlay needs transparency, which '\(destination.path)' can't hold: write "
        + FilmFormat.names { $0.transparency == .kept })
  }
}
