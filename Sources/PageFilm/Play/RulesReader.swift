internal import PageCurl
internal import PageTurner

/// Reads the rules of a page turner field by field; missing fields keep their values.
struct RulesReader {
  /// The rules so far.
  private(set) var rules: TurnerConfiguration
  /// Whether pages face each other.
  private var isFacing: Bool
  /// Preset of the current tap zones; nil once a script sets zones.
  private var zonesPreset: RulesPreset?
  /// Maximum number of pages after edits; no field changes it.
  private let mostPages: Int

  /// A reader that starts with the rules of a preset; `isFacing` is the first layout.
  init(_ preset: RulesPreset, isFacing: Bool, mostPages: Int) {
    rules = preset.rules(isFacing: isFacing)
    self.mostPages = mostPages
    rules.mostPages = mostPages
    self.isFacing = isFacing
    zonesPreset = preset
  }

  /// Applies another layout; returns the rules if the layout changes them, else nil.
  mutating func layOut(isFacing: Bool) -> TurnerConfiguration? {
    self.isFacing = isFacing
    guard let zones = zonesPreset?.rules(isFacing: isFacing).zones, zones != rules.zones else {
      return nil
    }
    rules.zones = zones
    return rules
  }

  private typealias Path<Value> = WritableKeyPath<TurnerConfiguration, Value>

  private static var numbers: [(name: String, path: Path<Double>)] {
    [
      ("slop", \.slop), ("dominance", \.dominance), ("longestTap", \.longestTap),
      ("velocityWindow", \.velocityWindow), ("velocityPause", \.velocityPause),
      ("fullDuration", \.fullDuration), ("leastDuration", \.leastDuration),
      ("quickDuration", \.quickDuration), ("stagger", \.stagger), ("margin", \.margin),
      ("lostAfter", \.lostAfter), ("smoothing", \.smoothing),
    ]
  }

  private static var flags: [(name: String, path: Path<Bool>)] {
    [
      ("allowsTurning", \.allowsTurning), ("allowsReversal", \.allowsReversal),
      ("awaitsPages", \.awaitsPages), ("reducesMotion", \.reducesMotion),
    ]
  }

  /// Numbers that may be null.
  private static var optionalNumbers: [(name: String, path: Path<Double?>)] {
    [("revealDelay", \.revealDelay), ("autoplay", \.autoplay)]
  }

  /// Names of the fields that may be null.
  static var nullable: [String] { optionalNumbers.map(\.name) + ["peek"] }

  /// Names of all fields.
  static var fields: [String] {
    numbers.map(\.name) + flags.map(\.name) + optionalNumbers.map(\.name) + [
      "rules", "queueLimit", "claim", "onBusyDown", "onBusyTurn", "onBusyEdit", "commit",
      "latePages", "zones", "release", "follow", "catchUp", "boundary", "thresholds", "drags",
      "taps", "leafTiming", "settling", "snaps", "peek",
    ]
  }

  /// Reads the given fields.
  mutating func read(_ fields: JSONFields) throws(JSONFault) -> TurnerConfiguration {
    var rules = rules
    if let preset: RulesPreset = try fields.word("rules") {
      rules = preset.rules(isFacing: isFacing)
      rules.mostPages = mostPages
      zonesPreset = preset
    }
    if fields.node("zones") != nil { zonesPreset = nil }
    for (name, path) in Self.numbers {
      if let value = try fields.number(name, -1e9...1e9) { rules[keyPath: path] = value }
    }
    for (name, path) in Self.flags where fields.node(name) != nil {
      rules[keyPath: path] = try fields.flag(name)
    }
    for (name, path) in Self.optionalNumbers where fields.has(name) {
      rules[keyPath: path] = try fields.number(name, -1e9...1e9)
    }
    if let limit = try fields.count("queueLimit", 0...1_000_000) { rules.queueLimit = limit }
    if let rule: TurnerConfiguration.BusyDown = try fields.word("onBusyDown") {
      rules.onBusyDown = rule
    }
    if let rule: TurnerConfiguration.BusyTurn = try fields.word("onBusyTurn") {
      rules.onBusyTurn = rule
    }
    if let rule: TurnerConfiguration.BusyEdit = try fields.word("onBusyEdit") {
      rules.onBusyEdit = rule
    }
    if let rule: TurnerConfiguration.ShownStopRule = try fields.word("commit") {
      rules.shownStopRule = rule
    }
    if let rule: TurnerConfiguration.LatePages = try fields.word("latePages") {
      rules.latePages = rule
    }
    if let rule: TurnerConfiguration.Directions = try fields.word("drags") { rules.drags = rule }
    if let rule: TurnerConfiguration.Directions = try fields.word("taps") { rules.taps = rule }
    try RuleChoices(fields: fields).read(into: &rules)
    do throws(TurnerError) {
      try rules.check()
    } catch {
      guard case .value(let name, _, _) = error else { throw fields.fault("ev", "\(error)") }
      // An error about a rule with several numbers starts with the rule's name.
      let field = Self.fields.first { name == $0 || name.hasPrefix("\($0) ") }
      throw fields.fault(field ?? "ev", "\(error)")
    }
    self.rules = rules
    return rules
  }
}
