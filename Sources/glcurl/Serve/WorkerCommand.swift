#if Server
internal import ArgumentParser
internal import CurlServer
internal import CurlSystem
internal import Doctor
internal import PageCurl
internal import Synchronization
internal import WorkerLink

/// `glcurl worker`: a process of `glcurl serve` that draws; not for users.
struct WorkerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker", abstract: "Draw for glcurl serve.", shouldDisplay: false)

  @OptionGroup
  var renderer: RendererOptions

  @OptionGroup
  var limits: LimitOptions

  @Option(parsing: .singleValue)
  var inject: [WorkerInjection] = []

  func run() async throws {
    let socket: WorkerSocket
    do throws(LinkError) {
      socket = try WorkerSandbox.socket()
    } catch {
      throw CommandError(.usage, "worker is for 'glcurl serve' alone: \(error)")
    }
    // A service manager signals all processes of a service; workers end with their connection.
    Watchdog.shared.onSignal { _ in true }
    let renderer = try await renderer.begin().renderer()
    let orders = WorkerOrders(socket)
    try Self.send(.ready(renderer: renderer.line, sandbox: WorkerSandbox.lines), nil, on: socket)
    let drawing = RequestDrawing(
      renderer: renderer.renderer, limits: limits,
      frameOptions: RequestOptions(FrameRequest.self, limits.values),
      filmOptions: RequestOptions(FilmRequest.self, limits.values)
    ) { report in try? socket.send(report.message) }
    let session = TurnerSession(renderer.renderer, limits) { report, file in
      try Self.send(report, file, on: socket)
    }
    var count = 0
    for await received in orders.stream {
      if received.order.isOfSession {
        do {
          try await session.take(received.order, received.files)
        } catch {
          await session.fail(error)
        }
        continue
      }
      if received.order.kind != .probe { count += 1 }
      let number = count
      let work = Task {
        do throws(WorkerFault) {
          for fault in inject { try fault.happen(at: number) }
        } catch {
          return (report: WorkerReport.failed(error), file: SharedFile?.none)
        }
        return await drawing.answer(received)
      }
      orders.begin(received.order.number, work)
      let answer = await work.value
      orders.end()
      try Self.send(answer.report, answer.file, on: socket)
    }
    await renderer.renderer.shutDown()
  }

  private static func send(
    _ report: WorkerReport, _ file: SharedFile?, on socket: WorkerSocket
  ) throws(CommandError) {
    do throws(LinkError) {
      try socket.send(report.message, files: file.map { [$0] } ?? [])
    } catch {
      throw CommandError(.writeFailed, "the server doesn't listen: \(error)")
    }
  }
}

/// The server's orders; they end when the server closes the connection.
final class WorkerOrders: Sendable {
  /// An order with its files.
  struct Received: Sendable {
    let order: WorkerOrder
    let files: [SharedFile]
    /// Where a film is written.
    let output: PipeEnd?
  }

  typealias Work = Task<(report: WorkerReport, file: SharedFile?), Never>

  let stream: AsyncStream<Received>
  /// The current order, and numbers whose cancellation came before they were begun.
  private let current = Mutex((work: (number: Int, task: Work)?.none, cancelled: Int?.none))

  init(_ socket: WorkerSocket) {
    let (stream, continuation) = AsyncStream.makeStream(of: Received.self)
    self.stream = stream
    let isListening = SystemThreads.start { [weak self] in
      while let received = try? socket.receive(), let order = WorkerOrder(received.message) {
        if order.kind == .cancel {
          self?.cancel(order.number)
          continue
        }
        let count = order.parts.map { $0.file + 1 }.max() ?? 0
        // The server is trusted, so that a file on its disk serves, too.
        var files: [SharedFile] = []
        for index in 0..<count {
          guard let descriptor = received.descriptors.take(index) else { break }
          files.append(SharedFile(descriptor))
        }
        guard files.count == count else { break }
        var output: PipeEnd?
        if let descriptor = received.descriptors.take(count) { output = PipeEnd(descriptor) }
        continuation.yield(Received(order: order, files: files, output: output))
      }
      continuation.finish()
    }
    if !isListening { continuation.finish() }
  }

  /// Says which order is being worked on.
  func begin(_ number: Int, _ task: Work) {
    let isCancelled = current.withLock { current in
      current.work = (number, task)
      return current.cancelled == number
    }
    if isCancelled { task.cancel() }
  }

  /// Says that the current order is done.
  func end() { current.withLock { $0.work = nil } }

  private func cancel(_ number: Int) {
    let task = current.withLock { current in
      current.cancelled = number
      return current.work?.number == number ? current.work?.task : nil
    }
    task?.cancel()
  }
}
#endif
