#if Server
/// The headers of one part, read line by line.
///
/// Headers that RFC 7578 doesn't name are ignored, but must have the form of a header.
struct MultipartHeaders: Sendable {
  /// Number of the part, from 1, for messages.
  private let number: Int
  private var name: String?
  private var fileName: String?
  private var contentType: String?
  private var hasDisposition = false
  private var hasEncoding = false

  /// No headers yet of part `number`, from 1.
  init(number: Int) { self.number = number }

  /// Bytes held.
  var count: Int {
    (name?.utf8.count ?? 0) + (fileName?.utf8.count ?? 0) + (contentType?.utf8.count ?? 0)
  }

  /// The part; throws if Content-Disposition is missing.
  func part() throws(MultipartError) -> MultipartPart {
    guard let name else { throw fault("no Content-Disposition") }
    return MultipartPart(name: name, fileName: fileName, contentType: contentType)
  }

  /// Takes a line without its line end; it isn't empty.
  mutating func add(_ line: ArraySlice<UInt8>) throws(MultipartError) {
    guard line.first != 0x20, line.first != 0x09 else {
      throw MultipartError(
        .badHeader,
        "part \(number) has a header line that begins with a space; send each header in one line")
    }
    if let byte = line.first(where: { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }) {
      throw MultipartError(
        .badHeader,
        "part \(number) has the control character \(MultipartError.excerpt([byte])) in a header;"
          + " remove it")
    }
    let field = line.prefix(while: HeaderValue.isToken)
    let rest = line[field.endIndex...]
    guard !field.isEmpty, rest.first == UInt8(ascii: ":") else {
      throw MultipartError(
        .badHeader,
        "part \(number) has the line \(MultipartError.excerpt(line)) among its headers; send"
          + " 'Name: value' lines, an empty line, then the data")
    }
    let value = HeaderValue.trimmed(rest.dropFirst())
    switch HeaderValue.lowercased(field) {
    case "content-disposition": try addDisposition(value)
    case "content-type": try addType(value)
    case "content-transfer-encoding": try addEncoding(value)
    default: break
    }
  }

  private mutating func addType(_ value: ArraySlice<UInt8>) throws(MultipartError) {
    guard contentType == nil else { throw repeated("Content-Type") }
    guard value.allSatisfy({ $0 < 0x80 }) else {
      throw MultipartError(
        .badHeader,
        "part \(number) has the Content-Type \(MultipartError.excerpt(value)); use ASCII alone")
    }
    contentType = String(decoding: value, as: UTF8.self)
  }

  private mutating func addEncoding(_ value: ArraySlice<UInt8>) throws(MultipartError) {
    guard !hasEncoding else { throw repeated("Content-Transfer-Encoding") }
    hasEncoding = true
    guard ["7bit", "8bit", "binary"].contains(HeaderValue.lowercased(value)) else {
      throw MultipartError(
        .unsupportedEncoding,
        "part \(number) has the Content-Transfer-Encoding \(MultipartError.excerpt(value)); send"
          + " the data as it is, without that header")
    }
  }

  private mutating func addDisposition(_ value: ArraySlice<UInt8>) throws(MultipartError) {
    guard !hasDisposition else { throw repeated("Content-Disposition") }
    hasDisposition = true
    do throws(HeaderValue.Fault) {
      let disposition = try HeaderValue(value)
      guard disposition.word == "form-data" else {
        throw HeaderValue.Fault(
          description: "the Content-Disposition \(MultipartError.excerpt(disposition.word.utf8))")
      }
      guard let name = try disposition.parameter("name"), !name.value.isEmpty else {
        throw HeaderValue.Fault(description: "no name in its Content-Disposition")
      }
      self.name = try Self.text(name)
      if let fileName = try disposition.parameter("filename") {
        self.fileName = try Self.text(fileName)
      } else if try disposition.parameter("filename*") != nil {
        // .NET sends it beside a filename. Alone, ignoring it would turn a file into a field.
        throw HeaderValue.Fault(description: "'filename*', which RFC 7578 forbids")
      }
    } catch {
      throw fault(error.description)
    }
  }

  /// A name as browsers send it: UTF-8 with `%22` for a quote; older clients send `\"` and `\\`.
  ///
  /// A backslash before another byte stays: old browsers send paths of Windows.
  private static func text(_ parameter: HeaderValue.Parameter) throws(HeaderValue.Fault) -> String {
    let decoded = parameter.isQuoted ? unescaped(parameter.value) : Array(parameter.value)
    guard let text = String(validating: decoded, as: UTF8.self) else {
      throw HeaderValue.Fault(
        description: "the \(parameter.name) \(MultipartError.excerpt(decoded)), which isn't UTF-8")
    }
    let isControl = text.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F) ~= $0.value }
    guard !isControl else {
      throw HeaderValue.Fault(
        description: "a control character in the \(parameter.name)"
          + " \(MultipartError.excerpt(decoded))")
    }
    return text
  }

  private static func unescaped(_ value: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var rest = value
    while let byte = rest.popFirst() {
      switch (byte, rest.first) {
      case (UInt8(ascii: "\\"), UInt8(ascii: "\"")?), (UInt8(ascii: "\\"), UInt8(ascii: "\\")?):
        if let escaped = rest.popFirst() { text.append(escaped) }
      case (UInt8(ascii: "%"), _):
        let code = Self.code(rest.prefix(2))
        if code != nil { rest = rest.dropFirst(2) }
        text.append(code ?? byte)
      default: text.append(byte)
      }
    }
    return text
  }

  /// The byte of the escapes `%22`, `%0D` and `%0A`, by their digits; nil for other digits.
  private static func code(_ digits: ArraySlice<UInt8>) -> UInt8? {
    switch HeaderValue.lowercased(digits) {
    case "22": 0x22
    case "0d": 0x0D
    case "0a": 0x0A
    default: nil
    }
  }

  private func fault(_ what: String) -> MultipartError {
    MultipartError(
      .badHeader,
      "part \(number) has \(what); send 'Content-Disposition: form-data; name=\"…\"', for a file"
        + " also '; filename=\"…\"', in UTF-8 without control characters")
  }

  private func repeated(_ header: String) -> MultipartError {
    MultipartError(.badHeader, "part \(number) has two \(header) headers; send one")
  }
}
#endif
