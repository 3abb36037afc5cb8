#if Server
/// The value of a header such as Content-Type: a word and parameters (RFC 9110, 5.6.6).
struct HeaderValue {
  /// A parameter with its value as sent.
  struct Parameter {
    /// Name in lower case.
    let name: String
    /// Value; without the quotes of a quoted string, but with its backslashes.
    let value: ArraySlice<UInt8>
    /// Whether the value is a quoted string.
    let isQuoted: Bool
  }

  /// A fault of the grammar; `description` completes a sentence after "has".
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  /// Text before the first semicolon, trimmed, in lower case.
  let word: String
  /// Parameters in their order.
  let parameters: [Parameter]

  /// Reads a value; a semicolon that no parameter follows is allowed.
  init(_ bytes: ArraySlice<UInt8>) throws(Fault) {
    var rest = bytes
    word = Self.lowercased(Self.trimmed(Self.take(&rest) { $0 != UInt8(ascii: ";") }))
    var parameters: [Parameter] = []
    while true {
      _ = Self.take(&rest, while: Self.isSpace)
      guard let byte = rest.first else { break }
      guard byte == UInt8(ascii: ";") else {
        throw Fault(description: "\(MultipartError.excerpt(rest)) where ';' should be")
      }
      rest = rest.dropFirst()
      _ = Self.take(&rest, while: Self.isSpace)
      if rest.isEmpty || rest.first == UInt8(ascii: ";") { continue }
      parameters.append(try Self.parameter(&rest))
    }
    self.parameters = parameters
  }

  /// The parameter of a name, nil if there is none; one that is repeated is a fault.
  func parameter(_ name: String) throws(Fault) -> Parameter? {
    let found = parameters.filter { $0.name == name }
    guard found.count < 2 else { throw Fault(description: "\(found.count) parameters '\(name)'") }
    return found.first
  }

  private static func parameter(_ rest: inout ArraySlice<UInt8>) throws(Fault) -> Parameter {
    let start = rest
    let name = take(&rest, while: isToken)
    guard !name.isEmpty, rest.popFirst() == UInt8(ascii: "=") else {
      throw Fault(
        description: "\(MultipartError.excerpt(start)) where a parameter's name and '=' should be")
    }
    guard rest.first == UInt8(ascii: "\"") else {
      let value = take(&rest, while: isToken)
      guard !value.isEmpty else {
        throw Fault(
          description: "\(MultipartError.excerpt(rest)) where a value should be, in quotes if it is"
            + " empty or holds other than letters, digits and !#$%&'*+-.^_`|~")
      }
      return Parameter(name: lowercased(name), value: value, isQuoted: false)
    }
    rest = rest.dropFirst()
    var end = rest.startIndex
    while end < rest.endIndex, rest[end] != UInt8(ascii: "\"") {
      end += rest[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard end < rest.endIndex else {
      throw Fault(description: "a quoted string without its closing quote")
    }
    let value = rest[..<end]
    rest = rest[(end + 1)...]
    return Parameter(name: lowercased(name), value: value, isQuoted: true)
  }

  private static func take(
    _ rest: inout ArraySlice<UInt8>, while isTaken: (UInt8) -> Bool
  ) -> ArraySlice<UInt8> {
    let taken = rest.prefix(while: isTaken)
    rest = rest[taken.endIndex...]
    return taken
  }

  /// Bytes without the spaces and tabs around.
  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let tail = bytes.drop(while: isSpace)
    guard let last = tail.lastIndex(where: { !isSpace($0) }) else { return [] }
    return tail[...last]
  }

  /// Text with ASCII letters in lower case.
  static func lowercased(_ bytes: some Sequence<UInt8>) -> String {
    let isUpper = UInt8(ascii: "A")...UInt8(ascii: "Z")
    return String(decoding: bytes.map { isUpper.contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Whether a byte may stand in a token (RFC 9110, 5.6.2).
  static func isToken(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }

  /// Whether a byte is an ASCII letter or digit.
  static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
#endif
