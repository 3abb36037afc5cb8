#if Server
internal import CurlSystem
internal import Glibc
internal import Logging
internal import WorkerLink

/// Worker processes, and the queue of jobs before them.
///
/// A slot holds one process at a time, and starts another when it ends. Jobs wait in order of
/// arrival. A job whose worker dies is tried once more on another worker.
actor WorkerPool {
  /// What the pool starts and allows.
  struct Settings: Sendable {
    /// Number of processes.
    var workers: Int
    /// Arguments of a worker by its slot.
    var arguments: @Sendable (_ slot: Int) -> [String]
    /// Jobs that wait or run at most.
    var capacity: Int
    /// Jobs after which a process is replaced; slots differ, so that not all are replaced at once.
    var jobsPerProcess = 500
    /// Growth of a process's resident memory after which it is replaced, bytes.
    var growth = 512 << 20
    /// Time for a worker to start.
    var patience = Duration.seconds(30)
    /// Niceness of workers beside the server's own.
    var niceness: Int32 = 5
  }

  /// A job that waits or runs.
  struct Entry {
    let number: Int
    let job: WorkerJob
    let continuation: CheckedContinuation<WorkerAnswer, any Error>
    /// Times that a worker died with it.
    var deaths = 0
    /// Whether a worker lacked memory or its device for it.
    var wasUnavailable = false
    var started: ContinuousClock.Instant?
  }

  struct Slot {
    var connection: WorkerConnection?
    /// Number of the process in this slot.
    var generation = 0
    /// The job that runs.
    var entry: Entry?
    /// Whether the job ran beyond its deadline, so that its process was killed.
    var isLate = false
    /// Whether the worker has said that it can draw.
    var isReady = false
    /// A probe that waits for the job to end.
    var probe: Entry?
    /// Whether a probe waits or runs.
    var isProbed = false
    /// When the process was started.
    var began: ContinuousClock.Instant?
    /// When the worker last drew.
    var proof: ContinuousClock.Instant?
    /// Wakes the slot while it waits for a job: with one, or nil when its process has ended.
    var idle: CheckedContinuation<Entry?, Never>?
    var jobs = 0
    /// Resident memory after the first job, bytes.
    var base: Int?
    /// Whether a worker of the slot has been able to draw.
    var hasStarted = false
    /// Reports of starts in a row that failed.
    var failures = 0
  }

  let settings: Settings
  let logger: Logger
  let metrics: ServerMetrics
  var slots: [Slot]
  /// Interactive jobs that wait, oldest first.
  var queue: [Entry] = []
  /// Batch jobs that wait, oldest first.
  var batch: [Entry] = []
  var running = 0
  /// Requests whose body arrives.
  let arriving = Tally()
  /// Requests that hold a place in the queue: those that wait, are drawn, or whose answer is being
  /// written.
  let places = Tally()
  /// Requests that have come just now, whose body is expected.
  let hopes = Tally()
  var lastNumber = 0
  /// Numbers of jobs that nobody wants any more, until they are found.
  var cancelled: Set<Int> = []
  /// Whether the server will end, so that it isn't ready any more.
  var isEnding = false
  var isDraining = false
  var isStopped = false
  /// Whether a worker failed to start before any could draw.
  var hasFailed = false
  /// Mean time of a job on a worker, seconds.
  var meanTime = 0.1
  var quarantine = Quarantine()
  /// The renderer, as the first worker describes it.
  var renderer: String?
  /// The parts of the workers' sandbox, a line each; nil before a worker has started.
  var sandbox: [String]?
  var rendererWaiters: [CheckedContinuation<String?, Never>] = []

  init(_ settings: Settings, _ metrics: ServerMetrics, _ logger: Logger) {
    self.settings = settings
    self.metrics = metrics
    self.logger = logger
    slots = Array(repeating: Slot(), count: settings.workers)
  }

  // Life

  /// Runs all workers until the pool is stopped.
  func run() async {
    await withDiscardingTaskGroup { group in
      for slot in slots.indices {
        group.addTask { await self.run(slot) }
      }
      group.addTask { await self.sweep() }
    }
  }

  /// Makes the server unready; it still takes requests.
  func announceEnd() { isEnding = true }

  /// Takes no more requests; true once all accepted ones are answered, false if the task is
  /// cancelled before.
  func drain() async -> Bool {
    isDraining = true
    while running > 0 || places.count > 0 || arriving.count > 0 {
      guard (try? await Task.sleep(for: .milliseconds(20))) != nil else { return false }
    }
    return true
  }

  /// Ends the workers; jobs that are left fail.
  func stop() {
    isDraining = true
    isStopped = true
    told(nil)
    for entry in queue + batch { entry.continuation.resume(throwing: WorkerFailure.draining) }
    queue = []
    batch = []
    for slot in slots.indices {
      slots[slot].probe?.continuation.resume(throwing: WorkerFailure.draining)
      slots[slot].probe = nil
      slots[slot].connection?.process.socket.close()
      wake(slot, with: nil)
    }
  }

  /// The renderer, once a worker can draw; nil if the pool stops before.
  func firstRenderer() async -> String? {
    if renderer != nil || isStopped || hasFailed { return renderer }
    return await withCheckedContinuation { rendererWaiters.append($0) }
  }

  func told(_ renderer: String?) {
    if self.renderer == nil { self.renderer = renderer }
    for waiter in rendererWaiters { waiter.resume(returning: renderer) }
    rendererWaiters = []
  }

  // Jobs

  /// Numbers of the pool, for metrics and probes.
  struct Numbers: Sendable {
    /// Requests whose body is arriving.
    var arriving = 0
    var waiting = 0
    var running = 0
    var ready = 0
    var workers = 0
    /// Whether the server will end.
    var isEnding = false
    /// IDs of the processes.
    var processes: [pid_t] = []
  }

  var numbers: Numbers {
    Numbers(
      arriving: arriving.count, waiting: queue.count, running: running,
      ready: slots.count { $0.isReady },
      workers: slots.count, isEnding: isEnding || isDraining,
      processes: slots.compactMap { $0.connection?.process.id })
  }

  /// Longest time after which a client is told to try again, seconds.
  private static let longestRetry = 30.0

  /// Takes a place for a request.
  ///
  /// - Parameters:
  ///   - deadline: When the answer must be there.
  ///   - isLetIn: Whether the request was let in before the server began to end.
  /// - Returns: The place, until it is released.
  /// - Throws: `full` or `draining`; `full` also if the request would wait beyond its deadline.
  func enter(
    _ deadline: ContinuousClock.Instant, isLetIn: Bool = false
  ) throws(WorkerFailure) -> Tally.Place {
    try check(deadline, isLetIn: isLetIn)
    return places.add()
  }

  /// Counts a request that will need a place soon.
  ///
  /// The last places of a queue that is more than half full are for those that hope already: the
  /// bodies of others would be read in vain.
  ///
  /// - Returns: The hope, until it leaves.
  /// - Throws: `full` or `draining`.
  func hope(_ deadline: ContinuousClock.Instant) throws(WorkerFailure) -> Tally.Place {
    try check(deadline, hopes: places.count > settings.capacity / 2 ? hopes.count : 0)
    return hopes.add()
  }

  /// Throws if a request would get no place now, behind others that hope for one.
  private func check(
    _ deadline: ContinuousClock.Instant, hopes: Int = 0, isLetIn: Bool = false
  ) throws(WorkerFailure) {
    if isStopped || isDraining && !isLetIn { throw .draining }
    let ahead = queue.count + running
    let wait = Double(ahead) * meanTime / Double(slots.count)
    let left = (deadline - ContinuousClock.now) / .seconds(1)
    guard places.count + hopes < settings.capacity, ahead < slots.count || wait + meanTime < left
    else {
      // Not all of those that are rejected now should come back at the same time.
      let seconds = Int(min(wait, Self.longestRetry).rounded(.up)) + Int.random(in: 1...2)
      throw .full(retryAfter: seconds)
    }
  }

  /// Does the job of a request that holds a place.
  ///
  /// - Throws: `WorkerFailure`, or `CancellationError` if the task is cancelled.
  func perform(_ job: WorkerJob) async throws -> WorkerAnswer {
    if isStopped { throw WorkerFailure.draining }
    lastNumber += 1
    let number = lastNumber
    defer { cancelled.remove(number) }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard !Task.isCancelled else {
          continuation.resume(throwing: CancellationError())
          return
        }
        append(Entry(number: number, job: job, continuation: continuation), first: false)
      }
    } onCancel: {
      Task { await self.cancel(number) }
    }
  }

  /// Queues a job as the last or the first of its class.
  func append(_ entry: Entry, first: Bool) {
    if cancelled.remove(entry.number) != nil {
      entry.continuation.resume(throwing: CancellationError())
      return
    }
    switch entry.job.priority {
    case .interactive: queue.insert(entry, at: first ? 0 : queue.count)
    case .batch: batch.insert(entry, at: first ? 0 : batch.count)
    }
    dispatch()
  }

  /// Removes a waiting job that nobody wants any more, and lets a worker end one that runs.
  func cancel(_ number: Int) {
    if let index = queue.firstIndex(where: { $0.number == number }) {
      queue.remove(at: index).continuation.resume(throwing: CancellationError())
      return
    }
    if let index = batch.firstIndex(where: { $0.number == number }) {
      batch.remove(at: index).continuation.resume(throwing: CancellationError())
      return
    }
    // On its way to a worker, or on one.
    // Those that ended just before stay here: not for ever.
    if cancelled.count > 1000 { cancelled = [] }
    cancelled.insert(number)
    if let slot = slots.firstIndex(where: { $0.entry?.number == number }) {
      var order = WorkerOrder(.cancel)
      order.number = number
      try? slots[slot].connection?.process.socket.send(order.message, patience: .zero)
    }
  }

  /// Gives waiting jobs to idle slots.
  func dispatch() {
    while let slot = slots.indices.first(where: { slots[$0].idle != nil }), let entry = pop() {
      wake(slot, with: entry)
    }
  }

  /// The next job that can be done in time.
  ///
  /// Jobs that can't are answered at once: to draw them would take the time of those behind them.
  func pop() -> Entry? {
    while !queue.isEmpty {
      let entry = queue.removeFirst()
      guard let deadline = entry.job.deadline else { return entry }
      let left = (deadline - ContinuousClock.now) / .seconds(1)
      if left > meanTime / 2 { return entry }
      entry.continuation.resume(throwing: WorkerFailure.late)
    }
    return batch.isEmpty ? nil : batch.removeFirst()
  }

  func wake(_ slot: Int, with entry: Entry?) {
    guard let idle = slots[slot].idle else { return }
    slots[slot].idle = nil
    idle.resume(returning: entry)
  }

  /// Waits for the slot's next job; nil if its process has ended or the pool is stopped.
  func next(_ slot: Int) async -> Entry? {
    if isStopped || slots[slot].connection == nil { return nil }
    if let probe = slots[slot].probe {
      slots[slot].probe = nil
      return probe
    }
    if let entry = pop() { return entry }
    return await withCheckedContinuation { slots[slot].idle = $0 }
  }
}
#endif
