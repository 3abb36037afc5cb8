internal import ArgumentParser
internal import ImageFiles
internal import PageCurl

/// The frames of a film, and how they are written.
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
      """
      Frames per second, 0.01 to 1000: a whole number, a decimal or a fraction. 29.97 and its like \
      are NTSC's 30000/1001. (default: 30)
      """, valueName: "rate"),
    transform: Value.rate)
  var fps: FrameRate = 30

  @Option(
    help: ArgumentHelp(
      """
      What is written, whatever the name: mp4, webm and gif need ffmpeg; webp; apng; png is \
      numbered pictures; y4m (BT.709, limited range) and rgba (straight alpha) are raw frames. \
      (default: what the ending of -o says)
      """, valueName: "format"))
  var format: FilmFormat?

  @Option(
    help: ArgumentHelp(
      "Bits of a channel: 8, or 16 in PNG, APNG and raw rgba (then rgba64le).",
      valueName: "bits"))
  var depth = BitDepth.eight

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Quality of a WebP: 0 smallest to 99, and 100 loses nothing. (default: 90)",
      valueName: "quality"),
    transform: Value.count(0...100))
  var quality: Int?

  @Flag(
    help: """
      The same frames from the last to the first: FRONT is then the page that arrives, turning \
      back over NEXT.
      """)
  var reverse = false

  @Flag(help: "Print a summary as a JSON object on standard output.")
  var json = false

  /// Whether nothing was asked for.
  var isPlain: Bool {
    frames == 60 && fps == 30 && format == nil && depth == .eight && quality == nil && !reverse
      && !json
  }

  /// What a WebP may lose.
  var webPQuality: WebPWriter.Quality {
    quality == 100 ? .lossless : .lossy(quality ?? 90)
  }

  /// The moment of the frame that is shown in place `index`.
  func moment(_ index: Int) -> Moment {
    PageTurn.moment(ofFrame: reverse ? frames - 1 - index : index, of: frames)
  }
}
