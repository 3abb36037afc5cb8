internal import PageCurl
internal import PageFilm

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
