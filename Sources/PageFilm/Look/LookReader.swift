internal import PageCurl

/// Reads the members of a look.
///
/// Numeric parameters are those of the turn, by the names of their options; `parameters` are those
/// of a timeline.
struct LookReader {
  /// Members that describe the look and change nothing.
  static let labels = ["name", "summary"]
  private static let whole = ["turn", "parameters", "framing", "margin"]

  /// A member that isn't a numeric parameter.
  private struct Member: Sendable {
    let name: String
    let read: @Sendable (JSONFields, inout LookSettings) throws(JSONFault) -> Void

    init(
      _ name: String,
      _ read: @escaping @Sendable (JSONFields, inout LookSettings) throws(JSONFault) -> Void
    ) {
      self.name = name
      self.read = read
    }
  }

  private static let members = [
    Member("back") { fields, look throws(JSONFault) in
      guard let text = try fields.string("back") else { return }
      if text == "mirror" {
        look.back = .mirrored
      } else {
        look.back = .colour(try fields.colour("back", or: "\"mirror\""))
      }
    },
    Member("paper") { fields, look throws(JSONFault) in
      guard let text = try fields.string("paper") else { return }
      look.paper = .some(
        text == "auto" ? nil : try fields.opaqueColour("paper", or: " or \"auto\""))
    },
    Member("tint") { fields, look throws(JSONFault) in
      look.tint = try fields.opaqueColour("tint")
    },
    Member("tint-amount") { fields, look throws(JSONFault) in
      look.tintAmount = try fields.number("tint-amount", 0...1)
    },
    Member("shadow-lift") { fields, look throws(JSONFault) in
      look.shadowLift = try fields.length("shadow-lift", 0...1e6)
    },
    Member("unlit") { fields, look throws(JSONFault) in
      look.isLit = try !fields.flag("unlit")
    },
    Member("eye") { fields, look throws(JSONFault) in
      guard let distance = try fields.length("eye", 0.1...1e9) else { return }
      look.view = .eye(distance: EyeDistance(distance))
    },
    Member("eye-centre") { fields, look throws(JSONFault) in
      look.eyeCentre = try fields.pair("eye-centre", -100...100)
    },
    Member("oblique") { fields, look throws(JSONFault) in
      guard let shear = try fields.pair("oblique", -3...3) else { return }
      look.view = .oblique(shear: shear)
    },
    Member("background") { fields, look throws(JSONFault) in
      guard let text = try fields.string("background") else { return }
      look.background = .colour(
        text == "none" ? .clear : try fields.colour("background", or: "\"none\""))
    },
  ]

  /// The numeric parameters that have an option each: those of the curl, except its stagger, which
  /// is for flights of a book.
  private static let numbers = CurlTurn.parameterDescriptions.map(\.name).filter { $0 != "stagger" }

  /// All names of members.
  static let names: [String] = Array(
    [labels, whole, numbers.map(optionName), members.map(\.name)].joined())

  /// The name of the option of a numeric parameter: `cornerRadius` is `corner-radius`.
  private static func optionName(_ parameter: String) -> String {
    String(parameter.flatMap { $0.isUppercase ? "-" + $0.lowercased() : String($0) })
  }

  let fields: JSONFields
  /// The turn that the look names.
  let kind: TurnKind?
  /// The turn, for pages of any size.
  private let turn: any Turn

  init(_ node: JSONNode) throws(JSONFault) {
    let fields = try JSONFields(node, "", Self.names)
    let kind = try fields.string("turn").map { name throws(JSONFault) -> TurnKind in
      switch TurnKind.find(name) {
      case .success(let found): return found
      case .failure(let fault):
        throw fields.fault("turn", "unknown turn \"\(name.prefix(40))\": \(fault.hint)")
      }
    }
    self.fields = fields
    self.kind = kind
    turn = (kind ?? .curl).make()
  }

  /// The settings of all members.
  func settings() throws(JSONFault) -> LookSettings {
    var settings = LookSettings()
    let views = ["eye", "oblique", "perspective"].filter { fields.node($0) != nil }
    if views.count > 1 {
      throw fields.fault(views[1], "\(views[0]) sets the view, too: drop one of them")
    }
    if fields.node("eye-centre") != nil, views.isEmpty || views == ["oblique"] {
      throw fields.fault(
        "eye-centre", "has no effect without an eye: add \"eye\", such as \"150%\"")
    }
    for member in Self.members where fields.node(member.name) != nil {
      try member.read(fields, &settings)
    }
    for name in Self.numbers {
      let option = Self.optionName(name)
      guard let node = fields.node(option) else { continue }
      settings.numbers.append(try setting(name, node, fields.path(option)))
    }
    guard let node = fields.node("parameters") else { return settings }
    let parameters = try JSONFields(
      node, fields.path("parameters"), turn.parameterDescriptions.map(\.name))
    for parameter in turn.parameterDescriptions {
      guard let node = parameters.node(parameter.name) else { continue }
      if settings.numbers.contains(where: { $0.name == parameter.name }) {
        throw parameters.fault(
          parameter.name,
          "is also set by \"\(Self.optionName(parameter.name))\": drop one of them")
      }
      settings.numbers.append(try setting(parameter.name, node, parameters.path(parameter.name)))
    }
    return settings
  }

  private func setting(
    _ name: String, _ node: JSONNode, _ path: String
  ) throws(JSONFault) -> Setting {
    let parameters = turn.parameterDescriptions
    guard let parameter = parameters.first(where: { $0.name == name }) else {
      throw JSONFault(
        line: node.line, field: path,
        what: "the turn \(type(of: turn).name) has no \(name): "
          + Spelling.hint(for: name, among: parameters.map(\.name)))
    }
    return Setting(source: path, name: name, try Quantity(node, path, as: parameter))
  }
}

extension JSONFields {
  /// A colour #RRGGBB or #RRGGBBAA of a member that is a text; `other` is its other value.
  fileprivate func colour(_ name: String, or other: String) throws(JSONFault) -> Colour {
    guard let colour = try string(name).flatMap(Colour.init(hex:)) else {
      throw fault(
        name,
        "\(node(name)?.excerpt ?? ""), but it must be an sRGB colour #RRGGBB or #RRGGBBAA, or "
          + other)
    }
    return colour
  }

  /// A colour #RRGGBB; nil if missing.
  fileprivate func opaqueColour(_ name: String, or other: String = "") throws(JSONFault) -> Colour?
  {
    guard let text = try string(name) else { return nil }
    guard let colour = Colour(hex: text), colour.alpha == 1 else {
      throw fault(name, "\"\(text.prefix(40))\", but it must be an sRGB colour #RRGGBB\(other)")
    }
    return colour
  }
}
