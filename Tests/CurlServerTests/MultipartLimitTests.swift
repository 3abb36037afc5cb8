#if Server
import Testing

@testable import CurlServer

@Suite("Limits of multipart bodies")
struct MultipartLimitTests {
  private func expect(
    _ body: [UInt8], fits limits: MultipartLimits, not less: MultipartLimits, names: [String]
  ) {
    for cuts in [[], Array(1..<body.count)] {
      #expect(MultipartReading(body, cuts: cuts, limits: limits).outcome.error == nil)
      let reading = MultipartReading(body, cuts: cuts, limits: less)
      #expect(reading.kind == .tooLarge && reading.names == names && reading.isInOrder)
      #expect(reading.outcome.error.map(MultipartErrorTests.isPlain) ?? false)
    }
  }

  @Test("Parts are counted, and those within the limit are complete")
  func parts() {
    let part = "--B\nContent-Disposition: form-data; name=a\n\nx\n"
    let body = MultipartBody.lines(String(repeating: part, count: 5) + "--B--")
    expect(
      body, fits: MultipartLimits(parts: 5), not: MultipartLimits(parts: 4),
      names: ["a", "a", "a", "a"])
    expect(body, fits: MultipartLimits(parts: 6), not: MultipartLimits(parts: 0), names: [])
  }

  @Test("Bytes of each part's headers are counted, with the empty line")
  func headers() {
    let head = "Content-Disposition: form-data; name=a\nX: y\n\n"
    let count = MultipartBody.lines(head).count
    let body = MultipartBody.lines("--B\n\(head)\n--B\n\(head)\n--B\nZ\(head)\n--B--")
    expect(
      MultipartBody.lines("--B\n\(head)\n--B\n\(head)\n--B--"),
      fits: MultipartLimits(headerBytes: count), not: MultipartLimits(headerBytes: count - 1),
      names: [])
    let reading = MultipartReading(body, limits: MultipartLimits(headerBytes: count))
    #expect(reading.kind == .tooLarge && reading.names == ["a", "a"])
  }

  @Test("A header without an end isn't held beyond the limit")
  func endless() {
    let body = Array("--B\r\nX: ".utf8) + [UInt8](repeating: 0x79, count: 1 << 16)
    for length in [1, 7, 4096, 1 << 16] {
      let reading = MultipartReading(
        body, cuts: Array(stride(from: length, to: body.count, by: length)),
        limits: MultipartLimits(headerBytes: 1000))
      #expect(reading.kind == .tooLarge)
      #expect(reading.heldBytes <= 1000 + "\r\n--B".utf8.count)
    }
  }

  @Test("Bytes outside parts are counted together")
  func outside() {
    let part = "Content-Disposition: form-data; name=a\n\nx\n"
    // The line end before a delimiter belongs to it.
    for (text, count) in [
      ("preamble\n\n", 10), ("p\n--C\n", 6), (String(repeating: "x", count: 2000) + "\n", 2000),
    ] {
      expect(
        MultipartBody.lines("\(text)--B\n\(part)--B--"), fits: MultipartLimits(outsideBytes: count),
        not: MultipartLimits(outsideBytes: count - 1), names: [])
    }
    for (text, count) in [("--B-- \t", 2), ("--B--\nepilogue", 8), ("--B-- \n--B\n", 6)] {
      expect(
        MultipartBody.lines("--B\n\(part)\(text)"), fits: MultipartLimits(outsideBytes: count),
        not: MultipartLimits(outsideBytes: count - 1), names: ["a"])
    }
    expect(
      MultipartBody.lines("--B  \n\(part)--B   \n\(part)--B--"),
      fits: MultipartLimits(outsideBytes: 5), not: MultipartLimits(outsideBytes: 4), names: [])
  }
}
#endif
