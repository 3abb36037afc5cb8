package import PageCurl
internal import PageTurner

/// What a reader does with a book, told line by line: a JSON object for each event (JSON Lines).
///
/// The library's article *Turning pages from your own input* has its events and fields.
package struct PlayScript: Sendable {
  /// An event and when it comes.
  package struct Entry: Sendable {
    package let time: Double
    let event: TurnerEvent
    /// Where it stands in the file.
    package let line: Int
  }

  /// The file's name, for people.
  package let name: String
  /// In the order of their times.
  package let entries: [Entry]

  /// How much it may ask for.
  package let limits: Limits

  /// Reads the lines of a script, one by one, which may be those of a pipe.
  package struct Reader {
    private var reader: PlayReader
    private let limits: Limits
    private var entries: [Entry] = []

    /// A reader of a script at whose start there are some rules.
    package init(_ rules: RulesReader, _ limits: Limits) {
      reader = PlayReader(rules, limits)
      self.limits = limits
    }

    /// Reads the next line, without its end.
    ///
    /// An empty one says nothing. Lines count from 1.
    package mutating func read(_ bytes: some Collection<UInt8>, line: Int) throws(JSONFault) {
      guard bytes.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { return }
      let read = try reader.entries(Array(bytes), line: line)
      if let last = entries.last, let entry = read.first, entry.time < last.time {
        throw JSONFault(
          line: entry.line, field: "t",
          what: "\(entry.time.short) s, but line \(last.line) is at \(last.time.short) s: events "
            + "come in the order of their times")
      }
      entries += read
    }

    /// The script of the lines so far; `name` is the file's.
    package func script(named name: String) -> PlayScript {
      PlayScript(name: name, entries: entries, limits: limits)
    }
  }

  /// Reads a script that is there already.
  package init(name: String, bytes: [UInt8], _ rules: RulesReader, _ limits: Limits)
    throws(JSONFault)
  {
    var reader = Reader(rules, limits)
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() { try reader.read(line, line: index + 1) }
    self = reader.script(named: name)
  }

  private init(name: String, entries: [Entry], limits: Limits) {
    (self.name, self.entries, self.limits) = (name, entries, limits)
  }

  /// Throws where its edits make more pages of a book than its limits allow.
  package func check(pages: Int) throws(JSONFault) {
    var pages = pages
    for entry in entries {
      guard case .edit(let edit) = entry.event else { continue }
      switch edit {
      case .insert(let at, let count): pages += at <= pages ? count : 0
      case .delete(let at, let count): pages -= at + count <= pages ? count : 0
      case .reload(let count): pages = count
      case .update: break
      }
      try JSONFault.check(limits, .pages, pages, line: entry.line, field: "count")
    }
  }

  /// The bindings that it asks for, beside the one at its start.
  package var bindings: [Binding] {
    entries.compactMap { if case .layout(_, _, let binding?) = $0.event { binding } else { nil } }
  }

  /// The bindings of a book's pages while they face each other, the first one first; the book's own
  /// where they never do.
  package func shapes(of book: Book) -> [Binding] {
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
  package var kinds: Set<String> {
    Set(entries.compactMap { if case .turn(let name) = $0.event { name } else { nil } })
  }

  /// The layouts that it asks for, beside the one at its start.
  package var layouts: [Book.Layout] {
    entries.compactMap { if case .layout(_, let layout?, _) = $0.event { layout } else { nil } }
  }
}
