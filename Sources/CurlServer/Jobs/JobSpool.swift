#if Server
internal import CurlSystem
internal import WorkerLink

/// The files of jobs: a folder each, `jobs/<id>` in the state folder.
///
/// A job is accepted in this order: ``makeFolder(_:)``, all parts by ``create(_:of:)`` and
/// ``commit(_:)``, then ``JobStore/add(_:idempotencyKey:digest:)``. It is removed in the opposite
/// order. A crash between leaves a folder without a job, which the next start removes.
struct JobSpool: Sendable {
  private let folder: OpenFolder

  /// Opens the spool of a state folder, or creates it.
  init(_ state: StateFolder) throws(JobError) {
    folder = try JobError.wrapping { () throws(FileFault) in
      try state.folder.makeFolder("jobs")
      return try state.folder.folder("jobs")
    }
  }

  /// Makes the folder of a new job.
  func makeFolder(_ id: String) async throws(JobError) {
    try await waiting { folder throws(FileFault) in try folder.makeFolder(id) }
  }

  /// Begins a file, which exists once it is committed.
  func create(_ file: JobFile, of id: String) throws(JobError) -> PendingFile {
    try JobError.wrapping { () throws(FileFault) in try folder.folder(id).create(file.name) }
  }

  /// Makes a written file durable under its name, in place of an older one.
  func commit(_ file: PendingFile) async throws(JobError) {
    try await waiting { _ throws(FileFault) in try file.commit() }
  }

  /// Opens a file for reading; removal of the job doesn't disturb who reads it.
  func open(_ file: JobFile, of id: String) throws(JobError) -> Descriptor {
    Descriptor(
      try JobError.wrapping { () throws(FileFault) in
        try folder.folder(id).open(file.name)
      })
  }

  /// Size of a file, bytes.
  func size(_ file: JobFile, of id: String) throws(JobError) -> Int {
    try JobError.wrapping { () throws(FileFault) in try folder.folder(id).size(file.name) }
  }

  /// Removes the folder of a job that isn't in the store any more.
  func remove(_ id: String) async throws(JobError) {
    try await waiting { folder throws(FileFault) in try folder.remove(id) }
  }

  /// Removes the files that a job doesn't need in its state; parts when it has ended, for example.
  ///
  /// Nothing may write files of the job meanwhile.
  func trim(_ job: Job) async throws(JobError) {
    let needed = Set(job.files.map(\.name))
    try await waiting { folder throws(FileFault) in
      guard !needed.isEmpty else { return try folder.remove(job.id) }
      let own = try folder.folder(job.id)
      for name in try own.names() where !needed.contains(name) { try own.remove(name) }
    }
  }

  /// Names of all folders, and of what else is beside them.
  func names() async throws(JobError) -> [String] {
    try await waiting { folder throws(FileFault) in try folder.names() }
  }

  /// Runs a step that waits for the disk.
  private func waiting<Success: Sendable>(
    _ body: @escaping @Sendable (OpenFolder) throws(FileFault) -> Success
  ) async throws(JobError) -> Success {
    let folder = folder
    return try await BlockingCalls.run { () throws(JobError) in
      try JobError.wrapping { () throws(FileFault) in try body(folder) }
    }
  }
}
#endif
