#if Server
internal import CurlSystem
internal import Logging
internal import Synchronization
internal import WorkerLink

/// Draws queued jobs, a segment of their frames at a time, in the order of their acceptance.
///
/// What a job has is its closed segments: after the end of a worker or of the server it goes on behind
/// them.
actor JobRunner {
  /// Parts of a job: the order of its film, as a message, and its pictures.
  static let (order, pictures) = ("order", "pictures")

  private let store: JobStore
  private let spool: JobSpool
  private let pool: WorkerPool
  private let logger: Logger
  /// Jobs that are drawn at once.
  private let atOnce: Int
  /// Longest time of a segment on a worker.
  private let longest: Duration
  private var isStopped = false
  private var idle: [CheckedContinuation<Void, Never>] = []
  /// Number of calls of ``wake()``.
  private var wakes = 0
  /// The jobs that are drawn, by their IDs.
  private var tasks: [String: Task<Void, Never>] = [:]
  /// Written frames of the segments that are drawn, by job.
  private let open = OpenFrames()

  init(
    _ store: JobStore, _ spool: JobSpool, _ pool: WorkerPool, _ logger: Logger, atOnce: Int,
    longest: Duration
  ) {
    (self.store, self.spool, self.pool, self.logger) = (store, spool, pool, logger)
    (self.atOnce, self.longest) = (atOnce, longest)
  }

  /// Draws jobs until the runner is stopped.
  func run() async {
    await withDiscardingTaskGroup { group in
      for _ in 0..<atOnce { group.addTask { await self.work() } }
    }
  }

  /// Says that a job has been queued.
  func wake() {
    wakes += 1
    for waiter in idle { waiter.resume() }
    idle = []
  }

  /// Ends the current jobs, which go back into the queue.
  func stop() {
    isStopped = true
    for task in tasks.values { task.cancel() }
    wake()
  }

  /// Ends a job that has been cancelled.
  func cancel(_ id: String) { tasks[id]?.cancel() }

  /// Written frames of the segment that is drawn for a job.
  nonisolated func openFrames(_ id: String) -> Int { open[id] ?? 0 }

  private func work() async {
    while !isStopped {
      let known = wakes
      let found: Job?
      do throws(JobError) {
        found = try await store.claim()
      } catch {
        logger.error("jobs can't be read", metadata: ["error": "\(error)"])
        try? await Task.sleep(for: .seconds(1))
        continue
      }
      guard let job = found else {
        // A job may have been queued since the look.
        if !isStopped && wakes == known { await withCheckedContinuation { idle.append($0) } }
        continue
      }
      let task = Task { await self.draw(job) }
      tasks[job.id] = task
      // A stop between the claim and this line.
      if isStopped { task.cancel() }
      await task.value
      tasks[job.id] = nil
      open[job.id] = nil
    }
  }

  private func draw(_ job: Job) async {
    do {
      try await film(job)
    } catch {
      // The disk or the database may fail for a moment only.
      for seconds in [0, 1, 3, 10] {
        try? await Task.sleep(for: .seconds(seconds))
        do {
          try await end(job, error)
          break
        } catch let failure {
          // At last the next start of the server finds the job as it was.
          logger.error("job left", metadata: ["job": "\(job.id)", "error": "\(failure)"])
        }
      }
    }
    // Of a cancelled job nothing is kept.
    if let last = try? await store.job(job.id, owner: nil), last.state == .cancelled {
      try? await spool.trim(last)
    }
  }

  /// Draws what a job lacks.
  private func film(_ job: Job) async throws {
    let request = try JobRequest(job, spool)
    var job = job
    while job.frames.map({ job.drawn < $0 }) ?? true {
      guard let next = try await segment(job, request) else { return }
      job = next
    }
    let result = try spool.create(.result, of: job.id)
    let order = try request.joining(job, spool)
    _ = try await pool.perform(
      WorkerJob(
        order.order, files: order.files, output: PipeEnd(Descriptor(result.duplicate())),
        longest: longest, priority: .batch, isRepeatable: { false }))
    let bytes = try result.size()
    try await spool.commit(result)
    guard let done = try await store.finish(job.id, bytes: bytes) else { return }
    try await spool.trim(done)
    logger.info("job done", metadata: ["job": "\(job.id)", "bytes": "\(bytes)"])
  }

  /// Draws the next segment of a job; nil if the job has been cancelled.
  private func segment(_ job: Job, _ request: JobRequest) async throws -> Job? {
    let range = try Self.frames(after: job)
    let file = try spool.create(.segment(job.segments + 1), of: job.id)
    let plan = Mutex((mediaType: String, frames: Int)?.none)
    open[job.id] = 0
    let work = WorkerJob(
      WorkerOrder(.film(frames: range), options: request.order.options, parts: request.order.parts),
      files: [request.pictures], output: PipeEnd(Descriptor(try file.duplicate())),
      longest: longest, priority: .batch,
      onReport: { [open] report in
        switch report {
        case .planned(let mediaType, let frames): plan.withLock { $0 = (mediaType, frames) }
        case .drew(let frames): open[job.id] = min(max(0, frames), range.count)
        default: break
        }
      },
      // The next attempt gets a file of its own.
      isRepeatable: { false })
    _ = try await pool.perform(work)
    guard let (mediaType, frames) = plan.withLock({ $0 }),
      (range.lowerBound + 1...Self.mostFrames).contains(frames), frames == job.frames ?? frames,
      FilmOperation.mediaTypes.contains(mediaType)
    else {
      throw WorkerFailure.refused(
        WorkerFault(.internal, "the worker planned another film than before: send the job again"))
    }
    try await spool.commit(file)
    if job.frames == nil {
      _ = try await store.told(job.id, frames: frames, mediaType: mediaType)
    }
    let closed = min(range.upperBound, frames) - range.lowerBound
    open[job.id] = 0
    return try await store.close(job.id, segment: job.segments + 1, frames: closed)
  }

  /// Frames of a first segment, and fewest of others but the last.
  private static let fewest = 60
  /// Segments beyond the first one: a message carries a descriptor for each.
  private static let most = 50

  /// Frames of a film at most: those that can be joined.
  private static let mostFrames = 1_000_000

  /// The frames of the segment after the last closed one.
  private static func frames(after job: Job) throws -> Range<Int> {
    guard let frames = job.frames else { return 0..<fewest }
    guard (1...mostFrames).contains(frames) else {
      throw Problem(.internal, "the job has \(frames) frames: send it again")
    }
    let segments = segments(frames)
    guard segments.indices.contains(job.segments) else {
      throw Problem(.internal, "the job has more segments than its film: send it again")
    }
    return segments[job.segments]
  }

  /// The segments of a film.
  static func segments(_ frames: Int) -> [Range<Int>] {
    let each = max(fewest, (frames - fewest + most - 1) / most)
    return [0..<min(fewest, frames)]
      + stride(from: fewest, to: frames, by: each).map { $0..<min($0 + each, frames) }
  }

  /// Times that a segment is drawn again when the server or a device fails.
  fileprivate static let patience = 5

  /// Deals with a job that couldn't be drawn.
  private func end(_ job: Job, _ error: any Error) async throws {
    switch error {
    // Cancelled by its client, or by the end of the server; only then it still runs.
    case is CancellationError, WorkerFailure.draining:
      _ = try await store.requeue(job.id, hasDied: false)
    case let failure as WorkerFailure where job.deaths < failure.repetitions:
      _ = try await store.requeue(job.id, hasDied: true)
      wake()
    case is JobError where job.deaths < Self.patience,
      is LinkError where job.deaths < Self.patience:
      // Of the server, not of the job.
      try? await Task.sleep(for: .seconds(2))
      _ = try await store.requeue(job.id, hasDied: true)
      wake()
    default:
      let problem = Problem(job: error)
      let failure = JobFailure(
        kind: problem.kind.rawValue, detail: problem.detail, field: problem.field)
      if let failed = try await store.fail(job.id, failure) { try await spool.trim(failed) }
      logger.info(
        "job failed", metadata: ["job": "\(job.id)", "detail": "\(problem.detail)"])
    }
  }
}

