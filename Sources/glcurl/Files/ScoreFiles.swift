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

extension PlayScript {
  /// Reads a file, which may be a pipe; `rules` and `isFacing` hold before its first event.
  init(path: String, _ rules: RulesPreset, isFacing: Bool, _ limits: Limits) throws(CommandError) {
    var reader = Reader(rules, isFacing: isFacing, limits)
    try InputFile.forEachLine(of: path, "the script '\(path)'", limits) {
      bytes, number throws(JSONFault) in try reader.read(bytes, line: number)
    }
    self = reader.script(named: path)
  }
}
