#if Server
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import CurlServer

/// Takes bytes, as many portions as it is told to.
private final class Taker: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = Any

  /// Portions that it still wants.
  var wanted: Int
  private(set) var bytes: [UInt8] = []
  private(set) var sizes: [Int] = []
  /// Number of bytes when the client closed its side.
  private(set) var closedAt: Int?

  init(wanting count: Int) { wanted = count }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let buffer = unwrapInboundIn(data)
    bytes += Array(buffer.readableBytesView)
    sizes.append(buffer.readableBytes)
    wanted -= 1
  }

  func read(context: ChannelHandlerContext) {
    if wanted > 0 { context.read() }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if let event = event as? ChannelEvent, event == .inputClosed { closedAt = bytes.count }
  }
}

/// Shows bytes to a taker and passes them on.
private final class Sizes: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let taker: Taker

  init(_ taker: Taker) { self.taker = taker }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    taker.channelRead(context: context, data: data)
    context.fireChannelRead(data)
  }
}

/// Wants the body of each request.
private final class Wants: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head = unwrapInboundIn(data) {
      context.triggerUserOutboundEvent(BodyWanted(), promise: nil)
    }
  }
}

struct PortionedReadsTests {
  private let channel = EmbeddedChannel()
  private let reads = Reads()

  private func add(_ taker: Taker) throws {
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandlers([reads, PortionedReads(), taker])
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/nowhere")).wait()
  }

  private static let sent = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 7) }

  @Test("Who always wants more gets all at once, in few portions")
  func whole() throws {
    let taker = Taker(wanting: .max)
    try add(taker)
    try channel.writeInbound(ByteBuffer(bytes: Self.sent))
    #expect(taker.bytes == Self.sent)
    #expect(taker.sizes == [128, 1024, 8192, 65_536, 25_120])
    #expect(reads.count > 0)
  }

  @Test("Who wants no more gets no more, and the connection isn't read")
  func held() throws {
    let taker = Taker(wanting: 1)
    try add(taker)
    let before = reads.count
    channel.pipeline.fireChannelRead(ByteBuffer(bytes: Self.sent[..<2000]))
    channel.pipeline.fireChannelRead(ByteBuffer(bytes: Self.sent[2000..<3000]))
    channel.pipeline.fireChannelReadComplete()
    #expect(taker.sizes == [128])
    #expect(reads.count == before)
    taker.wanted = 2
    channel.read()
    pass()
    #expect(taker.sizes == [128, 128, 1024])
    #expect(reads.count == before)
    taker.wanted = .max
    channel.read()
    pass()
    #expect(taker.bytes == Array(Self.sent[..<3000]))
    #expect(reads.count == before + 1)
  }

  @Test("Who wants more later waits until the loop has looked at its other connections")
  func fair() throws {
    let taker = Taker(wanting: 1)
    try add(taker)
    try channel.writeInbound(ByteBuffer(bytes: Self.sent))
    taker.wanted = 1
    channel.read()
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
    #expect(taker.sizes == [128])
    pass()
    #expect(taker.sizes == [128, 128])
  }

  /// Lets the loop look at its connections, and run what waits for that.
  private func pass() {
    LoopPasses.count()
    channel.embeddedEventLoop.advanceTime(by: .microseconds(50))
  }

  @Test("A body whose length is known comes at once, and nothing of the next request with it")
  func body() throws {
    let sizes = Taker(wanting: .max)
    let pipeline = channel.pipeline.syncOperations
    let portions = PortionedReads()
    try pipeline.addHandlers([portions, Sizes(sizes)])
    try pipeline.addHandlers([
      ByteToMessageHandler(HTTPRequestDecoder()), RequestWatch(portions), Wants(),
    ])
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/nowhere")).wait()
    let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 70000\r\n\r\n"
    let next = String(repeating: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", count: 10)
    let sent = Array(head.utf8) + Self.sent[..<70_000] + Array(next.utf8)
    try channel.writeInbound(ByteBuffer(bytes: sent))
    #expect(sizes.bytes == sent)
    #expect(sizes.sizes.first == 128)
    #expect(sizes.sizes[1] == head.utf8.count + 70_000 - 128)
    #expect(sizes.sizes.count > 2)
    // One that nobody reads comes in small portions.
    try channel.pipeline.syncOperations.removeHandler(
      context: channel.pipeline.syncOperations.context(handlerType: Wants.self)
    ).wait()
    let first = sizes.sizes.count
    try channel.writeInbound(ByteBuffer(bytes: sent))
    #expect(sizes.sizes[first...].prefix(3) == [128, 1024, 8192])
  }

  @Test("Behind the last answer all is read and nothing kept")
  func last() throws {
    let taker = Taker(wanting: 1)
    try add(taker)
    try channel.writeInbound(ByteBuffer(bytes: Self.sent))
    #expect(taker.sizes == [128])
    let before = reads.count
    try channel.triggerUserOutboundEvent(LastAnswer()).wait()
    #expect(reads.count == before + 1)
    taker.wanted = .max
    for count in 2...5 {
      try channel.writeInbound(ByteBuffer(bytes: Self.sent))
      #expect(reads.count == before + count)
    }
    #expect(taker.sizes == [128])
    // As the connection does when less than a record of TLS has come.
    channel.read()
    #expect(reads.count == before + 6)
  }

  @Test("A client that closes its side has sent all before, and is heard in its turn")
  func closed() throws {
    let taker = Taker(wanting: 1)
    try add(taker)
    try channel.writeInbound(ByteBuffer(bytes: Self.sent))
    channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    #expect(taker.bytes.count == 128)
    #expect(taker.closedAt == nil)
    taker.wanted = .max
    channel.read()
    pass()
    #expect(taker.bytes == Self.sent)
    #expect(taker.closedAt == Self.sent.count)
  }

  @Test("The close of a client without anything held is heard at once")
  func closedAtOnce() throws {
    let taker = Taker(wanting: 1)
    try add(taker)
    channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    #expect(taker.closedAt == 0)
  }
}
#endif
