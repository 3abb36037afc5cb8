internal import ArgumentParser
internal import ImageFiles
internal import PageCurl
internal import PageFilm

/// Output of a film's frames.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .customLong("fps"), parsing: .unconditional,
    help: ArgumentHelp(
      """
      Frames per second, 0.01 to 1000: a whole number, a decimal or a fraction. 29.97 and similar \
      decimals mean NTSC's 30000/1001. (default: 30)
      """, valueName: "rate"),
    transform: Value.rate)
  var givenRate: FrameRate?

  @Option(
    help: ArgumentHelp(
      """
      Format, whatever the file's name: mp4, webm and gif need ffmpeg; webp; apng; png is numbered \
      pictures, and tar an archive of them; y4m (BT.709, limited range) and rgba (straight alpha) are raw frames. (default: \
      that of the extension of -o)
      """, valueName: "format"))
  var format: FilmFormat?

  @Option(
    help: ArgumentHelp(
      "Bits per channel: 8, or 16 for PNG, tar, APNG and raw rgba (then rgba64le).",
      valueName: "bits"))
  var depth = BitDepth.eight

  @Option(
    help: ArgumentHelp(
      """
      Noise of less than half a step, added before channels are rounded to 8 bits so that slow \
      gradients don't band: on, off, or auto: for MP4 and WebM alone.
      """, valueName: "when"))
  var dither = Dither.auto

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Quality of a WebP: 0 (smallest) to 99, or 100 (lossless). (default: 90)",
      valueName: "quality"),
    transform: Value.count(0...100))
  var quality: Int?

  @Option(
    name: .customLong("convert"),
    help: ArgumentHelp(
      """
      Where frames are converted to the Y'CbCr of an MP4, a WebM without alpha or a Y4M: gpu, \
      before they are read back; cpu; or auto, which measures what is faster on this GPU. The \
      bytes are the same.
      """, valueName: "where"))
  var conversion = Conversion.auto

  @Flag(help: "Print a summary as a JSON object on standard output.")
  var json = false

  /// Frames per second.
  var fps: FrameRate { givenRate ?? 30 }

  /// Whether all options have their defaults.
  var isPlain: Bool { fps == 30 && given.allSatisfy { $0 == "--fps" } }

  /// Names of the options that differ from their defaults.
  var given: [String] {
    [
      ("--fps", givenRate != nil), ("--format", format != nil), ("--depth", depth != .eight),
      ("--dither", dither != .auto),
      ("--quality", quality != nil), ("--convert", conversion != .auto), ("--json", json),
    ].filter(\.1).map(\.0)
  }

  /// Quality of a WebP.
  var webPQuality: WebPWriter.Quality {
    quality == 100 ? .lossless : .lossy(quality ?? 90)
  }
}

/// Choice of the GPU or the processor to convert a film's frames to planes of Y′CbCr.
enum Conversion: String, CaseIterable, Sendable, ExpressibleByArgument {
  /// The faster one, by a short calibration.
  case auto
  /// OpenGL, before frames are read back.
  case gpu
  /// The processor, while the next frames are drawn.
  case cpu
}
