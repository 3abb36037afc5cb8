internal import ArgumentParser
internal import PageCurl

/// Moment of a frame.
struct MomentOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Progress of the turn: 0 (FRONT over NEXT) to 1 (NEXT).",
      valueName: "share"),
    transform: Value.number(0...1))
  var progress: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Place of the fold line as a share of the page's extent along the heading, 0 or more: 0 is \
      the corner that lifts first, 1 the last one; the turn ends a little later.
      """, valueName: "time"),
    transform: Value.number(0...1e6))
  var time: Double?

  func validate() throws {
    if progress != nil && time != nil {
      throw ValidationError("--progress and --time both set the moment: drop one of them")
    }
  }

  /// The moment; `validate` allows a missing one, so that other errors are reported first.
  func moment() throws(CommandError) -> Moment {
    if let time { return .time(time) }
    if let progress { return .progress(progress) }
    throw CommandError(.usage, "the moment is missing: give --progress 0 to 1, or --time")
  }
}
