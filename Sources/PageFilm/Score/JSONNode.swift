public import PageCurl

/// A JSON value that knows the line on which it begins.
package struct JSONNode: Sendable {
  /// What it is.
  enum Value: Sendable {
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
public struct JSONFault: Error, Equatable {
  /// The line of the text, from 1.
  public let line: Int
  /// The field, such as `tracks.angle[2].ease`; empty where the text is no JSON.
  public let field: String
  /// What is wrong there, and what is possible.
  public let what: String
  /// The limit that doesn't allow it, where one doesn't: whoever set the limit knows how to allow more.
  public let exceeded: LimitExceeded?

  package init(line: Int, field: String, what: String) {
    (self.line, self.field, self.what, exceeded) = (line, field, what, nil)
  }

  /// What asks for more than a limit allows.
  init(line: Int, field: String, _ exceeded: LimitExceeded) {
    (self.line, self.field, what, self.exceeded) = (line, field, exceeded.reason, exceeded)
  }

  /// Throws where `value` is more than a limit allows.
  package static func check(
    _ limits: Limits, _ name: Limits.Name, _ value: Int, line: Int, field: String = ""
  ) throws(JSONFault) {
    do throws(LimitExceeded) {
      try limits.check(name, value, of: "")
    } catch {
      throw JSONFault(line: line, field: field, error)
    }
  }

  /// All of it, for a file of a name.
  public func text(in file: String) -> String {
    "\(file):\(line): " + (field.isEmpty ? "" : "\(field): ") + what
  }
}
