internal import ArgumentParser
internal import PageCurl

/// How the sheet curls and what it looks like.
struct LookOptions: ParsableArguments {
  private static let defaults = CurlParameters()

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Heading in which the fold moves, degrees, y up: 180 lifts the right edge, 135 the \
      bottom-right corner, 90 the bottom edge; any number. (default: \(defaults.angle.short))
      """, valueName: "degrees"),
    transform: Value.finite)
  var angle: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Radius of the roll: per cent of the page's width (9%) or page pixels (92, 92px); 0 folds \
      flat. (default: 9%)
      """, valueName: "length"),
    transform: Value.length)
  var radius: Length?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Radius of every page's corners: a length like --radius; more than half of the page's \
      shorter side counts as that half. (default: 0)
      """, valueName: "length"),
    transform: Value.length)
  var cornerRadius: Length?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Thickness of the paper, whose cut edge then shows: a length like --radius. (default: 0)",
      valueName: "length"),
    transform: Value.length)
  var thickness: Length?

  @Option(
    help: ArgumentHelp(
      "Colour of the paper, of its cut edge and of the tint: #RRGGBB. (default: #ffffff)",
      valueName: "colour"),
    transform: Value.opaqueColour)
  var paper: Colour?

  @Option(
    help: ArgumentHelp(
      """
      Back of the turning page: mirror (the front seen through the paper), a colour #RRGGBB or \
      #RRGGBBAA, or a picture, which reads right once turned like a book's leaf bound at the side. \
      (default: mirror; of demo, the leaf's own back)
      """, valueName: "back"),
    completion: .picture, transform: BackSource.init(argument:))
  var back: BackSource?

  @Option(
    help: ArgumentHelp(
      "Colour mixed over the back, in linear light: #RRGGBB. (default: the paper's)",
      valueName: "colour"),
    transform: Value.opaqueColour)
  var tint: Colour?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      The tint's share, 0 to 1. (default: what show-through leaves, 0.88, on a mirrored back, \
      else 0)
      """, valueName: "share"),
    transform: Value.number(0...1))
  var tintAmount: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Share of the front that shines through the back, 0 to 1. \
      (default: \(defaults.showThrough.short))
      """, valueName: "share"),
    transform: Value.number(0...1))
  var showThrough: Double?

  @OptionGroup
  var light: LightOptions

  @OptionGroup
  var view: ViewOptions

  @Option(
    help: ArgumentHelp(
      """
      What is under both pages: none (transparent), a colour #RRGGBB or #RRGGBBAA, or a picture, \
      stretched over the output. (default: none)
      """, valueName: "background"),
    completion: .picture,
    transform: BackgroundSource.init(argument:))
  var background: BackgroundSource?

  @Option(
    help: ArgumentHelp(
      """
      The sheet alone over transparency; '--overlay shadow' adds the shadow that it casts. The \
      value may be left out.
      """, valueName: "sheet|shadow"))
  var overlay: OverlayKind?

  func validate() throws {
    if overlay != nil && background != nil {
      throw ValidationError(
        "--overlay leaves everything under the sheet transparent, so --background has no place: "
          + "drop one of them")
    }
  }

  /// The curl; `hasOwnBack` says that there is a back picture where no option names one.
  func parameters(hasOwnBack: Bool = false) -> CurlParameters {
    var parameters = CurlParameters()
    if let angle { parameters.angle = angle }
    if let radius { parameters.radius = radius }
    switch back {
    case .mirrored: parameters.back = .mirrored
    case .colour(let colour): parameters.back = .colour(colour)
    case .file: parameters.back = .picture
    case nil: parameters.back = hasOwnBack ? .picture : .mirrored
    }
    if let cornerRadius { parameters.cornerRadius = cornerRadius }
    if let thickness { parameters.thickness = thickness }
    if let paper { parameters.paper = paper }
    parameters.tint = tint
    parameters.tintAmount = tintAmount
    if let showThrough { parameters.showThrough = showThrough }
    light.fill(&parameters)
    parameters.view = view.view
    switch background {
    case .colour(let colour): parameters.background = .colour(colour)
    case .file: parameters.background = .picture
    case nil: break
    }
    return parameters
  }

  /// Whether nothing was asked for.
  var isPlain: Bool { parameters() == CurlParameters() && overlay == nil && files.isEmpty }

  /// What of a frame is drawn.
  var layers: PageTurn.Layers {
    switch overlay {
    case .sheet: .sheet
    case .shadow: .sheetAndShadow
    case nil: .all
    }
  }

  /// The picture files that are named.
  var files: [String] {
    var files: [String] = []
    if case .file(let path) = back { files.append(path) }
    if case .file(let path) = background { files.append(path) }
    return files
  }

  /// Reads the back picture, if there is one.
  func backPicture(_ limits: LimitOptions) throws(CommandError) -> Pixmap? {
    guard case .file(let path) = back else { return nil }
    return try limits.read(path)
  }

  /// Reads the background picture, if there is one.
  func backgroundPicture(_ limits: LimitOptions) throws(CommandError) -> Pixmap? {
    guard case .file(let path) = background else { return nil }
    return try limits.read(path)
  }
}
