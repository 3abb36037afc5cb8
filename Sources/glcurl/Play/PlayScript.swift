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

  /// The bindings that it asks for, beside the one at its start.
  var bindings: [Binding] {
    entries.compactMap { if case .layout(_, _, let binding?) = $0.event { binding } else { nil } }
  }

  /// The binding that says how large the film of a book is: that of pages when they first face each
  /// other, or else the book's own.
  ///
  /// Throws where they lie side by side at one time and one above the other at another: a film has
  /// one shape.
  func shape(of book: Book) throws(CommandError) -> Binding {
    var (isFacing, binding) = (book.layout != .single, book.binding)
    var shape = isFacing ? binding : nil
    for entry in entries {
      guard case .layout(_, let layout, let other) = entry.event else { continue }
      isFacing = layout.map { $0 != .single } ?? isFacing
      binding = other ?? binding
      guard isFacing else { continue }
      guard (binding == .top) == ((shape ?? binding) == .top) else {
        let what = "facing pages lie one above the other here, or did before: a film has one shape"
        throw CommandError(
          .badInput, JSONFault(line: entry.line, field: "binding", what: what).text(in: name))
      }
      shape = shape ?? binding
    }
    return shape ?? book.binding
  }

  /// The layouts that it asks for, beside the one at its start.
  var layouts: [Book.Layout] {
    entries.compactMap { if case .layout(_, let layout?, _) = $0.event { layout } else { nil } }
  }
}
