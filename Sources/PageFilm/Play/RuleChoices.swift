internal import PageCurl
internal import PageTurner

/// Reads the rules that are a choice: a word such as "half", or an object with the choice's numbers
/// such as {"distance": 0.05}.
package struct RuleChoices {
  let fields: JSONFields

  /// Reads the given choices.
  func read(into rules: inout TurnerConfiguration) throws(JSONFault) {
    if let choice = try choice("claim", ["direction", "zones", "corners"]) {
      if choice.name == "corners" {
        rules.claim = .corners(try choice.number(0.01...0.5) ?? 0.15)
      } else {
        try choice.alone()
        rules.claim = choice.name == "zones" ? .zones : .direction
      }
    }
    if let choice = try choice("leafTiming", ["even", "flipboard"]) {
      if choice.name == "flipboard" {
        rules.leafTiming = .flipboard(spread: try choice.number(0...1) ?? 0.1)
      } else {
        try choice.alone()
        rules.leafTiming = .even
      }
    }
    if let choice = try choice("settling", ["spring", "eased"]) {
      rules.settling = try settling(choice)
    }
    if let choice = try choice("follow", ["travel", "position", "angle"]) {
      if choice.name == "angle" {
        rules.follow = .angle(degreesPerPixel: try choice.number(1e-6...180) ?? 0.5)
      } else {
        try choice.alone()
        rules.follow = choice.name == "travel" ? .travel : .position
      }
    }
    if let choice = try choice("catchUp", ["none", "immediate", "eased"]) {
      if choice.name == "eased" {
        rules.catchUp = .eased(try choice.number(0.001...10) ?? 0.07)
      } else {
        try choice.alone()
        rules.catchUp = choice.name == "none" ? .none : .immediate
      }
    }
    if let choice = try choice("boundary", ["clamp", "rubber", "tip", "loop"]) {
      rules.boundary = try boundary(choice)
    }
    let releases = ["projected", "angle", "half", "distance", "speedOrHalf"]
    if let choice = try choice("release", releases) { rules.release = try release(choice) }
    if let choice = try choice("zones", ["none", "thirds", "strips", "grid"]) {
      rules.zones = try zones(choice)
    }
    try thresholds(into: &rules)
    try snaps(into: &rules)
    if fields.has("peek") { rules.peek = try peek() }
  }

  /// A choice and its numbers.
  private struct Choice {
    let name: String
    let path: String
    let node: JSONNode?
    let line: Int

    func fault(_ what: String) -> JSONFault { JSONFault(line: line, field: path, what: what) }

    /// The choice's number.
    func number(_ range: ClosedRange<Double>) throws(JSONFault) -> Double? {
      guard let node else { return nil }
      guard case .number(let value) = node.value, range.contains(value) else {
        throw fault(
          "\(node.excerpt), but it must be a number from \(range.lowerBound.short) to "
            + "\(range.upperBound.short)")
      }
      return value
    }

    /// The choice's fields; nil if the choice is a word.
    func object(_ possible: [String]) throws(JSONFault) -> JSONFields? {
      guard let node else { return nil }
      return try JSONFields(node, path, possible, nullable: [])
    }

    /// Throws if the choice has numbers.
    func alone() throws(JSONFault) {
      if node != nil { throw fault("takes nothing: write \"\(name)\"") }
    }
  }

  private func choice(_ name: String, _ possible: [String]) throws(JSONFault) -> Choice? {
    guard let node = fields.node(name) else { return nil }
    let path = fields.path(name)
    let word: String
    let inner: JSONNode?
    switch node.value {
    case .string(let text): (word, inner) = (text, nil)
    case .object(let members) where members.count == 1:
      (word, inner) = (members[0].name, members[0].node)
    default:
      throw fields.fault(
        name,
        "\(node.excerpt), but it must be one of \(possible.joined(separator: ", ")), or an object "
          + "with one of them")
    }
    guard possible.contains(word) else {
      throw fields.fault(
        name, "\"\(word.prefix(40))\": " + Spelling.hint(for: word, among: possible))
    }
    return Choice(
      name: word, path: inner == nil ? path : JSONFields.join(path, word), node: inner,
      line: node.line)
  }

  private func boundary(_ choice: Choice) throws(JSONFault) -> TurnerConfiguration.Boundary {
    switch choice.name {
    case "clamp":
      try choice.alone()
      return .clamp
    case "loop":
      try choice.alone()
      return .loop
    case "tip": return .tip(limit: try choice.number(0...1) ?? 0.25)
    default:
      let object = try choice.object(["limit", "stiffness"])
      return .rubber(
        limit: try object?.number("limit", 1e-6...1) ?? 0.25,
        stiffness: try object?.number("stiffness", 1e-6...1) ?? 0.55)
    }
  }

  private func release(_ choice: Choice) throws(JSONFault) -> ReleaseRule {
    switch choice.name {
    case "half":
      try choice.alone()
      return .half
    case "distance": return .distance(try choice.number(0...1) ?? 0.05)
    case "speedOrHalf": return .speedOrHalf(speed: try choice.number(0...1e9) ?? 300)
    case "angle":
      let object = try choice.object(["half", "quick", "quickTime"])
      return .angle(
        half: try object?.number("half", 0...180) ?? 90,
        quick: try object?.number("quick", 0...180) ?? 30,
        quickTime: try object?.number("quickTime", 0...10) ?? 0.15)
    default:
      let object = try choice.object(["time", "threshold"])
      return .projected(
        time: try object?.number("time", 0...10) ?? 0.25,
        threshold: try object?.number("threshold", 0...1) ?? 0.5)
    }
  }

  private func settling(_ choice: Choice) throws(JSONFault) -> TurnerConfiguration.Settling {
    if choice.name == "spring" {
      try choice.alone()
      return .spring
    }
    let object: JSONFields?
    let name: String
    if case .string(let text)? = choice.node?.value {
      (name, object) = (text, nil)
    } else {
      object = try choice.object(["easing", "duration"])
      name = try object?.string("easing") ?? "ease"
    }
    guard let easing = Easing(name: name) else {
      throw choice.fault("\"\(name.prefix(40))\": " + Easing.hint(for: name))
    }
    return .eased(easing, duration: try object?.number("duration", 0...1e6, " seconds"))
  }

  private func zones(_ choice: Choice) throws(JSONFault) -> TapZones {
    switch choice.name {
    case "none":
      try choice.alone()
      return .none
    case "thirds":
      try choice.alone()
      return .thirds
    case "strips":
      let object = try choice.object(["share", "least", "preferred"])
      return .strips(
        share: try object?.number("share", 0...0.5) ?? 0.2,
        least: try object?.number("least", 0...1e6) ?? 28,
        preferred: try object?.number("preferred", 0...1e9))
    default:
      guard case .array(let nodes)? = choice.node?.value else {
        throw choice.fault("a grid is nine actions: {\"grid\": [\"previous\", …]}")
      }
      let names = TapZones.Action.allCases.map(\.rawValue)
      var actions: [TapZones.Action] = []
      for (index, node) in nodes.enumerated() {
        guard case .string(let name) = node.value, let action = TapZones.Action(rawValue: name)
        else {
          throw JSONFault(
            line: node.line, field: "\(choice.path)[\(index)]",
            what: "\(node.excerpt), but it must be one of \(names.joined(separator: ", "))")
        }
        actions.append(action)
      }
      guard actions.count == 9 else { throw choice.fault("\(actions.count) actions, not nine") }
      return .grid(actions)
    }
  }

  private func snaps(into rules: inout TurnerConfiguration) throws(JSONFault) {
    let snaps = try places("snaps", ["at", "within"]) { object, at throws(JSONFault) in
      TurnerConfiguration.SnapPoint(at: at, within: try object.number("within", 0...1) ?? 0.1)
    }
    if let snaps { rules.snaps = snaps }
  }

  private func peek() throws(JSONFault) -> TurnerConfiguration.Peek? {
    guard let node = fields.node("peek") else { return nil }
    let object = try JSONFields(node, fields.path("peek"), ["corner", "lift"], nullable: [])
    var peek = TurnerConfiguration.Peek()
    peek.corner = try object.number("corner", 0.01...0.5) ?? peek.corner
    peek.lift = try object.number("lift", 0.001...0.25) ?? peek.lift
    return peek
  }

  private func thresholds(into rules: inout TurnerConfiguration) throws(JSONFault) {
    let thresholds = try places("thresholds", ["name", "at"]) { object, at throws(JSONFault) in
      _ = try object.required("name")
      return TurnerConfiguration.Threshold(try object.string("name") ?? "", at: at)
    }
    if let thresholds { rules.thresholds = thresholds }
  }

  /// The objects of an array, each with its position `at` in a leaf's turn, above 0 and below 1.
  ///
  /// Returns nil without the array.
  private func places<Place>(
    _ name: String, _ known: [String],
    _ make: (JSONFields, Double) throws(JSONFault) -> Place
  ) throws(JSONFault) -> [Place]? {
    guard let node = fields.node(name) else { return nil }
    guard case .array(let nodes) = node.value else {
      throw fields.fault(name, "\(node.excerpt), but it must be an array [ … ]")
    }
    var places: [Place] = []
    for (index, node) in nodes.enumerated() {
      let object = try JSONFields(
        node, "\(fields.path(name))[\(index)]", known, nullable: [])
      _ = try object.required("at")
      let at = try object.number("at", 0...1) ?? 0.5
      guard at > 0, at < 1 else {
        throw object.fault("at", "\(at.short), but it must be above 0 and below 1")
      }
      places.append(try make(object, at))
    }
    return places
  }
}
