internal import ArgumentParser
internal import PageCurl
internal import SamplePages

/// `glcurl demo`: a turn of built-in pages.
struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Make a film of a page turn from built-in pages of a book.",
    discussion: """
      Needs no pictures: pages with text and pictures, both sides of the leaf different, are drawn \
      at the size that is wanted.

      EXAMPLES
        glcurl demo
        glcurl demo -o turn.gif --size 300x400 --fps 12.5
        glcurl demo -o f_%03d.png --frames 9 --size 300x400
        glcurl demo -o fold.mp4 --angle 180 --radius 0 --back mirror
      """)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(FilmDestination.help, valueName: "file"),
    completion: .file(extensions: FilmFormat.allCases.map(\.rawValue)))
  var output = "turn.mp4"

  @Option(
    help: ArgumentHelp(
      """
      Size of the pages, which is the output's without a margin, in pixels, each side 1 to \(SamplePages.largestSide). \
      (default: 1024x1366)
      """, valueName: "WxH"),
    transform: OutputSize.init(argument:))
  var size: OutputSize?

  @OptionGroup(title: "Film")
  var film: FilmOptions

  @OptionGroup(title: "Look")
  var look: LookOptions

  @OptionGroup
  var limits: LimitOptions

  @OptionGroup(title: "Renderer")
  var renderer: RendererOptions

  @OptionGroup
  var talk: TalkOptions

  func run() async throws {
    let destination = try FilmDestination(output, film)
    try look.check(destination)
    try size?.check(limit: limits.maxPixels)
    try destination.check(frames: film.frames, inputs: look.files)
    try await Film(
      turn: try turn(), destination: destination, options: film, talk: talk
    ).make(with: renderer)
  }

  private func turn() throws(CommandError) -> PageTurn {
    let sample = try samplePages()
    let ownBack = look.back == nil ? sample.back : nil
    let back = try look.backPicture(limits) ?? ownBack
    let background = try look.backgroundPicture(limits)
    do throws(RenderError) {
      let pages = try Pages(
        front: sample.front, next: sample.next, back: back, background: background, fit: .cover)
      return try PageTurn(
        pages, look.parameters(hasOwnBack: ownBack != nil), layers: look.layers)
    } catch {
      throw CommandError(error)
    }
  }

  private func samplePages() throws(CommandError) -> SamplePages {
    do throws(SamplePagesError) {
      guard let size else { return try SamplePages.make() }
      return try SamplePages.make(width: size.width, height: size.height)
    } catch {
      throw CommandError(error)
    }
  }
}
