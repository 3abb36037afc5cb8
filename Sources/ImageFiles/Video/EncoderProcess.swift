import CImageCodecs
import Dispatch
import Glibc
import Synchronization

/// A running encoder: bytes go in at its standard input, its last words come out at the end.
///
/// Writing and waiting block, so they happen one after the other on a queue of its own and not on
/// the threads that tasks share. Safe from any thread.
final class EncoderProcess: Sendable {
  /// Why the encoder didn't do its work.
  enum Failure: Error, Equatable {
    /// `cancel()` came first.
    case cancelled
    /// It ended badly or too early, with these last words.
    case failed(ChildProcess.End, words: String)
    /// It did nothing for as long as the patience lasts, and was ended.
    case stalled(words: String)
    /// It said that all is done, and its file is wrong: `finding` is what it did instead.
    case wrong(finding: String, words: String)
  }

  private enum Input: ~Copyable {
    case open(Descriptor)
    case ended
  }

  /// Bytes that the pipe holds: with 1 MB it moves half as much again as with the usual 64 KB, and
  /// more takes privileges.
  private static let pipeCapacity: Int32 = 1 << 20
  /// Bytes of its last words that are kept.
  private static let wordsLimit = 4096

  private let process: ChildProcess
  private let input: Mutex<Input>
  private let errors: Descriptor
  /// The file that it writes.
  private let output: String
  /// How long it may do nothing while it is waited for.
  private let patience: Duration
  private let hasStalled = Atomic(false)
  private let queue = DispatchQueue(label: "video encoder")

  /// Starts the program at `path`, which is to write the file `output`.
  init(
    path: String, arguments: [String], output: String, patience: Duration
  ) throws(SpawnError) {
    var reading: Int32 = -1
    var writing: Int32 = -1
    guard unsafe ci_pipe(&reading, &writing, Self.pipeCapacity) == 0 else {
      throw SpawnError(code: errno)
    }
    let childInput = Descriptor(reading)
    let ownInput = Descriptor(writing)
    // What it says is collected by a file in memory: nobody has to read along.
    let memory = unsafe ci_memory_file("encoder errors")
    guard memory >= 0 else { throw SpawnError(code: errno) }
    let errors = Descriptor(memory)
    process = try ChildProcess(
      path: path, arguments: arguments, input: childInput, errors: errors)
    input = Mutex(.open(ownInput))
    self.errors = errors
    self.output = output
    self.patience = patience
  }

  deinit {
    // Unless it has been waited for, it must not stay behind.
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

  /// Writes all of `bytes`; returns when the encoder has taken all but what the pipe holds.
  func send(_ bytes: [UInt8]) async throws(Failure) {
    try await onQueue { () throws(Failure) in
      let code = self.input.withLock { input in
        switch input {
        case .open(let descriptor):
          var watch = self.watch()
          return descriptor.write(bytes) {
            // What it started may hold the pipe open, and nobody reads.
            self.process.hasEnded || self.endIfStalled(&watch, unread: ci_unread(descriptor.number))
          }
        case .ended: return EPIPE
        }
      }
      // Whatever the system says, the cause is that the encoder is gone.
      if code != 0 { throw self.collect(failing: true) ?? .cancelled }
    }
  }

  /// Closes its input and waits until it has done its work.
  ///
  /// Then `check` looks at its file, and tells what is wrong with it: "wrote nothing", or nil.
  func end(check: @escaping @Sendable () -> String?) async throws(Failure) {
    try await onQueue { () throws(Failure) in
      if let failure = self.collect(failing: false) { throw failure }
      if let finding = check() { throw .wrong(finding: finding, words: self.words) }
    }
  }

  /// Kills it; a write or wait that is going on fails with `cancelled`.
  func cancel() {
    process.kill()
  }

  /// Its last words.
  private var words: String {
    String(decoding: errors.tail(limit: Self.wordsLimit), as: UTF8.self)
  }

  private func watch() -> StallWatch {
    StallWatch(process.number, output: output, patience: patience)
  }

  /// Ends it where the watch has seen it do nothing for too long; whether that is so.
  private func endIfStalled(_ watch: inout StallWatch, unread: Int32) -> Bool {
    guard watch.isStalled(unread: unread) else { return false }
    hasStalled.store(true, ordering: .relaxed)
    process.kill()
    return true
  }

  /// Closes the input, waits and tells what went wrong, if anything.
  private func collect(failing: Bool) -> Failure? {
    var reading: Int32 = -1
    let wasEnded = input.withLock { input in
      switch exchange(&input, with: .ended) {
      case .open(let descriptor):
        // What it still has to read can only be asked at an end that stays open.
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
    if hasStalled.load(ordering: .relaxed) { return .stalled(words: words) }
    if process.wasKilled { return .cancelled }
    if end == .exited(0), !failing { return nil }
    return .failed(end, words: words)
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
