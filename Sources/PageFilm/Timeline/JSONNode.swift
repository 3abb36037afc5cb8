public import PageCurl

/// A JSON value with the line on which it begins.
package struct JSONNode: Sendable {
  package enum Value: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONNode])
    case object([Member])
  }

  /// A member of an object; members keep the order of the text.
  package struct Member: Sendable {
    package let name: String
    /// Line of the name.
    package let line: Int
    package var node: JSONNode
  }

  package let value: Value
  /// Line, from 1.
  package let line: Int

  /// The value as text for messages.
  package var excerpt: String {
    switch value {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let value): value.short
    case .string(let text): "\"\(text.prefix(40))\(text.count > 40 ? "…" : "")\""
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The value for writing.
  package var json: JSON {
    switch value {
    case .null: .null
    case .bool(let value): .bool(value)
    case .number(let value): .number(value)
    case .string(let text): .string(text)
    case .array(let values): .array(values.map(\.json))
    case .object(let members): .object(members.map { ($0.name, $0.node.json) })
    }
  }

  /// The members of an object; nil for anything else.
  package var members: [Member]? { if case .object(let members) = value { members } else { nil } }
}

/// An error in a JSON text, or in its contents.
public struct JSONFault: Error, Equatable {
  /// Line of the text, from 1.
  public let line: Int
  /// Field, such as `tracks.angle[2].ease`; empty if the text isn't JSON.
  public let field: String
  /// The error and the valid values.
  public let what: String
  /// The exceeded limit if that is the error, else nil; the caller knows how to raise a limit.
  public let exceeded: LimitExceeded?

  package init(line: Int, field: String, what: String) {
    (self.line, self.field, self.what, exceeded) = (line, field, what, nil)
  }

  /// An error about a text that exceeds a limit.
  init(line: Int, field: String, _ exceeded: LimitExceeded) {
    (self.line, self.field, what, self.exceeded) = (line, field, exceeded.reason, exceeded)
  }

  /// Throws if `value` exceeds a limit.
  package static func check(
    _ limits: Limits, _ name: Limits.Name, _ value: Int, line: Int, field: String = ""
  ) throws(JSONFault) {
    do throws(LimitExceeded) {
      try limits.check(name, value, of: "")
    } catch {
      throw JSONFault(line: line, field: field, error)
    }
  }

  /// The error as a message with the file's name.
  public func text(in file: String) -> String {
    "\(file):\(line): " + (field.isEmpty ? "" : "\(field): ") + what
  }
}
