/// Reads JSON (RFC 8259) and keeps the lines; refuses names that an object has twice.
struct JSONParser {
  private let bytes: [UInt8]
  private var at = 0
  private var line = 1
  private var depth = 0

  private static let mostLevels = 32

  /// Reads a whole text, which begins on a line of its file.
  static func parse(_ bytes: [UInt8], line: Int = 1) throws(JSONFault) -> JSONNode {
    var parser = JSONParser(bytes: bytes)
    parser.line = line
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.at = 3 }
    let node = try parser.value()
    parser.skipSpace()
    if let byte = parser.peek {
      throw parser.fault("\(Self.name(byte)) after the end of the value")
    }
    return node
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

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
    while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
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
    guard depth < Self.mostLevels else {
      throw fault("more than \(Self.mostLevels) values inside one another")
    }
    depth += 1
    defer { depth -= 1 }
    let value: JSONNode.Value =
      switch peek {
      case UInt8(ascii: "{"): .object(try object())
      case UInt8(ascii: "["): .array(try array())
      case UInt8(ascii: "\""): .string(try string())
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
    var names: Set<String> = []
    skipSpace()
    if take("}") { return members }
    while true {
      skipSpace()
      let start = line
      guard peek == UInt8(ascii: "\"") else {
        throw fault("\(Self.name(peek)) where a name in quotes should be")
      }
      let name = try string()
      guard names.insert(name).inserted else { throw fault("\"\(name)\" stands here twice") }
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

  private mutating func string() throws(JSONFault) -> String {
    at += 1
    var text: [UInt8] = []
    while let byte = peek {
      at += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: text, as: UTF8.self) else {
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
    let escapes: [Character: UInt8] = [
      "\"": 0x22, "\\": 0x5C, "/": 0x2F, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9,
    ]
    guard let byte = peek else { throw fault("a string that doesn't end") }
    at += 1
    if let plain = escapes[Character(UnicodeScalar(byte))] {
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
