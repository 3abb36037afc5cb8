internal import ArgumentParser
internal import ImageFiles
internal import PageCurl
internal import PageFilm

/// Format of a single picture.
struct StillOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Format of the picture, whatever its name: png, webp, or jpeg, in which transparent areas \
      become white. (default: that of the extension of -o, else png)
      """, valueName: "format"))
  var format: PictureFormat?

  @Option(
    help: ArgumentHelp(
      "Bits per channel: 8, or 16 for PNG. (default: 8)", valueName: "bits"))
  var depth: BitDepth?

  @Option(
    help: ArgumentHelp(
      """
      Noise of less than half a step, added before channels are rounded to 8 bits so that slow \
      gradients don't band: on, off, or auto, which is off. (default: auto)
      """, valueName: "when"))
  var dither: Dither?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Quality of a WebP or JPEG, 0 (smallest) to 100 (best; a WebP is then lossless). \
      (default: 90)
      """, valueName: "quality"),
    transform: Value.count(0...100))
  var quality: Int?

  /// Names of the options that are given.
  var given: [String] {
    [
      ("--format", format != nil), ("--depth", depth != nil), ("--dither", dither != nil),
      ("--quality", quality != nil),
    ].filter(\.1).map(\.0)
  }

  /// Throws if depth or quality don't suit a format.
  func check(_ format: PictureFormat) throws(ValidationError) {
    if depth == .sixteen && format != .png {
      throw ValidationError(
        "--depth 16 is too deep for \(format.rawValue): drop it, or write a PNG")
    }
    if depth == .sixteen && dither == .on {
      throw ValidationError(
        "--dither on and --depth 16 exclude each other: only 8 bits are dithered; drop one")
    }
    if quality != nil && format == .png {
      throw ValidationError("--quality needs a WebP or JPEG, but a PNG is exact: drop it")
    }
  }

  /// The picture's file.
  func encode(_ picture: Pixmap, as format: PictureFormat) throws(CommandError) -> [UInt8] {
    try CommandError.wrapping { () throws(ImageFileError) in
      try format.encode(picture, depth: depth ?? .eight, quality: quality ?? 90)
    }
  }
}
