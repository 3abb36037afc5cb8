#if Server
import Testing

@testable import CurlServer

@Suite("Multipart bodies")
struct MultipartParserTests {
  @Test("Bodies of clients are read as they were meant", arguments: MultipartBody.all)
  func clients(_ body: MultipartBody) {
    let reading = MultipartReading(body.bytes, contentType: body.contentType)
    #expect(reading.outcome.error == nil)
    #expect(reading.outcome.parts == body.parts)
    #expect(reading.isInOrder)
  }

  @Test("A cut anywhere, and pieces of any length, change nothing", arguments: MultipartBody.all)
  func cuts(_ body: MultipartBody) {
    let count = body.bytes.count
    for cut in 0...count {
      let reading = MultipartReading(body.bytes, cuts: [cut], contentType: body.contentType)
      #expect(reading.outcome == .init(parts: body.parts, error: nil) && reading.isInOrder)
    }
    for length in 1...70 {
      let cuts = Array(stride(from: length, to: count, by: length))
      let reading = MultipartReading(body.bytes, cuts: cuts, contentType: body.contentType)
      #expect(reading.outcome == .init(parts: body.parts, error: nil) && reading.isInOrder)
    }
  }

  @Test("Two cuts anywhere change nothing, nor do pieces without bytes")
  func pairsOfCuts() {
    let head = "p\n--B \t\nContent-Disposition: form-data; name=a\n\n"
    let body = MultipartBody.lines("\(head)x\n--\n--C\n\n--B\n\(head.dropFirst(8))\n--B-- \ne")
    let whole = MultipartReading(body)
    #expect(whole.names == ["a", "a"] && whole.outcome.error == nil)
    #expect(whole.outcome.parts.first?.data == MultipartBody.lines("x\n--\n--C\n"))
    for first in 0...body.count {
      for second in first...body.count {
        let reading = MultipartReading(body, cuts: [first, second])
        #expect(reading.outcome == whole.outcome && reading.isInOrder)
      }
    }
  }

  @Test("Data is passed on in place, in one piece")
  func places() throws {
    let data = [UInt8](repeating: 0x0D, count: 100_000)
    let body = MultipartBody.part("Content-Disposition: form-data; name=a", data)
    var parser = try MultipartParser(contentType: MultipartBody.contentType)
    var rest = body[...]
    var ranges: [Range<Int>] = []
    while let event = try parser.next(from: &rest) {
      if case .data(let data) = event { ranges.append(data.indices) }
    }
    let start = try #require(body.firstIndex(of: 0x3D)) + "=a\r\n\r\n".utf8.count
    #expect(ranges == [start..<start + data.count])
    #expect(try parser.finish() == ())
  }

  @Test(
    "What resembles a boundary is data",
    arguments: [
      "\n--", "\n--A", "\n-B", "\n--b", "\n- -B", "--B", "-", "\n", "\n\n", "x--B\n", "x\n--\n--",
      "\n-\n--\n--\n", "--\n", "x--B--\n",
    ])
  func similar(_ text: String) {
    for data in [MultipartBody.lines(text), Array(text.utf8)] where data != Array("--B".utf8) {
      let body = MultipartBody.part("Content-Disposition: form-data; name=a", data)
      for cuts in [[], Array(1..<body.count)] {
        let reading = MultipartReading(body, cuts: cuts)
        #expect(reading.outcome.error == nil && reading.names == ["a"])
        #expect(reading.outcome.parts.first?.data == data)
      }
    }
  }

  @Test("A carriage return or line feed alone before a boundary doesn't delimit")
  func loneLineEnds() {
    for text in ["x\n--B", "x\r--B", "x\n\r--B", "x\r\r--B\n", "\r", "\r\r", "\r\n\r"] {
      let data = Array(text.utf8)
      let body = MultipartBody.part("Content-Disposition: form-data; name=a", data)
      for cuts in [[], Array(1..<body.count)] {
        #expect(MultipartReading(body, cuts: cuts).outcome.parts.first?.data == data)
      }
    }
  }

