internal import ArgumentParser
internal import PageCurl
internal import PageFilm

/// Choice of the turn, and its own parameters.
struct TurnOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      How the page turns: \(TurnCatalogue.names.joined(separator: ", ")). 'glcurl turns' lists \
      their parameters and presets; a preset follows a colon, as in slide:up. (default: curl; of \
      play and with --facing, book-curl)
      """, valueName: "name"),
    completion: .list(TurnCatalogue.names), transform: TurnKind.init(argument:))
  var turn: TurnKind?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      A numeric parameter of the turn, by its name in 'glcurl turns': lengths in page pixels or \
      per cent of the page's width (radius=12%), angles in degrees. May be repeated.
      """, valueName: "name=value"),
    transform: Setting.init(argument:))
  var set: [Setting] = []

  @Option(
    help: ArgumentHelp(
      """
      A stack of effects that replaces the default one of --turn effect: a JSON file, or the JSON \
      itself, such as '[{"effect": "rotation", "degrees": 90}, {"effect": "offset", "x": \
      "-50%"}]'. Effects are offset, skew, scale, rotation and follow; the article 'Timelines' \
      lists their fields.
      """, valueName: "file|json"),
    completion: .file(extensions: ["json"]), transform: EffectsSource.init(argument:))
  var effects: EffectsSource?

  @Option(
    help: ArgumentHelp(
      """
      Edge at which pages are bound: left, right (read from right to left) or top (a calendar). \
      The turn's headings are those of a book bound at the left, reflected. (default: left)
      """, valueName: "edge"))
  var binding: Binding?

  func validate() throws {
    if effects != nil && turn?.takesEffects != true {
      throw ValidationError("--effects needs the turn effect: add --turn effect")
    }
  }

  /// The chosen turn; `standard` if none is chosen.
  func kind(_ limits: Limits, or standard: TurnKind) throws(CommandError) -> TurnKind {
    var kind = turn ?? standard
    kind.effects = try effects?.stack(limits)
    return kind
  }

  /// The chosen binding; default left.
  var bindingOrLeft: Binding { binding ?? .left }
  /// Whether all options have their defaults.
  var isPlain: Bool { turn == nil && set.isEmpty && effects == nil && binding == nil }
}
