#if Server
internal import CurlSystem
internal import Dispatch
internal import Synchronization
internal import WorkerLink

/// Reads a pipe when asked, on a thread of its own.
final class PipeReader: Sendable {
  private struct State {
    var waiter: CheckedContinuation<[UInt8], any Error>?
    var isClosed = false
    /// Why it was closed; nil if nobody wants more.
    var failure: Problem?
  }

  private let state = Mutex(State())
  private let demand = DispatchSemaphore(value: 0)

  /// Owns an end of a pipe for reading.
  init(_ pipe: PipeEnd) {
    let isStarted = SystemThreads.start { [weak self, demand] in
      defer { pipe.close() }
      while true {
        demand.wait()
        guard self?.isWanted == true else { return }
        // A process that can't be killed may hold the other end: meanwhile `close` frees who waits.
        let result = Result { try pipe.read() }
        self?.take()?.resume(with: result)
      }
    }
    if !isStarted {
      state.withLock {
        $0.failure = Problem(.unavailable, "the server lacks threads", retryAfter: 5)
      }
      close()
    }
  }

  deinit { demand.signal() }

  /// The next bytes, one call at a time; empty at the end.
  func next() async throws -> [UInt8] {
    try await withCheckedThrowingContinuation { continuation in
      let (isClosed, failure) = state.withLock { state in
        if !state.isClosed { state.waiter = continuation }
        return (state.isClosed, state.failure)
      }
      guard !isClosed else {
        continuation.resume(throwing: failure ?? CancellationError() as any Error)
        return
      }
      demand.signal()
    }
  }

  /// Ends reading: the pipe's writer finds it closed.
  func close() {
    let waiter = state.withLock { state in
      state.isClosed = true
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(throwing: CancellationError())
    demand.signal()
  }

  /// Whether someone waits.
  private var isWanted: Bool { state.withLock { $0.waiter != nil } }

  private func take() -> CheckedContinuation<[UInt8], any Error>? {
    state.withLock { state in
      defer { state.waiter = nil }
      return state.waiter
    }
  }
}
#endif
