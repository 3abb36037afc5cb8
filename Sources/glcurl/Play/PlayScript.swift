internal import PageCurl
internal import PageTurner

/// What a reader does with a book, told line by line: a JSON object for each event (JSON Lines).
///
/// The library's article *Turning pages from your own input* has its events and fields.
struct PlayScript: Sendable {
  /// An event and when it comes.
  struct Entry: Sendable {
    let time: Double
    let event: TurnerEvent
    /// Where it stands in the file.
    let line: Int
  }

  /// The file's name, for people.
  let name: String
  /// In the order of their times.
  let entries: [Entry]

  /// Reads a file; `rules` are those at its start.
  init(path: String, _ rules: RulesReader) throws(CommandError) {
    let bytes = try FileName.contents(of: path, "the script '\(path)'")
    do throws(JSONFault) {
      self = try Self(name: path, bytes: bytes, rules)
    } catch {
      throw CommandError(.badInput, error.text(in: path))
    }
  }

  init(name: String, bytes: [UInt8], _ rules: RulesReader) throws(JSONFault) {
    var reader = PlayReader(rules)
    var entries: [Entry] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      guard line.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) else { continue }
      let read = try reader.entries(Array(line), line: index + 1)
      if let last = entries.last, let entry = read.first, entry.time < last.time {
        throw JSONFault(
          line: entry.line, field: "t",
          what: "\(entry.time.short) s, but line \(last.line) is at \(last.time.short) s: events "
            + "come in the order of their times")
      }
      entries += read
    }
    self.name = name
    self.entries = entries
  }

  /// The layouts that it asks for, beside the one at its start.
  var layouts: [Book.Layout] {
    entries.compactMap { if case .layout(_, let layout?) = $0.event { layout } else { nil } }
  }
}
