#if Server
internal import PageFilm
internal import WorkerLink

/// A session: a client on a WebSocket, and the worker that turns its pages.
///
/// What they say to each other passes as it is.
struct SessionRelay: Sendable {
  let socket: WebSocket
  let worker: SessionWorker
  let metrics: ServerMetrics
  /// Longest time in which the worker does something, seconds.
  let time: Double
  private let flow = SessionFlow()

  init(_ socket: WebSocket, _ worker: SessionWorker, _ metrics: ServerMetrics, time: Double) {
    self.socket = socket
    self.worker = worker
    self.metrics = metrics
    self.time = time
  }

  /// Runs until one of both ends; then the worker is killed and the WebSocket closed.
  func run() async {
    await withDiscardingTaskGroup { group in
      let watch = Task { await self.watch() }
      group.addTask {
        await forward()
        end()
      }
      await back()
      end()
      watch.cancel()
    }
    await worker.waitForEnd()
    await socket.waitForEnd()
  }

  private func end() {
    worker.end()
    flow.end()
    // Only the first closing counts.
    socket.close(.normal, "the session is over")
  }

  /// Passes the client's messages to the worker.
  private func forward() async {
    while let message = await socket.receive() {
      let (kind, text, files): (WorkerOrder.Kind, String, [SharedFile]) =
        switch message {
        case .text(let text): (.sessionText, text, [])
        case .binary(let file): (.sessionPage, "", [file])
        }
      guard await flow.room(text.utf8.count) else { return }
      guard worker.send(kind, text, files) else {
        socket.close(.failed, "the session's worker has ended")
        return
      }
    }
  }

  /// Passes the worker's reports to the client.
  private func back() async {
    for await message in worker.connection.messages {
      switch message.report {
      case .told(let told):
        if flow.heard(told), await pass(told, message.file) { continue }
        // The client has closed, so that the next closing counts for nothing, or the worker is wrong.
        socket.close(.failed, "the session's worker has ended")
        return
      case .failed(let fault):
        let code: WebSocketCode =
          switch fault.cause {
          case .invalid, .mediaType: .policy
          case .tooLarge: .tooBig
          case .unavailable: .tryLater
          case .internal, .cancelled: .failed
          }
        _ = try? await socket.send(Self.text(fault))
        socket.close(code, fault.detail)
        return
      case .ready, .done, .planned, .drew: return
      }
    }
    socket.close(.failed, "the session's worker has ended")
  }

  /// Sends a report, its lines as texts and its file as a binary message; false if the client closes.
  private func pass(_ told: WorkerReport.Told, _ file: SharedFile?) async -> Bool {
    do {
      for line in told.text.split(separator: "\n") { try await socket.send(String(line)) }
      if let file {
        metrics.wrote(try file.size)
        try await socket.send(file)
      }
    } catch {
      return false
    }
    flow.passed()
    return worker.send(.sessionTaken)
  }

  /// Ends a session whose worker is stuck.
  private func watch() async {
    while (try? await Task.sleep(for: .milliseconds(200))) != nil {
      guard flow.isStuck(.seconds(time)) else { continue }
      socket.close(.failed, "the session's worker did nothing for \(time.short) s (--max-time)")
      end()
      return
    }
  }

  /// The message that says why a session ends.
  private static func text(_ fault: WorkerFault) -> String {
    JSON.object([
      ("out", "error"), ("detail", .string(fault.detail)),
      ("field", fault.field.map(JSON.string) ?? .null),
    ]).text
  }
}
#endif
