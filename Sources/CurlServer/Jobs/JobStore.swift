#if Server
internal import CurlSystem
internal import GRDB

/// The jobs that a server has accepted; they survive its end, whatever ends it.
///
/// Each operation happens as a whole or not at all, and is on the disk when it returns. Ends of tasks
/// don't cancel operations.
struct JobStore: Sendable {
  /// Jobs that may wait.
  struct Limits: Sendable {
    /// Those of all owners.
    var all = 1000
    /// Those of each owner.
    var owner = 200
  }

  /// What became of a new job.
  enum Addition: Sendable, Equatable {
    case added(Job)
    /// The owner has sent this job before, with the same idempotency key.
    case existing(Job)
    /// The owner has sent another job with the same idempotency key.
    case conflict
    /// Too many jobs wait, of all owners or of this one.
    case full(ofOwner: Bool)
  }

  let database: JobDatabase
  private let limits: Limits
  let clock: @Sendable () -> Double

  /// Opens the store of a folder, or creates it; `clock` gives seconds since 1970.
  init(
    _ state: StateFolder, limits: Limits = Limits(),
    clock: @escaping @Sendable () -> Double = { WallClock.seconds }
  ) throws(JobError) {
    database = try JobDatabase(state)
    (self.limits, self.clock) = (limits, clock)
  }

  // Clients

  /// Accepts a new job, whose parts must be durable, and queues it.
  ///
  /// The idempotency key is the client's name for the request, and is valid as long as the job; the
  /// digest of the request tells whether two requests with one key are the same.
  func add(
    _ job: Job, idempotencyKey: String? = nil, digest: String = ""
  ) async throws(JobError) -> Addition {
    let (limits, now) = (limits, clock())
    return try await database.write { database in
      if let idempotencyKey,
        let row = try Row.fetchOne(
          database, sql: "SELECT * FROM job WHERE owner = ? AND key = ?",
          arguments: [job.owner, idempotencyKey])
      {
        return row["digest"] == digest ? .existing(Job(row: row)) : .conflict
      }
      let waiting = "SELECT count(*) FROM job WHERE state = 'queued'"
      let all = try Int.fetchOne(database, sql: waiting) ?? 0
      guard all < limits.all else { return .full(ofOwner: false) }
      let own = try Int.fetchOne(
        database, sql: "\(waiting) AND owner = ?", arguments: [job.owner])
      guard (own ?? 0) < limits.owner else { return .full(ofOwner: true) }
      // No part has a slash in its name: it is a file's.
      try database.execute(
        sql: """
          INSERT INTO job (id, owner, key, digest, parts, state, created, drawn, segments, deaths)
          VALUES (?, ?, ?, ?, ?, 'queued', ?, 0, 0, 0)
          """,
        arguments: [
          job.id, job.owner, idempotencyKey, digest, job.parts.joined(separator: "/"), now,
        ])
      var added = Job(owner: job.owner, parts: job.parts, id: job.id)
      added.number = Int(database.lastInsertedRowID)
      added.created = now
      return .added(added)
    }
  }

  /// A job; nil if there is none of this ID, or another owner has it.
  ///
  /// A nil owner is any.
  func job(_ id: String, owner: String?) async throws(JobError) -> Job? {
    try await database.read { database in
      try Job.fetchOne(
        database, sql: "SELECT * FROM job WHERE id = ?1 AND owner = coalesce(?2, owner)",
        arguments: [id, owner])
    }
  }

  /// At most `limit` jobs of an owner, the newest first; a nil owner is any.
  ///
  /// `before` is ``Job/number`` of the last job on the page before; nil for the first page.
  func jobs(
    owner: String?, limit: Int, before: Int? = nil
  ) async throws(JobError) -> [Job] {
    let filter = owner == nil ? "" : "owner = ? AND"
    let owners = owner.map { StatementArguments([$0]) } ?? []
    return try await database.read { database in
      try Job.fetchAll(
        database,
        sql: "SELECT * FROM job WHERE \(filter) number < ? ORDER BY number DESC LIMIT ?",
        arguments: owners + [before ?? .max, max(0, limit)])
    }
  }

  /// Number of jobs that are before a queued one; nil if it isn't queued.
  func position(_ id: String) async throws(JobError) -> Int? {
    try await database.read { database in
      try Int.fetchOne(
        database,
        sql: """
          SELECT (SELECT count(*) FROM job WHERE state = 'queued' AND number < this.number)
          FROM job AS this WHERE id = ? AND state = 'queued'
          """, arguments: [id])
    }
  }

