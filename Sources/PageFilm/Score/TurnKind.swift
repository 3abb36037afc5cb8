package import PageCurl

/// Which turn `--turn` names, and which of its presets.
package struct TurnKind: Sendable {
  let type: any Turn.Type
  let preset: String?
  private let start: any Turn
  /// A stack of one's own, of the turn `effect`.
  package var effects: EffectStack?

  package static let curl = TurnKind(CurlParameters())

  private init<T: Turn>(_ start: T, preset: String? = nil) {
    type = T.self
    self.start = start
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
    guard parts.count == 2 else { return .success(TurnKind(type.init())) }
    let wanted = String(parts[1])
    guard let preset = type.init(preset: wanted) else {
      let names = type.presetDescriptions.map(\.name)
      return .failure(
        Fault(
          hint: names.isEmpty
            ? "the turn \(name) has no presets"
            : "of \(name), " + Spelling.hint(for: wanted, among: names)))
    }
    return .success(TurnKind(preset, preset: wanted))
  }

  /// Of the turn, with its preset's where there is one.
  package var name: String { preset.map { "\(type.name):\($0)" } ?? type.name }

  /// Whether it takes a stack of effects.
  package var takesEffects: Bool { type == EffectTurn.self }

  /// The turn before anything is set on it.
  package func make() -> any Turn {
    guard let effects, var effect = start as? EffectTurn else { return start }
    effect.effects = effects
    return effect
  }
}
