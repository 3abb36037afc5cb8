/// A compiler's info log, with positions translated to chunk, line and caret.
///
/// `#line` before each chunk numbers the lines of all chunks consecutively. So the line alone
/// identifies the chunk: Mesa's compiler forgets the number of the source string. A position reads
/// "0:12(5): …" (Mesa), "0(12) : …" (NVIDIA) or "ERROR: 0:12: …" (ANGLE and others).
package struct ShaderLog {
  let text: String
  let chunks: [ShaderChunk]

  package init(text: String, chunks: [ShaderChunk]) {
    self.text = text
    self.chunks = chunks
  }

  /// The log, up to 16 lines: each is "page.frag:12:5: …", the source line, and a caret below.
  package var annotated: String {
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    if lines.isEmpty { return "no info log" }
    return lines.prefix(16).map(annotate).joined(separator: "\n")
  }

  /// The number of each chunk's first line.
  static func firstLines(of chunks: [ShaderChunk]) -> [Int] {
    var next = 1
    return chunks.map { chunk in
      defer { next += chunk.lines.count }
      return next
    }
  }

  private struct Place {
    let line: Int
    let column: Int?
    let message: Substring
  }

  private func annotate(_ entry: String) -> String {
    guard let place = place(entry),
      let index = Self.firstLines(of: chunks).lastIndex(where: { $0 <= place.line })
    else { return entry }
    let chunk = chunks[index]
    let line = place.line - Self.firstLines(of: chunks)[index] + 1
    guard chunk.lines.indices.contains(line - 1) else { return entry }
    // A tab would shift the caret.
    let source = String(chunk.lines[line - 1].map { $0 == "\t" ? " " : $0 })
    let column = column(of: place, in: source)
    let indent = String(repeating: " ", count: max(0, min(column, source.count + 1) - 1))
    return "\(chunk.name):\(line):\(column): \(place.message)\n  \(source)\n  \(indent)^"
  }

  /// Column of the caret, from 1: a quoted word of the message if the source has it within one
  /// column of the compiler's, or anywhere if the compiler gives none; else the compiler's column;
  /// else the first word of the line.
  ///
  /// One column of tolerance, because Mesa counts from 0 in some messages and from 1 in others.
  private func column(of place: Place, in source: String) -> Int {
    let quoted = place.message.split(omittingEmptySubsequences: false) { "'`\"".contains($0) }
    for (index, word) in quoted.enumerated() where index % 2 == 1 && !word.isEmpty {
      let starts = source.ranges(of: word).map {
        source.distance(from: source.startIndex, to: $0.lowerBound) + 1
      }
      if let found = starts.first(where: { abs($0 - (place.column ?? $0)) <= 1 }) { return found }
    }
    return place.column ?? source.prefix { $0 == " " }.count + 1
  }

  private func place(_ entry: String) -> Place? {
    var rest = entry[...]
    for prefix in ["ERROR: ", "WARNING: "] where rest.hasPrefix(prefix) {
      rest = rest.dropFirst(prefix.count)
    }
    guard number(&rest) != nil, let mark = rest.popFirst(), mark == ":" || mark == "(",
      let line = number(&rest)
    else { return nil }
    var column: Int?
    if mark == "(" {
      guard rest.popFirst() == ")" else { return nil }
    } else if rest.first == "(" {
      rest.removeFirst()
      column = number(&rest)
      guard column != nil, rest.popFirst() == ")" else { return nil }
    }
    let message = rest.drop { $0 == " " || $0 == ":" }
    return Place(line: line, column: column, message: message)
  }

  private func number(_ text: inout Substring) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    text = text.dropFirst(digits.count)
    return Int(digits)
  }
}
