#if Server
import Testing

@testable import CurlServer

@Suite("Boundary of a multipart Content-Type")
struct MultipartBoundaryTests {
  @Test(
    "The boundary is found",
    arguments: [
      ("multipart/form-data; boundary=B", "B"),
      ("multipart/form-data;boundary=B", "B"),
      ("Multipart/Form-Data;BOUNDARY=bB", "bB"),
      (" multipart/form-data\t ; boundary=B ; ", "B"),
      ("multipart/form-data; charset=utf-8; boundary=B", "B"),
      ("multipart/form-data; boundary=B; charset=\"a;b\\\"; boundary=C\"", "B"),
      ("multipart/form-data;; ;boundary=B;;", "B"),
      ("multipart/form-data; boundary=\"B\"", "B"),
      ("multipart/form-data; boundary=\"a b\"", "a b"),
      ("multipart/form-data; boundary=\"a\\b\\:c\"", "ab:c"),
      ("multipart/form-data; boundary=\"'()+_,-./:=?\"", "'()+_,-./:=?"),
      ("multipart/form-data; xboundary=A; boundary=B", "B"),
    ])
  func valid(_ text: String, _ boundary: String) throws {
    #expect(try MultipartParser.boundary(ofContentType: text) == boundary)
  }

  @Test("A boundary has 1 to 70 bytes")
  func length() throws {
    for count in [0, 1, 69, 70, 71, 100_000] {
      let boundary = String(repeating: "a", count: count)
      for text in [boundary, "\"\(boundary)\""] {
        let type = "multipart/form-data; boundary=\(text)"
        if (1...70).contains(count) {
          #expect(try MultipartParser.boundary(ofContentType: type) == boundary)
        } else {
          expect(.badBoundary, type)
        }
      }
    }
  }

  @Test("Characters of a boundary, each by itself")
  func characters() throws {
    let plain = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'+-._"
    let quoted = "()/:=?, "
    for byte in UInt8(0x01)...0x7F {
      let character = Character(UnicodeScalar(byte))
      for (boundary, isValid) in [
        ("a\(character)a", plain.contains(character)),
        ("\"a\(character)a\"", (plain + quoted).contains(character)),
      ] where character != "\"" && character != "\\" && character != ";" {
        let type = "multipart/form-data; boundary=\(boundary)"
        if isValid {
          #expect(
            try MultipartParser.boundary(ofContentType: type) == boundary.filter { $0 != "\"" })
        } else {
          expect(.badBoundary, type)
        }
      }
    }
  }

  @Test(
    "Other types have an error of their own",
    arguments: [
      "", " ", ";", "multipart/mixed; boundary=B", "application/json", "multipart/form-dat",
      "multipart/form-data2; boundary=B", "multipart / form-data; boundary=B", "boundary=B",
      "multipart/form-data boundary=B", "multipart/form-data, a/b; boundary=B",
      "text/plain; boundary=\"", "\u{212A}; boundary=B",
    ])
  func types(_ text: String) { expect(.notMultipart, text) }

  @Test(
    "Parameters are read by their grammar",
    arguments: [
      "", ";", "; boundary", "; boundary=", "; boundary=\"\"", "; boundary=\"B", "; boundary=\"B\\",
      "; boundary=\"B\\\"", "; boundary=\"B\"C", "; boundary=B C", "; boundary = B",
      "; boundary= B", "; boundary =B", "; =B", "; boundary=\"B \"", "; boundary=a/b",
      "; boundary=a=b", "; boundary=a,b", "; boundary=B; boundary=B",
      "; boundary=B; Boundary=\"C\"",
      "; boundary=\"ä\"", "; boundary=ä", "; boundary='a b'", "; x; boundary=B", "; x=; boundary=B",
      "; boundary=\"a\r\n\"", "; boundary=\"a\0\"", "; boundary=\"a\\\\b\"", "; boundary=B, C",
    ])
  func parameters(_ text: String) { expect(.badBoundary, "multipart/form-data\(text)") }

  private func expect(_ kind: MultipartError.Kind, _ text: String) {
    let error = #expect(throws: MultipartError.self) {
      try MultipartParser.boundary(ofContentType: text)
    }
    #expect(error?.kind == kind)
    #expect(error.map(MultipartErrorTests.isPlain) ?? false)
  }
}
#endif
