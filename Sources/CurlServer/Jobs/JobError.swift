#if Server
internal import CurlSystem
internal import GRDB

/// Why the store or the spool of jobs can't do something.
struct JobError: Error, Sendable, CustomStringConvertible {
  enum Kind: Sendable {
    /// Another server uses the folder.
    case inUse
    /// The file system has no room.
    case full
    /// Another program keeps the database locked.
    case locked
    /// The database is damaged, or isn't one.
    case damaged
    /// A newer version has written the database.
    case newer
    /// A file of a job doesn't exist.
    case missing
    /// The file system failed.
    case system
  }

  let kind: Kind
  /// What was being done, the reason, and the way out.
  let description: String

  init(_ fault: FileFault) {
    let advice: String
    switch fault.kind {
    case .missing: (kind, advice) = (.missing, "")
    case .full: (kind, advice) = (.full, Self.room)
    case .inUse:
      kind = .inUse
      advice = ": another server uses it; stop that one, or choose another --state"
    case .other: (kind, advice) = (.system, "; see to it, or choose another --state")
    }
    description = "\(fault)\(advice)"
  }

  /// A failure of the database at `path`.
  init(_ error: any Error, path: String) {
    let advice: String
    let error = error as? DatabaseError
    switch error?.resultCode {
    case .SQLITE_FULL?: (kind, advice) = (.full, Self.room)
    case .SQLITE_BUSY?, .SQLITE_LOCKED?:
      (kind, advice) = (.locked, "; end the other program that uses it")
    case .SQLITE_CORRUPT?, .SQLITE_NOTADB?:
      (kind, advice) = (.damaged, "; move it away with its -wal and -shm files, and start again")
    default:
      kind = .system
      advice = "; see to the disk, its free space and quotas, or choose another --state"
    }
    description = "cannot use the jobs' database '\(path)': \(error?.message ?? "\(kind)")\(advice)"
  }

  private init(_ kind: Kind, _ description: String) {
    (self.kind, self.description) = (kind, description)
  }

  /// A database of a version that this one doesn't know.
  static func newer(path: String) -> JobError {
    JobError(
      .newer,
      "the jobs' database '\(path)' was written by a newer glcurl: use that one, or choose another "
        + "--state")
  }

  private static let room = "; free space there, or choose another --state"

  /// Runs a step on files.
  static func wrapping<Success>(
    _ body: () throws(FileFault) -> Success
  ) throws(JobError) -> Success {
    do throws(FileFault) {
      return try body()
    } catch {
      throw JobError(error)
    }
  }
}
#endif
