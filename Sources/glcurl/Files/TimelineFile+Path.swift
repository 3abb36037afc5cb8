internal import PageCurl
internal import PageFilm

extension TimelineFile {
  /// Reads a file; `kind` is the turn if the file names none.
  ///
  /// Effects of `kind` exclude effects in the file.
  init(path: String, _ kind: TurnKind, _ limits: Limits) throws(CommandError) {
    let what = "'\(path)' (--timeline)"
    let bytes = try InputFile.contents(of: path, what, limits, .jsonBytes)
    do throws(JSONFault) {
      try self.init(name: path, bytes: bytes, kind, limits)
    } catch {
      throw CommandError(error, in: path)
    }
  }
}
