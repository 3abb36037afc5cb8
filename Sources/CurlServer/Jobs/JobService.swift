#if Server
internal import HTTPTypes
internal import Logging

/// All that keeps and draws the jobs of a server.
struct JobService: Sendable {
  let state: StateFolder
  let store: JobStore
  let spool: JobSpool
  let runner: JobRunner
  private let upkeep: JobUpkeep

  /// Opens the jobs of a folder, and puts those into the queue that ran when the last server ended.
  init(
    path: String, _ pool: WorkerPool, workers: Int, _ limits: ServerLimits, _ logger: Logger
  ) async throws(JobError) {
    state = try StateFolder(path: path)
    store = try JobStore(
      state, limits: JobStore.Limits(all: limits.jobs, owner: limits.jobsOfKey))
    spool = try JobSpool(state)
    runner = JobRunner(
      store, spool, pool, logger, atOnce: max(1, workers - 1), longest: .seconds(limits.filmTime))
    upkeep = JobUpkeep(
      store: store, spool: spool, age: limits.jobTime, mostBytes: limits.jobBytes, logger: logger)
    let found = try await JobRecovery.run(store, spool)
    if found != JobRecovery() {
      logger.info(
        "jobs found",
        metadata: [
          "resumed": "\(found.resumed)", "lost": "\(found.lost)", "orphans": "\(found.orphans)",
        ])
    }
  }

  /// Draws jobs until ``JobRunner/stop()`` is called.
  func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await runner.run() }
      let upkeep = Task { await self.upkeep.run() }
      await group.waitForAll()
      upkeep.cancel()
    }
  }

  /// The operations on jobs.
  func routes(_ intake: Intake) -> [Route] {
    let jobs = JobOperations(
      intake: intake, state: state, store: store, spool: spool, runner: runner)
    let json = ["application/json"]
    return [
      Route(
        method: .post, path: "/v1/jobs", name: "addJob",
        summary: "Accept a film that is drawn in its turn and kept.", answer: json, status: 202,
        parts: FilmOperation.rules(intake.limits), options: "Film",
        problems: [.badRequest, .slowBody, .tooLarge, .mediaType, .invalid, .busy, .unavailable],
        handler: jobs.add),
      Route(
        method: .get, path: "/v1/jobs", name: "jobs",
        summary: "The client's jobs, the newest first.", answer: json,
        problems: [.invalid, .unavailable], handler: jobs.list),
      Route(
        method: .get, path: "/v1/jobs/{id}", name: "job", summary: "One job.", answer: json,
        problems: [.notFound, .unavailable], handler: jobs.show),
      Route(
        method: .get, path: "/v1/jobs/{id}/events", name: "jobEvents",
        summary: "Changes of a job as server-sent events, until it ends.",
        answer: ["text/event-stream"], problems: [.notFound, .unavailable], handler: jobs.events),
      Route(
        method: .get, path: "/v1/jobs/{id}/result", name: "jobResult",
        summary: "The film of a job that is done, or a range of its bytes.",
        answer: FilmOperation.mediaTypes, problems: [.notFound, .conflict, .range, .unavailable],
        handler: jobs.result),
      Route(
        method: .delete, path: "/v1/jobs/{id}", name: "deleteJob",
        summary: "Cancel a job, or remove one that has ended.", answer: [], status: 204,
        problems: [.notFound, .unavailable], handler: jobs.delete),
    ]
  }
}
#endif
