/// Headings and labelled rows as text, at most 100 columns wide if words allow it.
struct Table {
  /// Width of the widest line, columns; a longer word has a line of its own.
  static let width = 100

  private(set) var text = ""

  /// A heading, preceded by an empty line unless it is the first.
  mutating func heading(_ words: String) {
    if !text.isEmpty { text += "\n" }
    for line in Self.lines(of: words, width: Self.width) { text += line + "\n" }
  }

  /// A row: the label in a column of width `labels`, and the words wrapped beside it.
  mutating func row(_ label: String, _ words: String, labels: Int = 16, indent: Int = 2) {
    let start = String(repeating: " ", count: indent)
    let column = max(labels, label.count + 2)
    let lines = words.split(separator: "\n").flatMap {
      Self.lines(of: String($0), width: Self.width - indent - column)
    }
    var first = start + label + String(repeating: " ", count: column - label.count)
    for line in lines {
      text += first + line + "\n"
      first = String(repeating: " ", count: indent + column)
    }
  }

  /// The words in lines of at most `width` columns.
  private static func lines(of words: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in words.split(separator: " ") {
      if !line.isEmpty && line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }
}

extension String {
  /// The text right-aligned in a column; longer text is unchanged.
  func right(_ columns: Int) -> String {
    String(repeating: " ", count: Swift.max(0, columns - count)) + self
  }

  /// The text left-aligned in a column; longer text is unchanged.
  func left(_ columns: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, columns - count))
  }
}
