#if Server
internal import NIOCore
internal import WorkerLink

extension WebSocketHandler {
  /// The next message; nil once the WebSocket closes.
  func receive(on loop: any EventLoop) -> EventLoopFuture<WebSocketMessage?> {
    if !messages.isEmpty {
      let message = messages.removeFirst()
      readIfWanted()
      return loop.makeSucceededFuture(message)
    }
    switch state {
    case .closing, .closed: return loop.makeSucceededFuture(nil)
    case .http, .opening, .open: break
    }
    let promise = loop.makePromise(of: WebSocketMessage?.self)
    waiter?.succeed(nil)
    waiter = promise
    return promise.futureResult
  }

  /// Whether bytes are wanted: a client that sends faster than its messages are received waits.
  var isReading: Bool {
    switch state {
    case .open: messages.isEmpty
    case .http, .closing: true
    case .opening, .closed: false
    }
  }

  func readIfWanted() {
    if isReading {
      context?.read()
    } else {
      isHeard = true
    }
  }

  func take(_ buffer: ByteBuffer) {
    isHeard = true
    var bytes = Array(buffer.readableBytesView)[...]
    do throws(WebSocketFault) {
      while case .open = state, let event = try parser.next(from: &bytes) { try take(event) }
    } catch {
      close(error.code, error.reason)
    }
  }

  private func take(_ event: WebSocketParser.Event) throws(WebSocketFault) {
    switch event {
    case .text(let text): deliver(.text(text))
    case .data(let bytes, let isLast): try take(bytes, isLast)
    case .ping(let payload):
      unanswered = payload
      answer()
    case .pong: break
    case .close(let code): close(code, "", isAnswer: true)
    }
  }

  private func take(_ bytes: [UInt8], _ isLast: Bool) throws(WebSocketFault) {
    do {
      try account?(bytes.count)
      let file = try file ?? SharedFile("message")
      self.file = file
      try file.append(bytes)
      guard isLast else { return }
      try file.seal()
      self.file = nil
      deliver(.binary(file))
    } catch let fault as WebSocketFault {
      throw fault
    } catch {
      throw WebSocketFault(.tryLater, "the server lacks memory: try again later")
    }
  }

  private func deliver(_ message: WebSocketMessage) {
    lastMessage = context?.eventLoop.now ?? .now()
    if let waiter {
      self.waiter = nil
      waiter.succeed(message)
    } else {
      messages.append(message)
    }
  }

  /// Waits for the answer to a close frame.
  func drop(_ buffer: ByteBuffer) {
    var bytes = Array(buffer.readableBytesView)[...]
    do throws(WebSocketFault) {
      while let event = try parser.next(from: &bytes) {
        if case .close = event { context?.close(promise: nil) }
      }
    } catch {
      // What follows an error can't be understood: the client's end or the time closes.
    }
  }

  // Sending

  /// Answers the latest ping, once the answer before it has been written: a client that sends pings
  /// and reads nothing fills no buffer.
  private func answer() {
    guard !isAnswering, let payload = unanswered, let context else { return }
    (isAnswering, unanswered) = (true, nil)
    send(.pong, payload, on: context.eventLoop).assumeIsolated().whenComplete { [self] _ in
      isAnswering = false
      answer()
    }
  }

  /// Sends a frame; succeeds when the system has taken it, fails once the WebSocket closes.
  @discardableResult
  func send(
    _ opcode: WebSocketFrame.Opcode, _ payload: [UInt8], isFinal: Bool = true,
    on loop: any EventLoop
  ) -> EventLoopFuture<Void> {
    guard let context, case .open = state else {
      return loop.makeFailedFuture(ClientClosed())
    }
    let promise = loop.makePromise(of: Void.self)
    let frame = WebSocketFrame.bytes(opcode, payload, isFinal: isFinal)
    context.writeAndFlush(wrapOutboundOut(frame), promise: promise)
    return promise.futureResult
  }
}
#endif
