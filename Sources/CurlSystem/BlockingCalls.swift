internal import Dispatch

/// Calls that wait for a disk, on threads that may wait.
package enum BlockingCalls {
  private static let queue = DispatchQueue(label: "files", attributes: .concurrent)

  /// Runs `body` on a thread of its own; ends with it, even if the task is cancelled.
  package static func run<Success: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    let result = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: Result(catching: body)) }
    }
    return try result.get()
  }
}
