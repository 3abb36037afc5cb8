#if Server
internal import CurlSystem
internal import WorkerLink

/// A worker's process, as the server hears it.
final class WorkerConnection: Sendable {
  /// A report, and the file that came with it.
  struct Message: Sendable {
    let report: WorkerReport
    let file: SharedFile?
  }

  /// Messages that nobody has read yet; a worker that sends more is ended.
  private static let mostMessages = 256

  let process: WorkerProcess
  /// The worker's messages; they end with the process.
  let messages: AsyncStream<Message>

  /// Starts a worker with these arguments of the program; `onEnd` runs when it closes its end.
  init(_ arguments: [String], niceness: Int32, onEnd: @escaping @Sendable () -> Void)
    throws(LinkError)
  {
    let process = try WorkerProcess.spawn(
      arguments: arguments,
      environment: Dictionary(uniqueKeysWithValues: ServiceManager.variables.map { ($0, nil) }),
      niceness: niceness)
    self.process = process
    let (messages, continuation) = AsyncStream.makeStream(
      of: Message.self, bufferingPolicy: .bufferingOldest(Self.mostMessages))
    self.messages = messages
    let isListening = SystemThreads.start {
      // A message that isn't a report means that the worker isn't what it should be.
      while let received = try? process.socket.receive(),
        let report = WorkerReport(received.message),
        received.descriptors.count <= (report.mayHaveFile ? 1 : 0)
      {
        let file = received.descriptors.takeSealed(0)
        let message = Message(report: report, file: file)
        guard case .enqueued = continuation.yield(message) else { break }
      }
      continuation.finish()
      onEnd()
    }
    guard isListening else {
      process.kill(9)
      throw .system(call: "pthread_create", code: 11)
    }
  }

  /// Sends an order with its pictures; false if the worker has ended.
  ///
  /// - Throws: Another error, of the order itself.
  func send(_ order: WorkerOrder, _ job: WorkerJob) throws(LinkError) -> Bool {
    let files = job.files.map(\.number)
    defer { withExtendedLifetime(job) {} }
    do throws(LinkError) {
      if let output = try job.output?.duplicate() {
        try process.socket.send(order.message, files + [output.number])
        withExtendedLifetime(output) {}
      } else {
        try process.socket.send(order.message, files)
      }
      return true
    } catch .closed {
      return false
    } catch .late {
      return false
    }
  }
}
#endif
