#if Server
import NIOCore
import NIOEmbedded
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

/// Counts reads that reach the connection.
private final class Reads: ChannelOutboundHandler {
  typealias OutboundIn = Any
  private(set) var count = 0

  func read(context: ChannelHandlerContext) {
    count += 1
    context.read()
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
    #expect(taker.sizes == [512, 4096, 32_768, 62_624])
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
    #expect(taker.sizes == [512])
    #expect(reads.count == before)
    taker.wanted = 2
    channel.read()
    #expect(taker.sizes == [512, 512, 1976])
    #expect(reads.count == before)
    taker.wanted = .max
    channel.read()
    #expect(taker.bytes == Array(Self.sent[..<3000]))
    #expect(reads.count == before + 1)
  }

  @Test("A client that closes its side has sent all before")
  func closed() throws {
    let taker = Taker(wanting: 1)
    try add(taker)
    try channel.writeInbound(ByteBuffer(bytes: Self.sent))
    #expect(taker.bytes.count == 512)
    channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    #expect(taker.bytes == Self.sent)
    #expect(taker.closedAt == Self.sent.count)
  }
}
#endif
