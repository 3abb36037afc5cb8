internal import ArgumentParser
internal import ImageFiles
internal import PageCurl

/// How large pictures may be.
struct LimitOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Pixels that a picture may have, read or written: a guard against files that claim absurd \
      sizes. 1 to 10000000000. (default: 100000000)
      """, valueName: "pixels"),
    transform: Value.count(1...10_000_000_000))
  var maxPixels = 100_000_000

  /// Reads a picture.
  func read(_ path: String) throws(CommandError) -> Pixmap {
    do throws(ImageFileError) {
      return try ImageFile.read(path: path, limits: ImageFile.Limits(maximumPixels: maxPixels))
    } catch {
      throw CommandError(error)
    }
  }
}
