#if Server
import TestSupport
import Testing

@testable import CurlServer

@Suite("Random multipart bodies")
struct MultipartFuzzTests {
  private static func cuts(_ count: Int, _ random: inout Random) -> [Int] {
    (0..<Int.random(in: 0..<9, using: &random))
      .map { _ in Int.random(in: 0...count, using: &random) }.sorted()
  }

  @Test("What goes into a body comes out, however it is cut")
  func roundTrip() {
    var random = Random(seed: 2046)
    for number in 0..<3000 {
      let sample = MultipartSample(&random)
      let expected = MultipartReading.Outcome(parts: sample.parts)
      for cuts in [[], Self.cuts(sample.bytes.count, &random)] {
        let reading = MultipartReading(sample.bytes, cuts: cuts, contentType: sample.contentType)
        #expect(reading.outcome == expected && reading.isInOrder, "body \(number)")
      }
    }
  }

  /// Words that bodies consist of, to be put anywhere.
  private static let words = [
    "\r\n", "\n", "\r", "--", "-", " ", "\t", "--B", "\r\n--B", "\r\n--B--", "\r\n--B\r\n", "B",
    "\0", "\"",
    "\\", "%0A", "%22", ";", "=", ":", "name=a", "filename*=a", "\r\n ", "\u{85}", "é",
    "Content-Disposition: form-data; name=a\r\n", "Content-Transfer-Encoding: base64\r\n",
    "Content-Type: a/b\r\n", "\r\n\r\n",
  ].map { Array($0.utf8) }

  private static let seeds = [
    "--B\nContent-Disposition: form-data; name=\"a\"\n\nx\n--B--\n",
    "--B\nContent-Disposition: form-data; name=\"a\"; filename=\"b%22\"\nContent-Type: a/b\n\n\n"
      + "--B \nContent-Type: c\nContent-Disposition: form-data; name=b\n\n\n--\n\nyy\n--B-- \nend",
    "preamble\n--B\nContent-Transfer-Encoding: 8bit\nContent-Disposition: form-data; name=a\n\n"
      + "\n--B\nX: y\nContent-Disposition: form-data; name=\"a\\\"\"\n\n\n--B--",
  ].map(MultipartBody.lines)

  private static func mutate(_ body: inout [UInt8], _ random: inout Random) {
    let start = Int.random(in: 0...body.count, using: &random)
    let end = min(body.count, start + Int.random(in: 0..<12, using: &random))
    switch Int.random(in: 0..<7, using: &random) {
    case 0: body.removeSubrange(start..<end)
    case 1: body.insert(contentsOf: body[start..<end], at: start)
    case 2: body.removeSubrange(start...)
    case 3 where start < body.count:
      body[start] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 4: body += seeds.randomElement(using: &random) ?? []
    case 5: body.insert(UInt8.random(in: 0...255, using: &random), at: start)
    default: body.insert(contentsOf: words.randomElement(using: &random) ?? [], at: start)
    }
  }

  @Test("Mutated bodies give the same however they are cut, in bounded memory")
  func mutations() {
    var random = Random(seed: 7578)
    let limits = MultipartLimits(parts: 3, headerBytes: 150, outsideBytes: 40)
    var kinds: [MultipartError.Kind?: Int] = [:]
    for number in 0..<20_000 {
      var body = Self.seeds[number % Self.seeds.count]
      for _ in 0...Int.random(in: 0..<4, using: &random) { Self.mutate(&body, &random) }
      let whole = MultipartReading(body, limits: limits)
      let pieces = MultipartReading(
        body, cuts: Self.cuts(body.count, &random), limits: limits)
      #expect(pieces.outcome == whole.outcome, "body \(number)")
      for reading in [whole, pieces] {
        #expect(reading.isInOrder && reading.heldBytes <= "\r\n--B".utf8.count + 150)
        #expect(reading.outcome.parts.count <= 3)
        #expect(reading.outcome.error.map(MultipartErrorTests.isPlain) ?? true)
        let isComplete = reading.outcome.parts.dropLast().allSatisfy(\.isComplete)
        #expect(isComplete)
        if reading.kind == nil { #expect(reading.outcome.parts.last?.isComplete ?? true) }
      }
      kinds[whole.kind, default: 0] += 1
    }
    // Neither all pass nor does one error hide the others.
    for kind in [nil, .malformed, .badHeader, .unsupportedEncoding, .tooLarge, .truncated]
      as [MultipartError.Kind?]
    {
      #expect(kinds[kind, default: 0] > 100)
    }
  }

  @Test("Types with mutations give a valid boundary or an error")
  func types() throws {
    var random = Random(seed: 2045)
    var valid = 0
    for _ in 0..<20_000 {
      var type = Array("multipart/form-data; charset=utf-8; boundary=\"a b\\c\"".utf8)
      for _ in 0...Int.random(in: 0..<3, using: &random) { Self.mutate(&type, &random) }
      do throws(MultipartError) {
        let boundary = try MultipartParser.boundary(
          ofContentType: String(decoding: type, as: UTF8.self))
        valid += 1
        #expect((1...70).contains(boundary.utf8.count) && boundary.last != " ")
        #expect(boundary.utf8.allSatisfy { (0x20...0x7A).contains($0) && $0 != 0x22 })
      } catch {
        #expect([.notMultipart, .badBoundary].contains(error.kind))
        #expect(MultipartErrorTests.isPlain(error))
      }
    }
    #expect((1000..<19_000).contains(valid))
  }
}
#endif
