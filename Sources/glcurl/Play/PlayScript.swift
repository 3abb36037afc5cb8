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

  /// How much it may ask for.
  let limits: Limits

  /// Reads a file; `rules` are those at its start.
  init(path: String, _ rules: RulesReader, _ limits: Limits) throws(CommandError) {
    var reader = PlayReader(rules, limits)
    var entries: [Entry] = []
    try FileName.forEachLine(of: path, "the script '\(path)'", limits) {
      bytes, number throws(CommandError) in
      do throws(JSONFault) {
        try Self.read(bytes, line: number, &reader, into: &entries)
      } catch {
        throw CommandError(.badInput, error.text(in: path))
      }
    }
    name = path
    self.limits = limits
    self.entries = entries
  }

  /// Reads a script that is there already.
  init(name: String, bytes: [UInt8], _ rules: RulesReader, _ limits: Limits) throws(JSONFault) {
    var reader = PlayReader(rules, limits)
    var entries: [Entry] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      try Self.read(Array(line), line: index + 1, &reader, into: &entries)
    }
    (self.name, self.limits, self.entries) = (name, limits, entries)
  }

  private static func read(
    _ bytes: [UInt8], line: Int, _ reader: inout PlayReader, into entries: inout [Entry]
  ) throws(JSONFault) {
    guard bytes.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { return }
    let read = try reader.entries(bytes, line: line)
    if let last = entries.last, let entry = read.first, entry.time < last.time {
      throw JSONFault(
        line: entry.line, field: "t",
        what: "\(entry.time.short) s, but line \(last.line) is at \(last.time.short) s: events "
          + "come in the order of their times")
    }
    entries += read
  }

  /// Throws where its edits make more pages of a book than its limits allow.
  func check(pages: Int) throws(CommandError) {
    var pages = pages
    for entry in entries {
      guard case .edit(let edit) = entry.event else { continue }
      switch edit {
      case .insert(let at, let count): pages += at <= pages ? count : 0
      case .delete(let at, let count): pages -= at + count <= pages ? count : 0
      case .reload(let count): pages = count
      case .update: break
      }
      do throws(JSONFault) {
        try JSONFault.check(limits, .pages, pages, line: entry.line, field: "count")
      } catch {
        throw CommandError(.badInput, error.text(in: name))
      }
    }
  }

  /// The bindings that it asks for, beside the one at its start.
  var bindings: [Binding] {
    entries.compactMap { if case .layout(_, _, let binding?) = $0.event { binding } else { nil } }
  }

  /// The bindings of a book's pages while they face each other, the first one first; the book's own
  /// where they never do.
  func shapes(of book: Book) -> [Binding] {
    var (isFacing, binding) = (book.layout != .single, book.binding)
    var shapes = isFacing ? [binding] : []
    for entry in entries {
      guard case .layout(_, let layout, let other) = entry.event else { continue }
      isFacing = layout.map { $0 != .single } ?? isFacing
      binding = other ?? binding
      if isFacing { shapes.append(binding) }
    }
    return shapes.isEmpty ? [book.binding] : shapes
  }

  /// The kinds of turns that it asks for, beside the one at its start.
  var kinds: Set<String> {
    Set(entries.compactMap { if case .turn(let name) = $0.event { name } else { nil } })
  }

  /// The layouts that it asks for, beside the one at its start.
  var layouts: [Book.Layout] {
    entries.compactMap { if case .layout(_, let layout?, _) = $0.event { layout } else { nil } }
  }
}
