#if Server
internal import GRDB

extension JobStore {
  /// Puts all running jobs back into the queue, with their closed segments; returns their number.
  ///
  /// For a server that starts: the workers of the last one are gone.
  func requeueAll() async throws(JobError) -> Int {
    try await database.write { database in
      try database.execute(sql: "UPDATE job SET state = 'queued' WHERE state = 'running'")
      return database.changesCount
    }
  }

  /// Fails a job whose files are gone, unless it needs none.
  func lose(_ id: String, file: String) async throws(JobError) -> Job? {
    let failure = JobFailure(
      kind: JobFailure.filesLost, detail: "the file '\(file)' of the job is gone: send it again")
    return try await fail(id, failure, from: [.queued, .running, .done])
  }

  /// Ended jobs to be removed, the first to end first.
  ///
  /// They ended more than `age` seconds ago; or the results of those that ended later fill `mostBytes`
  /// bytes, so that this one's doesn't fit.
  func expired(olderThan age: Double, mostBytes: Int) async throws(JobError) -> [String] {
    let last = clock() - age
    return try await database.read { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT id FROM (
            SELECT id, number, ended, bytes,
              sum(coalesce(bytes, 0)) OVER (ORDER BY ended DESC, number DESC) AS total
            FROM job WHERE state IN ('done', 'failed', 'cancelled'))
          WHERE ended < ? OR bytes > 0 AND total > ? ORDER BY ended, number
          """, arguments: [last, mostBytes])
    }
  }

  /// Forgets an ended job and its idempotency key; whether it did.
  ///
  /// Remove its files afterwards: those that a crash leaves are removed at the next start.
  func remove(_ id: String) async throws(JobError) -> Bool {
    try await database.write { database in
      try database.execute(
        sql: "DELETE FROM job WHERE id = ? AND state IN ('done', 'failed', 'cancelled')",
        arguments: [id])
      return database.changesCount > 0
    }
  }
}
#endif
