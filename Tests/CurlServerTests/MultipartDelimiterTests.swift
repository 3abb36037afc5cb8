#if Server
import TestSupport
import Testing

@testable import CurlServer

@Suite("Search for multipart delimiters")
struct MultipartDelimiterTests {
  /// The search as it is defined.
  private func place(of delimiter: [UInt8], in data: [UInt8]) -> (start: Int, length: Int) {
    for start in data.indices {
      let length = zip(data[start...], delimiter).prefix { $0 == $1 }.count
      if length == delimiter.count || (length > 0 && start + length == data.count) {
        return (start, length)
      }
    }
    return (data.count, 0)
  }

  @Test("The search finds what a plain one finds, in data like the delimiter")
  func definition() {
    var random = Random(seed: 7578)
    var found = [0, 0, 0]
    for _ in 0..<20_000 {
      let characters = Array("-a\(Bool.random(using: &random) ? "-" : "bc")")
      let length = Int.random(in: 1...(Bool.random(using: &random) ? 3 : 70), using: &random)
      let boundary = String(
        (0..<length).map { _ in characters.randomElement(using: &random) ?? "-" })
      let delimiter = MultipartDelimiter(boundary: boundary)
      #expect(delimiter.bytes == Array("\r\n--\(boundary)".utf8))
      var data: [UInt8] = []
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: data.append(characters.randomElement(using: &random)?.asciiValue ?? 0)
        case 1: data += [0x0D]
        case 2: data += delimiter.bytes.suffix(Int.random(in: 0...length, using: &random))
        default: data += delimiter.bytes.prefix(Int.random(in: 0...length + 4, using: &random))
        }
      }
      let (wanted, its) = (place(of: delimiter.bytes, in: data), delimiter.search(data.span))
      #expect(its == wanted)
      found[its.length == 0 ? 0 : its.length == delimiter.bytes.count ? 1 : 2] += 1
    }
    // Each result occurs often.
    #expect(found.allSatisfy { $0 > 1000 })
  }
}
#endif
