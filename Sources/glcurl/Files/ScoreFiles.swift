internal import PageCurl
internal import PageFilm

extension TimelineFile {
  /// Reads a file; `kind` is the turn where it names none, and its effects are the command line's.
  init(path: String, _ kind: TurnKind, _ limits: Limits) throws(CommandError) {
    let what = "'\(path)' (--timeline)"
    let bytes = try FileName.contents(of: path, what, limits, .jsonBytes)
    do throws(JSONFault) {
      try self.init(name: path, bytes: bytes, kind, limits)
    } catch {
      throw CommandError(error, in: path)
    }
  }
}

extension PlayScript {
  /// Reads a file, which may be a pipe; `rules` are those at its start.
  init(path: String, _ rules: RulesReader, _ limits: Limits) throws(CommandError) {
    var reader = Reader(rules, limits)
    try FileName.forEachLine(of: path, "the script '\(path)'", limits) {
      bytes, number throws(JSONFault) in try reader.read(bytes, line: number)
    }
    self = reader.script(named: path)
  }
}
