package import PageCurl

/// Which turn `--turn` names, and which of its presets.
package struct TurnKind: Sendable {
  let type: any Turn.Type
  let preset: TurnPreset?
  /// A stack of one's own, of the turn `effect`.
  package var effects: EffectStack?

  package static let curl = TurnKind(type: CurlParameters.self)

  init(type: any Turn.Type, preset: TurnPreset? = nil) {
    self.type = type
    self.preset = preset
  }

  /// Why there is no turn of a name, and what there is.
  package struct Fault: Error {
    package let hint: String
  }

  /// The turn of a name such as `slide` or `slide:up`.
  package static func find(_ text: String) -> Result<TurnKind, Fault> {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let type = TurnCatalogue.turn(named: name) else {
      return .failure(Fault(hint: Spelling.hint(for: name, among: TurnCatalogue.names)))
    }
    guard parts.count == 2 else { return .success(TurnKind(type: type)) }
    let wanted = String(parts[1])
    guard let preset = type.presets.first(where: { $0.name == wanted }) else {
      let names = type.presets.map(\.name)
      return .failure(
        Fault(
          hint: names.isEmpty
            ? "the turn \(name) has no presets"
            : "of \(name), " + Spelling.hint(for: wanted, among: names)))
    }
    return .success(TurnKind(type: type, preset: preset))
  }

  /// Of the turn, with its preset's where there is one.
  package var name: String { preset.map { "\(type.name):\($0.name)" } ?? type.name }

  /// Whether it takes a stack of effects.
  package var takesEffects: Bool { type == EffectTurn.self }

  /// The turn before anything is set on it.
  package func make() -> any Turn {
    let turn = preset?.turn ?? type.init()
    guard let effects, var effect = turn as? EffectTurn else { return turn }
    effect.effects = effects
    return effect
  }
}
