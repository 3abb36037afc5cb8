#if Server
internal import CurlSystem
internal import Glibc
internal import Logging
internal import WorkerLink

extension WorkerPool {
  func run(_ slot: Int) async {
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
  func failed() {
    hasFailed = true
    told(nil)
  }

  /// Waits longer after each failed start, up to 5 s.
  func pause(_ slot: Int) async {
    slots[slot].failures += 1
    let seconds = min(0.1 * Double(1 << min(slots[slot].failures, 6)), 5)
    try? await Task.sleep(for: .seconds(seconds))
  }

  func start(_ slot: Int) -> WorkerConnection? {
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
  func lost(_ slot: Int, _ generation: Int) {
    guard slots[slot].generation == generation else { return }
    slots[slot].connection = nil
    wake(slot, with: nil)
  }

  /// The end of a process, which is killed if it doesn't end by itself.
  func ended(_ process: WorkerProcess) async -> String {
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
  func serve(
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
      if cancelled.remove(entry.number) != nil {
        entry.continuation.resume(throwing: CancellationError())
        continue
      }
      entry.started = ContinuousClock.now
      slots[slot].entry = entry
      running += 1
      let isSent: Bool
      do throws(LinkError) {
        var order = entry.job.order
        order.number = entry.number
        isSent = try connection.send(order, entry.job)
      } catch {
        fail(slot, entry, "\(error)")
        continue
      }
      var message = isSent ? await messages.next(isolation: self) : nil
      while let report = message?.report, report.isProgress {
        entry.job.onReport?(report)
        message = await messages.next(isolation: self)
      }
      running -= 1
      slots[slot].entry = nil
      guard let message else {
        let isLate = slots[slot].isLate
        bury(entry, isLate: isLate, wasSent: isSent)
        return isLate ? .late : .died
      }
      if case .failed(let fault) = message.report, repeats(entry, fault) { return .unavailable }
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
  func isWorn(_ slot: Int, _ connection: WorkerConnection) -> Bool {
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

  /// Whether a job is drawn by another worker since this one lacked memory or its device.
  func repeats(_ entry: Entry, _ fault: WorkerFault) -> Bool {
    guard fault.cause == .unavailable, !entry.wasUnavailable, !isStopped,
      entry.job.order.kind != .probe, entry.job.isRepeatable()
    else { return false }
    var again = entry
    again.wasUnavailable = true
    append(again, first: true)
    return true
  }

  func finish(_ entry: Entry, _ message: WorkerConnection.Message) {
    let started = entry.started ?? entry.job.created
    switch message.report {
    case .done(let mediaType, let stages):
      // A film takes as long as its client reads.
      if entry.job.order.kind == .frame { learn((ContinuousClock.now - started) / .seconds(1)) }
      entry.continuation.resume(
        returning: WorkerAnswer(
          file: message.file, mediaType: mediaType, queued: started - entry.job.created,
          stages: stages))
    case .failed(let fault)
    where fault.cause == .cancelled && cancelled.contains(entry.number):
      entry.continuation.resume(throwing: CancellationError())
    case .failed(let fault): entry.continuation.resume(throwing: WorkerFailure.refused(fault))
    case .ready, .planned, .drew, .told:
      let fault = WorkerFault(.internal, "the worker is out of step")
      entry.continuation.resume(throwing: WorkerFailure.refused(fault))
    }
  }

  /// Ends a job that can't be sent to any worker.
  func fail(_ slot: Int, _ entry: Entry, _ reason: String) {
    running -= 1
    slots[slot].entry = nil
    entry.continuation.resume(throwing: WorkerFailure.refused(WorkerFault(.internal, reason)))
  }

  /// Counts the time of a job; faster where it is longer, since jobs that end too late help nobody.
  ///
  /// One job teaches twice the mean at most, so that a single long one doesn't close the server.
  func learn(_ seconds: Double) {
    let seconds = min(seconds, 2 * meanTime)
    meanTime += (seconds - meanTime) / (seconds > meanTime ? 2 : 8)
  }

  /// Remembers a request that has ended workers; after one only, it must do so again.
  func condemn(_ job: WorkerJob, isFirst: Bool) {
    // Not on this actor: it takes time.
    Task.detached {
      let digest = Quarantine.digest(of: job)
      await self.remember(digest, isFirst: isFirst)
    }
  }

  private func remember(_ digest: Quarantine.Digest, isFirst: Bool) {
    if isFirst { quarantine.suspect(digest) } else { quarantine.add(digest) }
  }

  /// Deals with a job whose process ended.
  func bury(_ entry: Entry, isLate: Bool, wasSent: Bool) {
    if isLate {
      if entry.job.order.kind == .frame {
        learn((ContinuousClock.now - (entry.started ?? entry.job.created)) / .seconds(1))
      }
      entry.continuation.resume(throwing: WorkerFailure.late)
      return
    }
    guard !wasSent || entry.job.isRepeatable() else {
      if entry.job.priority == .interactive { condemn(entry.job, isFirst: true) }
      entry.continuation.resume(throwing: WorkerFailure.crashed)
      return
    }
    var entry = entry
    // A job that never reached its worker is innocent.
    if wasSent { entry.deaths += 1 }
    guard entry.deaths < 2 else {
      if entry.job.order.kind != .probe { condemn(entry.job, isFirst: false) }
      entry.continuation.resume(throwing: WorkerFailure.crashed)
      return
    }
    guard !isStopped else {
      entry.continuation.resume(throwing: WorkerFailure.draining)
      return
    }
    append(entry, first: true)
  }
}
#endif
