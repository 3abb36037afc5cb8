#if Server
internal import CurlSystem
internal import Hummingbird
internal import NIOCore
internal import PageFilm
internal import WorkerLink

/// Takes in requests that draw: their body, and their place in the queue.
struct Intake: Sendable {
  let pool: WorkerPool
  let memory: UploadMemory
  let limits: ServerLimits
  let metrics: ServerMetrics

  /// Time for which a body that arrives counts as one that will soon need a place.
  private static let hopeTime = TimeAmount.milliseconds(250)

  /// Reads the body of a request that must be answered by `deadline`, and takes a place in the queue.
  ///
  /// A request that would wait in vain is rejected before it sends its body. Bodies that arrive hold no
  /// place: otherwise slow ones would shut out all others.
  func take(
    _ call: Call, _ rules: [Upload.Rule], until deadline: ContinuousClock.Instant
  ) async throws -> (upload: Upload, share: UploadMemory.Share, place: Tally.Place) {
    let hope = try await entering { () throws(WorkerFailure) in try await pool.hope(deadline) }
    let alarm = call.channel.eventLoop.scheduleTask(in: Self.hopeTime) { hope.leave() }
    defer { alarm.cancel() }
    let (upload, share, arrival) = try await upload(call, rules, until: deadline)
    // A request that has been let in is answered, even if the server is ended meanwhile.
    defer { withExtendedLifetime(arrival) {} }
    let place = try await entering { () throws(WorkerFailure) in
      try await pool.enter(deadline, isLetIn: true)
    }
    return (upload, share, place)
  }

  /// Takes a place in the queue for a request that must be answered by `deadline`.
  func place(until deadline: ContinuousClock.Instant) async throws(Problem) -> Tally.Place {
    try await entering { () throws(WorkerFailure) in try await pool.enter(deadline) }
  }

  private func entering<Result>(
    _ body: () async throws(WorkerFailure) -> Result
  ) async throws(Problem) -> Result {
    do throws(WorkerFailure) {
      return try await body()
    } catch {
      throw Problem(error)
    }
  }

  /// Reads a request's body; its memory counts as long as the share exists, and the server doesn't end
  /// as long as the arrival does.
  func upload(
    _ call: Call, _ rules: [Upload.Rule], until deadline: ContinuousClock.Instant
  ) async throws -> (upload: Upload, share: UploadMemory.Share, arrival: Tally.Place) {
    let share = memory.share()
    let arrival = pool.arriving.add()
    let parser = try Upload.parser(call.request, rules, limits)
    try await call.allowBody()
    call.channel.triggerUserOutboundEvent(BodyWanted(), promise: nil)
    let end = min(ContinuousClock.now + .seconds(limits.bodyTime), deadline)
    let (seconds, option) =
      limits.bodyTime <= limits.time
      ? (limits.bodyTime, "--body-time") : (limits.time, "--max-time")
    let upload = try await call.until(
      end,
      else: Problem(
        .slowBody, "the body didn't arrive within \(seconds.short) s: see \(option)")
    ) { [limits] in
      try await Upload(call.request, parser, rules, share, limits)
    }
    call.body.set()
    metrics.read(share.count)
    return (upload, share, arrival)
  }

  /// Does a job, unless its request has ended workers before.
  func perform(_ job: WorkerJob) async throws -> WorkerAnswer {
    if await pool.hasQuarantine {
      let digest = await BlockingCalls.run { () throws(Never) in Quarantine.digest(of: job) }
      guard await !pool.condemns(digest) else { throw Problem(WorkerFailure.quarantined) }
    }
    do {
      return try await pool.perform(job)
    } catch let failure as WorkerFailure {
      throw Problem(failure)
    }
  }
}
#endif
