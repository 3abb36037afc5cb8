#if Server
/// Parts of the Prometheus text exposition format, version 0.0.4.
enum PrometheusText {
  /// Media type of the format, for the header `Content-Type`.
  static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

  /// Returns a valid name: every character outside `[a-zA-Z0-9_]` becomes "_".
  ///
  /// A colon is replaced too, since colons are reserved for recording rules. A leading digit gets
  /// the prefix "_". The name is never empty.
  static func name(_ text: String) -> String {
    var name = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z": name.append(scalar)
      case "0"..."9":
        if name.isEmpty { name.append("_") }
        name.append(scalar)
      default: name.append("_")
      }
    }
    return name.isEmpty ? "_" : String(name)
  }

  /// Returns a valid label name that isn't reserved.
  ///
  /// The format reserves `le` for histograms and a leading "__" for Prometheus itself; such names
  /// get the prefix "label".
  static func labelName(_ text: String) -> String {
    let name = name(text)
    if name == "le" { return "label_le" }
    return name.hasPrefix("__") ? "label" + name : name
  }

  /// Returns the shortest decimal text that reads back as the same number.
  static func number(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Escapes a label value, without its quotation marks.
  static func labelValue(_ text: String) -> String { escaped(text, quotes: true) }

  /// Escapes a help text.
  static func help(_ text: String) -> String { escaped(text, quotes: false) }

  private static func escaped(_ text: String, quotes: Bool) -> String {
    // Scalars, not characters: "\r\n" is one character.
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped.append(contentsOf: "\\\\".unicodeScalars)
      case "\n": escaped.append(contentsOf: "\\n".unicodeScalars)
      case "\"" where quotes: escaped.append(contentsOf: "\\\"".unicodeScalars)
      // NUL ends the input of Prometheus' lexer.
      case "\0": escaped.append("\u{FFFD}")
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  /// Appends the line of a sample, from rendered labels without braces and a rendered value.
  static func append(_ name: String, _ labels: String, _ value: String, to text: inout String) {
    text += name
    if !labels.isEmpty {
      text += "{"
      text += labels
      text += "}"
    }
    text += " "
    text += value
    text += "\n"
  }
}
#endif
