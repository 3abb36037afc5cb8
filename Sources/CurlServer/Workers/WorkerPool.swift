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
  private struct Entry {
    let number: Int
    let job: WorkerJob
    let continuation: CheckedContinuation<WorkerAnswer, any Error>
    /// Times that a worker died with it.
    var deaths = 0
    var started: ContinuousClock.Instant?
  }

  private struct Slot {
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

  private let settings: Settings
  private let logger: Logger
  private let metrics: ServerMetrics
  private var slots: [Slot]
  private var queue: [Entry] = []
  private var running = 0
  /// Requests that hold a place: those whose body arrives, that wait, and that are drawn.
  private var places = 0
  private var lastNumber = 0
  private var isDraining = false
  private var isStopped = false
  /// Whether a worker failed to start before any could draw.
  private var hasFailed = false
  /// Mean time of a job on a worker, seconds.
  private var meanTime = 0.1
  private var quarantine = Quarantine()
  /// The renderer, as the first worker describes it.
  private(set) var renderer: String?
  /// The parts of the workers' sandbox, a line each; nil before a worker has started.
  private(set) var sandbox: [String]?
  private var rendererWaiters: [CheckedContinuation<String?, Never>] = []

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

  /// Takes no more requests; true once all accepted ones are answered, false if the task is
  /// cancelled before.
  func drain() async -> Bool {
    isDraining = true
    while running > 0 || places > 0 {
      guard (try? await Task.sleep(for: .milliseconds(20))) != nil else { return false }
    }
    return true
  }

  /// Ends the workers; jobs that are left fail.
  func stop() {
    isDraining = true
    isStopped = true
    told(nil)
    for entry in queue { entry.continuation.resume(throwing: WorkerFailure.draining) }
    queue = []
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

  private func told(_ renderer: String?) {
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
    var isDraining = false
    /// IDs of the processes.
    var processes: [pid_t] = []
  }

  var numbers: Numbers {
    Numbers(
      arriving: max(0, places - queue.count - running), waiting: queue.count, running: running,
      ready: slots.count { $0.isReady },
      workers: slots.count, isDraining: isDraining,
      processes: slots.compactMap { $0.connection?.process.id })
  }

  /// The place of a request in the queue, from its head to the last byte of its answer.
  ///
  /// It is given back when it is released.
  final class Place: Sendable {
    private let pool: WorkerPool

    fileprivate init(_ pool: WorkerPool) { self.pool = pool }

    deinit {
      let pool = pool
      Task { await pool.leave() }
    }
  }

  /// Longest time after which a client is told to try again, seconds.
  private static let longestRetry = 30.0

  /// Takes a place for a request.
  ///
  /// - Parameter deadline: When the answer must be there.
  /// - Returns: The place.
  /// - Throws: `full` or `draining`; `full` also if the request would wait beyond its deadline.
  func enter(_ deadline: ContinuousClock.Instant) throws(WorkerFailure) -> Place {
    if isDraining { throw .draining }
    let ahead = queue.count + running
    let wait = Double(ahead) * meanTime / Double(slots.count)
    let left = (deadline - ContinuousClock.now) / .seconds(1)
    guard places < settings.capacity, ahead < slots.count || wait + meanTime < left else {
      // Not all of those that are rejected now should come back at the same time.
      let seconds = Int(min(wait, Self.longestRetry).rounded(.up)) + Int.random(in: 1...2)
      throw .full(retryAfter: seconds)
    }
    places += 1
    return Place(self)
  }

  private func leave() { places -= 1 }

  /// Does the job of a request that holds a place.
  ///
  /// - Throws: `WorkerFailure`, or `CancellationError` if the task is cancelled.
  func perform(_ job: WorkerJob) async throws -> WorkerAnswer {
    if isStopped { throw WorkerFailure.draining }
    lastNumber += 1
    let number = lastNumber
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard !Task.isCancelled else {
          continuation.resume(throwing: CancellationError())
          return
        }
        queue.append(Entry(number: number, job: job, continuation: continuation))
        dispatch()
      }
    } onCancel: {
      Task { await self.cancel(number) }
    }
  }

  /// Removes a waiting job whose client has gone; one that runs ends by itself.
  private func cancel(_ number: Int) {
    guard let index = queue.firstIndex(where: { $0.number == number }) else { return }
    queue.remove(at: index).continuation.resume(throwing: CancellationError())
  }

  /// Gives waiting jobs to idle slots.
  private func dispatch() {
    while let slot = slots.indices.first(where: { slots[$0].idle != nil }), let entry = pop() {
      wake(slot, with: entry)
    }
  }

  /// The next job that can be done in time.
  ///
  /// Jobs that can't are answered at once: to draw them would take the time of those behind them.
  private func pop() -> Entry? {
    while !queue.isEmpty {
      let entry = queue.removeFirst()
      let left = (entry.job.deadline - ContinuousClock.now) / .seconds(1)
      if left > meanTime / 2 { return entry }
      entry.continuation.resume(throwing: WorkerFailure.late)
    }
    return nil
  }

  private func wake(_ slot: Int, with entry: Entry?) {
    guard let idle = slots[slot].idle else { return }
    slots[slot].idle = nil
    idle.resume(returning: entry)
  }

  /// Waits for the slot's next job; nil if its process has ended or the pool is stopped.
  private func next(_ slot: Int) async -> Entry? {
    if isStopped || slots[slot].connection == nil { return nil }
    if let probe = slots[slot].probe {
      slots[slot].probe = nil
      if probe.job.deadline > ContinuousClock.now { return probe }
      probe.continuation.resume(throwing: WorkerFailure.late)
    }
    if let entry = pop() { return entry }
    return await withCheckedContinuation { slots[slot].idle = $0 }
  }

  // Slots

  private func run(_ slot: Int) async {
    while !isStopped && !Task.isCancelled {
      guard let connection = start(slot) else {
        if renderer == nil { failed() }
        await pause(slot)
        continue
      }
      var messages = connection.messages.makeAsyncIterator()
      let reason = await serve(slot, connection, &messages)
      slots[slot].connection = nil
      slots[slot].isReady = false
      slots[slot].began = nil
      connection.process.socket.close()
      // The process has ended or ends now: what it holds must be gone before the next one starts.
      let end = await ended(connection.process)
      if isStopped { break }
      if reason == .failedStart && renderer == nil { failed() }
      metrics.restarted(reason)
      logger.warning(
        "worker replaced", metadata: ["reason": "\(reason)", "end": "\(end)", "slot": "\(slot)"])
      // Also those that die before their first job.
      if reason == .failedStart || slots[slot].jobs == 0 && slots[slot].failures > 0 {
        await pause(slot)
      } else if slots[slot].jobs == 0 {
        slots[slot].failures = 1
      }
    }
    told(nil)
  }

  /// Gives up waiting for a first worker: the next one would fail, too, and it has said why.
  private func failed() {
    hasFailed = true
    told(nil)
  }

  /// Waits longer after each failed start, up to 5 s.
  private func pause(_ slot: Int) async {
    slots[slot].failures += 1
    let seconds = min(0.1 * Double(1 << min(slots[slot].failures, 6)), 5)
    try? await Task.sleep(for: .seconds(seconds))
  }

  private func start(_ slot: Int) -> WorkerConnection? {
    slots[slot].generation += 1
    let generation = slots[slot].generation
    do throws(LinkError) {
      let connection = try WorkerConnection(
        settings.arguments(slot), niceness: settings.niceness
      ) { [weak self] in
        Task { await self?.lost(slot, generation) }
      }
      slots[slot].connection = connection
      slots[slot].jobs = 0
      slots[slot].base = nil
      slots[slot].isLate = false
      slots[slot].proof = nil
      slots[slot].began = ContinuousClock.now
      return connection
    } catch {
      logger.error("worker can't be started", metadata: ["error": "\(error)"])
      return nil
    }
  }

  /// Lets a slot know that its process has ended, if it hasn't another one by now.
  private func lost(_ slot: Int, _ generation: Int) {
    guard slots[slot].generation == generation else { return }
    slots[slot].connection = nil
    wake(slot, with: nil)
  }

  /// The end of a process, which is killed if it doesn't end by itself.
  private func ended(_ process: WorkerProcess) async -> String {
    for step in 0..<150 {
      if let end = process.poll() { return "\(end)" }
      // It ends by itself when it finds its socket closed.
      if step == 50 || Task.isCancelled { process.kill(SIGKILL) }
      try? await Task.sleep(for: .milliseconds(20))
    }
    // A process inside a driver's system call may stay forever.
    return "still there"
  }

  /// Why a process is replaced.
  enum Reason: String, Sendable, CaseIterable {
    case failedStart = "failed-start"
    case wrongPixels = "wrong-pixels"
    case died, late, recycled, unavailable
  }

  /// Gives jobs to a process until it ends or has done enough.
  private func serve(
    _ slot: Int, _ connection: WorkerConnection,
    _ messages: inout AsyncStream<WorkerConnection.Message>.AsyncIterator
  ) async -> Reason {
    guard case .ready(let renderer, let sandbox)? = await messages.next(isolation: self)?.report
    else {
      return .failedStart
    }
    slots[slot].isReady = true
    slots[slot].hasStarted = true
    if self.sandbox == nil { self.sandbox = sandbox }
    told(renderer)
    while var entry = await next(slot) {
      entry.started = ContinuousClock.now
      slots[slot].entry = entry
      running += 1
      let isSent: Bool
      do throws(LinkError) {
        isSent = try connection.send(entry.job)
      } catch {
        fail(slot, entry, "\(error)")
        continue
      }
      let message = isSent ? await messages.next(isolation: self) : nil
      running -= 1
      slots[slot].entry = nil
      guard let message else {
        let isLate = slots[slot].isLate
        bury(entry, isLate: isLate, wasSent: isSent)
        return isLate ? .late : .died
      }
      finish(entry, message)
      // Its signal is on the way: another job would die with it.
      if slots[slot].isLate { return .late }
      switch message.report {
      case .done where entry.job.order.kind == .probe: slots[slot].proof = ContinuousClock.now
      case .failed where entry.job.order.kind == .probe: return .wrongPixels
      // A lost device stays lost for its process, and what lacks memory gets it back.
      case .failed(let fault) where fault.cause == .unavailable: return .unavailable
      default: break
      }
      slots[slot].failures = 0
      slots[slot].jobs += 1
      if isWorn(slot, connection) { return .recycled }
    }
    return isStopped ? .recycled : .died
  }

  /// Whether a process has done enough jobs or grown too much.
  private func isWorn(_ slot: Int, _ connection: WorkerConnection) -> Bool {
    let most = settings.jobsPerProcess + slot * settings.jobsPerProcess / (2 * slots.count)
    if slots[slot].jobs >= most { return true }
    // Asking takes a system call or three.
    guard slots[slot].jobs % 16 == 1,
      let held = SystemMemory.resident(of: connection.process.id)
    else { return false }
    guard let base = slots[slot].base else {
      slots[slot].base = held
      return false
    }
    return held > base + settings.growth
  }

  private func finish(_ entry: Entry, _ message: WorkerConnection.Message) {
    let started = entry.started ?? entry.job.created
    switch message.report {
    case .done(let mediaType, let stages):
      if entry.job.order.kind != .probe { learn((ContinuousClock.now - started) / .seconds(1)) }
      entry.continuation.resume(
        returning: WorkerAnswer(
          file: message.file, mediaType: mediaType, queued: started - entry.job.created,
          stages: stages))
    case .failed(let fault): entry.continuation.resume(throwing: WorkerFailure.refused(fault))
    case .ready:
      let fault = WorkerFault(.internal, "the worker is out of step")
      entry.continuation.resume(throwing: WorkerFailure.refused(fault))
    }
  }

  /// Ends a job that can't be sent to any worker.
  private func fail(_ slot: Int, _ entry: Entry, _ reason: String) {
    running -= 1
    slots[slot].entry = nil
    entry.continuation.resume(throwing: WorkerFailure.refused(WorkerFault(.internal, reason)))
  }

  /// Counts the time of a job; faster where it is longer, since jobs that end too late help nobody.
  ///
  /// One job teaches twice the mean at most, so that a single long one doesn't close the server.
  private func learn(_ seconds: Double) {
    let seconds = min(seconds, 2 * meanTime)
    meanTime += (seconds - meanTime) / (seconds > meanTime ? 2 : 8)
  }

  /// Deals with a job whose process ended.
  private func bury(_ entry: Entry, isLate: Bool, wasSent: Bool) {
    if isLate {
      learn((ContinuousClock.now - (entry.started ?? entry.job.created)) / .seconds(1))
      entry.continuation.resume(throwing: WorkerFailure.late)
      return
    }
    var entry = entry
    // A job that never reached its worker is innocent.
    if wasSent { entry.deaths += 1 }
    guard entry.deaths < 2 else {
      let job = entry.job
      if job.order.kind != .probe {
        // Not on this actor: it takes time.
        Task.detached {
          let digest = Quarantine.digest(of: job)
          await self.condemn(digest)
        }
      }
      entry.continuation.resume(throwing: WorkerFailure.crashed)
      return
    }
    guard !isStopped else {
      entry.continuation.resume(throwing: WorkerFailure.draining)
      return
    }
    queue.insert(entry, at: 0)
    dispatch()
  }

  // Deadlines

  /// Interval between looks at deadlines.
  private static let tick = Duration.milliseconds(50)

  /// Ends jobs whose deadline has passed: those that wait, and processes of those that run.
  private func sweep() async {
    while !isStopped {
      guard (try? await Task.sleep(for: Self.tick)) != nil else { return }
      let now = ContinuousClock.now
      queue.removeAll { entry in
        guard entry.job.deadline < now else { return false }
        entry.continuation.resume(throwing: WorkerFailure.late)
        return true
      }
      for slot in slots.indices where !slots[slot].isLate {
        guard let entry = slots[slot].entry, entry.job.deadline < now else { continue }
        end(slot)
      }
      for slot in slots.indices where !slots[slot].isReady && !slots[slot].isLate {
        guard let began = slots[slot].began, now - began > settings.patience else { continue }
        end(slot)
      }
    }
  }

  /// Kills a process that takes too long.
  private func end(_ slot: Int) {
    slots[slot].isLate = true
    slots[slot].connection?.process.kill(SIGKILL)
    // A process inside a driver's system call outlives the signal: don't wait for it.
    slots[slot].connection?.process.socket.close()
  }

  // Probes

  /// Whether each slot has had a worker that can draw.
  var hasStarted: Bool { slots.allSatisfy(\.hasStarted) }

  /// How long a drawn picture proves that a worker can draw.
  private static let validity = Duration.seconds(2)
  /// The same for a worker that is busy.
  private static let busyValidity = Duration.seconds(30)

  /// Whether every worker draws known pixels, or has drawn them a short time ago.
  ///
  /// A worker that doesn't answer in time isn't ready; it is replaced only after its patience.
  func isReady() async -> Bool {
    guard !isDraining, slots.allSatisfy(\.isReady) else { return false }
    for slot in slots.indices where !isProven(slot) {
      Task { await probe(slot) }
    }
    let end = ContinuousClock.now + Self.validity
    while !slots.indices.allSatisfy(isProven) {
      guard ContinuousClock.now < end, (try? await Task.sleep(for: .milliseconds(5))) != nil
      else { return false }
    }
    return true
  }

  /// Whether a worker has drawn known pixels within the last two seconds; while it draws jobs, half
  /// a minute before the one that it draws now.
  private func isProven(_ slot: Int) -> Bool {
    guard slots[slot].isReady, let proof = slots[slot].proof else { return false }
    if let entry = slots[slot].entry, entry.job.order.kind != .probe, let start = entry.started {
      return start - proof <= Self.busyValidity
    }
    return ContinuousClock.now - proof <= Self.validity
  }

  /// Lets a worker draw known pixels, before its next job.
  private func probe(_ slot: Int) async {
    guard !slots[slot].isProbed, !isStopped else { return }
    slots[slot].isProbed = true
    defer { slots[slot].isProbed = false }
    let job = WorkerJob(WorkerOrder(.probe), deadline: ContinuousClock.now + settings.patience)
    lastNumber += 1
    let number = lastNumber
    let _: WorkerAnswer? = try? await withCheckedThrowingContinuation { continuation in
      // A probe that kills its worker isn't tried again.
      let entry = Entry(number: number, job: job, continuation: continuation, deaths: 1)
      if slots[slot].idle == nil {
        slots[slot].probe = entry
      } else {
        wake(slot, with: entry)
      }
    }
  }

  // Quarantine

  /// Whether any request is in quarantine.
  var hasQuarantine: Bool { !quarantine.isEmpty }

  /// Whether a request is in quarantine.
  func condemns(_ digest: Quarantine.Digest) -> Bool { quarantine.holds(digest) }

  private func condemn(_ digest: Quarantine.Digest) { quarantine.add(digest) }
}
#endif
