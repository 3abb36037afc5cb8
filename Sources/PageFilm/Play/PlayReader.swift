internal import PageCurl
internal import PageTurner

/// Reads the events of a script line by line.
struct PlayReader {
  /// The rules after the lines so far.
  private var rules: RulesReader
  private let limits: Limits
  /// Number of events so far.
  private var eventCount = 0
  /// Number of edits so far.
  private var editCount = 0

  /// Values of `ev`, and the fields of each event.
  private static let eventFields: [(name: String, fields: [String])] = [
    ("down", ["id", "p"]), ("move", ["id", "p"]), ("up", ["id", "p"]), ("cancel", ["id"]),
    ("hover", ["p"]),
    ("nav", ["to", "animated", "style", "delay"]), ("abort", ["immediate"]), ("tick", []),
    ("page", ["page", "state"]), ("edit", ["edit", "at", "count"]),
    ("layout", ["size", "mode", "binding"]), ("turn", ["turn"]),
    ("config", RulesReader.fields),
  ]
  /// Largest number of a page, stop or finger.
  private static let most = 1 << 30
  /// Latest time, seconds.
  private static let latest = 1e5

  /// A reader; `rules` hold before the first event.
  init(_ rules: RulesReader, _ limits: Limits) {
    self.rules = rules
    self.limits = limits
  }

  /// The event of a line; if a layout event changes the rules, the change follows as a second
  /// event.
  mutating func entries(_ bytes: [UInt8], line: Int) throws(JSONFault) -> [PlayScript.Entry] {
    eventCount += 1
    try JSONFault.check(limits, .events, eventCount, line: line)
    let node = try JSONParser.parse(bytes, line: line, limits)
    let names = Self.eventFields.map(\.name)
    guard let members = node.members else {
      throw JSONFault(
        line: line, field: "", what: "\(node.excerpt), but each line is an event { … }")
    }
    guard let found = members.first(where: { $0.name == "ev" }) else {
      throw JSONFault(
        line: line, field: "ev", what: "is missing: choose one of \(names.joined(separator: ", "))")
    }
    guard case .string(let name) = found.node.value,
      let event = Self.eventFields.first(where: { $0.name == name })
    else {
      let word = if case .string(let text) = found.node.value { text } else { "" }
      throw JSONFault(
        line: line, field: "ev",
        what: "\(found.node.excerpt) isn't an event: " + Spelling.hint(for: word, among: names))
    }
    let fields = try JSONFields(
      node, "", ["t", "ev"] + event.fields, nullable: RulesReader.nullable)
    _ = try fields.required("t")
    let time = try fields.number("t", 0...Self.latest, " seconds") ?? 0
    let read = try self.event(name, fields)
    var entries = [PlayScript.Entry(time: time, event: read, line: line)]
    if case .layout(_, let layout?, _) = read,
      let rules = rules.layOut(isFacing: layout != .single)
    {
      entries.append(PlayScript.Entry(time: time, event: .configure(rules), line: line))
    }
    return entries
  }

  private mutating func event(_ name: String, _ fields: JSONFields) throws(JSONFault)
    -> TurnerEvent
  {
    switch name {
    case "down": .down(id: try id(fields), try point(fields))
    case "move": .move(id: try id(fields), try point(fields))
    case "up": .up(id: try id(fields), try point(fields))
    case "cancel": .cancel(id: try id(fields))
    case "hover": .hover(try fields.pair("p", -1e9...1e9, " pixels"))
    case "nav": .navigate(try navigation(fields))
    case "abort": .abort(isImmediate: try fields.flag("immediate"))
    case "page": try page(fields)
    case "edit": .edit(try edit(fields))
    case "layout": try layout(fields)
    case "turn": .turn(as: try kind(fields))
    case "config": .configure(try rules.read(fields))
    default: .tick
    }
  }

  private func id(_ fields: JSONFields) throws(JSONFault) -> Int {
    try fields.count("id", -Self.most...Self.most) ?? 1
  }

  private func point(_ fields: JSONFields) throws(JSONFault) -> SIMD2<Double> {
    _ = try fields.required("p")
    return try fields.pair("p", -1e9...1e9, " pixels") ?? .zero
  }

