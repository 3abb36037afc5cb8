#if Server
internal import WorkerLink

/// Work for a worker.
final class WorkerJob: Sendable {
  let order: WorkerOrder
  /// The pictures, in the order of `order.parts`.
  let parts: [MemoryFile]
  /// When the answer must be there, waiting included.
  let deadline: ContinuousClock.Instant
  let created = ContinuousClock.now

  init(
    _ order: WorkerOrder, parts: [MemoryFile] = [], deadline: ContinuousClock.Instant
  ) {
    self.order = order
    self.parts = parts
    self.deadline = deadline
  }
}

/// Result of a job.
struct WorkerAnswer: Sendable {
  /// The picture's file; nil for a probe.
  let file: MemoryFile?
  /// Media type of the file, such as "image/png".
  let mediaType: String
  /// Time before a worker took it.
  let queued: Duration
  /// Seconds by stage.
  let stages: [WorkerStage: Double]
}

/// Why a job has no result.
enum WorkerFailure: Error, Sendable {
  /// The queue is full; the value estimates when a place is free, seconds.
  case full(retryAfter: Int)
  /// The server shuts down.
  case draining
  /// The deadline passed.
  case late
  /// The worker's process ended twice while it did the job.
  case crashed
  /// The same request has crashed workers before.
  case quarantined
  /// The worker reported a reason.
  case refused(WorkerFault)
}
#endif
