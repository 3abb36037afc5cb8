#if Server
/// What a start has found in a state folder.
struct JobRecovery: Sendable, Equatable {
  /// Jobs that ran when the last server ended.
  var resumed = 0
  /// Jobs that have failed since files of theirs are gone.
  var lost = 0
  /// Folders without a job, and other files in the spool.
  var orphans = 0

  /// Makes store and spool agree.
  ///
  /// Call it before the server accepts jobs: the files of one that is being accepted have no job yet.
  static func run(_ store: JobStore, _ spool: JobSpool) async throws(JobError) -> JobRecovery {
    var recovery = JobRecovery()
    recovery.resumed = try await store.requeueAll()
    for name in try await spool.names() where try await store.job(name, owner: nil) == nil {
      try await spool.remove(name)
      recovery.orphans += 1
    }
    var last: Int?
    while true {
      let jobs = try await store.jobs(owner: nil, limit: 500, before: last)
      guard let oldest = jobs.last else { return recovery }
      last = oldest.number
      for var job in jobs {
        if let missing = try missing(job, spool),
          let failed = try await store.lose(job.id, file: missing.name)
        {
          job = failed
          recovery.lost += 1
        }
        try await spool.trim(job)
      }
    }
  }

  /// A file that a job needs and doesn't have; nil if it has all.
  private static func missing(_ job: Job, _ spool: JobSpool) throws(JobError) -> JobFile? {
    for file in job.files {
      do throws(JobError) {
        _ = try spool.size(file, of: job.id)
      } catch {
        guard error.kind == .missing else { throw error }
        return file
      }
    }
    return nil
  }
}
#endif