  private func navigation(_ fields: JSONFields) throws(JSONFault) -> Navigation {
    let node = try fields.required("to")
    let destinations: [(name: String, Navigation.Destination)] = [
      ("next", .next), ("prev", .previous), ("first", .first), ("last", .last),
    ]
    let destination: Navigation.Destination
    switch node.value {
    case .number:
      destination = .stop(try fields.count("to", 0...Self.most) ?? 0)
    case .string(let text):
      guard let found = destinations.first(where: { $0.name == text }) else {
        throw fields.fault(
          "to",
          "\(node.excerpt): " + Spelling.hint(for: text, among: destinations.map(\.name))
            + ", or the number of a stop")
      }
      destination = found.1
    default:
      throw fields.fault(
        "to", "\(node.excerpt), but it must be next, prev, first, last or the number of a stop")
    }
    return Navigation(
      destination, isAnimated: fields.node("animated") == nil ? true : try fields.flag("animated"),
      style: try fields.word("style") ?? .riffle,
      delay: try fields.number("delay", 0...Self.latest, " seconds") ?? 0)
  }

  private func page(_ fields: JSONFields) throws(JSONFault) -> TurnerEvent {
    _ = try fields.required("page")
    _ = try fields.required("state")
    return .page(try fields.count("page", 0...Self.most) ?? 0, try fields.word("state") ?? .ready)
  }

  /// The name of a turn.
  private func kind(_ fields: JSONFields) throws(JSONFault) -> String {
    _ = try fields.required("turn")
    let name = try fields.string("turn") ?? ""
    guard TurnCatalogue.turn(named: name) != nil else {
      throw fields.fault(
        "turn", "\"\(name.prefix(40))\": " + Spelling.hint(for: name, among: TurnCatalogue.names))
    }
    return name
  }

  /// Values of `edit`.
  private enum Edit: String, CaseIterable {
    case insert, delete, update, reload
  }

  private mutating func edit(_ fields: JSONFields) throws(JSONFault) -> BookEdit {
    _ = try fields.required("edit")
    editCount += 1
    try JSONFault.check(limits, .edits, editCount, line: fields.line)
    let edit: Edit = try fields.word("edit") ?? .update
    func refuse(_ name: String) throws(JSONFault) {
      guard fields.has(name) else { return }
      throw fields.fault(name, "has no effect on \(edit.rawValue): drop it")
    }
    func at() throws(JSONFault) -> Int {
      _ = try fields.required("at")
      return try fields.count("at", 0...Self.most) ?? 0
    }
    switch edit {
    case .insert:
      return .insert(at: try at(), count: try count(fields, 1) ?? 1)
    case .delete:
      return .delete(at: try at(), count: try count(fields, 1) ?? 1)
    case .update:
      try refuse("count")
      return .update(at: try at())
    case .reload:
      try refuse("at")
      _ = try fields.required("count")
      return .reload(count: try count(fields, 0) ?? 0)
    }
  }

  /// Number of pages inserted or deleted.
  private func count(_ fields: JSONFields, _ least: Int) throws(JSONFault) -> Int? {
    let count = try fields.count("count", least...Self.most)
    try JSONFault.check(limits, .pages, count ?? 0, line: fields.line, field: "count")
    return count
  }

  /// Values of `mode`.
  private enum Mode: String, CaseIterable {
    case single, facing
    case facingCover = "facing-cover"

    var layout: Book.Layout {
      switch self {
      case .single: .single
      case .facing: .facing(cover: false)
      case .facingCover: .facing(cover: true)
      }
    }
  }

  private func layout(_ fields: JSONFields) throws(JSONFault) -> TurnerEvent {
    let size = try fields.pair("size", 1...1e9, " pixels")
    let mode: Mode? = try fields.word("mode")
    let binding: Binding? = try fields.word("binding")
    guard size != nil || mode != nil || binding != nil else {
      throw JSONFault(
        line: fields.line, field: "size",
        what: "is missing, and so are mode and binding: give one of them")
    }
    return .layout(size: size, mode?.layout, binding: binding)
  }
}
