#if Server
import Testing

@testable import CurlServer

@Suite("Errors of multipart bodies")
struct MultipartErrorTests {
  /// Whether a message is one line of printable text that says a remedy, and isn't too long.
  static func isPlain(_ error: MultipartError) -> Bool {
    let text = error.description
    return text.unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) || $0 == "…" }
      && text.split(separator: "; ").count > 1 && text.count < 440
  }

  /// A body of boundary `B`, what its error is, and words of the message.
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let kind: MultipartError.Kind
    let words: String

    var testDescription: String { text.debugDescription }

    init(_ kind: MultipartError.Kind, _ words: String, _ text: String) {
      (self.text, self.kind, self.words) = (text, kind, words)
    }
  }

  private static let head = "--B\r\nContent-Disposition: form-data; name=a\r\n"

  private static let delimiters = [
    Case(.malformed, "LF alone", "--B\nContent-Disposition: form-data; name=a\n\nx\n--B--\n"),
    Case(.malformed, "LF alone", "--B \nX"),
    Case(.malformed, "LF alone", "\(head)\r\nx\r\n--B\nX"),
    Case(.malformed, "LF alone", "\(head)\r\nx\r\n--B--\n"),
    Case(.malformed, "'C' follows", "\(head)\r\nx\r\n--BC\r\n"),
    Case(.malformed, "'C' follows", "--BC\r\n"),
    Case(.malformed, "'C' follows", "--B C\r\n"),
    Case(.malformed, "'\\x0D' follows", "\(head)\r\nx\r\n--B-\r\n"),
    Case(.malformed, "'x' follows", "--B-x"),
    Case(.malformed, "'\\x0D' follows", "--B\r\r\n"),
    Case(.malformed, "'x' follows", "--B--x"),
    Case(.malformed, "'x' follows", "--B--\rx"),
    Case(.malformed, "'\\xC3' follows", "--B\u{FC}"),
    Case(.malformed, "empty line after them", "\(head)--B--\r\n"),
    Case(.malformed, "empty line after them", "\(head)--B\r\n"),
  ]

  private static let headers = [
    Case(.malformed, "header line of part 1", "--B\r\nA: b\n\r\n"),
    Case(.malformed, "header line of part 1", "--B\r\n\n"),
    Case(.malformed, "header line of part 2", "\(head)\r\n\r\n--B\r\nA: b\r\n\n"),
    Case(.badHeader, "control character '\\x0D'", "--B\r\nA: b\r\r\n"),
    Case(.badHeader, "control character '\\x00'", "--B\r\nA: \0\r\n"),
    Case(.badHeader, "control character '\\x7F'", "--B\r\nA: \u{7F}\r\n"),
    Case(.badHeader, "begins with a space", "\(head) ; filename=b\r\n\r\n"),
    Case(.badHeader, "begins with a space", "\(head)\t\r\n\r\n"),
    Case(.badHeader, "begins with a space", "--B\r\n A: b\r\n"),
    Case(.badHeader, "'A' among its headers", "--B\r\nA\r\n"),
    Case(.badHeader, "'A : b' among its headers", "--B\r\nA : b\r\n"),
    Case(.badHeader, "': b' among its headers", "--B\r\n: b\r\n"),
    Case(.badHeader, "'\\xC3\\xA4: b' among its headers", "--B\r\nä: b\r\n"),
    Case(.badHeader, "part 1 has no Content-Disposition", "--B\r\n\r\n"),
    Case(.badHeader, "part 1 has no Content-Disposition", "--B\r\n\r\n--B--\r\n"),
    Case(.badHeader, "part 2 has no Content-Disposition", "\(head)\r\n\r\n--B\r\nA: b\r\n\r\n"),
    Case(
      .badHeader, "two Content-Disposition", "\(head)content-disposition: form-data; name=a\r\n"),
    Case(.badHeader, "two Content-Type", "--B\r\nContent-Type: a/b\r\nContent-Type:\r\n"),
    Case(.badHeader, "'\\xC3\\xA4'", "--B\r\nContent-Type: ä\r\n"),
    Case(
      .badHeader, "two Content-Transfer-Encoding",
      "--B\r\nContent-Transfer-Encoding: binary\r\nContent-Transfer-Encoding: binary\r\n"),
    Case(.unsupportedEncoding, "'base64'", "--B\r\nContent-Transfer-Encoding: base64\r\n"),
    Case(
      .unsupportedEncoding, "'Quoted-Printable'",
      "--B\r\nContent-Transfer-Encoding: Quoted-Printable\r\n"),
    Case(.unsupportedEncoding, "''", "--B\r\nContent-Transfer-Encoding:\r\n"),
  ]

  private static func disposition(_ words: String, _ value: String) -> Case {
    Case(.badHeader, words, "--B\r\nContent-Disposition: \(value)\r\n")
  }

  private static let dispositions = [
    disposition("Content-Disposition ''", ""),
    disposition("Content-Disposition 'attachment'", "attachment; name=a"),
    disposition("Content-Disposition 'form-data name=a'", "form-data name=a"),
    disposition("no name", "form-data"),
    disposition("no name", "form-data; filename=a"),
    disposition("no name", "form-data; name*=utf-8''a"),
    disposition("no name", "form-data; name=\"\""),
    disposition("'' where a value", "form-data; name="),
    disposition("'name' where", "form-data; name"),
    disposition("' a' where a value", "form-data; name= a"),
    disposition("closing quote", "form-data; name=\"a"),
    disposition("closing quote", "form-data; name=\"a\\\""),
    disposition("closing quote", "form-data; name=\"a\\"),
    disposition("'b' where ';'", "form-data; name=\"a\"b"),
    disposition("'b' where ';'", "form-data; name=a b"),
    disposition("2 parameters 'name'", "form-data; name=a; NAME=a"),
    disposition("3 parameters 'filename'", "form-data; name=a; filename=a; filename=b; filename=c"),
    disposition("filename*", "form-data; name=a; filename*=utf-8''b"),
    disposition("control character in the name 'a\\x0D\\x0A'", "form-data; name=\"a%0D%0A\""),
    disposition("control character in the name 'a\\x0A'", "form-data; name=\"a%0a\""),
    disposition("control character in the filename", "form-data; name=a; filename=\"%0A\""),
    disposition("control character", "form-data; name=\"a\tb\""),
    disposition("control character in the name 'a\\xC2\\x85'", "form-data; name=\"a\u{85}\""),
  ]

  private static let ends = [
    Case(.truncated, "before its first delimiter", ""),
    Case(.truncated, "before its first delimiter", "--"),
    Case(.truncated, "before its first delimiter", "x\r\n--"),
    Case(.truncated, "before its first delimiter", "x--B--\r\n"),
    Case(.truncated, "before its first delimiter", "x\n--B--\n"),
    Case(.truncated, "in a delimiter", "--B"),
    Case(.truncated, "in a delimiter", "--B-"),
    Case(.truncated, "in a delimiter", "--B "),
    Case(.truncated, "in a delimiter", "--B\r"),
    Case(.truncated, "in the headers of part 1", "--B\r\n"),
    Case(.truncated, "in the headers of part 1", head),
    Case(.truncated, "in the headers of part 1", "\(head)\r"),
    Case(.truncated, "in the data of part 1", "\(head)\r\n"),
    Case(.truncated, "in the data of part 1", "\(head)\r\nx\r\n--"),
    Case(.truncated, "in the headers of part 2", "\(head)\r\nx\r\n\(head)"),
  ]

  @Test(
    "Each fault has its kind, says what is wrong, and is the same however the body is cut",
    arguments: delimiters + headers + dispositions + ends)
  func faults(_ fault: Case) {
    let body = Array(fault.text.utf8)
    let whole = MultipartReading(body)
    #expect(whole.kind == fault.kind)
    #expect(whole.outcome.error?.description.contains(fault.words) ?? false)
    #expect(whole.outcome.error.map(Self.isPlain) ?? false)
    #expect(whole.isInOrder)
    for cut in 0...body.count {
      #expect(MultipartReading(body, cuts: [cut]).outcome == whole.outcome)
    }
    #expect(MultipartReading(body, cuts: Array(0..<body.count)).outcome == whole.outcome)
  }

  @Test("Names and types that aren't UTF-8 are rejected")
  func encodings() {
    for bytes: [UInt8] in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80]] {
      for name in ["name", "name=a; filename"] {
        let body =
          Array("--B\r\nContent-Disposition: form-data; \(name)=\"".utf8) + bytes
          + Array("\"\r\n\r\n\r\n--B--".utf8)
        let reading = MultipartReading(body)
        #expect(reading.kind == .badHeader && reading.outcome.parts.isEmpty)
        #expect(reading.outcome.error?.description.contains("isn't UTF-8") ?? false)
      }
    }
  }

  @Test("Messages quote 40 bytes of input at most")
  func quotes() {
    let long = String(repeating: "q", count: 41)
    let quoted = "'\(long.dropLast())…'"
    let bodies = [
      "--B\r\n\(long)\r\n", "--B\r\nContent-Type: \(long)ä\r\n",
      "--B\r\nContent-Transfer-Encoding: \(long)\r\n", "--B\r\nContent-Disposition: \(long)\r\n",
      "--B\r\nContent-Disposition: form-data; \(long)\r\n",
      "--B\r\nContent-Disposition: form-data; name=\"\(long)%0A\"\r\n",
      "--B\r\nContent-Disposition: form-data; name=a \(long)\r\n",
    ]
    var errors = bodies.map { MultipartReading(Array($0.utf8)).outcome.error }
    for type in [long, "multipart/form-data; boundary=\"\(long)\(long)\""] {
      errors.append(MultipartReading([], contentType: type).outcome.error)
    }
    for error in errors {
      #expect(error?.description.split(separator: quoted).count == 2)
      #expect(error.map { !$0.description.contains(long) && Self.isPlain($0) } ?? false)
    }
    #expect(MultipartError.excerpt([0x0A, 0x41, 0xFF, 0x00]) == "'\\x0AA\\xFF\\x00'")
  }

  @Test("After an error each call throws it again, and no more is read")
  func repeated() throws {
    var parser = try MultipartParser(contentType: MultipartBody.contentType)
    var rest = Array("--BC\r\n".utf8)[...]
    let first = #expect(throws: MultipartError.self) { try parser.next(from: &rest) }
    var more = MultipartBody.disposition("name=a")[...]
    let second = #expect(throws: MultipartError.self) { try parser.next(from: &more) }
    more = []
    let third = #expect(throws: MultipartError.self) { try parser.next(from: &more) }
    let last = #expect(throws: MultipartError.self) { try parser.finish() }
    #expect(first?.kind == .malformed && second == first && third == first && last == first)
  }
}
#endif
