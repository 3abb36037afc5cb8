internal import PageCurl

/// Reads the timeline of one turn from a timeline file.
package struct TurnTimelineReader {
  private let fields: JSONFields
  private let kind: TurnKind
  private let parameters: [ParameterDescription]

  private init(fields: JSONFields, kind: TurnKind) {
    self.fields = fields
    self.kind = kind
    parameters = kind.make().parameterDescriptions
  }

  /// Reads the fields of an object; `fallback` is the turn if the object names none.
  ///
  /// `stack` has the effects of the command line; `effects` reads those of the file. `shared`, if
  /// given, has the same keyframes, thresholds and effects, which aren't read again.
  static func read(
    _ node: JSONNode, _ path: String, extra: [String] = [], _ fallback: TurnKind,
    stack: EffectStack?, _ effects: inout EffectsReader, as shared: TurnTimeline? = nil
  ) throws(JSONFault) -> TurnTimeline {
    let fields = try JSONFields(node, path, TurnTimeline.fields + extra)
    var kind = fallback
    if let name = try fields.string("turn") {
      switch TurnKind.find(name) {
      case .success(let found): kind = found
      case .failure(let fault):
        throw fields.fault("turn", "unknown turn \"\(name.prefix(40))\": \(fault.hint)")
      }
      kind.settings = fallback.settings
      if kind.takesEffects { kind.effects = stack }
    }
    if let node = fields.node("effects"), shared == nil {
      guard kind.takesEffects else {
        throw fields.fault(
          "effects",
          "needs the turn effect, but this one is \(kind.name): drop it, or name that turn")
      }
      guard stack == nil else {
        throw fields.fault("effects", "are also given outside the timeline: drop one of them")
      }
      kind.effects = try effects.read(node, fields.path("effects"))
    }
    return try TurnTimelineReader(fields: fields, kind: kind).read(as: shared)
  }

  private func read(as shared: TurnTimeline?) throws(JSONFault) -> TurnTimeline {
    let tracks = if let shared { shared.tracks } else { try tracks() }
    let thresholds = if let shared { shared.thresholds } else { try thresholds(tracks) }
    var repetition = Timeline.Repetition.once
    if let node = fields.node("repeat") {
      if case .string("forever") = node.value {
        repetition = .forever
      } else if let count = try? fields.count("repeat", 1...1_000_000) {
        repetition = .count(count)
      } else {
        throw fields.fault(
          "repeat",
          "\(node.excerpt), but it must be a whole number from 1 to 1000000 or \"forever\"")
      }
    }
    var ease = Keyframe.Interpolation.linear
    if let node = fields.node("ease") { ease = try interpolation(node, fields.path("ease")) }
    return TurnTimeline(
      kind: kind, settings: try settings(),
      duration: try fields.number("duration", 1e-6...1e6, " seconds"),
      frames: try fields.count("frames", 1...TurnTimeline.mostFrames), ease: ease, tracks: tracks,
      repetition: repetition, autoreverses: try fields.flag("autoreverse"),
      isReversed: try fields.flag("reversed"), thresholds: thresholds,
      line: fields.line, path: fields.path)
  }

  private func settings() throws(JSONFault) -> [Setting] {
    guard let node = fields.node("parameters") else { return [] }
    let path = fields.path("parameters")
    let object = try JSONFields(node, path, parameters.map(\.name))
    var settings: [Setting] = []
    for parameter in parameters {
      guard let node = object.node(parameter.name) else { continue }
      let quantity = try Quantity(node, object.path(parameter.name), as: parameter)
      settings.append(Setting(source: path, name: parameter.name, quantity))
    }
    return settings
  }

  private func tracks() throws(JSONFault) -> [TurnTimeline.Keys] {
    guard let node = fields.node("tracks") else { return [] }
    let possible = Take.momentNames + parameters.map(\.name)
    let object = try JSONFields(node, fields.path("tracks"), possible)
    var tracks: [TurnTimeline.Keys] = []
    for name in possible {
      guard let node = object.node(name) else { continue }
      let path = object.path(name)
      guard case .array(let values) = node.value, !values.isEmpty else {
        throw object.fault(
          name, "\(node.excerpt), but it must be an array of keyframes, one or more")
      }
      let parameter = parameters.first { $0.name == name }
      var keys: [TurnTimeline.Key] = []
      for (index, value) in values.enumerated() {
        let key = try key(value, "\(path)[\(index)]", parameter)
        if let last = keys.last, key.time - last.time < 1e-6 {
          throw JSONFault(
            line: value.line, field: "\(path)[\(index)].time",
            what: "\(key.time.short) s, but the keyframe before it is at \(last.time.short) s: "
              + "times must rise by a microsecond or more")
        }
        keys.append(key)
      }
      tracks.append(TurnTimeline.Keys(name: name, keys: keys, line: node.line, field: path))
    }
    if let time = tracks.first(where: { $0.name == "time" }),
      tracks.contains(where: { $0.name == "progress" })
    {
      throw JSONFault(
        line: time.line, field: time.field,
        what: "progress and time both set the moment: drop one of them")
    }
    return tracks
  }

  private func key(_ node: JSONNode, _ path: String, _ parameter: ParameterDescription?)
    throws(JSONFault) -> TurnTimeline.Key
  {
    let object = try JSONFields(node, path, ["time", "value", "ease"])
    _ = try object.required("time")
    let time = try object.number("time", 0...1e6, " seconds") ?? 0
    let value = try object.required("value")
    let quantity: Quantity
    if let parameter {
      quantity = try Quantity(value, object.path("value"), as: parameter)
    } else {
      quantity = Quantity(value: try object.number("value", -1e6...1e6) ?? 0)
    }
    var ease = Keyframe.Interpolation.linear
    if let node = object.node("ease") { ease = try interpolation(node, object.path("ease")) }
    return TurnTimeline.Key(time: time, quantity: quantity, interpolation: ease, line: node.line)
  }

  private func interpolation(_ node: JSONNode, _ path: String) throws(JSONFault)
    -> Keyframe.Interpolation
  {
    if case .string(let name) = node.value, let found = Keyframe.Interpolation(name: name) {
      return found
    }
    let word = if case .string(let text) = node.value { text } else { "" }
    throw JSONFault(
      line: node.line, field: path,
      what: "\(node.excerpt), but \(Easing.hint(for: word, more: ["cubic"]))")
  }

  private func thresholds(_ tracks: [TurnTimeline.Keys]) throws(JSONFault) -> [Threshold] {
    guard let node = fields.node("thresholds") else { return [] }
    let path = fields.path("thresholds")
    guard case .array(let values) = node.value else {
      throw fields.fault("thresholds", "\(node.excerpt), but it must be an array [ … ]")
    }
    var possible = tracks.map(\.name)
    if !possible.contains(where: Take.momentNames.contains) { possible.append("progress") }
    var thresholds: [Threshold] = []
    for (index, value) in values.enumerated() {
      let object = try JSONFields(value, "\(path)[\(index)]", ["name", "on", "at"])
      _ = try object.required("name")
      let on = try object.string("on") ?? "progress"
      guard possible.contains(on) else {
        throw object.fault(
          "on",
          "\(on.prefix(40)) has no track: "
            + Spelling.hint(for: on, among: possible))
      }
      _ = try object.required("at")
      thresholds.append(
        Threshold(
          try object.string("name") ?? "", on: on, at: try object.number("at", -1e9...1e9) ?? 0))
    }
    return thresholds
  }
}
