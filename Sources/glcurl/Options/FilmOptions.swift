internal import ArgumentParser
internal import ImageFiles
internal import PageCurl

/// The frames of a film, and how they are written.
struct FilmOptions: ParsableArguments {
  @Option(
    name: .customLong("frames"), parsing: .unconditional,
    help: ArgumentHelp(
      """
      Frames, 1 to 100000, the untouched page and the next one included; of a book, those of each \
      turn, and what lies open between two is one frame of both. (default: 60)
      """, valueName: "count"),
    transform: Value.count(1...100_000))
  var givenFrames: Int?

  @Option(
    name: .customLong("fps"), parsing: .unconditional,
    help: ArgumentHelp(
      """
      Frames per second, 0.01 to 1000: a whole number, a decimal or a fraction. 29.97 and its like \
      are NTSC's 30000/1001. (default: 30)
      """, valueName: "rate"),
    transform: Value.rate)
  var givenRate: FrameRate?

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

  @Option(
    name: .customLong("convert"),
    help: ArgumentHelp(
      """
      Where frames become the Y'CbCr of an MP4, a WebM without alpha or a Y4M: gpu, before they are \
      read, cpu, or auto, which tries what is faster on this GPU. The bytes are the same.
      """, valueName: "where"))
  var conversion = Conversion.auto

  @Flag(
    help: """
      The same frames from the last to the first: FRONT is then the page that arrives, turning \
      back over NEXT, and a book is turned from its end to its beginning.
      """)
  var reverse = false

  @Flag(help: "Print a summary as a JSON object on standard output.")
  var json = false

  /// Frames of a turn.
  var frames: Int { givenFrames ?? 60 }
  /// Frames per second.
  var fps: FrameRate { givenRate ?? 30 }

  /// Whether nothing was asked for.
  var isPlain: Bool {
    frames == 60 && fps == 30 && format == nil && depth == .eight && quality == nil
      && conversion == .auto && !reverse && !json
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
