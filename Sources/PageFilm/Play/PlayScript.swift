public import PageCurl
package import PageTurner

/// The input events that turn the pages of a book: JSON Lines, one object per event.
///
/// The library's article *Turning pages from your own input* lists the events and their fields.
public struct PlayScript: Sendable {
  /// An event and its time.
  package struct Entry: Sendable {
    package let time: Double
    let event: TurnerEvent
    /// Line in the file.
    package let line: Int
  }

  /// The file's name, for errors.
  public let name: String
  /// Events in the order of their times.
  package let entries: [Entry]
  /// Rules of the turner before the first event.
  package let rules: TurnerConfiguration
  /// Whether pages face each other before the first event.
  public let isFacing: Bool
  let limits: Limits

  /// Reads a script line by line, for example from a pipe.
  package struct Reader {
    private var reader: PlayReader
    private let rules: TurnerConfiguration
    private let isFacing: Bool
    private let limits: Limits
    private var entries: [Entry] = []
    /// The latest event.
    private var last: Entry?

    /// A reader of a script; `rules` and `isFacing` hold before its first event.
    package init(_ rules: RulesPreset, isFacing: Bool, _ limits: Limits) {
      let start = RulesReader(
        rules, isFacing: isFacing,
        mostPages: min(limits[.pages], TurnerConfiguration.mostPagesRange.upperBound))
      reader = PlayReader(start, limits)
      self.rules = start.rules
      self.isFacing = isFacing
      self.limits = limits
    }

    /// Reads the next line, without its line end.
    ///
    /// Lines count from 1; empty lines are skipped.
    package mutating func read(_ bytes: some Collection<UInt8>, line: Int) throws(JSONFault) {
      entries += try take(bytes, line: line)
    }

    /// Reads the next line without keeping its events.
    mutating func take(
      _ bytes: some Collection<UInt8>, line: Int
    ) throws(JSONFault) -> [Entry] {
      guard bytes.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { return [] }
      let read = try reader.entries(Array(bytes), line: line)
      if let last, let entry = read.first, entry.time < last.time {
        throw JSONFault(
          line: entry.line, field: "t",
          what: "\(entry.time.short) s, but line \(last.line) is at \(last.time.short) s: events "
            + "come in the order of their times")
      }
      last = read.last
      return read
    }

    /// The script of the lines so far; `name` is the file's name.
    package func script(named name: String) -> PlayScript {
      PlayScript(name: name, entries: entries, rules: rules, isFacing: isFacing, limits: limits)
    }
  }

  /// Reads a script.
  ///
  /// - Parameters:
  ///   - name: The file's name, for errors.
  ///   - bytes: The file's bytes, JSON Lines.
  ///   - rules: Preset of the rules by which input turns pages, before the first event.
  ///   - isFacing: Whether pages face each other before the first event.
  ///   - limits: Limits of the script, such as its events, edits and pages.
  /// - Throws: `input`, with line and field.
  public init(
    name: String, bytes: [UInt8], rules: RulesPreset = .standard, isFacing: Bool = false,
    limits: Limits = Limits()
  ) throws(FilmError) {
    do throws(JSONFault) {
      try self.init(name: name, bytes: bytes, rules, isFacing: isFacing, limits)
    } catch {
      throw .input(error, file: name)
    }
  }

  /// The same; throws the fault itself instead of a `FilmError`.
  package init(
    name: String, bytes: [UInt8], _ rules: RulesPreset, isFacing: Bool, _ limits: Limits
  ) throws(JSONFault) {
    var reader = Reader(rules, isFacing: isFacing, limits)
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() { try reader.read(line, line: index + 1) }
    self = reader.script(named: name)
  }

  private init(
    name: String, entries: [Entry], rules: TurnerConfiguration, isFacing: Bool, limits: Limits
  ) {
    self.name = name
    self.entries = entries
    self.rules = rules
    self.isFacing = isFacing
    self.limits = limits
  }

  /// Throws if edits give a book of `pages` pages more pages than the limit.
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

  /// The bindings that the events set.
  var bindings: [Binding] {
    entries.compactMap { if case .layout(_, _, let binding?) = $0.event { binding } else { nil } }
  }

  /// The bindings with which a book's pages face each other, in order of time; if the pages never
  /// face each other, the book's binding.
  func facingBindings(of book: Book) -> [Binding] {
    var (isFacing, binding) = (book.layout != .single, book.binding)
    var bindings = isFacing ? [binding] : []
    for entry in entries {
      guard case .layout(_, let layout, let other) = entry.event else { continue }
      isFacing = layout.map { $0 != .single } ?? isFacing
      binding = other ?? binding
      if isFacing { bindings.append(binding) }
    }
    return bindings.isEmpty ? [book.binding] : bindings
  }

  /// The names of the turns that the events set.
  var kinds: Set<String> {
    Set(entries.compactMap { if case .turn(let name) = $0.event { name } else { nil } })
  }

  /// The layouts that the events set.
  var layouts: [Book.Layout] {
    entries.compactMap { if case .layout(_, let layout?, _) = $0.event { layout } else { nil } }
  }
}
