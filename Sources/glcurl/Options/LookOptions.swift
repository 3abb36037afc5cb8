internal import ArgumentParser
internal import ImageFiles
internal import PageCurl
internal import PageFilm

/// Shape and look of the sheet.
struct LookOptions: ParsableArguments {
  private static let defaults = CurlTurn()

  @Option(
    help: ArgumentHelp(
      """
      A look by name: \(NamedLook.names.joined(separator: ", ")); or a JSON file. It sets options \
      of look, margin and framing; a timeline and single options override it. 'glcurl looks' lists \
      the options of each. (default: none; of demo, hero)
      """, valueName: "name|file"),
    completion: .list(NamedLook.names), transform: LookSource.init(argument:))
  var look: LookSource?

  @OptionGroup
  var turning: TurnOptions

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
      Radius of every page's corners: a length like --radius, clamped to half of the page's \
      shorter side. (default: 0)
      """, valueName: "length"),
    transform: Value.length)
  var cornerRadius: Length?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Thickness of the paper: a length like --radius; above 0 its cut edge shows. (default: 0; of \
      flip 0.2%)
      """, valueName: "length"),
    transform: Value.length)
  var thickness: Length?

  @Option(
    help: ArgumentHelp(
      """
      Colour of the paper, its cut edge and the tint: #RRGGBB, or auto, the colour of each page's \
      margins. (default: auto; of presets of other programs, theirs)
      """,
      valueName: "auto|colour"),
    transform: PaperSource.init(argument:))
  var paper: PaperSource?

  @Option(
    help: ArgumentHelp(
      """
      Back of the turning page: mirror (the front seen through the paper), a colour #RRGGBB or \
      #RRGGBBAA, or a picture, which reads right after the turn in a book bound at the side. \
      (default: mirror; of demo, the leaf's own back)
      """, valueName: "back"),
    completion: .picture, transform: BackSource.init(argument:))
  var back: BackSource?

  @Option(
    help: ArgumentHelp(
      "Colour mixed over the back, in linear light: #RRGGBB. (default: the paper's colour)",
      valueName: "colour"),
    transform: Value.opaqueColour)
  var tint: Colour?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Share of the tint, 0 to 1. (default: 1 minus the show-through, 0.88, on a mirrored back; \
      else 0)
      """, valueName: "share"),
    transform: Value.number(0...1))
  var tintAmount: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Share of the front that shines through the back, 0 to 1. \
      (default: \(defaults.look.showThrough.short))
      """, valueName: "share"),
    transform: Value.number(0...1))
  var showThrough: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Roughness of the paper on a mirrored back, 0 (smooth) to 1; --tint-amount turns it off. (default: \(defaults.look.grain.short))
      """, valueName: "share"),
    transform: Value.number(0...1))
  var grain: Double?

  @OptionGroup
  var light: LightOptions

  @OptionGroup
  var view: ViewOptions

  @Option(
    help: ArgumentHelp(
      """
      Background under both pages: none (transparent), a colour #RRGGBB or #RRGGBBAA, or a \
      picture, stretched to the output. (default: none)
      """, valueName: "background"),
    completion: .picture,
    transform: BackgroundSource.init(argument:))
  var background: BackgroundSource?

  @Option(
    help: ArgumentHelp(
      """
      Draw the sheet alone over transparency; '--overlay shadow' adds its shadow. The value is \
      optional.
      """, valueName: "sheet|shadow"))
  var overlay: OverlayKind?

  func validate() throws {
    if overlay != nil && background != nil {
      throw ValidationError(
        "--overlay leaves everything under the sheet transparent, so --background has no effect: "
          + "drop one of them")
    }
  }

  /// Numeric parameters given by their own options or by `--set`.
  private var numbers: [Setting] {
    var settings: [Setting] = []
    func add(_ option: String, _ name: String, _ value: Double?) {
      if let value { settings.append(Setting(source: option, name: name, Quantity(value: value))) }
    }
    func add(_ option: String, _ name: String, _ length: Length?) {
      if let length { settings.append(Setting(source: option, name: name, Quantity(length))) }
    }
    add("--angle", "angle", angle)
    add("--radius", "radius", radius)
    add("--corner-radius", "cornerRadius", cornerRadius)
    add("--thickness", "thickness", thickness)
    add("--show-through", "showThrough", showThrough)
    add("--grain", "grain", grain)
    add("--perspective", "perspective", view.perspective)
    for (option, name, value) in light.numbers { add(option, name, value) }
    return settings + turning.set
  }

  /// Throws for a numeric parameter that a turn lacks, or whose value is invalid.
  ///
  /// Also throws if the parameter's own option and `--set` both set it.
  func check(_ turn: any Turn) throws(CommandError) {
    for setting in numbers { try setting.check(turn) }
    for setting in numbers.dropLast(turning.set.count)
    where turning.set.contains(where: { $0.name == setting.name }) {
      throw CommandError(
        .usage, "\(setting.source) and --set \(setting.name)= set the same: drop one of them")
    }
  }

  /// The options' settings, without those of the look by name.
  private var settings: LookSettings {
    var settings = LookSettings()
    switch back {
    case .mirrored: settings.back = .mirrored
    case .colour(let colour): settings.back = .colour(colour)
    case .picture: settings.back = .picture
    case nil: break
    }
    settings.paper = paper.map(\.colour)
    settings.tint = tint
    settings.tintAmount = tintAmount
    light.fill(&settings)
    settings.view = view.view
    settings.eyeCentre = view.eyeCentre
    switch background {
    case .colour(let colour): settings.background = .colour(colour)
    case .picture: settings.background = .picture
    case nil: break
    }
    settings.numbers = numbers
    return settings
  }

  /// The look by name; nil without one.
  func named(_ limits: Limits) throws(CommandError) -> NamedLook? { try look?.look(limits) }

  /// The turn that the options or their look name, else `standard`, with the look's settings.
  func kind(
    _ limits: Limits, or standard: TurnKind = .curl
  ) throws(CommandError) -> TurnKind {
    let named = try named(limits)
    var kind = try turning.kind(limits, or: named?.kind ?? standard)
    if let named { kind.settings = named.settings }
    return kind
  }

  /// Whether an option or the look sets the view.
  func setsView(_ limits: Limits) throws(CommandError) -> Bool {
    if view.isGiven { return true }
    return try named(limits)?.settings.setsView ?? false
  }

  /// Whether an option or the look sets a view that suits any turn; a perspective keeps the turn's
  /// own centre.
  func keepsView(_ limits: Limits) throws(CommandError) -> Bool {
    if view.view != nil { return true }
    return try named(limits)?.settings.view != nil
  }

  /// The turn for a page size: `given`, or the turn that the options name.
  ///
  /// Settings of a look are those of `given`, or of its kind. Effects are read within `limits`.
  /// `hasOwnBack` says that a back picture exists even if no option names one; `isTimed` that a
  /// timeline may change the look.
  ///
  /// Throws for options without any effect, such as the direction of a lamp that there isn't.
  func turn(
    on page: PageSize, from given: (any Turn)? = nil, hasOwnBack: Bool = false,
    isTimed: Bool = false, _ limits: Limits
  ) throws(CommandError) -> any Turn {
    var turn: any Turn
    if let given { turn = given } else { turn = try kind(limits).make(on: page) }
    try check(turn)
    if hasOwnBack, try named(limits)?.settings.back == nil { turn.look.back = .picture }
    settings.apply(to: &turn, on: page)
    if !isTimed {
      try light.check(turn.look)
      try view.check(turn.look)
    }
    do throws(ParameterError) {
      try turn.check()
    } catch {
      throw CommandError(RenderError(.parameter, error.description))
    }
    return turn
  }

  /// Whether all options have their defaults.
  var isPlain: Bool {
    guard look == nil, turning.isPlain else { return false }
    let turn = try? turn(on: PageSize(width: 100, height: 100), Limits())
    return turn as? CurlTurn == CurlTurn() && overlay == nil
      && numbers.isEmpty && files.isEmpty
  }

  /// Layers to draw.
  var layers: PageTurn.Layers {
    switch overlay {
    case .sheet: .sheet
    case .shadow: .sheetAndShadow
    case nil: .all
    }
  }

  /// The files that the options name.
  var files: [String] {
    [look?.file, turning.effects?.file].compactMap(\.self) + pictures.compactMap(\.path)
  }

  /// The pictures of the options, beside the pages.
  var pictures: [PictureInput] {
    var pictures: [PictureInput] = []
    if case .picture(let input) = back { pictures.append(input) }
    if case .picture(let input) = background { pictures.append(input) }
    return pictures
  }

  /// Reads the back picture; nil if there is none.
  func backPicture(_ limits: LimitOptions) throws(CommandError) -> Pixmap? {
    guard case .picture(let input) = back else { return nil }
    return try limits.read(input)
  }

  /// Reads the background picture; nil if there is none.
  func backgroundPicture(_ limits: LimitOptions) throws(CommandError) -> Pixmap? {
    guard case .picture(let input) = background else { return nil }
    return try limits.read(input)
  }
}

/// Colour of the paper, by `--paper`.
struct PaperSource: Sendable {
  /// nil is each leaf's own.
  let colour: Colour?

  init(argument: String) throws {
    colour = argument == "auto" ? nil : try Value.opaqueColour(argument, or: "auto or ")
  }
}

/// Content of the back, by `--back`.
enum BackSource: Sendable {
  case mirrored
  case colour(Colour)
  case picture(PictureInput)

  init(argument: String) throws {
    if argument == "mirror" {
      self = .mirrored
    } else if let colour = try Value.colour(argument, or: "'mirror' or a picture file") {
      self = .colour(colour)
    } else if argument.isEmpty {
      throw InvalidValue("give 'mirror', an sRGB colour #RRGGBB or a picture file")
    } else {
      self = .picture(.file(argument))
    }
  }
}

/// Content under both pages, by `--background`.
enum BackgroundSource: Sendable {
  case colour(Colour)
  case picture(PictureInput)

  init(argument: String) throws {
    if argument == "none" {
      self = .colour(.clear)
    } else if let colour = try Value.colour(argument, or: "'none' or a picture file") {
      self = .colour(colour)
    } else if argument.isEmpty {
      throw InvalidValue("give 'none', an sRGB colour #RRGGBB or a picture file")
    } else {
      self = .picture(.file(argument))
    }
  }
}
