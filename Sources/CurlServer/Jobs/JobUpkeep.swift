#if Server
internal import Logging

/// Removes ended jobs when their time is over, or when their results fill the disk.
struct JobUpkeep: Sendable {
  let store: JobStore
  let spool: JobSpool
  /// Time that ended jobs are kept, seconds.
  let age: Double
  /// Bytes of results at most.
  let mostBytes: Int
  let logger: Logger

  private static let interval = Duration.seconds(30)

  /// Looks for such jobs until the task is cancelled.
  func run() async {
    while !Task.isCancelled {
      do {
        for id in try await store.expired(olderThan: age, mostBytes: mostBytes) {
          if try await store.remove(id) { try await spool.remove(id) }
        }
      } catch {
        logger.error("jobs can't be removed", metadata: ["error": "\(error)"])
      }
      try? await Task.sleep(for: Self.interval)
    }
  }
}
#endif
