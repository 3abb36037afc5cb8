#if Server
internal import ArgumentParser
internal import CurlServer
internal import ImageFiles
internal import PageCurl
internal import PageFilm

/// What a session of a turner gives its client.
enum SessionFormat: String, ExpressibleByArgument, CaseIterable {
  case jpeg, webp, png, geometry

  /// Format of the pictures; nil for geometry.
  var picture: PictureFormat? { PictureFormat(rawValue: rawValue) }
}

/// The options of a session of a turner: those of `glcurl play` that make sense in it.
struct TurnerRequest: GroupedRequest {
  static let groups: [RequestGroup<Self>] = [
    RequestGroup(\.layout), RequestGroup(\.look), RequestGroup(\.size), RequestGroup(\.session),
  ]

  @OptionGroup
  var session: SessionOptions

  @OptionGroup
  var layout: LayoutOptions

  @OptionGroup
  var look: LookOptions

  @OptionGroup
  var size: SizeOptions

  func validate() throws {
    if look.overlay != nil {
      throw ValidationError("overlay is for a single turn, but this is a book: drop it")
    }
  }
}

/// Options that only a session has.
struct SessionOptions: ParsableArguments {
  /// Most pages that a client sends.
  ///
  /// Each is an open file of the worker.
  static let mostPages = 500

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of pictures that follow, a binary message each, 1 to \(mostPages).",
      valueName: "count"),
    transform: Value.count(1...mostPages))
  var pages: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of numbered pages to use instead of pictures, 1 to 100000.", valueName: "count"),
    transform: Value.count(1...100_000))
  var numbered: Int?

  @Option(
    help: ArgumentHelp("Size of numbered pages, pixels. (default: 768x1024)", valueName: "WxH"),
    transform: OutputSize.init(argument:))
  var pageSize: OutputSize?

  @Option(
    help: ArgumentHelp(
      "What is sent: pictures as jpeg, webp or png, or the geometry. (default: jpeg)",
      valueName: "format"))
  var format = SessionFormat.jpeg

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Quality of a WebP or JPEG, 0 to 100. (default: 90)", valueName: "quality"),
    transform: Value.count(0...100))
  var quality: Int?

  @Option(
    help: ArgumentHelp(
      "How input becomes turns: standard, flipboard, reader or leaves.", valueName: "name"))
  var rules = RulesPreset.standard

  @Option(
    help: ArgumentHelp(
      """
      Size of the area of the events' points: the open pages, without any margin. (default: their \
      size in the output)
      """, valueName: "WxH"),
    transform: OutputSize.init(argument:))
  var view: OutputSize?

  @Flag(help: "Mark fingers that are down.")
  var overlayPointer = false

  @Flag(help: "Show the numbers of pages at rest.")
  var overlayNumbers = false

  func validate() throws {
    guard (pages == nil) != (numbered == nil) else {
      throw ValidationError(
        "the book has no pages, or two kinds: give pages, the number of pictures that follow, or "
          + "numbered")
    }
    if pageSize != nil && numbered == nil {
      throw ValidationError("page-size has no effect on pictures, which have their own: drop it")
    }
    if quality != nil && (format == .png || format == .geometry) {
      throw ValidationError("quality needs jpeg or webp: drop it")
    }
  }
}
#endif
