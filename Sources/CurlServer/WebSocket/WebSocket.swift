#if Server
internal import NIOCore
internal import WorkerLink

/// A WebSocket whose messages tasks receive and send; one task sends at a time.
final class WebSocket: Sendable {
  /// Bytes of a picture that are sent at once; between them other frames may pass.
  private static let chunk = 1 << 18

  private let channel: any Channel
  private let handler: NIOLoopBound<WebSocketHandler>

  private init(_ channel: any Channel, _ handler: NIOLoopBound<WebSocketHandler>) {
    (self.channel, self.handler) = (channel, handler)
  }

  /// The WebSocket that a connection becomes when it answers with 101.
  ///
  /// - Parameters:
  ///   - channel: The connection.
  ///   - account: Counts bytes of binary messages as they arrive; throws if there are too many.
  /// - Returns: The WebSocket.
  /// - Throws: ``ClientClosed`` if the connection is closed.
  static func of(
    _ channel: any Channel, account: @escaping @Sendable (Int) throws -> Void
  ) async throws -> WebSocket {
    do {
      return try await channel.eventLoop.submit {
        let handler = try channel.pipeline.syncOperations.handler(type: WebSocketHandler.self)
        handler.account = account
        return WebSocket(channel, NIOLoopBound(handler, eventLoop: channel.eventLoop))
      }.get()
    } catch {
      throw ClientClosed()
    }
  }

  /// The next message; nil once the WebSocket closes.
  func receive() async -> WebSocketMessage? {
    let (loop, handler) = (channel.eventLoop, handler)
    return try? await loop.flatSubmit { handler.value.receive(on: loop) }.get()
  }

  /// Sends a text; returns when the system has taken it.
  ///
  /// - Throws: An error once the WebSocket closes.
  func send(_ text: String) async throws {
    try await send(.text, Array(text.utf8), isFinal: true)
  }

  /// Sends the bytes of a file as a binary message, piece by piece.
  ///
  /// - Throws: An error once the WebSocket closes.
  func send(_ file: SharedFile) async throws {
    let size = try file.size
    var start = 0
    repeat {
      let end = min(start + Self.chunk, size)
      try await send(
        start == 0 ? .binary : .continuation, try file.bytes(start..<end), isFinal: end == size)
      start = end
    } while start < size
  }

  private func send(
    _ opcode: WebSocketFrame.Opcode, _ payload: [UInt8], isFinal: Bool
  ) async throws {
    let (loop, handler) = (channel.eventLoop, handler)
    try await loop.flatSubmit {
      handler.value.send(opcode, payload, isFinal: isFinal, on: loop)
    }.get()
  }

  /// Closes with a code and a reason, of which 123 bytes arrive.
  func close(_ code: WebSocketCode, _ reason: String) {
    let handler = handler
    channel.eventLoop.execute { handler.value.close(code, reason) }
  }

  /// Waits until the connection is closed.
  func waitForEnd() async { try? await channel.closeFuture.get() }
}
#endif
