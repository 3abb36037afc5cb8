#if Server
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Testing
import WorkerLink

@testable import CurlServer

/// A connection with the handlers of a server's, on a clock of its own.
private final class Connection {
  let channel = EmbeddedChannel()
  let handler: WebSocketHandler

  init(_ settings: WebSocketHandler.Settings = .init()) throws {
    handler = WebSocketHandler(settings)
    let pipeline = channel.pipeline.syncOperations
    try pipeline.configureHTTPServerPipeline(
      withPipeliningAssistance: false, withErrorHandling: false,
      withOutboundHeaderValidation: false)
    try pipeline.addHandler(RequestWatch(PortionedReads()))
    try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
    try pipeline.addHandler(handler)
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/nowhere")).wait()
  }

  /// Sends a request for a WebSocket and answers it; returns the answer's head.
  func open() throws -> String {
    try receive(
      Array("GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n".utf8))
    let head = HTTPResponse(status: .switchingProtocols, headerFields: [.upgrade: "websocket"])
    // Not waited for: it is sent once frames can be read.
    channel.writeAndFlush(HTTPResponsePart.head(head), promise: nil)
    channel.embeddedEventLoop.run()
    return String(decoding: try sent(), as: UTF8.self)
  }

  func receive(_ bytes: [UInt8]) throws { try channel.writeInbound(ByteBuffer(bytes: bytes)) }

  /// The bytes that the server has sent since the last call.
  func sent() throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let buffer = try channel.readOutbound(as: ByteBuffer.self) {
      bytes += Array(buffer.readableBytesView)
    }
    return bytes
  }

  /// The next message, as a text; nil if there is none yet.
  func message() throws -> String? {
    var found: String?
    handler.receive(on: channel.embeddedEventLoop).assumeIsolated().whenSuccess { message in
      switch message {
      case .text(let text): found = text
      case .binary(let file): found = "\((try? file.bytes()) ?? [])"
      case nil: found = "end"
      }
    }
    channel.embeddedEventLoop.run()
    return found
  }

  func pass(_ time: TimeAmount) { channel.embeddedEventLoop.advanceTime(by: time) }

  var isClosed: Bool { !channel.isActive }
}

@Suite("WebSocket connections")
struct WebSocketChannelTests {
  private static func frame(_ first: UInt8, _ payload: [UInt8] = []) -> [UInt8] {
    WebSocketSample.frame(first, payload)
  }

  /// A close frame of the server's: its code.
  private static func code(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4, bytes[0] == 0x88, Int(bytes[1]) == bytes.count - 2 else { return nil }
    return Int(bytes[2]) << 8 | Int(bytes[3])
  }

