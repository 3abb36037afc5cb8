internal import ImageFiles
internal import PageFilm

/// The destination given by `-o`, `--format` and related options.
extension FilmDestination {
  /// Help of `-o`.
  static let help = """
    A film (turn.mp4, .webm, .gif, .webp, .apng, .tar, .y4m, .rgba), numbered pictures (f_%04d.png), or - \
    for standard output, with --format.
    """

  /// Remedy for a name that implies no format.
  private static let possible =
    "name a film (turn.mp4, .webm, .gif, .webp, .apng, .tar, .y4m, .rgba) or numbered pictures "
    + "(f_%04d.png), or add --format"

  /// Throws if the name and the options contradict each other; `stream` is written instead of a file.
  init(
    _ path: String, _ options: OutputOptions, stream: AtomicFile? = nil
  ) throws(CommandError) {
    let format = if let format = options.format { format } else { try Self.format(path) }
    self.init(
      path, format, format == .png ? try Self.pattern(path) : nil, rate: options.fps,
      depth: options.depth, dither: options.dither, webPQuality: options.webPQuality, stream: stream
    )
    if path == "-" { try checkStream(options) }
    if options.json && FileName.isStandardOutput(path) {
      throw CommandError(
        .usage, "-o \(path) and --json both write to standard output: give -o a file name")
    }
    if options.depth == .sixteen && !format.traits.holds16Bits {
      throw CommandError(
        .usage,
        "--depth 16 is too deep for \(format.traits.name): drop it, or write "
          + FilmFormat.names(\.holds16Bits))
    }
    if options.depth == .sixteen && options.dither == .on {
      throw CommandError(
        .usage,
        "--dither on and --depth 16 exclude each other: only 8 bits are dithered; drop one")
    }
    if let fastest = format.traits.fastest,
      options.fps.framesPerSecond > fastest.framesPerSecond
    {
      throw CommandError(
        .usage,
        "--fps \(options.fps) is too fast for \(format.traits.name), at most \(fastest) a second: "
          + "choose --fps \(fastest), or write WebP or APNG")
    }
    if options.conversion != .auto && !format.traits.hasEvenSides {
      throw CommandError(
        .usage,
        "--convert needs a film in Y'CbCr, which \(format.traits.name) isn't: drop it, or write "
          + FilmFormat.names(\.hasEvenSides))
    }
    if options.quality != nil && format != .webp {
      throw CommandError(.usage, "--quality needs a WebP, which '\(path)' isn't: drop it")
    }
  }

  /// Throws if the output would replace an input.
  func check(frames: Int, inputs: [String]) throws(CommandError) {
    try FileName.check(paths(frames), areNot: inputs)
  }

  /// Whether a film of `frames` frames writes to `file`.
  func writes(_ file: String, frames: Int) -> Bool {
    paths(frames).contains { FileName.areSameFile($0, file) }
  }

  private static func format(_ path: String) throws(CommandError) -> FilmFormat {
    guard path != "-" else {
      throw CommandError(
        .usage,
        "-o - has no extension that implies the format: add --format "
          + FilmFormat.names(\.isStream))
    }
    let fileExtension = FileName.fileExtension(path)
    guard let format = FilmFormat(rawValue: fileExtension) else {
      let what = fileExtension.isEmpty ? "has no ending" : "ends in .\(fileExtension)"
      throw CommandError(.usage, "-o \(path) \(what), which implies no known format: \(possible)")
    }
    return format
  }

  private static func pattern(_ path: String) throws(CommandError) -> FramePattern? {
    guard path != "-" else { return nil }
    guard path.contains("%") else {
      throw CommandError(
        .usage,
        "-o \(path) names one picture, but a film has many: \(possible), such as apng; or "
          + "use 'glcurl frame'")
    }
    do throws(ImageFileError) {
      return try FramePattern(path)
    } catch {
      throw CommandError(error)
    }
  }

  private func checkStream(_ options: OutputOptions) throws(CommandError) {
    guard format.traits.isStream else {
      throw CommandError(
        .usage,
        "-o - can't take --format \(format.rawValue), which needs files: name one, or choose "
          + FilmFormat.names(\.isStream))
    }
    if Console.isOutputTerminal {
      throw CommandError(
        .usage, "-o - would write a film to the terminal: redirect it, or name a file")
    }
  }
}
