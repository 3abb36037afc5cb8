#if Server
import Foundation
import Glibc
import Testing

/// A connection to a server on this machine, and what it answers.
final class HTTPConnection {
  /// An answer.
  struct Answer {
    let status: Int
    /// By name in lower case.
    let headers: [String: String]
    let body: Data

    /// The body as a JSON object.
    func object(_ location: SourceLocation = #_sourceLocation) throws -> [String: Any] {
      let value = try JSONSerialization.jsonObject(with: body)
      return try #require(value as? [String: Any], sourceLocation: location)
    }

    var text: String { String(decoding: body, as: UTF8.self) }
  }

  /// What a connection failed in.
  struct Failure: Error {
    let what: String
  }

  /// Longest wait for bytes, seconds.
  private static let patience = 60

  private let number: Int32
  private var buffer = Data()

  init(port: UInt16) throws {
    number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var wait = timeval(tv_sec: Self.patience, tv_usec: 0)
    unsafe setsockopt(
      number, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    let code = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe connect(number, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else {
      let text = "connect to port \(port): errno \(errno)"
      close(number)
      throw Failure(what: text)
    }
  }

  deinit { close(number) }

  /// Sends bytes as they are.
  func send(_ bytes: Data) throws {
    var rest = bytes
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failure(what: "send: errno \(errno)") }
      rest = Data(rest.dropFirst(count))
    }
  }

  /// Sends a request and reads its answer.
  func ask(
    _ method: String, _ path: String, host: String = "127.0.0.1",
    headers: [String: String] = [:], body: Data? = nil
  ) throws -> Answer {
    var head = "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\n"
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    if let body { head += "Content-Length: \(body.count)\r\n" }
    try send(Data((head + "\r\n").utf8) + (body ?? Data()))
    return try read(isHead: method == "HEAD")
  }

  /// Reads an answer.
  func read(isHead: Bool = false) throws -> Answer {
    let end = Data("\r\n\r\n".utf8)
    while buffer.range(of: end) == nil { try more() }
    guard let range = buffer.range(of: end) else { throw Failure(what: "no head") }
    let lines = String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    buffer = Data(buffer[range.upperBound...])
    guard let status = lines[0].split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { throw Failure(what: "status line \(lines[0])") }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      guard headers[parts[0].lowercased()] == nil else {
        throw Failure(what: "the header \(parts[0]) stands twice")
      }
      headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    if headers["transfer-encoding"] == "chunked", !isHead {
      return Answer(status: status, headers: headers, body: try chunks())
    }
    let length = isHead ? 0 : headers["content-length"].flatMap { Int($0) } ?? 0
    while buffer.count < length { try more() }
    let body = Data(buffer.prefix(length))
    buffer = Data(buffer.dropFirst(length))
    return Answer(status: status, headers: headers, body: body)
  }

  /// The pieces of a body whose length isn't known, up to its last one.
  private func chunks() throws -> Data {
    var body = Data()
    let end = Data("\r\n".utf8)
    while true {
      while buffer.range(of: end) == nil { try more() }
      guard let range = buffer.range(of: end),
        let size = Int(String(decoding: buffer[..<range.lowerBound], as: UTF8.self), radix: 16)
      else { throw Failure(what: "no size of a chunk") }
      buffer = Data(buffer[range.upperBound...])
      while buffer.count < size + end.count { try more() }
      body += buffer.prefix(size)
      buffer = Data(buffer.dropFirst(size + end.count))
      if size == 0 { return body }
    }
  }

  /// Closes both directions.
  func shut() { shutdown(number, Int32(SHUT_RDWR)) }

  /// The next bytes; nil if the connection ends before.
  func bytes(_ count: Int) -> Data? {
    while buffer.count < count {
      guard (try? more()) != nil else { return nil }
    }
    let bytes = Data(buffer.prefix(count))
    buffer = Data(buffer.dropFirst(count))
    return bytes
  }

  /// Lets the connection's end be a reset.
  func resetsAtEnd() {
    var hard = linger(l_onoff: 1, l_linger: 0)
    unsafe setsockopt(number, SOL_SOCKET, SO_LINGER, &hard, socklen_t(MemoryLayout<linger>.size))
  }

  /// Whether the server closes the connection without another byte.
  func isClosed() -> Bool {
    var byte: UInt8 = 0
    return unsafe recv(number, &byte, 1, 0) == 0
  }

  private func more() throws {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe recv(number, &piece, piece.count, 0)
    guard count > 0 else { throw Failure(what: "recv: \(count), errno \(errno)") }
    buffer += piece[..<count]
  }
}

/// A multipart body.
struct Form {
  static let boundary = "a-boundary-8c1f"
  private(set) var data = Data()

  /// Its Content-Type.
  var headers: [String: String] {
    ["Content-Type": "multipart/form-data; boundary=\(Self.boundary)"]
  }

  mutating func add(_ name: String, _ bytes: Data, file: String? = nil) {
    let file = file.map { "; filename=\"\($0)\"" } ?? ""
    data += Data(
      "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\(file)\r\n\r\n".utf8)
    data += bytes + Data("\r\n".utf8)
  }

  /// The whole body.
  var body: Data { data + Data("--\(Self.boundary)--\r\n".utf8) }

  /// A request for a frame.
  static func frame(_ pages: [Data], _ turn: String, back: Data? = nil) -> Form {
    var form = Form()
    for page in pages { form.add("pages", page, file: "page.png") }
    if let back { form.add("back", back, file: "back.png") }
    form.add("turn", Data(turn.utf8))
    return form
  }
}
#endif
