internal import ArgumentParser
internal import PageFilm

/// Options for playing a script.
struct PlayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      How input becomes turns: standard, flipboard (half flips), reader (the slide of an e-book \
      reader) or leaves (the Leaves library). Events of the script may change all rules.
      """, valueName: "name"))
  var rules = RulesPreset.standard

  @Option(
    help: ArgumentHelp(
      """
      Size of the area of the script's points: the open pages, without any margin. (default: their \
      size in the output)
      """, valueName: "WxH"),
    transform: OutputSize.init(argument:))
  var view: OutputSize?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Length of the film, seconds, above 0 to 100000. (default: until everything rests after the \
      last event)
      """, valueName: "seconds"),
    transform: Value.number(1e-3...1e5))
  var duration: Double?

  @Option(
    help: ArgumentHelp(
      """
      Trace of the script to write, one JSON object per line: which turns began and ended, and \
      when; - is standard output.
      """, valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var trace: String?

  @Flag(help: "Mark fingers that are down.")
  var overlayPointer = false

  @Flag(help: "Show the numbers of pages at rest.")
  var overlayNumbers = false

  /// Name of the first given option that affects only a film's pictures, else nil.
  var filmOption: String? {
    overlayPointer ? "--overlay-pointer" : overlayNumbers ? "--overlay-numbers" : nil
  }
}
