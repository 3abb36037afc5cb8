import Glibc

/// A folder with files of linked programs, so that drivers needn't compile them again.
///
/// Files aren't trusted: an entry is used only for its driver and source, with a correct checksum,
/// and if the driver accepts it. Other entries are removed and rebuilt. Files are written
/// atomically, and only their owner can read them. If all files exceed the limit, the oldest are
/// removed. After any file error, the driver compiles the program. Safe from any thread, and from
/// any number of processes.
package struct ProgramFolder: Sendable, Equatable {
  /// Path of the folder; it and the one that holds it are created if missing.
  package let folder: String
  /// Largest total size of all entries, bytes.
  package let limit: Int

  /// Default limit, bytes: enough for all programs of several drivers.
  package static let defaultLimit = 64 << 20

  private static let suffix = ".program"

  /// A cache in a folder.
  package init(folder: String, limit: Int = Self.defaultLimit) {
    self.folder = folder
    self.limit = limit
  }

  /// Reads the binary of a key; nil without a valid entry.
  func binary(_ key: ProgramKey) -> ProgramBinary? {
    let path = path(key)
    guard let bytes = read(path) else { return nil }
    guard let binary = ProgramBinary(bytes, of: key) else {
      unsafe unlink(path)
      return nil
    }
    return binary
  }

  func store(_ binary: ProgramBinary, _ key: ProgramKey) {
    let bytes = binary.file(of: key)
    guard bytes.count <= limit else { return }
    // A new user has no ~/.cache.
    if let end = folder.lastIndex(of: "/"), end != folder.startIndex {
      unsafe mkdir(String(folder[..<end]), 0o700)
    }
    unsafe mkdir(folder, 0o700)
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    let temporary = "\(folder)/.\(digits).tmp"
    let number = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard number >= 0 else { return }
    let isWritten = write(bytes, to: number)
    guard close(number) == 0, isWritten, unsafe rename(temporary, path(key)) == 0 else {
      unsafe unlink(temporary)
      return
    }
    removeOldest()
  }

  /// Removes the entry of a key, after the driver rejected it.
  func remove(_ key: ProgramKey) {
    unsafe unlink(path(key))
  }

  private func path(_ key: ProgramKey) -> String { "\(folder)/\(key.name)\(Self.suffix)" }

  private func read(_ path: String) -> [UInt8]? {
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard number >= 0 else { return nil }
    defer { close(number) }
    var status = stat()
    guard unsafe fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), (1...limit).contains(Int(status.st_size))
    else { return nil }
    let size = Int(status.st_size)
    return unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, done in
      while done < size, let start = buffer.baseAddress {
        let count = unsafe Glibc.read(number, start + done, size - done)
        guard count > 0 else { break }
        done += count
      }
    }
  }

  private func write(_ bytes: [UInt8], to number: Int32) -> Bool {
    unsafe bytes.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count, let start = bytes.baseAddress {
        let count = unsafe Glibc.write(number, start + done, bytes.count - done)
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
  }

  /// Removes the oldest entries until the total size is within the limit.
  private func removeOldest() {
    guard let stream = unsafe opendir(folder) else { return }
    var entries: [(path: String, size: Int, time: timespec)] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      guard name.hasSuffix(Self.suffix) else { continue }
      let path = "\(folder)/\(name)"
      var status = stat()
      guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      entries.append((path, Int(status.st_size), status.st_mtim))
    }
    unsafe closedir(stream)
    var total = entries.reduce(0) { $0 + $1.size }
    entries.sort { ($0.time.tv_sec, $0.time.tv_nsec) < ($1.time.tv_sec, $1.time.tv_nsec) }
    for entry in entries where total > limit {
      unsafe unlink(entry.path)
      total -= entry.size
    }
  }
}
