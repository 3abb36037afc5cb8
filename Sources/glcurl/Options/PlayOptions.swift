internal import ArgumentParser
internal import PageFilm

/// How a script is played.
struct PlayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      How input becomes turns: standard, or as in flipboard (half flips), reader (an e-book \
      reader's slide) or leaves (the Leaves library). Events of the script may change any of it.
      """, valueName: "name"))
  var rules = RulesPreset.standard

  @Option(
    help: ArgumentHelp(
      """
      The size that the script's points count in: that of the open pages, without any margin. \
      (default: theirs in the output)
      """, valueName: "WxH"),
    transform: OutputSize.init(argument:))
  var view: OutputSize?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Seconds of the film, above 0 to 100000. (default: until all has come to rest after the last \
      event)
      """, valueName: "seconds"),
    transform: Value.number(1e-3...1e5))
  var duration: Double?

  @Option(
    help: ArgumentHelp(
      """
      What came of the script, a JSON object a line: which turns began and ended, and when; - is \
      standard output.
      """, valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var trace: String?

  @Flag(help: "Show where fingers are while they are down.")
  var overlayPointer = false

  @Flag(help: "Show each page's number on it while nothing moves.")
  var overlayNumbers = false

  /// Name of the first given option that only affects a film's pictures; nil if there is none.
  var filmOption: String? {
    overlayPointer ? "--overlay-pointer" : overlayNumbers ? "--overlay-numbers" : nil
  }
}