  @Test("A longer boundary of repeated characters is found after near ones")
  func repeated() {
    let boundary = String(repeating: "-", count: 70)
    let data = MultipartBody.lines("x" + String(repeating: "\n" + boundary + "-", count: 9))
    let body =
      Array("--\(boundary)\r\nContent-Disposition: form-data; name=a\r\n\r\n".utf8) + data
      + Array("\r\n--\(boundary)--".utf8)
    for cuts in [[], Array(1..<body.count)] {
      let reading = MultipartReading(
        body, cuts: cuts, contentType: "multipart/form-data; boundary=\(boundary)")
      #expect(reading.outcome.error == nil && reading.outcome.parts.first?.data == data)
    }
  }

  @Test("Preamble, padding and epilogue are ignored")
  func outside() {
    let part = "Content-Disposition: form-data; name=a\n\nx\n"
    for (before, after) in [
      ("", "--B--"), ("\n", "--B--\n"), ("A preamble\n\n", "--B-- \t \n"), ("--\n", "--B--\n--B"),
      ("--b\n", "--B--\nepilogue\n--B\n\(part)--B--\n"), ("\n\n", "--B-- "),
      ("", "--B--\r"),
    ] {
      let reading = MultipartReading(MultipartBody.lines("\(before)--B \t\t\n\(part)\(after)"))
      #expect(reading.outcome.error == nil && reading.names == ["a"])
      #expect(reading.outcome.parts.first?.data == [0x78])
    }
  }

  @Test("A form without fields, and parts without data")
  func empty() {
    for text in ["--B--", "--B--\n", "preamble\n--B--\n"] {
      let reading = MultipartReading(MultipartBody.lines(text))
      #expect(reading.outcome == .init())
    }
    let head = "--B\nContent-Disposition: form-data; name=a\n\n"
    for text in ["\(head)\n--B--", "\(head)--B--", "\(head)\(head)--B--", "\(head)\n\(head)--B--"] {
      let reading = MultipartReading(MultipartBody.lines(text))
      #expect(reading.outcome.error == nil && reading.names.allSatisfy { $0 == "a" })
      #expect(reading.names.count == text.split(separator: "form-data").count - 1)
      #expect(reading.outcome.parts.allSatisfy { $0.data.isEmpty && $0.isComplete })
    }
  }

  @Test("Names are decoded as browsers and older clients write them")
  func names() {
    for (sent, name) in [
      ("\"a\"", "a"), ("a", "a"), ("\"a%22b%22\"", "a\"b\""), ("\"a\\\"b\\\\\"", "a\"b\\"),
      ("\"C:\\dir\\a\"", "C:\\dir\\a"), ("\"100%\"", "100%"), ("\"%2\"", "%2"), ("\"%41\"", "%41"),
      ("\"größe — 字\"", "größe — 字"), ("\"a;b=c\"", "a;b=c"), ("a%22b", "a%22b"), ("\" \"", " "),
      ("\"%%22\"", "%\""), ("\"\\%22\"", "\\\""),
    ] {
      for body in [
        MultipartBody.disposition("name=\(sent)"),
        MultipartBody.part("cOnTeNt-DiSpOsItIoN:\tFORM-DATA ;NAME=\(sent) ;; x=\"\\\"\" ; "),
      ] {
        let reading = MultipartReading(body)
        #expect(reading.outcome.error == nil && reading.names == [name])
      }
      let reading = MultipartReading(MultipartBody.disposition("filename=\(sent); name=b"))
      #expect(reading.outcome.parts.first?.headers.fileName == name)
    }
  }

  @Test("Headers are read in any order, others are ignored, and encodings that change nothing pass")
  func headers() {
    for encoding in ["7bit", "8BIT", "binary \t"] {
      let reading = MultipartReading(
        MultipartBody.part(
          "X-A:\nContent-Transfer-Encoding: \(encoding)\ncontent-type:  text/plain; a=\"b\" \n"
            + "Content-Length: 7\nContent-Disposition: form-data; name=\"a\"\nX-A: größe"))
      let part = MultipartPart(name: "a", fileName: nil, contentType: "text/plain; a=\"b\"")
      #expect(reading.outcome.error == nil && reading.outcome.parts.first?.headers == part)
    }
  }
}
#endif
