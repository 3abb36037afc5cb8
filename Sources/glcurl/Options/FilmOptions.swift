internal import ArgumentParser
internal import PageCurl

/// The frames of a film.
struct FilmOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Frames, 1 to 100000, the untouched page and the next one included. (default: 60)",
      valueName: "count"),
    transform: Value.count(1...100_000))
  var frames = 60

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Frames per second of a video, 1 to 1000. (default: 30)", valueName: "rate"),
    transform: Value.count(1...1000))
  var fps = 30

  @Flag(
    help: """
      The same frames from the last to the first: FRONT is then the page that arrives, turning \
      back over NEXT.
      """)
  var reverse = false

  @Flag(help: "Print a summary as a JSON object on standard output.")
  var json = false

  /// The moment of the frame that is shown in place `index`.
  func moment(_ index: Int) -> Moment {
    PageTurn.moment(ofFrame: reverse ? frames - 1 - index : index, of: frames)
  }
}
