#if Server
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import NIOHTTPTypes

/// What a request comes with beside itself: its connection.
struct CallContext: InitializableFromSource, Sendable {
  let channel: any Channel
  let logger: Logger

  init(source: ApplicationRequestContextSource) {
    channel = source.channel
    logger = source.logger
  }
}

/// The client has closed the connection.
struct ClientClosed: Error {}

/// A request that is being answered.
struct Call: Sendable {
  let request: Request
  /// Variable segments of the path.
  let values: [String: String]
  /// Number of the request in this process, for logs and problem details.
  let id: String
  /// Name of the client's key; "" without keys.
  let owner: String
  let channel: any Channel
  /// Whether the body has been read.
  let body: Flag
  /// The use of the client's key, as long as the answer; nil if the request needs none.
  let use: KeyUse?

  /// Tells a client that waits with its body to send it.
  func allowBody() async throws {
    guard request.headers[.expect]?.lowercased() == "100-continue" else { return }
    do {
      try await channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)))
    } catch {
      throw ClientClosed()
    }
  }

  /// Runs `work`, and cancels it if the client closes the connection.
  func untilClosed<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let handler = channel.pipeline.handler(type: ConnectionWatch.self).map(\.state)
    guard let watch = try? await handler.get() else { throw ClientClosed() }
    let task = Task { try await work() }
    watch.onClose { task.cancel() }
    defer { watch.onClose(nil) }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
#endif
