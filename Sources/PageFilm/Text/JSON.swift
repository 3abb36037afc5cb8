/// A JSON value that keeps the order of its members.
package indirect enum JSON: Sendable, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
  case null
  case bool(Bool)
  case int(Int)
  /// A number; NaN and infinity become null.
  case number(Double)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])

  package init(stringLiteral value: String) { self = .string(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }

  /// The value as one line of text.
  package var text: String {
    switch self {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .int(let value): return String(value)
    case .number(let value): return value.isFinite ? value.short : "null"
    case .string(let value): return Self.quoted(value)
    case .array(let values): return "[" + values.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      let parts = members.map { Self.quoted($0.0) + ":" + $0.1.text }
      return "{" + parts.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ value: String) -> String {
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..<"\u{20}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
