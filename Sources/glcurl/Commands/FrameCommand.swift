internal import ArgumentParser
internal import ImageFiles
internal import PageCurl
internal import PageFilm

/// `glcurl frame`: one moment of a turn, as a picture and as numbers.
struct FrameCommand: AsyncParsableCommand, DrawingCommand {
  static let configuration = CommandConfiguration(
    commandName: "frame",
    abstract: "Draw one moment of a page turn, or print its geometry.",
    discussion: """
      Needs --progress or --time, and at least one of -o, --geometry, --aov and --explain.

      EXAMPLES
        glcurl frame a.png b.png -o f.png --progress 0.4
        glcurl frame a.png b.png -o f.png --time 0.7 --angle 90 --radius 0
        glcurl frame a.png b.png -o f.webp --progress 0.4 --quality 80
        glcurl frame a.png b.png -o - --progress 0.4 --depth 16 | display -
        glcurl frame a.png b.png -o f.png --progress 0.4 --turn card --set angle=250
        glcurl frame a.png b.png --progress 0.4 --geometry
        glcurl frame a.png b.png --progress 0.4 --aov uv,side --aov-dir maps
        glcurl frame a.png b.png --progress 0.4 --eye 200% --explain
      """)

  @OptionGroup
  var pages: PageOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The picture to write: a PNG, WebP or JPEG, by its extension; - is standard output.",
      valueName: "file"),
    completion: .picture)
  var output: String?

  @OptionGroup
  var still: StillOptions

  @Flag(
    help: """
      Print how the CPU path draws each part of the frame, and why it takes no faster form, on \
      standard output.
      """)
  var explain = false

  @OptionGroup(title: "Moment")
  var moment: MomentOptions

  @OptionGroup(title: "Numbers")
  var numbers: GeometryOptions

  @OptionGroup
  var drawing: DrawingOptions

  @OptionGroup(title: "Renderer")
  var renderer: RendererOptions

  @OptionGroup
  var talk: TalkOptions

  func validate() throws {
    if output == nil && !numbers.geometry && numbers.aov == nil && !explain {
      throw ValidationError("no output is requested: add -o FILE, --geometry, --aov or --explain")
    }
    if explain && numbers.geometry {
      throw ValidationError("--explain and --geometry both write to standard output: drop one")
    }
    guard let output else {
      if let option = still.given.first(where: { !explain || $0 != "--depth" }) {
        throw ValidationError("\(option) needs a picture: add -o FILE")
      }
      return
    }
    if output == "-" && (numbers.geometry || explain) {
      let other = explain ? "--explain" : "--geometry"
      throw ValidationError(
        "-o - and \(other) both write to standard output: give -o a file name")
    }
    try still.check(try format)
  }

  /// Format of the picture: `--format`, else by its name; PNG without a picture.
  private var format: PictureFormat {
    get throws {
      if let format = still.format { return format }
      guard let output, output != "-" else { return .png }
      guard let format = PictureFormat(path: output) else {
        throw ValidationError(
          "-o \(output) doesn't end in .png, .webp, .jpg or .jpeg: rename it, or add --format")
      }
      return format
    }
  }

  func run() async throws {
    if output == "-" && Console.isOutputTerminal {
      throw CommandError(
        .usage, "-o - would write a picture to the terminal: redirect it, or name a file")
    }
    let results = try await results()
    if let picture = results.picture {
      try write(try still.encode(picture, as: try format), to: results.file)
    }
    if let geometry = results.geometry { try results.folder?.write(geometry) }
    for text in results.texts { try Console.write(text + "\n") }
  }

  /// What the command writes.
  private struct Results {
    let file: AtomicFile?
    let picture: Pixmap?
    let folder: AOVFolder?
    let geometry: FrameGeometry?
    /// For standard output.
    let texts: [String]
  }

  /// Computes everything before anything is written, and keeps no pages: what they were prepared
  /// into is the most memory of a run, and encoding needs its own.
  private func results() async throws -> Results {
    let moment = try moment.moment()
    let opening = output != nil || numbers.aov != nil ? renderer.begin() : nil
    var turn = try await pages.turn(look, size, limits)
    turn.dithers = still.dither == .on
    if output != nil { size.margin.warn(turn, try look.named(limits.values), talk) }
    let file = try createFile()
    let folder = try AOVFolder(numbers, inputs: pages.files(look))
    let format = turn.frameFormat(
      depth: still.depth ?? .eight, keepsAlpha: try format.keepsAlpha)
    var picture: Pixmap?
    var geometry: FrameGeometry?
    if let opening {
      let renderer = try await opening.renderer(talk)
      if output != nil { picture = try await renderer.frame(turn, at: moment, for: format) }
      if folder != nil { geometry = try await renderer.geometry(turn, at: moment) }
      await renderer.shutDown()
    }
    var texts: [String] = []
    if explain { texts.append("\(try Renderer.plan(turn, at: moment, for: format))") }
    if numbers.geometry { texts.append(turn.json(moment).text) }
    return Results(file: file, picture: picture, folder: folder, geometry: geometry, texts: texts)
  }

  /// Opens the picture's file before drawing, so that its errors come first; nil for standard
  /// output or without a picture.
  private func createFile() throws(CommandError) -> AtomicFile? {
    guard let output, output != "-" else { return nil }
    try FileName.check([output], areNot: pages.files(look))
    do throws(ImageFileError) {
      return try AtomicFile(path: output)
    } catch {
      throw CommandError(error)
    }
  }

  private func write(_ bytes: [UInt8], to file: AtomicFile?) throws(CommandError) {
    guard let file else {
      try Console.write(bytes)
      return
    }
    do throws(ImageFileError) {
      try file.write(bytes)
      try file.commit()
    } catch {
      throw CommandError(error)
    }
  }
}