  /// Number of jobs by state.
  func counts() async throws(JobError) -> [JobState: Int] {
    let rows = try await database.read { database in
      try Row.fetchAll(database, sql: "SELECT state, count(*) AS count FROM job GROUP BY state")
        .map { row -> (String, Int) in (row["state"], row["count"]) }
    }
    var counts = Dictionary(uniqueKeysWithValues: JobState.allCases.map { ($0, 0) })
    for (word, count) in rows {
      if let state = JobState(rawValue: word) { counts[state] = count }
    }
    return counts
  }

  /// Cancels a job that hasn't ended; the state that it had, or nil if there is none.
  func cancel(_ id: String, owner: String?) async throws(JobError) -> JobState? {
    let now = clock()
    return try await database.write { database in
      let state = try String.fetchOne(
        database, sql: "SELECT state FROM job WHERE id = ?1 AND owner = coalesce(?2, owner)",
        arguments: [id, owner])
      try database.execute(
        sql: """
          UPDATE job SET state = 'cancelled', ended = ?
          WHERE id = ? AND state IN ('queued', 'running') AND owner = coalesce(?, owner)
          """, arguments: [now, id, owner])
      return state.flatMap(JobState.init(rawValue:))
    }
  }

  // The runner

  /// Starts the oldest queued job; nil if none waits.
  func claim() async throws(JobError) -> Job? {
    try await change(
      "state = 'running', started = coalesce(started, ?)", [clock()],
      where: "number = (SELECT min(number) FROM job WHERE state = 'queued')", [])
  }

  /// Notes what a worker has told of a running job's film; nil if the job doesn't run any more.
  func told(_ id: String, frames: Int, mediaType: String) async throws(JobError) -> Job? {
    try await change("frames = ?, mediaType = ?", [frames, mediaType], of: id)
  }

  /// Counts a segment whose file is durable, with its frames.
  ///
  /// Nil if the job doesn't run any more, or the segment isn't the one after the last closed one.
  func close(_ id: String, segment: Int, frames: Int) async throws(JobError) -> Job? {
    try await change(
      "segments = segments + 1, drawn = drawn + ?, deaths = 0", [frames],
      where: "id = ? AND state = 'running' AND segments = ?", [id, segment - 1])
  }

  /// Puts a running job back into its place in the queue; nil if it doesn't run any more.
  ///
  /// `hasDied` tells whether a worker died with it, which ``Job/deaths`` counts.
  func requeue(_ id: String, hasDied: Bool) async throws(JobError) -> Job? {
    try await change("state = 'queued', deaths = deaths + ?", [hasDied ? 1 : 0], of: id)
  }

  /// Ends a running job whose result, of `bytes` bytes, is durable; nil if it doesn't run any more.
  func finish(_ id: String, bytes: Int) async throws(JobError) -> Job? {
    try await change("state = 'done', ended = ?, bytes = ?", [clock(), bytes], of: id)
  }

  /// Ends a running job without a result; nil if it doesn't run any more.
  func fail(_ id: String, _ failure: JobFailure) async throws(JobError) -> Job? {
    try await fail(id, failure, from: [.running])
  }

  // Changes

  /// Ends a job in one of some states without a result; nil if it is in none of them.
  func fail(
    _ id: String, _ failure: JobFailure, from states: [JobState]
  ) async throws(JobError) -> Job? {
    let words = states.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    return try await change(
      "state = 'failed', ended = ?, bytes = NULL, failure = ?, detail = ?, field = ?",
      [clock(), failure.kind, failure.detail, failure.field],
      where: "id = ? AND state IN (\(words))", [id])
  }

  /// Changes a running job; nil if it doesn't run.
  private func change(
    _ assignments: String, _ values: StatementArguments, of id: String
  ) async throws(JobError) -> Job? {
    try await change(assignments, values, where: "id = ? AND state = 'running'", [id])
  }

  /// Changes the job for which a condition holds, if there is one; the changed job.
  private func change(
    _ assignments: String, _ values: StatementArguments,
    where condition: String, _ operands: StatementArguments
  ) async throws(JobError) -> Job? {
    try await database.write { database in
      try Job.fetchOne(
        database, sql: "UPDATE job SET \(assignments) WHERE \(condition) RETURNING *",
        arguments: values + operands)
    }
  }
}
#endif