  @Test("HTTP passes until the answer 101, and frames afterwards")
  func opening() throws {
    let connection = try Connection()
    try connection.receive(Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
    guard case .head? = try connection.channel.readInbound(as: HTTPRequestPart.self),
      case .end? = try connection.channel.readInbound(as: HTTPRequestPart.self)
    else {
      Issue.record("the request is lost")
      return
    }
    try connection.channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
    try connection.channel.writeOutbound(HTTPResponsePart.end(nil))
    #expect(String(decoding: try connection.sent(), as: UTF8.self).hasPrefix("HTTP/1.1 200 OK"))
    let head = try connection.open()
    #expect(head.hasPrefix("HTTP/1.1 101 Switching Protocols\r\n") && head.hasSuffix("\r\n\r\n"))
    #expect(!head.contains("transfer-encoding") && !head.contains("content-length"), "\(head)")
    try connection.receive(WebSocketSample.text("a") + Self.frame(0x82, [1, 2]))
    #expect(try connection.message() == "a")
    #expect(try connection.message() == "[1, 2]")
    #expect(try connection.message() == nil)
  }

  @Test("A message that is waited for arrives; HTTP's end counts for nothing")
  func waiting() throws {
    let connection = try Connection()
    _ = try connection.open()
    var found: WebSocketMessage?
    connection.handler.receive(on: connection.channel.embeddedEventLoop)
      .assumeIsolated().whenSuccess { found = $0 }
    try connection.receive(WebSocketSample.text("late"))
    guard case .text("late")? = found else {
      Issue.record("the message is lost")
      return
    }
    try connection.channel.writeOutbound(HTTPResponsePart.end(nil))
    #expect(try connection.sent().isEmpty && !connection.isClosed)
  }

  @Test("What the server sends has the right frames", arguments: [0, 125, 126, 65535, 65536])
  func sending(count: Int) throws {
    let connection = try Connection()
    _ = try connection.open()
    let payload = [UInt8](repeating: 7, count: count)
    connection.handler.send(.binary, payload, on: connection.channel.embeddedEventLoop)
    let bytes = try connection.sent()
    let head: [UInt8] =
      switch count {
      case ..<126: [0x82, UInt8(count)]
      case ..<65536: [0x82, 126, UInt8(count >> 8), UInt8(count & 0xFF)]
      default: [0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0]
      }
    #expect(bytes == head + payload)
  }

  @Test("Pings are answered with their payload, a close with its code")
  func control() throws {
    let connection = try Connection()
    _ = try connection.open()
    try connection.receive(Self.frame(0x89, [1, 2, 3]))
    #expect(try connection.sent() == [0x8A, 3, 1, 2, 3])
    try connection.receive(Self.frame(0x88, [0x0F, 0xA1, 65]))
    #expect(Self.code(try connection.sent()) == 4001)
    connection.channel.embeddedEventLoop.run()
    #expect(connection.isClosed)
    #expect(try connection.message() == "end")
  }

  @Test("A close without a code is answered without one")
  func plainClose() throws {
    let connection = try Connection()
    _ = try connection.open()
    try connection.receive(Self.frame(0x88))
    #expect(try connection.sent() == [0x88, 0])
    connection.channel.embeddedEventLoop.run()
    #expect(connection.isClosed)
  }

  @Test("An error closes with its code, and the connection after a while")
  func faults() throws {
    let connection = try Connection()
    _ = try connection.open()
    try connection.receive(WebSocketSample.text("kept") + [0x83, 0x80])
    #expect(Self.code(try connection.sent()) == 1002)
    #expect(try connection.message() == "kept")
    #expect(try connection.message() == "end")
    // What comes now is read, so that the close frame isn't lost, and dropped.
    try connection.receive(WebSocketSample.text("more"))
    #expect(!connection.isClosed)
    connection.pass(.seconds(2))
    #expect(connection.isClosed)
  }

  @Test("A long text is too big, a long binary message by the account of its bytes")
  func limits() throws {
    var settings = WebSocketHandler.Settings()
    settings.limits.text = 3
    let connection = try Connection(settings)
    _ = try connection.open()
    try connection.receive(WebSocketSample.text("four"))
    #expect(Self.code(try connection.sent()) == 1009)
    let other = try Connection()
    other.handler.account = { bytes in
      if bytes > 2 { throw WebSocketFault(.tooBig, "more than two") }
      if bytes > 1 { throw Problem(.unavailable, "no memory") }
    }
    _ = try other.open()
    try other.receive(Self.frame(0x82, [1, 2, 3]))
    #expect(Self.code(try other.sent()) == 1009)
    let third = try Connection()
    third.handler.account = { _ in throw Problem(.unavailable, "no memory") }
    _ = try third.open()
    try third.receive(Self.frame(0x82, [1]))
    #expect(Self.code(try third.sent()) == 1013)
  }

  @Test("The server's close waits for the client's; only the first counts")
  func serverClose() throws {
    let connection = try Connection()
    _ = try connection.open()
    connection.handler.close(.goingAway, String(repeating: "ü", count: 100))
    connection.handler.close(.failed, "")
    let bytes = try connection.sent()
    #expect(Self.code(bytes) == 1001)
    // A control frame holds 125 bytes: the reason is cut between characters.
    #expect(bytes.count == 2 + 2 + 122)
    #expect(String(validating: bytes[4...], as: UTF8.self) == String(repeating: "ü", count: 61))
    #expect(!connection.isClosed)
    #expect(throws: ClientClosed.self) {
      try connection.handler.send(.text, [], on: connection.channel.embeddedEventLoop).wait()
    }
    try connection.receive(Self.frame(0x88, [0x03, 0xE9]))
    #expect(connection.isClosed)
  }

