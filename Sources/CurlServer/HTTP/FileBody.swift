#if Server
internal import CurlSystem
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import WorkerLink

/// A file as an answer, whole or a range of it (RFC 9110).
struct FileBody: Sendable {
  /// Bytes that are read and written at once.
  static let chunk = 1 << 16

  private let file: SharedFile
  private let mediaType: String
  /// Tag of the file; it changes with the bytes.
  private let tag: String

  init(_ file: SharedFile, mediaType: String, tag: String) {
    (self.file, self.mediaType, self.tag) = (file, mediaType, "\"\(tag)\"")
  }

  /// The answer to a request, with the range that it asks for.
  func response(_ call: Call) throws -> Response {
    let size = try Problem.wrapping { () throws(LinkError) in try file.size }
    var headers: HTTPFields = [
      .contentType: mediaType, .acceptRanges: "bytes", .eTag: tag, .cacheControl: "private",
    ]
    let request = call.request.headers
    // A range of a file that the client doesn't have is of no use.
    let isFresh = request[.ifRange].map { $0 == tag } ?? true
    guard isFresh, let wanted = request[.range], let range = try Self.range(wanted, size) else {
      return Response(
        status: .ok, headers: headers, body: body(0..<size, call))
    }
    headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
    return Response(
      status: .partialContent, headers: headers, body: body(range, call))
  }

  /// The bytes of a range, which may be on a slow disk.
  private func body(_ range: Range<Int>, _ call: Call) -> ResponseBody {
    ResponseBody(contentLength: range.count) { [file] writer in
      defer { withExtendedLifetime(call.use) {} }
      for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.chunk) {
        let part = start..<min(start + Self.chunk, range.upperBound)
        let bytes = try await BlockingCalls.run { () throws(LinkError) in try file.bytes(part) }
        try await writer.write(ByteBuffer(bytes: bytes))
      }
      try await writer.finish(nil)
    }
  }

  /// The range of a header field; nil for one that is ignored, as several ranges are.
  static func range(_ text: String, _ size: Int) throws(Problem) -> Range<Int>? {
    guard text.hasPrefix("bytes="), !text.contains(",") else { return nil }
    let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    func unsatisfiable() -> Problem {
      var problem = Problem(.range, "the file has \(size) bytes: ask for a range inside")
      problem.size = size
      return problem
    }
    guard let first = Int(ends[0]) else {
      guard ends[0].isEmpty, let last = Int(ends[1]) else { return nil }
      guard last > 0, size > 0 else { throw unsatisfiable() }
      return max(0, size - last)..<size
    }
    guard first < size else { throw unsatisfiable() }
    guard !ends[1].isEmpty else { return first..<size }
    guard let last = Int(ends[1]), last >= first else { return nil }
    return first..<min(last, size - 1) + 1
  }

  /// The bytes of a file in memory, written as the client takes them; `onEnd` runs after the last one,
  /// or when the connection fails.
  static func body(
    _ file: SharedFile, size: Int, onEnd: @escaping @Sendable () -> Void
  ) -> ResponseBody {
    ResponseBody(contentLength: size) { writer in
      defer { onEnd() }
      for start in stride(from: 0, to: size, by: chunk) {
        let bytes = try file.bytes(start..<min(start + chunk, size))
        try await writer.write(ByteBuffer(bytes: bytes))
      }
      try await writer.finish(nil)
    }
  }
}
#endif
