#if Server
import NIOCore

/// Counts reads that reach the connection.
final class Reads: ChannelOutboundHandler {
  typealias OutboundIn = Any
  private(set) var count = 0

  func read(context: ChannelHandlerContext) {
    count += 1
    context.read()
  }
}
#endif
