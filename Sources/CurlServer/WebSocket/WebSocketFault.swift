#if Server
/// Why a WebSocket closes (RFC 6455 §7.4).
enum WebSocketCode: UInt16, Sendable {
  case normal = 1000
  /// The server shuts down.
  case goingAway = 1001
  /// Frames break the protocol.
  case protocolError = 1002
  /// A text isn't UTF-8.
  case invalidText = 1007
  /// Options, pages or their order are wrong.
  case policy = 1008
  case tooBig = 1009
  /// The server failed.
  case failed = 1011
  /// The server lacks memory now.
  case tryLater = 1013
}

/// An error in what a client sends over a WebSocket.
struct WebSocketFault: Error, Sendable, Equatable {
  let code: WebSocketCode
  /// What was wrong, and the way out.
  let reason: String

  init(_ code: WebSocketCode, _ reason: String) {
    (self.code, self.reason) = (code, reason)
  }
}
#endif
