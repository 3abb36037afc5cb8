#if Server
internal import Glibc
internal import WorkerLink

/// The worker of one session: a process of its own, which ends with the session.
final class SessionWorker: Sendable {
  let connection: WorkerConnection

  private init(_ connection: WorkerConnection) { self.connection = connection }

  deinit { end() }

  /// Starts a worker, and waits until it can draw.
  ///
  /// - Parameters:
  ///   - arguments: Arguments of its process.
  ///   - niceness: Niceness of its process.
  ///   - patience: Longest time of its start.
  /// - Returns: The worker.
  /// - Throws: A problem, or `CancellationError`.
  static func start(
    _ arguments: [String], niceness: Int32, patience: Duration
  ) async throws -> SessionWorker {
    let connection = try Problem.wrapping { () throws(LinkError) in
      try WorkerConnection(arguments, niceness: niceness) {}
    }
    let worker = SessionWorker(connection)
    let watch = Task { [weak worker] in
      try await Task.sleep(for: patience)
      worker?.end()
    }
    defer { watch.cancel() }
    var messages = connection.messages.makeAsyncIterator()
    guard case .ready? = await messages.next()?.report else {
      try Task.checkCancellation()
      throw Problem(.unavailable, "the session's worker can't start: see the log", retryAfter: 5)
    }
    return worker
  }

  /// Sends an order; false if the worker has ended or doesn't read.
  func send(_ kind: WorkerOrder.Kind, _ text: String = "", _ files: [SharedFile] = []) -> Bool {
    var parts: [WorkerOrder.Part] = []
    for (index, file) in files.enumerated() {
      guard let size = try? file.size else { return false }
      parts.append(WorkerOrder.Part(name: "page", file: index, range: 0..<size))
    }
    let order = WorkerOrder(kind, options: Array(text.utf8), parts: parts)
    do throws(LinkError) {
      defer { withExtendedLifetime(files) {} }
      // It reads at once whatever comes: one that doesn't is stuck.
      try connection.process.socket.send(order.message, files.map(\.number), patience: .seconds(1))
      return true
    } catch {
      return false
    }
  }

  /// Kills the process.
  func end() {
    connection.process.kill(SIGKILL)
    connection.process.socket.close()
  }

  /// Waits until the killed process is gone, for three seconds at most.
  func waitForEnd() async {
    for _ in 0..<150 where connection.process.poll() == nil {
      // Also in a task that has been cancelled, whose sleep returns at once.
      await Task.detached { try? await Task.sleep(for: .milliseconds(20)) }.value
    }
  }
}
#endif
