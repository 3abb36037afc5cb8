internal import ArgumentParser
internal import ImageFiles
internal import PageCurl
internal import PageFilm

/// Frames of a film of turns, and their output.
struct FilmOptions: ParsableArguments {
  @Option(
    name: .customLong("frames"), parsing: .unconditional,
    help: ArgumentHelp(
      """
      Frames, 1 to 100000, including the untouched page and the next one. Of a book: frames per \
      turn; consecutive turns share a frame. (default: 60)
      """, valueName: "count"),
    transform: Value.count(1...100_000))
  var givenFrames: Int?

  @OptionGroup
  var output: OutputOptions

  @Flag(
    help: """
      Reverse the order of the frames: FRONT is then the page that arrives and turns back over \
      NEXT, and a book is turned from its end to its beginning.
      """)
  var reverse = false

  /// Frames per turn.
  var frames: Int { givenFrames ?? BookFilm.defaultFrames }
  /// Frames per second.
  var fps: FrameRate { output.fps }

  /// Whether all options have their defaults.
  var isPlain: Bool { frames == 60 && !reverse && output.isPlain }
}
