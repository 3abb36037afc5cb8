#if Server
internal import NIOCore
internal import NIOHTTP1

/// Watches requests right behind the decoder: tells how much of a body is left, and makes a request of
/// HTTP/1.0 the last one, whose client waits for the connection's end.
final class RequestWatch: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  private let reads: PortionedReads

  init(_ reads: PortionedReads) { self.reads = reads }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var part = unwrapInboundIn(data)
    switch part {
    case .head(var head):
      reads.begins(bodyLength: head.headers.first(name: "content-length").flatMap { Int($0) })
      if head.version == .http1_0 {
        head.headers.replaceOrAdd(name: "connection", value: "close")
        part = .head(head)
      }
    case .body(let bytes): reads.took(bytes.readableBytes)
    case .end: reads.begins(bodyLength: nil)
    }
    context.fireChannelRead(wrapInboundOut(part))
  }
}
#endif