  @Test("A client that says nothing is asked, and is gone if it doesn't answer")
  func pings() throws {
    let connection = try Connection()
    _ = try connection.open()
    // A task receives all the time.
    #expect(try connection.message() == nil)
    for _ in 0..<3 {
      connection.pass(.seconds(20))
      #expect(try connection.sent() == [0x89, 0])
      try connection.receive(Self.frame(0x8A))
    }
    connection.pass(.seconds(20))
    #expect(try connection.sent() == [0x89, 0])
    #expect(!connection.isClosed)
    connection.pass(.seconds(20))
    #expect(connection.isClosed)
  }

  @Test("A client that answers pings and says nothing else is sent away")
  func idle() throws {
    let connection = try Connection()
    _ = try connection.open()
    #expect(try connection.message() == nil)
    var last: [UInt8] = []
    for _ in 0..<17 where !connection.isClosed {
      connection.pass(.seconds(20))
      last = try connection.sent()
      if Self.code(last) != nil { break }
      try connection.receive(Self.frame(0x8A))
    }
    #expect(Self.code(last) == 1000)
  }

  @Test("Reading stops while a message waits, also for a connection that asks by itself")
  func backPressure() throws {
    let reads = Reads()
    let connection = try Connection()
    try connection.channel.pipeline.syncOperations.addHandler(reads, position: .first)
    _ = try connection.open()
    // As when less than a record of TLS has come.
    let before = reads.count
    connection.channel.read()
    #expect(reads.count == before + 1)
    let atFirst = reads.count
    try connection.receive(WebSocketSample.text("a"))
    connection.channel.read()
    #expect(reads.count == atFirst)
    // Not for a client's silence: it isn't read.
    connection.pass(.seconds(60))
    #expect(!connection.isClosed)
    #expect(try connection.message() == "a")
    #expect(reads.count > atFirst)
  }

  @Test("Pings of a client that reads nothing fill no buffer; the latest is answered")
  func pingFlood() throws {
    let slow = SlowNetwork()
    let connection = try Connection()
    try connection.channel.pipeline.syncOperations.addHandler(slow, position: .first)
    _ = try connection.open()
    slow.isSlow = true
    for number in 0..<100 { try connection.receive(Self.frame(0x89, [UInt8(number)])) }
    #expect(slow.held.count == 1)
    slow.isSlow = false
    slow.held.removeFirst().succeed()
    connection.channel.embeddedEventLoop.run()
    #expect(try connection.sent() == [0x8A, 1, 99])
  }

  /// Lets what is written wait.
  private final class SlowNetwork: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer
    var isSlow = false
    var held: [EventLoopPromise<Void>] = []

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      if isSlow, let promise {
        held.append(promise)
      } else {
        context.write(data, promise: promise)
      }
    }
  }

  @Test("The end of the connection ends the messages; quiescing closes with 1001")
  func ends() throws {
    let connection = try Connection()
    _ = try connection.open()
    var isEnd = false
    connection.handler.receive(on: connection.channel.embeddedEventLoop)
      .assumeIsolated().whenSuccess { isEnd = $0 == nil }
    connection.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    #expect(isEnd && connection.isClosed)
    let other = try Connection()
    _ = try other.open()
    other.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    #expect(Self.code(try other.sent()) == 1001)
  }
}
#endif
