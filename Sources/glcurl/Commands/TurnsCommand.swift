internal import ArgumentParser
internal import PageCurl
internal import PageFilm
internal import SamplePages

/// `glcurl turns`: the turns and their parameters.
struct TurnsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "turns",
    abstract: "List every kind of turn with its parameters, or show all on one picture.",
    discussion: """
      Lists each parameter with its unit, range and default; lengths are page pixels or per cent of \
      the page's width. --set of the other commands sets parameters by these names, and a \
      timeline's tracks drive them.

      JSON
        name, summary, facing (whether it lands on a facing page), leaves (whether several turn \
      together), presets (name, summary), parameters: name, unit (degrees, length, share, number), least, most, default, \
      percent (whether the default is per cent of the page's width), summary; a default is \
        null if it isn't a fixed number, for example if it follows the progress

      EXAMPLES
        glcurl turns
        glcurl turns --json
        glcurl turns --sheet turns.png
      """)

  @Option(
    help: ArgumentHelp(
      "Write one PNG that shows every turn at three moments, with built-in pages.",
      valueName: "file"),
    completion: .file(extensions: ["png"]))
  var sheet: String?

  @Option(
    help: ArgumentHelp(
      """
      Size of a page on --sheet in pixels, each side 1 to 1000. (default: \
      \(TurnSheet.defaultPage.width)x\(TurnSheet.defaultPage.height))
      """, valueName: "WxH"),
    transform: OutputSize.init(argument:))
  var size: OutputSize?

  @Flag(help: "Print a JSON array instead of a list.")
  var json = false

  @OptionGroup(title: "Renderer")
  var renderer: RendererOptions

  @OptionGroup
  var talk: TalkOptions

  func validate() throws {
    guard let sheet else {
      if size != nil {
        throw ValidationError("--size is for the pages of --sheet: add --sheet")
      }
      return
    }
    guard FileName.fileExtension(sheet) == "png" else {
      throw ValidationError("--sheet \(sheet) doesn't end in .png, but a contact sheet is a PNG")
    }
    if json { throw ValidationError("--sheet and --json exclude each other: drop one of them") }
    if let size, max(size.width, size.height) > 1000 {
      throw ValidationError("--size \(size.width)x\(size.height): a side has 1000 pixels at most")
    }
  }

  func run() async throws {
    if let sheet {
      try await makeSheet(sheet)
    } else {
      let all = TurnCatalogue.all
      try Console.write(json ? Self.json(all).text + "\n" : Self.list(all))
    }
  }

  private func makeSheet(_ path: String) async throws {
    let page = size.map { PageSize(width: $0.width, height: $0.height) } ?? TurnSheet.defaultPage
    let sheet = try CommandError.setting { () throws(SamplePagesError) in
      try TurnSheet(page: page)
    }
    try sheet.layout.check(limit: Limits.Name.pixels.standard)
    try await renderer.makeSheet(path, of: "\(TurnCatalogue.all.count) turns", talk) {
      try await sheet.draw(with: $0)
    }
  }

  private static func list(_ all: [any Turn.Type]) -> String {
    var table = Table()
    for type in all {
      var able: [String] = []
      if type.turnsSpreads { able.append("Does facing pages.") }
      if type.turnsFlights { able.append("Moves several leaves at once.") }
      table.heading(([type.name + ":", type.summary] + able).joined(separator: " "))
      for preset in type.presetDescriptions {
        table.row("\(type.name):\(preset.name)", preset.summary, labels: 18)
      }
      for parameter in type.parameterDescriptions {
        table.row(
          parameter.name,
          "\(parameter.summary); \(parameter.bounds), default \(type.defaultText(parameter.name))",
          labels: 18)
      }
    }
    return table.text
  }

  private static func json(_ all: [any Turn.Type]) -> JSON {
    .array(
      all.map { type in
        .object([
          ("name", .string(type.name)), ("summary", .string(type.summary)),
          ("facing", .bool(type.turnsSpreads)), ("leaves", .bool(type.turnsFlights)),
          (
            "presets",
            .array(
              type.presetDescriptions.map {
                .object([("name", .string($0.name)), ("summary", .string($0.summary))])
              })
          ),
          (
            "parameters",
            .array(
              type.parameterDescriptions.map { parameter in
                let value = type.defaultValue(parameter.name)
                return .object([
                  ("name", .string(parameter.name)), ("unit", .string(parameter.unit.rawValue)),
                  ("least", .number(parameter.range.lowerBound)),
                  ("most", .number(parameter.range.upperBound)),
                  ("default", value.map { JSON.number($0.value) } ?? .null),
                  ("percent", .bool(value?.isPercent ?? false)),
                  ("summary", .string(parameter.summary)),
                ])
              })
          ),
        ])
      })
  }
}

extension ParameterDescription {
  /// Unit and range, for the table.
  fileprivate var bounds: String {
    let unit =
      switch unit {
      case .degrees: "degrees, "
      case .length: "a length, "
      case .share, .number: ""
      }
    return "\(unit)\(range.lowerBound.short) to \(range.upperBound.short)"
  }
}

extension Turn {
  /// Default of a numeric parameter; nil if it isn't a fixed number.
  fileprivate static func defaultValue(_ name: String) -> (value: Double, isPercent: Bool)? {
    Self().given(name)
  }

  fileprivate static func defaultText(_ name: String) -> String {
    guard let (value, isPercent) = defaultValue(name) else { return "by the turn" }
    let rounded = (value * 1e4).rounded() / 1e4
    return rounded.short + (isPercent ? "%" : "")
  }
}
