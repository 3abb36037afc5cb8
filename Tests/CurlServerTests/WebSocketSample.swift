#if Server
import TestSupport

@testable import CurlServer

/// Frames of a client, and what a parser makes of them.
enum WebSocketSample {
  static let mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]

  /// A frame; `first` is its first byte.
  static func frame(
    _ first: UInt8, _ payload: [UInt8] = [], mask: [UInt8] = mask
  ) -> [UInt8] {
    var bytes = [first]
    switch payload.count {
    case ..<126: bytes.append(0x80 | UInt8(payload.count))
    case ..<65536: bytes += [0xFE, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default:
      let shifts = [56, 48, 40, 32, 24, 16, 8, 0]
      bytes += [0xFF]
      bytes += shifts.map { UInt8(payload.count >> $0 & 0xFF) }
    }
    return bytes + mask + payload.indices.map { payload[$0] ^ mask[$0 & 3] }
  }

  static func text(_ text: String) -> [UInt8] { frame(0x81, Array(text.utf8)) }

  /// What a parser makes of bytes that come in pieces.
  struct Reading: Equatable {
    /// Events; pieces of one binary message are joined.
    var events: [WebSocketParser.Event] = []
    var fault: WebSocketFault?
    /// Most bytes that the parser held.
    var held = 0

    init(_ bytes: [UInt8], cuts: [Int] = [], _ limits: WebSocketParser.Limits = .init()) {
      var parser = WebSocketParser(limits)
      let ends = cuts + [bytes.count]
      var start = 0
      do throws(WebSocketFault) {
        for end in ends {
          var piece = bytes[start..<end]
          start = end
          while let event = try parser.next(from: &piece) { add(event) }
          held = max(held, parser.heldBytes)
        }
      } catch {
        fault = error
      }
    }

    private mutating func add(_ event: WebSocketParser.Event) {
      if case .data(let more, let isLast) = event,
        let index = events.lastIndex(where: { if case .data = $0 { true } else { false } }),
        case .data(let known, isLast: false) = events[index]
      {
        events[index] = .data(known + more, isLast: isLast)
      } else {
        events.append(event)
      }
    }

    static func == (first: Reading, second: Reading) -> Bool {
      first.events == second.events && first.fault == second.fault
    }
  }
}
#endif
