#if Server
internal import CurlSystem
internal import GRDB

/// The database of jobs: one connection, whose calls wait on a thread of their own.
struct JobDatabase: Sendable {
  private let queue: DatabaseQueue
  private let path: String
  /// Held, for no other server may use the database meanwhile.
  private let state: StateFolder

  /// Opens the database of a folder, or creates it.
  init(_ state: StateFolder) throws(JobError) {
    self.state = state
    path = "\(state.folder.path)/jobs.sqlite"
    // SQLite would make it readable to all.
    try JobError.wrapping { () throws(FileFault) in try state.folder.touch("jobs.sqlite") }
    var configuration = Configuration()
    configuration.journalMode = .wal
    // Another program, such as sqlite3, may hold it for a moment.
    configuration.busyMode = .timeout(2)
    let isKnown: Bool
    do {
      queue = try DatabaseQueue(path: path, configuration: configuration)
      // An answer to a client promises that the job is on the disk; GRDB sets NORMAL, which only
      // promises a sound database.
      // The log is used again from its start after so many pages: so that the least that a full disk
      // must allow, the removal of jobs, finds room in it.
      try queue.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 100")
      }
      isKnown = try queue.read { try !Self.migrator.hasBeenSuperseded($0) }
      if isKnown { try Self.migrator.migrate(queue) }
    } catch {
      throw JobError(error, path: path)
    }
    if !isKnown { throw JobError.newer(path: path) }
  }

  /// Runs a transaction to its end, even if the task is cancelled; none of it happens if it throws.
  func write<Success: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Success
  ) async throws(JobError) -> Success {
    try await result { continuation in
      queue.asyncWrite(body) { _, result in continuation.resume(returning: result) }
    }
  }

  /// Reads with one statement.
  func read<Success: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Success
  ) async throws(JobError) -> Success {
    try await result { continuation in
      queue.asyncWriteWithoutTransaction { database in
        continuation.resume(returning: Result { try body(database) })
      }
    }
  }

  private func result<Success: Sendable>(
    _ start: (CheckedContinuation<Result<Success, any Error>, Never>) -> Void
  ) async throws(JobError) -> Success {
    let result = await withCheckedContinuation(start)
    do {
      return try result.get()
    } catch {
      throw JobError(error, path: path)
    }
  }

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { database in
      try database.execute(
        sql: """
          CREATE TABLE job (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            owner TEXT NOT NULL,
            key TEXT,
            digest TEXT NOT NULL,
            parts TEXT NOT NULL,
            state TEXT NOT NULL,
            created REAL NOT NULL,
            started REAL,
            ended REAL,
            frames INTEGER,
            drawn INTEGER NOT NULL,
            segments INTEGER NOT NULL,
            deaths INTEGER NOT NULL,
            mediaType TEXT,
            bytes INTEGER,
            failure TEXT,
            detail TEXT,
            field TEXT,
            UNIQUE (owner, key)
          ) STRICT;
          CREATE INDEX jobState ON job (state, owner);
          CREATE INDEX jobOwner ON job (owner, number);
          """)
    }
    return migrator
  }
}

extension Job: FetchableRecord {
  init(row: Row) {
    let parts: String = row["parts"]
    self.init(
      owner: row["owner"], parts: parts.split(separator: "/").map(String.init), id: row["id"])
    number = row["number"]
    // A word that this version doesn't know can't be read: see `JobError.newer`.
    state = JobState(rawValue: row["state"]) ?? .failed
    created = row["created"]
    started = row["started"]
    ended = row["ended"]
    frames = row["frames"]
    drawn = row["drawn"]
    segments = row["segments"]
    deaths = row["deaths"]
    mediaType = row["mediaType"]
    bytes = row["bytes"]
    if let kind: String = row["failure"] {
      failure = JobFailure(kind: kind, detail: row["detail"] ?? "", field: row["field"])
    }
  }
}
#endif
