#if Server
internal import NIOCore
internal import NIOHTTP1

/// Watches requests right behind the decoder: tells how much of a body is left, and lets nothing follow
/// a request of HTTP/1.0, whose clients wait for the connection's end.
final class RequestWatch: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  private let reads: PortionedReads

  init(_ reads: PortionedReads) { self.reads = reads }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var part = unwrapInboundIn(data)
    switch part {
    case .head(var head):
      reads.bodyRest = head.headers.first(name: "content-length").flatMap { Int($0) } ?? 0
      if head.version == .http1_0 {
        head.headers.replaceOrAdd(name: "connection", value: "close")
        part = .head(head)
      }
    case .body(let bytes): reads.bodyRest -= bytes.readableBytes
    case .end: reads.bodyRest = 0
    }
    context.fireChannelRead(wrapInboundOut(part))
  }
}
#endif
