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
    let task = self.task(work)
    watch.onClose { task.cancel() }
    defer { watch.onClose(nil) }
    return try await task.valueOrCancel()
  }

  /// Runs `work`, and cancels it at `end`; then it throws `problem`.
  func until<Result: Sendable>(
    _ end: ContinuousClock.Instant, else problem: Problem,
    _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let isLate = Flag()
    let task = task(work)
    let left = max(end - ContinuousClock.now, .zero)
    let alarm = channel.eventLoop.scheduleTask(in: TimeAmount(left)) {
      isLate.set()
      task.cancel()
    }
    defer { alarm.cancel() }
    do {
      return try await task.valueOrCancel()
    } catch {
      throw isLate.isSet ? problem : error
    }
  }

  /// A task that can be cancelled alone, on the loop of the connection.
  private func task<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
  ) -> Task<Result, any Error> {
    Task(executorPreference: LoopExecutor(channel.eventLoop), operation: work)
  }
}

extension Task where Failure == any Error {
  /// The task's result; the task is cancelled with the current one.
  fileprivate func valueOrCancel() async throws -> Success {
    try await withTaskCancellationHandler {
      try await value
    } onCancel: {
      cancel()
    }
  }
}
#endif
