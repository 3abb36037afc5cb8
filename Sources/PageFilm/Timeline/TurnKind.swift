package import PageCurl

/// A turn and its preset, as named by `--turn`.
package struct TurnKind: Sendable {
  let type: any Turn.Type
  let preset: String?
  private let start: any Turn
  /// The user's stack of effects, for the turn `effect`.
  package var effects: EffectStack?
  /// Settings that the turn starts with: those of a look by name.
  package var settings = LookSettings()

  package static let curl = TurnKind(CurlTurn())
  package static let bookCurl = TurnKind(BookCurlTurn())

  private init<T: Turn>(_ start: T, preset: String? = nil) {
    type = T.self
    self.start = start
    self.preset = preset
  }

  /// The error for an unknown name, with the valid names.
  package struct Fault: Error {
    package let hint: String
  }

  /// The turn with a name such as `slide` or `slide:up`.
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

  /// Name of the turn, with the preset's name if there is one.
  package var name: String { preset.map { "\(type.name):\($0)" } ?? type.name }

  /// Easing of a film without a timeline, unless one is given.
  package var ease: Easing {
    type.presetDescriptions.first { $0.name == preset }?.ease ?? .paper
  }

  /// Whether the turn takes a stack of effects.
  package var takesEffects: Bool { type == EffectTurn.self }

  /// The turn with its first settings and its effects, for pages of a size.
  package func make(on page: PageSize) -> any Turn {
    var turn = make()
    settings.apply(to: &turn, on: page)
    return turn
  }

  /// The turn before any settings, with its effects.
  package func make() -> any Turn {
    guard let effects, var effect = start as? EffectTurn else { return start }
    effect.effects = effects
    return effect
  }
}
