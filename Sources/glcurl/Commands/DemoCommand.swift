internal import ArgumentParser
internal import PageCurl
internal import PageFilm
internal import SamplePages

/// `glcurl demo`: a turn of built-in pages.
struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Make a film of a page turn from built-in pages of a book.",
    discussion: """
      Needs no pictures: it draws pages with text and pictures at the given size, with different \
      sides of the leaf. Without --look, the look is \(Self.standardLook); '--look plain' has the \
      defaults of the other commands.

      EXAMPLES
        glcurl demo
        glcurl demo --duration 1.5 --ease linear --hold-last 0.5s
        glcurl demo -o turn.gif --size 300x400 --fps 12.5
        glcurl demo -o f_%03d.png --frames 9 --size 300x400 --look plain
        glcurl demo -o fold.mp4 --angle 180 --radius 0 --back mirror
        glcurl demo -o roll.mp4 --turn roll
        glcurl demo -o desk.mp4 --look desk
        glcurl demo --sheet sheet.png
      """)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(FilmDestination.help, valueName: "file"),
    completion: .file(extensions: FilmFormat.allCases.map(\.rawValue)))
  var output: String?

  @Option(
    help: ArgumentHelp(
      """
      Write one PNG instead of a film: a table of labelled pictures with corners that lift and \
      land, text, photographs, dark and cut-out pages, radii, views and light.
      """, valueName: "file"),
    completion: .file(extensions: ["png"]))
  var sheet: String?

  @Option(
    help: ArgumentHelp(
      """
      Size of the pages in pixels, each side 1 to \(SamplePages.largestSide); framing and margin \
      of the look add to it. (default: 1024x1366; of a plain picture of --sheet, \(Self.sheetPage))
      """, valueName: "WxH"),
    transform: OutputSize.init(argument:))
  var size: OutputSize?

  @Flag(
    help: """
      Show the facing page too; needs a turn that lands on it ('glcurl turns').
      """)
  var facing = false

  @OptionGroup
  var margin: MarginOptions

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

  private static let defaultOutput = "turn.mp4"
  private static let standardLook = "hero"
  private static var sheetPage: String {
    "\(ContactSheet.defaultPage.width)x\(ContactSheet.defaultPage.height)"
  }

  func validate() throws {
    guard let sheet else { return }
    if output != nil {
      throw ValidationError(
        "-o writes a film and --sheet a picture, but only one is possible: drop one of them")
    }
    guard FileName.fileExtension(sheet) == "png" else {
      throw ValidationError("--sheet \(sheet) doesn't end in .png, but a contact sheet is a PNG")
    }
    guard film.isPlain && look.isPlain && !facing && margin.isPlain else {
      throw ValidationError(
        "--sheet has its own looks, moments and margins: with it, only --size, --max-pixels, "
          + "--quiet and the options of the renderer have an effect, so drop the others")
    }
  }

  func run() async throws {
    if let sheet {
      try await makeSheet(sheet)
      return
    }
    let destination = try FilmDestination(output ?? Self.defaultOutput, film.output)
    try look.check(destination)
    try size?.check(limit: limits.maxPixels)
    let opening = renderer.begin()
    let turn = try turn()
    margin.warn(turn, try lookOrStandard.named(limits.values), talk)
    let kind = try lookOrStandard.kind(limits.values)
    let plan = try film.plan(turn, ease: kind.ease, limits.values)
    try destination.check(frames: plan.count, inputs: look.files)
    try await Film(
      plan: plan, destination: destination, options: film.output, talk: talk
    ).make(with: opening)
  }

  private func makeSheet(_ path: String) async throws {
    let page = size.map { PageSize(width: $0.width, height: $0.height) } ?? ContactSheet.defaultPage
    let sheet = try CommandError.setting { () throws(SamplePagesError) in
      try ContactSheet(page: page)
    }
    try sheet.layout.check(limit: limits.maxPixels)
    try await renderer.makeSheet(path, of: "\(ContactSheet.cells.count) pictures", talk) {
      try await sheet.draw(with: $0)
    }
  }

  /// The look of the options, by default on top of the demo's own.
  private var lookOrStandard: LookOptions {
    var look = look
    if look.look == nil { look.look = NamedLook.named(Self.standardLook).map(LookSource.init) }
    return look
  }

  private func turn() throws(CommandError) -> PageTurn {
    let look = lookOrStandard
    let sample = try samplePages()
    let ownBack = look.back == nil ? sample.back : nil
    let back = try look.backPicture(limits) ?? ownBack
    let background = try look.backgroundPicture(limits)
    let page = PageSize(width: sample.front.width, height: sample.front.height)
    let turn = try look.turn(on: page, hasOwnBack: ownBack != nil, limits.values)
    let pagesArea = PagesArea(isFacing: facing, binding: look.turning.bindingOrLeft)
    let named = try look.named(limits.values)
    let canvas = pagesArea.area(page).grown(by: margin.margin(page, turn, named, pagesArea))
    try margin.check(canvas, limit: limits.maxPixels)
    do throws(RenderError) {
      let pages = try Pages(
        front: Page(sample.front), next: Page(sample.next), back: back.map(Page.init),
        background: background.map(Page.init), beside: try beside(page), fit: .cover)
      return try PageTurn(
        pages, turn, canvas: canvas, binding: pagesArea.binding, layers: look.layers)
    } catch {
      throw CommandError(error)
    }
  }

  /// The page that faces the front, a frontispiece; nil without `--facing`.
  private func beside(_ page: PageSize) throws(RenderError) -> Page? {
    guard facing else { return nil }
    do throws(SamplePagesError) {
      return Page(
        try SamplePages.make(.photograph, width: page.width, height: page.height).next)
    } catch {
      throw RenderError(.page, error.description)
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
