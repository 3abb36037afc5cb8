#if Server
import Foundation
import Testing

/// A WebSocket of a client to a server on this machine.
final class WebSocketConnection {
  /// What a server sends.
  enum Message: Equatable {
    case text(String)
    case binary(Data)
    case pong(Data)
    case close(Int)
    /// The connection has ended without a close frame.
    case end
  }

  let http: HTTPConnection
  /// The answer to the request.
  let answer: HTTPConnection.Answer

  /// Asks for a WebSocket.
  init(
    _ server: Server, _ path: String = "/v1/turner", headers: [String: String] = [:]
  ) throws {
    http = try server.connect()
    let own = [
      "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    ]
    answer = try http.ask("GET", path, headers: own.merging(headers) { $1 })
  }

  /// Sends a frame, masked; `first` is its first byte.
  func send(_ first: UInt8, _ payload: Data) throws {
    let mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
    var frame = Data([first])
    switch payload.count {
    case ..<126: frame.append(0x80 | UInt8(payload.count))
    case ..<65536: frame += Data([0xFE, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)])
    default:
      frame.append(0xFF)
      for place in (0..<8).reversed() {
        frame.append(UInt8(payload.count >> (8 * place) & 0xFF))
      }
    }
    frame += mask
    frame += payload.enumerated().map { $0.element ^ mask[$0.offset & 3] }
    try http.send(frame)
  }

  func send(_ text: String) throws { try send(0x81, Data(text.utf8)) }

  func send(_ binary: Data) throws { try send(0x82, binary) }

  /// Sends a close frame.
  func close(_ code: Int = 1000) throws {
    try send(0x88, Data([UInt8(code >> 8), UInt8(code & 0xFF)]))
  }

  /// The server's next message; pings are answered.
  func next() throws -> Message {
    var (opcode, whole): (UInt8, Data) = (0, Data())
    while true {
      guard let (first, payload) = try frame() else { return .end }
      switch first & 15 {
      case 9: try send(0x8A, payload)
      case 10: return .pong(payload)
      case 8: return .close(payload.count < 2 ? 1005 : Int(payload[0]) << 8 | Int(payload[1]))
      default:
        if first & 15 != 0 { opcode = first & 15 }
        whole += payload
        if first & 0x80 != 0 {
          return opcode == 1 ? .text(String(decoding: whole, as: UTF8.self)) : .binary(whole)
        }
      }
    }
  }

  /// The next text as an object.
  func object(_ location: SourceLocation = #_sourceLocation) throws -> [String: Any] {
    let message = try next()
    guard case .text(let text) = message else {
      Issue.record("\(message) instead of a text", sourceLocation: location)
      return [:]
    }
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try #require(value as? [String: Any], sourceLocation: location)
  }

  private func frame() throws -> (UInt8, Data)? {
    guard let head = http.bytes(2) else { return nil }
    guard head[1] & 0x80 == 0 else { throw HTTPConnection.Failure(what: "a masked frame") }
    let short = Int(head[1])
    let extra = short == 126 ? 2 : short == 127 ? 8 : 0
    guard let long = http.bytes(extra) else { return nil }
    let count = extra == 0 ? short : long.reduce(0) { $0 << 8 | Int($1) }
    guard let payload = http.bytes(count) else { return nil }
    return (head[0], payload)
  }
}
#endif
