#if Server
internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes
internal import Synchronization

/// Watches a connection: notices that the client has closed its side, ends a connection whose client
/// doesn't read, and lets nothing follow an answer that closes it.
final class ConnectionWatch: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = Any
  typealias InboundOut = Any
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// What to do when the client closes; any thread may use it.
  final class State: Sendable {
    private let state = Mutex((isClosed: false, action: (@Sendable () -> Void)?.none))

    /// Sets what runs when the client closes, at once if it has closed.
    func onClose(_ action: (@Sendable () -> Void)?) {
      let isClosed = state.withLock { state in
        state.action = action
        return state.isClosed
      }
      if isClosed { action?() }
    }

    fileprivate func close() {
      let action = state.withLock { state in
        state.isClosed = true
        return state.action
      }
      action?()
    }
  }

  /// Time that a client gets to read an answer before its connection is closed although its body is
  /// unread.
  private static let grace = TimeAmount.seconds(2)

  let state = State()
  /// Longest time in which a client takes nothing of what waits for it.
  private let longest: TimeAmount
  private var stall: Scheduled<Void>?
  /// Whether the current answer is the connection's last.
  private var isLast = false
  /// Whether the connection's last answer is written.
  private var isOver = false
  /// Whether the connection has become a WebSocket.
  private var isWebSocket = false

  /// A watch that ends connections whose client takes nothing for `stallTime` seconds.
  init(stallTime: Double) { longest = .milliseconds(Int64(1000 * stallTime)) }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if let event = event as? ChannelEvent, event == .inputClosed { state.close() }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    stall?.cancel()
    state.close()
    context.fireChannelInactive()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    stall?.cancel()
    stall = nil
    if !context.channel.isWritable {
      let channel = context.channel
      stall = context.eventLoop.scheduleTask(in: longest) { channel.close(promise: nil) }
    }
    context.fireChannelWritabilityChanged()
  }

  func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    guard !isOver else {
      // Of a request that the client has sent behind one whose answer closes the connection.
      promise?.succeed()
      return
    }
    guard !isWebSocket else {
      context.write(data, promise: promise)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(let head):
      isWebSocket = head.status == .switchingProtocols
      if head.status.kind != .informational {
        isLast = head.headerFields[.connection]?.lowercased() == "close"
      }
      context.write(data, promise: promise)
    case .end where isLast:
      isOver = true
      context.writeAndFlush(data, promise: promise)
      context.close(mode: .output, promise: nil)
      context.triggerUserOutboundEvent(LastAnswer(), promise: nil)
      let channel = context.channel
      context.eventLoop.scheduleTask(in: Self.grace) { channel.close(promise: nil) }
    default: context.write(data, promise: promise)
    }
  }
}
#endif
