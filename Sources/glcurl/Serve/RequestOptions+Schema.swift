#if Server
internal import CurlServer
internal import PageFilm

extension RequestOptions {
  /// The options with the JSON Schema of their values.
  var described: [RenderAPI.Option] {
    options.filter { $0.name != Self.set }.map { option in
      Self.own.first { $0.name == option.name }
        ?? RenderAPI.Option(
          name: option.name, help: option.help, schema: RequestForm(option).schema)
    } + [Self.parametersOption]
  }

  /// Options whose command line takes files, or numbers with another meaning.
  private static let own = [
    pause("hold", "Pause between two turns, beyond the frame that they share"),
    pause("hold-first", "Pause on the film's first picture"),
    pause("hold-last", "Pause on the film's last picture"),
    RenderAPI.Option(
      name: "back",
      help: "Back of the turning page: mirror (the front seen through the paper), or a colour "
        + "#RRGGBB or #RRGGBBAA. A picture comes as the part 'back'.",
      schema: .object([("type", "string")])),
    RenderAPI.Option(
      name: "background",
      help: "Background under both pages: none (transparent), or a colour #RRGGBB or #RRGGBBAA. A "
        + "picture comes as the part 'background'.", schema: .object([("type", "string")])),
    RenderAPI.Option(
      name: look,
      help: "A look by name: it sets options of look, margin and framing; the other members "
        + "override it.",
      schema: .object([
        ("type", "string"), ("enum", .array(NamedLook.names.map(JSON.string))),
      ])),
    RenderAPI.Option(
      name: effects, help: "The stack of effects of the turn 'effect', as in a timeline.",
      schema: .object([("type", "array"), ("items", .object([("type", "object")]))])),
  ]

  private static func pause(_ name: String, _ what: String) -> RenderAPI.Option {
    RenderAPI.Option(
      name: name,
      help: "\(what): seconds, or a text such as \"0.5s\", or \"15\" for frames.",
      schema: .object([("type", .array(["number", "string"]))]))
  }

  private static let parametersOption = RenderAPI.Option(
    name: parameters,
    help: "Numeric parameters of the turn, by their names in 'glcurl turns': a number, or a length "
      + "such as \"12%\".",
    schema: .object([
      ("type", "object"),
      (
        "additionalProperties",
        .object([("type", .array(["number", "string"]))])
      ),
    ]))
}

extension TimelineMembers {
  /// The members with the JSON Schema of their values.
  static var described: [RenderAPI.Option] {
    own.map { name in
      RenderAPI.Option(
        name: name, help: "As in a timeline: see the article 'Timelines'.",
        schema: .object([("type", .array((types(name) + ["null"]).map(JSON.string)))]))
    }
  }

  private static func types(_ name: String) -> [String] {
    switch name {
    case "autoreverse", "reversed": ["boolean"]
    case "tracks", "turns": ["object"]
    case "thresholds": ["array"]
    // A number of repetitions or "forever".
    default: ["number", "string"]
    }
  }
}
#endif
