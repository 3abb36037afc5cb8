#if Server
internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes
internal import NIOHTTPTypesHTTP1
internal import WorkerLink

/// A message of a client.
enum WebSocketMessage: Sendable {
  case text(String)
  /// A sealed file.
  case binary(SharedFile)
}

/// Turns a connection of HTTP into a WebSocket once it has answered with 101.
///
/// Until then it lets everything pass. Afterwards it takes the place of HTTP's handlers: what HTTP's
/// side writes then counts for nothing, except that its closing closes the connection.
final class WebSocketHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = Never
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = ByteBuffer

  /// Times and limits of WebSockets.
  struct Settings: Sendable {
    var limits = WebSocketParser.Limits()
    /// Time between pings; a client that has sent nothing since the last one is gone.
    var ping = TimeAmount.seconds(20)
    /// Time without a message after which a client is sent away.
    var idle = TimeAmount.seconds(300)
    /// Time that a client gets to answer a close frame.
    var closing = TimeAmount.seconds(2)
  }

  enum State {
    /// HTTP.
    case http
    /// The answer 101 has been written; HTTP's handlers are being removed.
    case opening
    case open
    /// A close frame has been sent; what arrives is dropped until the client closes, too.
    case closing
    case closed
  }

  private let settings: Settings
  var state = State.http
  var parser: WebSocketParser
  /// Messages that nobody has received.
  var messages: [WebSocketMessage] = []
  var waiter: EventLoopPromise<WebSocketMessage?>?
  /// The file of the binary message that arrives.
  var file: SharedFile?
  /// Counts the bytes of binary messages; throws if there are too many.
  var account: (@Sendable (Int) throws -> Void)?
  var context: ChannelHandlerContext?
  private var beat: Scheduled<Void>?
  /// Whether bytes have arrived, or weren't wanted, since the last ping.
  var isHeard = true
  var lastMessage = NIODeadline.distantPast
  /// Whether a pong is being written.
  var isAnswering = false
  /// The ping to answer next: only the latest one counts (RFC 6455 §5.5.3).
  var unanswered: [UInt8]?

  init(_ settings: Settings = Settings()) {
    self.settings = settings
    parser = WebSocketParser(settings.limits)
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) {
    finish()
    self.context = nil
  }

  // Between HTTP and the network

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .http = state else {
      promise?.succeed()
      return
    }
    context.write(data, promise: promise)
    if case .head(let head) = unwrapOutboundIn(data), head.status == .switchingProtocols {
      open(context)
    }
  }

  func flush(context: ChannelHandlerContext) {
    // The client may send frames once it has the answer: not before they can be read.
    if case .opening = state { return }
    context.flush()
  }

  func read(context: ChannelHandlerContext) {
    // The connection asks by itself, too: when less than a record of TLS has come.
    if isReading { context.read() }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch state {
    case .http: context.fireChannelRead(data)
    case .open: take(unwrapInboundIn(data))
    case .closing: drop(unwrapInboundIn(data))
    case .opening, .closed: break
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if case .http = state {
      context.fireChannelReadComplete()
    } else {
      readIfWanted()
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if case .http = state {
      context.fireErrorCaught(error)
    } else {
      context.close(promise: nil)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .http = state {
    } else if event is ChannelShouldQuiesceEvent {
      close(.goingAway, "the server shuts down")
      return
    } else if event as? ChannelEvent == .inputClosed {
      context.close(promise: nil)
    }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    finish()
    context.fireChannelInactive()
  }

  // Life

  private func open(_ context: ChannelHandlerContext) {
    state = .opening
    let pipeline = context.pipeline.syncOperations
    let removals: [EventLoopFuture<Void>]
    do {
      let handlers = [
        try pipeline.context(handlerType: HTTP1ToHTTPServerCodec.self),
        try pipeline.context(handlerType: RequestWatch.self),
        try pipeline.context(handlerType: HTTPResponseEncoder.self),
        try pipeline.context(handlerType: ByteToMessageHandler<HTTPRequestDecoder>.self),
      ]
      removals = handlers.map { pipeline.removeHandler(context: $0) }
    } catch {
      context.close(promise: nil)
      return
    }
    EventLoopFuture.andAllSucceed(removals, on: context.eventLoop).assumeIsolated().whenComplete {
      [self] result in
      guard case .opening = state else { return }
      guard case .success = result else {
        context.close(promise: nil)
        return
      }
      state = .open
      lastMessage = context.eventLoop.now
      context.flush()
      scheduleBeat(context)
      readIfWanted()
    }
  }

  private func scheduleBeat(_ context: ChannelHandlerContext) {
    beat = context.eventLoop.assumeIsolated().scheduleTask(in: settings.ping) { [self] in
      guard case .open = state else { return }
      guard isHeard || !isReading else {
        context.close(promise: nil)
        return
      }
      if context.eventLoop.now - lastMessage > settings.idle {
        close(.normal, "no message for \(settings.idle.nanoseconds / 1_000_000_000) s")
        return
      }
      isHeard = false
      send(.ping, [], on: context.eventLoop)
      scheduleBeat(context)
    }
  }

  /// Sends a close frame, and closes when the client has answered.
  func close(_ code: WebSocketCode, _ reason: String) { close(code.rawValue, reason) }

  func close(_ code: UInt16?, _ reason: String, isAnswer: Bool = false) {
    guard let context else { return }
    switch state {
    case .open: break
    case .opening, .http:
      context.close(promise: nil)
      return
    case .closing, .closed: return
    }
    let payload = code.map { WebSocketFrame.closing($0, reason) } ?? []
    let sent = send(.close, payload, on: context.eventLoop)
    state = .closing
    end()
    if isAnswer {
      sent.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    } else {
      // Bytes that nobody reads would reset the connection, and the close frame with it.
      context.read()
    }
    beat = context.eventLoop.assumeIsolated().scheduleTask(in: settings.closing) {
      context.close(promise: nil)
    }
  }

  /// Ends the messages: those that arrived are still received.
  private func end() {
    beat?.cancel()
    file = nil
    account = nil
    guard messages.isEmpty else { return }
    waiter?.succeed(nil)
    waiter = nil
  }

  private func finish() {
    if case .http = state { return }
    state = .closed
    end()
  }
}
#endif
