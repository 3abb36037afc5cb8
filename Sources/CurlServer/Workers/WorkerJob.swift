#if Server
internal import WorkerLink

/// Work for a worker.
final class WorkerJob: Sendable {
  /// Whose work goes first.
  enum Class: Sendable {
    /// Someone waits for the answer.
    case interactive
    /// Drawn when no interactive work waits.
    case batch
  }

  let order: WorkerOrder
  /// The files of the order's parts.
  let files: [SharedFile]
  /// Where a film is written.
  let output: PipeEnd?
  /// When the answer must be there, waiting included; nil is any time.
  let deadline: ContinuousClock.Instant?
  /// Longest time on a worker.
  let longest: Duration?
  let priority: Class
  /// Receives reports before the last one.
  let onReport: (@Sendable (WorkerReport) -> Void)?
  /// Whether the job may be given to another worker after its worker has died.
  let isRepeatable: @Sendable () -> Bool
  let created = ContinuousClock.now

  init(
    _ order: WorkerOrder, files: [SharedFile] = [], output: PipeEnd? = nil,
    deadline: ContinuousClock.Instant? = nil, longest: Duration? = nil,
    priority: Class = .interactive, onReport: (@Sendable (WorkerReport) -> Void)? = nil,
    isRepeatable: @escaping @Sendable () -> Bool = { true }
  ) {
    self.order = order
    self.files = files
    self.output = output
    self.deadline = deadline
    self.longest = longest
    self.priority = priority
    self.onReport = onReport
    self.isRepeatable = isRepeatable
  }

  /// Whether the time of the job is over; `started` is when a worker took it.
  func isLate(_ started: ContinuousClock.Instant?, at now: ContinuousClock.Instant) -> Bool {
    if let deadline, deadline < now { return true }
    guard let started, let longest else { return false }
    return started + longest < now
  }
}

/// Result of a job.
struct WorkerAnswer: Sendable {
  /// The picture's file; nil for a probe and for a film.
  let file: SharedFile?
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
  /// The worker's process ended while it did the job, and the job wasn't tried again or ended another.
  case crashed
  /// The same request has crashed workers before.
  case quarantined
  /// The worker reported a reason.
  case refused(WorkerFault)
}
#endif
