import CImageCodecs
import Dispatch
import Glibc
import Synchronization

/// A running encoder, which reads frames from its standard input.
///
/// Writing and waiting block, so they run on a serial queue of its own, not on the threads of
/// tasks. Safe from any thread.
final class EncoderProcess: Sendable {
  /// Failure of an encoder.
  enum Failure: Error, Equatable {
    /// `cancel()` was called first.
    case cancelled
    /// The encoder ended with an error or too early; `messages` are its last ones.
    case failed(ChildProcess.End, messages: String)
    /// The encoder was idle for `patience` and was killed.
    case stalled(messages: String)
    /// The encoder reported success, but its file is wrong; `finding` describes the file.
    case wrong(finding: String, messages: String)
  }

  /// Where an encoder writes.
  enum Output: Sendable {
    /// A file, by its path.
    case file(String)
    /// A stream, by its descriptor, which may be closed once the encoder has started.
    ///
    /// Its reader may take any time, so that the encoder is never regarded as stalled.
    case stream(Int32)
  }

  private enum Input: ~Copyable {
    case open(Descriptor)
    case ended
  }

  /// Capacity of the pipe, bytes: 1 MB is 1.5 times as fast as the default 64 KB, and more needs
  /// privileges.
  private static let pipeCapacity: Int32 = 1 << 20
  /// Size of the last messages that are read, bytes.
  private static let messagesLimit = 4096

  private let process: ChildProcess
  private let input: Mutex<Input>
  private let errors: Descriptor
  /// Where the encoder writes.
  private let output: Output
  /// Longest time that the encoder may be idle while it is waited for.
  private let patience: Duration
  private let hasStalled = Atomic(false)
  private let queue = DispatchQueue(label: "video encoder")

  /// Starts the program at `path`, which writes `output`.
  init(
    path: String, arguments: [String], output: Output, patience: Duration,
    joinsGroup: Bool
  ) throws(SpawnError) {
    var reading: Int32 = -1
    var writing: Int32 = -1
    guard unsafe ci_pipe(&reading, &writing, Self.pipeCapacity) == 0 else {
      throw SpawnError(code: errno)
    }
    let childInput = Descriptor(reading)
    let ownInput = Descriptor(writing)
    // The encoder writes its messages to a file in memory, so that no thread must read them
    // meanwhile.
    let memory = unsafe ci_memory_file("encoder errors")
    guard memory >= 0 else { throw SpawnError(code: errno) }
    let errors = Descriptor(memory)
    process = try ChildProcess(
      path: path, arguments: arguments, input: childInput, output: output.descriptor,
      errors: errors, joinsGroup: joinsGroup)
    input = Mutex(.open(ownInput))
    self.errors = errors
    self.output = output
    self.patience = patience
  }

  deinit {
    // The encoder must not outlive this object.
    let wasEnded = input.withLock { input in
      switch exchange(&input, with: .ended) {
      case .open: false
      case .ended: true
      }
    }
    guard !wasEnded else { return }
    let process = process
    process.kill()
    queue.async { _ = process.wait() }
  }

  /// Writes all of `bytes`; returns when at most the pipe's capacity is unread.
  func send(_ bytes: [UInt8]) async throws(Failure) {
    try await onQueue { () throws(Failure) in
      let code = self.input.withLock { input in
        switch input {
        case .open(let descriptor):
          var watch = self.watch()
          return descriptor.write(bytes) {
            // The encoder's descendants may hold the pipe open without reading.
            self.process.hasEnded || self.endIfStalled(&watch, unread: ci_unread(descriptor.number))
          }
        case .ended: return EPIPE
        }
      }
      // Whatever the error number is, the cause is that the encoder has ended.
      if code != 0 { throw self.collect(failing: true) ?? .cancelled }
    }
  }

  /// Closes the encoder's input and waits until the encoder has ended.
  ///
  /// Then `check` examines the file; it returns the fault, such as "wrote nothing", or nil.
  func end(check: @escaping @Sendable () -> String?) async throws(Failure) {
    try await onQueue { () throws(Failure) in
      if let failure = self.collect(failing: false) { throw failure }
      if let finding = check() { throw .wrong(finding: finding, messages: self.messages) }
    }
  }

  /// Kills the encoder; a write or wait in progress fails with `cancelled`.
  func cancel() {
    process.kill()
  }

  /// The encoder's last messages.
  private var messages: String {
    String(decoding: errors.tail(limit: Self.messagesLimit), as: UTF8.self)
  }

  /// A watch over the encoder; nil for a stream.
  private func watch() -> StallWatch? {
    guard case .file(let path) = output else { return nil }
    return StallWatch(process.number, output: path, patience: patience)
  }

  /// Kills the encoder and returns true if the watch reports a stall.
  private func endIfStalled(_ watch: inout StallWatch?, unread: Int32) -> Bool {
    guard watch?.isStalled(unread: unread) ?? false else { return false }
    hasStalled.store(true, ordering: .relaxed)
    process.kill()
    return true
  }

  /// Closes the input and waits; returns the failure, if any.
  private func collect(failing: Bool) -> Failure? {
    var reading: Int32 = -1
    let wasEnded = input.withLock { input in
      switch exchange(&input, with: .ended) {
      case .open(let descriptor):
        // The unread amount can only be queried through an open descriptor.
        let end = "/proc/self/fd/\(descriptor.number)"
        reading = unsafe open(end, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        return false
      case .ended: return true
      }
    }
    guard !wasEnded else { return .cancelled }
    defer { if reading >= 0 { close(reading) } }
    var watch = watch()
    let end = process.wait { _ = endIfStalled(&watch, unread: ci_unread(reading)) }
    if hasStalled.load(ordering: .relaxed) { return .stalled(messages: messages) }
    if process.wasKilled { return .cancelled }
    if end == .exited(0), !failing { return nil }
    return .failed(end, messages: messages)
  }

  /// Runs a blocking step on the queue.
  private func onQueue(
    _ step: @escaping @Sendable () throws(Failure) -> Void
  ) async throws(Failure) {
    let result = await withCheckedContinuation { continuation in
      queue.async {
        do throws(Failure) {
          try step()
          continuation.resume(returning: Result<Void, Failure>.success(()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    try result.get()
  }
}

extension EncoderProcess.Output {
  /// The descriptor of a stream.
  fileprivate var descriptor: Int32? {
    if case .stream(let number) = self { number } else { nil }
  }
}
