internal import Glibc

/// A folder that is held open, with the files and folders in it.
///
/// Names have one component and links aren't followed, so that nothing outside the folder can be
/// reached. New files have the mode 0600, new folders 0700.
package final class OpenFolder: Sendable {
  /// Path, for messages and for programs that take no descriptor.
  package let path: String
  let number: Int32

  /// Opens the folder at a path, which may be a link; creates it, with those above it, if missing.
  package convenience init(path: String) throws(FileFault) {
    SystemFiles.makeFolder(path)
    try self.init(unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), path)
  }

  private init(_ number: Int32, _ path: String) throws(FileFault) {
    guard number >= 0 else { throw FileFault("open", path) }
    (self.number, self.path) = (number, path)
  }

  deinit { close(number) }

  /// Opens a folder in this one.
  package func folder(_ name: String) throws(FileFault) -> OpenFolder {
    let path = try path(of: name)
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    return try OpenFolder(unsafe openat(number, name, flags), path)
  }

  /// Makes a folder in this one durably; does nothing if it exists.
  package func makeFolder(_ name: String) throws(FileFault) {
    let path = try path(of: name)
    guard unsafe mkdirat(number, name, 0o700) == 0 || errno == EEXIST else {
      throw FileFault("create", path)
    }
    try sync()
  }

  /// Opens a file for reading; the caller must close the descriptor.
  package func open(_ name: String) throws(FileFault) -> Int32 {
    let path = try path(of: name)
    let file = unsafe openat(number, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw FileFault("open", path) }
    return file
  }

  /// Begins a file, which gets its name when it is committed; replaces an older one then.
  package func create(_ name: String) throws(FileFault) -> PendingFile {
    try PendingFile(name, in: self)
  }

  /// Creates an empty file if there is none.
  package func touch(_ name: String) throws(FileFault) { close(try make(name)) }

  /// Takes the lock of a file, which is created if missing.
  ///
  /// The system frees the lock when the process ends, however it ends.
  ///
  /// - Throws: A fault of kind `inUse` if the lock is taken, even by this process.
  package func lock(_ name: String) throws(FileFault) -> FileLock {
    let lock = FileLock(try make(name))
    guard flock(lock.number, LOCK_EX | LOCK_NB) == 0 else {
      throw FileFault("lock", try path(of: name))
    }
    return lock
  }

  /// Size of a file, bytes.
  ///
  /// - Throws: A fault of kind `missing` if there is no file of this name, or it isn't a plain one.
  package func size(_ name: String) throws(FileFault) -> Int {
    let path = try path(of: name)
    var status = stat()
    guard unsafe fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      throw FileFault("find", path)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw FileFault("find", path, code: ENOENT) }
    return Int(status.st_size)
  }

  /// Names of all files and folders in it, hidden ones too, in no order.
  package func names() throws(FileFault) -> [String] {
    // Each descriptor has one position, so that this one can't be read by two threads.
    let copy = unsafe openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { throw FileFault("list", path) }
    guard let stream = unsafe fdopendir(copy) else {
      close(copy)
      throw FileFault("list", path)
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw FileFault("list", path) }
    return names
  }

  /// Removes a file, a link, or a folder with all that is in it; does nothing if there is none.
  package func remove(_ name: String) throws(FileFault) {
    let path = try path(of: name)
    if unsafe unlinkat(number, name, 0) == 0 || errno == ENOENT { return }
    guard errno == EISDIR else { throw FileFault("remove", path) }
    let inner = try folder(name)
    for name in try inner.names() { try inner.remove(name) }
    guard unsafe unlinkat(number, name, AT_REMOVEDIR) == 0 else { throw FileFault("remove", path) }
  }

  /// Bytes that this process may still write to the folder's file system.
  package func freeBytes() throws(FileFault) -> Int {
    var status = statvfs()
    guard unsafe fstatvfs(number, &status) == 0 else { throw FileFault("ask for room in", path) }
    let (bytes, isOver) = Int(clamping: status.f_bavail)
      .multipliedReportingOverflow(by: Int(clamping: status.f_frsize))
    return isOver ? .max : bytes
  }

  /// Makes names in this folder durable.
  func sync() throws(FileFault) {
    guard fsync(number) == 0 else { throw FileFault("write", path) }
  }

  /// Path of a name.
  ///
  /// - Throws: A fault if the name could lead out of the folder.
  func path(of name: String) throws(FileFault) -> String {
    let path = "\(path)/\(name)"
    guard !["", ".", ".."].contains(name), !name.utf8.contains(where: { $0 == 0 || $0 == 0x2F })
    else { throw FileFault("use", path, code: EINVAL) }
    return path
  }

  private func make(_ name: String) throws(FileFault) -> Int32 {
    let path = try path(of: name)
    let file = unsafe openat(number, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw FileFault("create", path) }
    return file
  }
}

/// A lock of a file, held as long as this object.
package final class FileLock: Sendable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }
}
