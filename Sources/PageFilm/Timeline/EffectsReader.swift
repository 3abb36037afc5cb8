package import PageCurl

/// Reads a stack of effects, for `--effects` and a timeline's `effects`.
package struct EffectsReader {
  /// Values of `effect`.
  private enum Kind: String, CaseIterable {
    case offset, skew, scale, rotation, follow

    /// Fields of this effect.
    var fields: [String] {
      switch self {
      case .offset: ["x", "y"]
      case .skew: ["skew", "offset"]
      case .scale: ["x", "y", "about"]
      case .rotation: ["degrees", "about"]
      case .follow: ["path", "share", "turns"]
      }
    }
  }

  private let limits: Limits
  /// Effects and path segments read so far.
  private var parts = 0

  package init(_ limits: Limits) { self.limits = limits }

  /// The effects of an array, in order.
  package mutating func read(_ node: JSONNode, _ path: String) throws(JSONFault) -> EffectStack {
    guard case .array(let values) = node.value else {
      throw JSONFault(
        line: node.line, field: path,
        what: "\(node.excerpt), but it must be an array of effects [ … ]")
    }
    guard values.count <= EffectStack.mostEffects else {
      throw JSONFault(
        line: node.line, field: path,
        what: "\(values.count) effects, but a stack has \(EffectStack.mostEffects) at most")
    }
    var effects: [PageEffect] = []
    for (index, value) in values.enumerated() {
      effects.append(try effect(value, "\(path)[\(index)]"))
    }
    return EffectStack(effects)
  }

  private mutating func count(_ more: Int, line: Int, _ path: String) throws(JSONFault) {
    parts += more
    try JSONFault.check(limits, .edits, parts, line: line, field: path)
  }

  private mutating func effect(_ node: JSONNode, _ path: String) throws(JSONFault) -> PageEffect {
    try count(1, line: node.line, path)
    // The valid fields depend on the kind.
    let name = node.members?.filter { $0.name == "effect" } ?? []
    let kindOnly = JSONNode(
      value: node.members == nil ? node.value : .object(name), line: node.line)
    let named = try JSONFields(kindOnly, path, ["effect"])
    _ = try named.required("effect")
    let kind: Kind = try named.word("effect") ?? .offset
    let fields = try JSONFields(node, path, ["effect"] + kind.fields + ["affectsLayout"])
    let affectsLayout =
      fields.node("affectsLayout") == nil ? true : try fields.flag("affectsLayout")
    return PageEffect(try change(kind, fields), affectsLayout: affectsLayout)
  }

  private mutating func change(_ kind: Kind, _ fields: JSONFields) throws(JSONFault)
    -> PageEffect.Change
  {
    func about() throws(JSONFault) -> SIMD2<Double> {
      try fields.pair("about", PageEffect.Range.place) ?? SIMD2(0.5, 0.5)
    }
    switch kind {
    case .offset:
      return .offset(try length("x", fields), try length("y", fields))
    case .skew:
      _ = try fields.required("skew")
      let skew = try fields.number("skew", PageEffect.Range.skew) ?? 0
      return .skew(skew, offset: try length("offset", fields))
    case .scale:
      let range = PageEffect.Range.scale
      let factor = SIMD2(
        try fields.number("x", range) ?? 1, try fields.number("y", range) ?? 1)
      return .scale(factor, about: try about())
    case .rotation:
      _ = try fields.required("degrees")
      let degrees = try fields.number("degrees", PageEffect.Range.rotation) ?? 0
      return .rotation(degrees, about: try about())
    case .follow:
      let share = try fields.number("share", PageEffect.Range.share) ?? 1
      let turns = fields.node("turns") == nil ? true : try fields.flag("turns")
      return .follow(try self.path(fields), share, turns: turns)
    }
  }

  private mutating func path(_ fields: JSONFields) throws(JSONFault) -> EffectPath {
    guard let text = try fields.string("path"), text != "infinity" else { return .infinity }
    let path: CubicPath
    do throws(CubicPathError) {
      path = try CubicPath(text)
    } catch {
      throw fields.fault(
        "path", "\(error); give \"infinity\" or \"M x,y C x,y x,y x,y …\"")
    }
    try count(path.segments.count, line: fields.line, fields.path("path"))
    return .cubic(path)
  }

  private func length(_ name: String, _ fields: JSONFields) throws(JSONFault) -> Length {
    try fields.length(name, PageEffect.Range.offset) ?? .pixels(0)
  }
}
