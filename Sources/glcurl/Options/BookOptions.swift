internal import ArgumentParser
internal import PageCurl
internal import PageFilm

/// Structure of a book, and how it is turned.
struct BookOptions: ParsableArguments {
  @OptionGroup
  var layout: LayoutOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      How long what lies open between two turns is held beyond its own frame: frames, or seconds \
      such as 0.5s. (default: 0)
      """, valueName: "time"),
    transform: Pause.init(argument:))
  var hold: Pause?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Leaves that turn together, 1 to 100, each a --stagger after the one before it; of turns that \
      have one ('glcurl turns'). (default: 1)
      """, valueName: "count"),
    transform: Value.count(1...100))
  var leaves = 1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      How much later each of several leaves starts than the one before it, in turns, 0 to 1; needs \
      --leaves. (default: the turn's own)
      """, valueName: "share"),
    transform: Value.number(0...1))
  var stagger: Double?

  @Option(
    help: ArgumentHelp(
      """
      A JSON file with everything about the turn over time: which turn, parameters, keyframes, \
      duration, repetition, thresholds, and what is different for some of a book's turns. The \
      article 'Timelines' lists its fields.
      """, valueName: "file"),
    completion: .file(extensions: ["json"]))
  var timeline: String?

  func validate() throws {
    if layout.hard != nil && leaves > 1 {
      throw ValidationError("--hard leaves turn one by one: drop --leaves, or --hard")
    }
    if stagger != nil && leaves == 1 {
      throw ValidationError("--stagger has no effect on one leaf at a time: add --leaves 2 or more")
    }
  }

  /// Whether the options describe a book of two pages.
  var isPlain: Bool {
    !layout.facing && !layout.oneSided && hold == nil && leaves == 1 && timeline == nil
  }
}