/// Written frames of segments, by job.
private final class OpenFrames: Sendable {
  private let frames = Mutex([String: Int]())

  subscript(id: String) -> Int? {
    get { frames.withLock { $0[id] } }
    set { frames.withLock { $0[id] = newValue } }
  }
}

extension WorkerFailure {
  /// Times that a segment is drawn again after this failure.
  fileprivate var repetitions: Int {
    switch self {
    // The job may be guilty.
    case .crashed: 1
    // A lost device or missing memory is nobody's fault.
    case .refused(let fault) where fault.cause == .unavailable: JobRunner.patience
    default: 0
    }
  }
}

extension Problem {
  /// Why a job has failed.
  fileprivate init(job error: any Error) {
    switch error {
    case let failure as WorkerFailure: self.init(failure)
    case let problem as Problem: self = problem
    case let error as JobError: self.init(.unavailable, error.description)
    default: self.init(.internal, "\(error)")
    }
  }
}

/// The request of a job, as its folder keeps it.
struct JobRequest {
  let order: WorkerOrder
  let pictures: SharedFile

  init(_ job: Job, _ spool: JobSpool) throws {
    let message = SharedFile(try spool.open(.part(JobRunner.order), of: job.id))
    guard let order = WorkerOrder(try message.bytes()) else {
      throw Problem(.internal, "the order of the job can't be read")
    }
    self.order = order
    pictures = SharedFile(try spool.open(.part(JobRunner.pictures), of: job.id))
  }

  /// The order that joins the segments of a drawn job.
  func joining(
    _ job: Job, _ spool: JobSpool
  ) throws -> (order: WorkerOrder, files: [SharedFile]) {
    var (parts, files): ([WorkerOrder.Part], [SharedFile]) = ([], [])
    for number in 1...max(1, job.segments) {
      let file = SharedFile(try spool.open(.segment(number), of: job.id))
      parts.append(
        WorkerOrder.Part(name: "segment", file: number - 1, range: 0..<(try file.size)))
      files.append(file)
    }
    let frames = JobRunner.segments(job.frames ?? 1).map(\.count)
    return (WorkerOrder(.join(frames: frames), options: order.options, parts: parts), files)
  }
}
#endif
