internal import ArgumentParser
internal import PageCurl

/// When in a turn a frame is.
struct MomentOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Share of the turn that has passed: 0 (FRONT) to 1 (NEXT).", valueName: "share"),
    transform: Value.number(0...1))
  var progress: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Place of the fold line as a share of the page's extent along the heading, 0 and up: 0 at \
      the corner that lifts first, 1 at the last one; the turn ends a little later.
      """, valueName: "time"),
    transform: Value.number(0...1e6))
  var time: Double?

  func validate() throws {
    if progress == nil && time == nil {
      throw ValidationError("the moment is missing: give --progress 0 to 1, or --time")
    }
    if progress != nil && time != nil {
      throw ValidationError("--progress and --time both tell the moment: drop one of them")
    }
  }

  /// The moment.
  var moment: Moment {
    if let time { return .time(time) }
    return .progress(progress ?? 0)
  }
}
