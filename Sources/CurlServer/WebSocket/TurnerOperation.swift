#if Server
internal import HTTPTypes
internal import Hummingbird

/// `GET /v1/turner`: a WebSocket on which a client turns the pages of a book.
struct TurnerOperation: Sendable {
  let sessions: Sessions
  let memory: UploadMemory
  let limits: ServerLimits
  let metrics: ServerMetrics
  /// Arguments of a worker's process, by its number.
  let workerArguments: @Sendable (Int) -> [String]
  var niceness: Int32 = 5
  /// Time for a worker to start.
  var patience = Duration.seconds(30)

  func answer(_ call: Call) async throws -> Response {
    let fields = try WebSocketHandshake.answer(call.request)
    let seat = try sessions.enter()
    let worker = try await call.untilClosed {
      try await SessionWorker.start(
        workerArguments(seat.number), niceness: niceness, patience: patience)
    }
    let share = memory.share()
    let socket = try await WebSocket.of(call.channel) { [limits, metrics] bytes in
      guard share.count + bytes <= limits.body else {
        throw WebSocketFault(
          .tooBig,
          "the session's pages have more than \(limits.body) bytes: send smaller ones, or raise "
            + "--max-body")
      }
      try share.add(bytes)
      metrics.read(bytes)
    }
    let relay = SessionRelay(socket, worker, metrics, time: limits.time)
    let body = ResponseBody { [use = call.use] writer in
      seat.onDrain { socket.close(.goingAway, "the server shuts down") }
      await relay.run()
      withExtendedLifetime((seat, share, use)) {}
      try await writer.finish(nil)
    }
    return Response(status: .switchingProtocols, headers: fields, body: body)
  }
}
#endif
