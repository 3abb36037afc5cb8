#if Server
import TestSupport
import Testing

@testable import CurlServer

@Suite("WebSocket frames")
struct WebSocketParserTests {
  typealias Reading = WebSocketSample.Reading

  private static func frame(_ first: UInt8, _ payload: [UInt8] = []) -> [UInt8] {
    WebSocketSample.frame(first, payload)
  }

  @Test("The examples of RFC 6455 §5.7")
  func examples() {
    let hello: [UInt8] = [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
    #expect(Reading(hello).events == [.text("Hello")])
    #expect(WebSocketSample.text("Hello") == hello)
    let pong: [UInt8] = [0x8A, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
    #expect(Reading(pong).events == [.pong(Array("Hello".utf8))])
  }

  @Test("Lengths of each form", arguments: [0, 1, 125, 126, 127, 65535, 65536, 100_000])
  func lengths(count: Int) {
    let bytes = (0..<count).map { UInt8($0 & 0xFF) }
    #expect(Reading(Self.frame(0x82, bytes)).events == [.data(bytes, isLast: true)])
  }

  @Test("Fragments are one message, with control frames between them")
  func fragments() {
    let bytes =
      Self.frame(0x01, Array("a".utf8)) + Self.frame(0x89, [7]) + Self.frame(0x00)
      + Self.frame(0x80, Array("b".utf8)) + Self.frame(0x02, [1]) + Self.frame(0x8A)
      + Self.frame(0x80) + Self.frame(0x88, [0x03, 0xE8] + Array("bye".utf8)) + [1, 2, 3]
    let reading = Reading(bytes)
    #expect(
      reading.events == [
        .ping([7]), .text("ab"), .data([1], isLast: true), .pong([]), .close(code: 1000),
      ])
    #expect(reading.fault == nil)
  }

  /// Bytes, and the code that they close with.
  private static let wrong: [(what: String, bytes: [UInt8], code: WebSocketCode)] = [
    ("no mask", [0x81, 0x05], .protocolError),
    ("bit 1", [0xC1], .protocolError), ("bit 2", [0xA1], .protocolError),
    ("bit 3", [0x91], .protocolError),
    ("opcode 3", [0x83], .protocolError), ("opcode 7", [0x87], .protocolError),
    ("opcode 11", [0x8B], .protocolError), ("opcode 15", [0x8F], .protocolError),
    ("a continuation of nothing", [0x80], .protocolError),
    ("a text within a text", frame(0x01, [65]) + [0x81], .protocolError),
    ("a binary message within a text", frame(0x01, [65]) + [0x02], .protocolError),
    ("a continuation of a whole message", frame(0x81, [65]) + [0x00], .protocolError),
    ("a ping in parts", [0x09], .protocolError), ("a long ping", [0x89, 0xFE], .protocolError),
    ("125 in two bytes", [0x82, 0xFE, 0, 125, 0, 0, 0, 0], .protocolError),
    (
      "65535 in eight bytes", [0x82, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0, 0, 0], .protocolError
    ),
    ("a negative length", [0x82, 0xFF, 0x80] + [UInt8](repeating: 1, count: 11), .protocolError),
    ("half a code", frame(0x88, [3]), .protocolError),
    ("code 999", frame(0x88, [0x03, 0xE7]), .protocolError),
    ("code 1005", frame(0x88, [0x03, 0xED]), .protocolError),
    ("code 1015", frame(0x88, [0x03, 0xF7]), .protocolError),
    ("code 2999", frame(0x88, [0x0B, 0xB7]), .protocolError),
    ("code 5000", frame(0x88, [0x13, 0x88]), .protocolError),
    ("a reason that isn't UTF-8", frame(0x88, [0x03, 0xE8, 0xFF]), .invalidText),
    ("a text that isn't UTF-8", frame(0x81, [0xC3]), .invalidText),
    ("a surrogate", frame(0x01, [0xED]) + frame(0x80, [0xA0, 0x80]), .invalidText),
    ("an overlong form", frame(0x81, [0xC0, 0x80]), .invalidText),
    ("a long text", [0x81, 0x8A, 1, 2, 3, 4], .tooBig),
    ("a long text in parts", frame(0x01, [1, 2, 3, 4, 5]) + [0x80, 0x85, 1, 2, 3, 4], .tooBig),
    ("a long binary message", frame(0x02, [1, 2]) + [0x80, 0x93, 1, 2, 3, 4], .tooBig),
    (
      "the longest message",
      frame(0x02, [1]) + [0x80, 0xFF, 0x7F]
        + [UInt8](repeating: 0xFF, count: 11), .tooBig
    ),
  ]

  @Test("Wrong frames close with their code, however they are cut", arguments: wrong.indices)
  func faults(index: Int) {
    let (what, bytes, code) = Self.wrong[index]
    let limits = WebSocketParser.Limits(text: 9, binary: 20)
    for cuts in [[], Array(0...bytes.count)] {
      #expect(Reading(bytes, cuts: cuts, limits).fault?.code == code, "\(what)")
    }
    // No shorter beginning is wrong yet, except of those whose payload counts.
    #expect(Reading(Array(bytes.dropLast()), limits).fault == nil, "\(what)")
  }

  @Test("A fragmented character is whole again; the longest messages are allowed")
  func longest() {
    let limits = WebSocketParser.Limits(text: 4, binary: 5)
    let text = Self.frame(0x01, [0xF0, 0x9F]) + Self.frame(0x80, [0x93, 0x96])
    #expect(Reading(text, limits).events == [.text("📖")])
    let binary = Self.frame(0x82, [1, 2, 3, 4, 5])
    #expect(Reading(binary, limits).events == [.data([1, 2, 3, 4, 5], isLast: true)])
  }

  @Test("After an error each call throws it again")
  func sticky() {
    var parser = WebSocketParser()
    var bytes: ArraySlice<UInt8> = [0x83]
    var faults: [WebSocketFault] = []
    for _ in 0..<2 {
      do {
        while try parser.next(from: &bytes) != nil {}
        Issue.record("no error")
      } catch {
        faults.append(error)
      }
      bytes = WebSocketSample.text("a")[...]
    }
    #expect(faults.count == 2 && faults[0] == faults[1])
    #expect(parser.heldBytes == 0)
  }

  /// A random message in random frames, as bytes and as the event that it is.
  private static func message(_ random: inout Random) -> ([UInt8], WebSocketParser.Event) {
    let isText = Bool.random(using: &random)
    let count = [0, 3, 125, 126, 400].randomElement(using: &random) ?? 0
    let text = String((0..<count).map { _ in "aé📖\0".randomElement(using: &random) ?? "b" })
    let payload =
      isText
      ? Array(text.utf8) : (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    var bytes: [UInt8] = []
    var cuts = (0..<Int.random(in: 0..<4, using: &random))
      .map { _ in Int.random(in: 0...payload.count, using: &random) }.sorted()
    cuts.append(payload.count)
    var start = 0
    for (index, end) in cuts.enumerated() {
      let opcode: UInt8 = index > 0 ? 0 : isText ? 1 : 2
      let mask = (0..<4).map { _ in UInt8.random(in: 0...255, using: &random) }
      bytes += WebSocketSample.frame(
        (end == payload.count && index == cuts.count - 1 ? 0x80 : 0) | opcode,
        Array(payload[start..<end]), mask: mask)
      start = end
    }
    return (bytes, isText ? .text(text) : .data(payload, isLast: true))
  }

  private static func cuts(_ count: Int, _ random: inout Random) -> [Int] {
    (0..<Int.random(in: 0..<9, using: &random))
      .map { _ in Int.random(in: 0...count, using: &random) }.sorted()
  }

  @Test("What goes into frames comes out, however they are cut")
  func roundTrip() {
    var random = Random(seed: 6455)
    for number in 0..<500 {
      let messages = (0..<3).map { _ in Self.message(&random) }
      let bytes = Array(messages.map(\.0).joined())
      let reading = Reading(bytes, cuts: Self.cuts(bytes.count, &random))
      #expect(reading.events == messages.map(\.1) && reading.fault == nil, "messages \(number)")
    }
  }

  @Test("Mutated frames give the same however they are cut, in bounded memory")
  func mutations() {
    var random = Random(seed: 13)
    let limits = WebSocketParser.Limits(text: 300, binary: 600)
    for number in 0..<5000 {
      var bytes = Self.message(&random).0 + Self.frame(0x89, [1, 2]) + Self.message(&random).0
      for _ in 0..<Int.random(in: 1..<4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        default: bytes.remove(at: place)
        }
      }
      let whole = Reading(bytes, limits)
      let cut = Reading(bytes, cuts: Self.cuts(bytes.count, &random), limits)
      #expect(whole == cut, "bytes \(number)")
      #expect(max(whole.held, cut.held) <= limits.text + 139, "bytes \(number)")
    }
  }
}
#endif
