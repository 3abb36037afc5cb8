internal import ArgumentParser
internal import PageCurl
internal import PageFilm

/// Layout of a book, and its turns.
struct BookOptions: ParsableArguments {
  @OptionGroup
  var layout: LayoutOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Pause between two turns, beyond the frame that they share: frames, or seconds such as 0.5s. \
      --hold-first and --hold-last are pauses before the first turn and after the last. (default: 0)
      """, valueName: "time"),
    transform: Pause.init(argument:))
  var hold: Pause?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Leaves that turn together, 1 to 100, with a delay of --stagger; only for turns with a \
      stagger ('glcurl turns'). (default: 1)
      """, valueName: "count"),
    transform: Value.count(1...100))
  var leaves = 1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Delay between the starts of consecutive leaves, as a share of a leaf's time, 0 to 1; needs \
      --leaves. (default: the turn's own)
      """, valueName: "share"),
    transform: Value.number(0...1))
  var stagger: Double?

  @Option(
    help: ArgumentHelp(
      """
      A JSON file that describes the turn over time: turn, parameters, keyframes, duration, \
      repetition, thresholds, and exceptions for single turns of a book. The article 'Timelines' \
      lists its fields.
      """, valueName: "file"),
    completion: .file(extensions: ["json"]))
  var timeline: String?

  func validate() throws {
    if layout.hard != nil && leaves > 1 {
      throw ValidationError("--hard leaves turn one by one: drop --leaves, or --hard")
    }
    if stagger != nil && leaves == 1 {
      throw ValidationError("--stagger has no effect on single leaves: add --leaves 2 or more")
    }
  }

  /// Whether the options leave two pages that turn once.
  var isPlain: Bool {
    !layout.facing && !layout.oneSided && leaves == 1 && timeline == nil
  }
}
