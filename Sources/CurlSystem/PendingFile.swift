internal import Glibc
internal import Synchronization

/// A file that is being written under a temporary name; vanishes unless it is committed.
package final class PendingFile: Sendable {
  /// The descriptor's number, for writing; valid as long as this object.
  package let number: Int32
  private let folder: OpenFolder
  private let name: String
  private let temporary: String
  private let isCommitted = Atomic(false)

  init(_ name: String, in folder: OpenFolder) throws(FileFault) {
    // A process that still writes to an earlier attempt must not reach this one.
    temporary = ".\(name).\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    let path = try folder.path(of: name)
    number = unsafe openat(
      folder.number, temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw FileFault("create", path) }
    (self.folder, self.name) = (folder, name)
  }

  deinit {
    close(number)
    if !isCommitted.load(ordering: .relaxed) {
      _ = unsafe unlinkat(folder.number, temporary, 0)
    }
  }

  /// Size so far, bytes.
  package func size() throws(FileFault) -> Int {
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else {
      throw FileFault("find", "\(folder.path)/\(name)")
    }
    return Int(status.st_size)
  }

  /// Opens a second descriptor, for another process that writes; the caller must close it.
  package func duplicate() throws(FileFault) -> Int32 {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw FileFault("open", "\(folder.path)/\(name)") }
    return copy
  }

  /// Appends bytes.
  ///
  /// - Throws: A fault of kind `full` if there is no room; the file is of no use then.
  package func append(_ bytes: ArraySlice<UInt8>) throws(FileFault) {
    var rest = bytes
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe write(number, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw FileFault("write", "\(folder.path)/\(name)")
      }
    }
  }

  /// Gives the file its name, once its bytes are durable; the name is durable on return.
  ///
  /// Waits for the disk.
  package func commit() throws(FileFault) {
    let path = "\(folder.path)/\(name)"
    guard fsync(number) == 0 else { throw FileFault("write", path) }
    guard unsafe renameat(folder.number, temporary, folder.number, name) == 0 else {
      throw FileFault("create", path)
    }
    isCommitted.store(true, ordering: .relaxed)
    try folder.sync()
  }
}
