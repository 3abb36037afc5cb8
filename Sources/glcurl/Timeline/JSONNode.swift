/// A JSON value that knows the line on which it begins.
struct JSONNode: Sendable {
  /// What it is.
  indirect enum Value: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONNode])
    case object([Member])
  }

  /// A member of an object, in the order of the text.
  struct Member: Sendable {
    let name: String
    /// Where its name stands.
    let line: Int
    var node: JSONNode
  }

  let value: Value
  /// Lines count from 1.
  let line: Int

  /// What it is, for people.
  var kind: String {
    switch value {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let value): value.short
    case .string(let text): "\"\(text.prefix(40))\(text.count > 40 ? "…" : "")\""
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The members of an object; nil for anything else.
  var members: [Member]? { if case .object(let members) = value { members } else { nil } }
}

/// What is wrong with a text that should be JSON, or with what it says.
struct JSONFault: Error, Equatable {
  let line: Int
  /// The field, such as `tracks.angle[2].ease`; empty where the text is no JSON.
  let field: String
  let what: String

  /// All of it, for a file of a name.
  func text(in file: String) -> String {
    "\(file):\(line): " + (field.isEmpty ? "" : "\(field): ") + what
  }
}
