internal import ArgumentParser
internal import ImageFiles
internal import PageCurl
internal import PageFilm
internal import SamplePages

/// `glcurl looks`: the looks by name and their options.
struct LooksCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "looks",
    abstract: "List the looks by name with their options, or show them on one picture.",
    discussion: """
      --look of the other commands takes a name of this list, or a JSON file. Such a file is an \
      object whose members are options of look, margin and framing by their names without dashes, \
      and "parameters" as in a timeline; "name" and "summary" describe it.

      EXAMPLES
        glcurl looks
        glcurl looks hero
        glcurl looks hero --json > mine.json
        glcurl looks --sheet looks.png
        glcurl looks --sheet looks.png --pages a.png b.png
        glcurl looks mine.json --sheet mine.png
      """)

  @Argument(
    help: ArgumentHelp("A look by name, or its JSON file. (default: all)", valueName: "name|file"),
    completion: .list(NamedLook.names), transform: LookSource.init(argument:))
  var look: LookSource?

  @Option(
    help: ArgumentHelp(
      "Write one PNG that shows every look, or the one at three moments.", valueName: "file"),
    completion: .file(extensions: ["png"]))
  var sheet: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      """
      Two pictures of one size for --sheet: the turning page and the one under it. (default: \
      built-in pages)
      """, valueName: "front> <next"),
    completion: .picture)
  var pages: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Size of a page on --sheet in pixels, each side 1 to 1000; with --pages, the width counts. \
      (default: \(LookSheet.defaultPage.width)x\(LookSheet.defaultPage.height))
      """, valueName: "WxH"),
    transform: OutputSize.init(argument:))
  var size: OutputSize?

  @Flag(help: "Print JSON: of one look its file, of all an array of them.")
  var json = false

  @OptionGroup
  var limits: LimitOptions

  @OptionGroup(title: "Renderer")
  var renderer: RendererOptions

  @OptionGroup
  var talk: TalkOptions

  func validate() throws {
    guard let sheet else {
      if size != nil || !pages.isEmpty {
        throw ValidationError("--size and --pages are for --sheet: add --sheet")
      }
      return
    }
    guard FileName.fileExtension(sheet) == "png" else {
      throw ValidationError("--sheet \(sheet) doesn't end in .png, but a sheet is a PNG")
    }
    if json { throw ValidationError("--sheet and --json exclude each other: drop one of them") }
    guard pages.isEmpty || pages.count == 2 else {
      throw ValidationError(
        "--pages needs two pictures, the turning page and the one under it, not \(pages.count)")
    }
    if let size, max(size.width, size.height) > 1000 {
      throw ValidationError("--size \(size.width)x\(size.height): a side has 1000 pixels at most")
    }
  }

  func run() async throws {
    let given = try look?.look(limits.values)
    let looks = given.map { [$0] } ?? NamedLook.all
    if let sheet {
      try await makeSheet(sheet, looks)
    } else if json {
      let text = given?.json ?? .array(looks.map(\.json))
      try Console.write(text.text + "\n")
    } else {
      try Console.write(Self.list(looks))
    }
  }

  private func makeSheet(_ path: String, _ looks: [NamedLook]) async throws {
    try FileName.check([path], of: "--sheet", areNot: pages + [look?.file].compactMap(\.self))
    var page = size.map { PageSize(width: $0.width, height: $0.height) } ?? LookSheet.defaultPage
    let own = try readPages()
    if let own {
      let height = Double(page.width) * Double(own.size.height) / Double(own.size.width)
      page = PageSize(width: page.width, height: max(Int(min(height, 1e6).rounded()), 1))
    }
    let shown = page
    let sheet = try CommandError.setting { () throws(SamplePagesError) in
      try LookSheet(looks, pages: own, page: shown)
    }
    try sheet.layout.check(limit: limits.maxPixels)
    let what = looks.count == 1 ? "the look \(looks[0].name)" : "\(looks.count) looks"
    try await renderer.makeSheet(path, of: what, talk) { try await sheet.draw(with: $0) }
  }

  /// The pages of `--pages`; nil without.
  private func readPages() throws(CommandError) -> Pages? {
    guard pages.count == 2 else { return nil }
    let (front, next) = (try limits.read(.file(pages[0])), try limits.read(.file(pages[1])))
    do throws(RenderError) {
      return try Pages(front: Page(front), next: Page(next))
    } catch {
      throw CommandError(error)
    }
  }

  private static func list(_ looks: [NamedLook]) -> String {
    var table = Table()
    for look in looks {
      table.heading("\(look.name): \(look.summary)")
      let options = look.options.map { $0.map(quoted).joined(separator: "\u{A0}") }
      table.row("", options.joined(separator: " "), labels: 2)
    }
    return table.text.replacing("\u{A0}", with: " ")
  }

  /// A word as a shell reads it.
  private static func quoted(_ word: String) -> String {
    word.contains("#") ? "'\(word)'" : word
  }
}
