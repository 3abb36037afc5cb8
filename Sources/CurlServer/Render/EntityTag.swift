#if Server
/// The name of one state of an answer (RFC 9110, section 8.8.3); it is strong.
struct EntityTag: Hashable, Sendable {
  /// The tag with its quotes, as in the header field ETag.
  let text: String

  /// A tag of characters that may stand between quotes.
  init(_ characters: String) { text = "\"\(characters)\"" }

  /// Whether fields If-None-Match name this tag; weak tags count, as they do for this field.
  ///
  /// What follows an invalid tag is ignored.
  func isNamed(in fields: [String]) -> Bool {
    fields.contains { field in
      if field.trimmingSpace == "*" { return true }
      var rest = field[...]
      while true {
        rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "," }
        if rest.hasPrefix("W/") { rest = rest.dropFirst(2) }
        guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else {
          return false
        }
        if rest[...end] == text { return true }
        rest = rest[rest.index(after: end)...]
      }
    }
  }
}

extension String {
  fileprivate var trimmingSpace: Substring {
    var text = self[...].drop { $0 == " " || $0 == "\t" }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }
}
#endif
