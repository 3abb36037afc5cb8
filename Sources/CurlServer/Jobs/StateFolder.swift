#if Server
internal import CurlSystem

/// The folder in which a server keeps its jobs; one server at a time has it.
final class StateFolder: Sendable {
  let folder: OpenFolder
  private let lock: FileLock

  /// Opens the folder at a path, created if missing, for as long as this object lives.
  ///
  /// - Throws: ``JobError`` of kind `inUse` if another server has it.
  init(path: String) throws(JobError) {
    (folder, lock) = try JobError.wrapping { () throws(FileFault) in
      let folder = try OpenFolder(path: path)
      return (folder, try folder.lock("lock"))
    }
  }

  /// Whether at least so many bytes can still be written there.
  func hasRoom(_ bytes: Int) throws(JobError) -> Bool {
    try JobError.wrapping { () throws(FileFault) in try folder.freeBytes() >= bytes }
  }
}
#endif
