#if Server
internal import NIOCore

/// A frame that the server sends (RFC 6455 §5.2).
enum WebSocketFrame {
  /// Kind of a frame.
  enum Opcode: UInt8, Sendable {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10
  }

  /// The bytes of a frame, unmasked as a server's are.
  static func bytes(
    _ opcode: Opcode, _ payload: some Collection<UInt8>, isFinal: Bool = true
  ) -> ByteBuffer {
    let count = payload.count
    var buffer = ByteBuffer()
    buffer.reserveCapacity(count + 10)
    buffer.writeInteger(opcode.rawValue | (isFinal ? 0x80 : 0))
    if count < 126 {
      buffer.writeInteger(UInt8(count))
    } else if count < 1 << 16 {
      buffer.writeInteger(UInt8(126))
      buffer.writeInteger(UInt16(count))
    } else {
      buffer.writeInteger(UInt8(127))
      buffer.writeInteger(UInt64(count))
    }
    buffer.writeBytes(payload)
    return buffer
  }

  /// The payload of a close frame; the reason is cut to what a control frame holds.
  static func closing(_ code: UInt16, _ reason: String) -> [UInt8] {
    var bytes: [UInt8] = [UInt8(code >> 8), UInt8(code & 0xFF)]
    for character in reason.unicodeScalars {
      let letter = Array(String(character).utf8)
      guard bytes.count + letter.count <= WebSocketParser.mostControl else { break }
      bytes += letter
    }
    return bytes
  }
}
#endif
