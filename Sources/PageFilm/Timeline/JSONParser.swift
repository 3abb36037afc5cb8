package import PageCurl

/// Reads JSON (RFC 8259) with line numbers; rejects duplicate names in an object.
package struct JSONParser {
  private let bytes: [UInt8]
  private var at = 0
  private var line = 1
  private var depth = 0
  private let limits: Limits

  /// Reads a whole text; `line` is its first line in the file.
  package static func parse(
    _ bytes: [UInt8], line: Int = 1, _ limits: Limits = Limits()
  ) throws(JSONFault) -> JSONNode {
    try JSONFault.check(limits, .jsonBytes, bytes.count, line: line)
    var parser = JSONParser(bytes: bytes, limits)
    parser.line = line
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.at = 3 }
    let node = try parser.value()
    parser.skipSpace()
    if let byte = parser.peek {
      throw parser.fault("\(Self.name(byte)) after the end of the value")
    }
    return node
  }

  private init(bytes: [UInt8], _ limits: Limits) {
    self.bytes = bytes
    self.limits = limits
  }

  private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

  private func fault(_ what: String) -> JSONFault {
    JSONFault(line: line, field: "", what: "no JSON: \(what)")
  }

  private static func name(_ byte: UInt8?) -> String {
    guard let byte else { return "the end" }
    return (0x21...0x7E).contains(byte)
      ? "'\(Character(UnicodeScalar(byte)))'" : "byte 0x\(String(byte, radix: 16))"
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      if byte == 0x0A { line += 1 }
      at += 1
    }
  }

  private mutating func take(_ byte: Character) -> Bool {
    guard peek == byte.asciiValue else { return false }
    at += 1
    return true
  }

  private mutating func value() throws(JSONFault) -> JSONNode {
    skipSpace()
    let start = line
    depth += 1
    defer { depth -= 1 }
    try JSONFault.check(limits, .jsonDepth, depth, line: line)
    let value: JSONNode.Value =
      switch peek {
      case UInt8(ascii: "{"): .object(try object())
      case UInt8(ascii: "["): .array(try array())
      case UInt8(ascii: "\""): .string(String(decoding: try string(), as: UTF8.self))
      case UInt8(ascii: "t"): try word("true", .bool(true))
      case UInt8(ascii: "f"): try word("false", .bool(false))
      case UInt8(ascii: "n"): try word("null", .null)
      case UInt8(ascii: "-")?, (UInt8(ascii: "0")...UInt8(ascii: "9"))?: .number(try number())
      default: throw fault("\(Self.name(peek)) where a value should begin")
      }
    return JSONNode(value: value, line: start)
  }

  private mutating func word(_ word: String, _ value: JSONNode.Value) throws(JSONFault)
    -> JSONNode.Value
  {
    guard bytes[at...].starts(with: word.utf8) else {
      throw fault("a word that isn't true, false or null")
    }
    at += word.utf8.count
    return value
  }

  private mutating func object() throws(JSONFault) -> [JSONNode.Member] {
    at += 1
    var members: [JSONNode.Member] = []
    // Compare bytes: comparing Unicode strings is slow.
    var names: Set<[UInt8]> = []
    skipSpace()
    if take("}") { return members }
    while true {
      skipSpace()
      let start = line
      guard peek == UInt8(ascii: "\"") else {
        throw fault("\(Self.name(peek)) where a name in quotes should be")
      }
      let bytes = try string()
      let name = String(decoding: bytes, as: UTF8.self)
      guard names.insert(bytes).inserted else {
        throw fault("\"\(name.prefix(40))\" stands here twice")
      }
      skipSpace()
      guard take(":") else { throw fault("\(Self.name(peek)) where ':' should be") }
      members.append(JSONNode.Member(name: name, line: start, node: try value()))
      skipSpace()
      if take("}") { return members }
      guard take(",") else { throw fault("\(Self.name(peek)) where ',' or '}' should be") }
    }
  }

  private mutating func array() throws(JSONFault) -> [JSONNode] {
    at += 1
    var values: [JSONNode] = []
    skipSpace()
    if take("]") { return values }
    while true {
      values.append(try value())
      skipSpace()
      if take("]") { return values }
      guard take(",") else { throw fault("\(Self.name(peek)) where ',' or ']' should be") }
    }
  }

  private mutating func number() throws(JSONFault) -> Double {
    let start = at
    func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }
    func digits(_ parser: inout JSONParser) -> Bool {
      let start = parser.at
      while isDigit(parser.peek) { parser.at += 1 }
      return parser.at > start
    }
    _ = take("-")
    var isRight = take("0") || digits(&self)
    if take(".") { isRight = digits(&self) && isRight }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      isRight = digits(&self) && isRight
    }
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    guard isRight, !isDigit(peek), let value = Double(text), value.isFinite else {
      throw fault("'\(text.prefix(40))' is no number")
    }
    return value
  }

  /// Reads a string; the result is valid UTF-8.
  private mutating func string() throws(JSONFault) -> [UInt8] {
    at += 1
    var text: [UInt8] = []
    while let byte = peek {
      at += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard String(validating: text, as: UTF8.self) != nil else {
          throw fault("text that is no UTF-8")
        }
        return text
      case UInt8(ascii: "\\"): try escape(&text)
      case 0..<0x20: throw fault("a string that doesn't end on its line")
      default: text.append(byte)
      }
    }
    throw fault("a string that doesn't end")
  }

  private mutating func escape(_ text: inout [UInt8]) throws(JSONFault) {
    guard let byte = peek else { throw fault("a string that doesn't end") }
    at += 1
    if let plain = Self.plain(escaped: byte) {
      text.append(plain)
      return
    }
    guard byte == UInt8(ascii: "u") else { throw fault("\\\(Self.name(byte)) in a string") }
    var code = try hex()
    if (0xD800..<0xDC00).contains(code) {
      guard take("\\"), take("u") else { throw fault("half of a character in a string") }
      let low = try hex()
      guard (0xDC00..<0xE000).contains(low) else { throw fault("half of a character in a string") }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = UnicodeScalar(code) else { throw fault("half of a character in a string") }
    text += Array(String(scalar).utf8)
  }

  /// The character of an escape sequence; nil for `u` and unknown sequences.
  private static func plain(escaped byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
    case UInt8(ascii: "b"): 8
    case UInt8(ascii: "f"): 12
    case UInt8(ascii: "n"): 10
    case UInt8(ascii: "r"): 13
    case UInt8(ascii: "t"): 9
    default: nil
    }
  }

  private mutating func hex() throws(JSONFault) -> UInt32 {
    let digits = bytes[at...].prefix(4)
    guard digits.count == 4,
      digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit && $0 < 0x80 }),
      let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw fault("\\u without four hexadecimal digits") }
    at += 4
    return code
  }
}
