import Glibc

/// A folder of named byte strings, for data that can be rebuilt.
///
/// Each string is a file, written atomically. Errors are silent: an unreadable file counts as
/// missing, and a failed write stores nothing. Safe from any thread, and from several processes.
public struct ByteFolder: Sendable {
  /// A stored byte string.
  public struct Entry: Sendable, Equatable {
    /// Name.
    public let name: String
    /// Size in bytes.
    public let bytes: Int
    /// Time of writing, nanoseconds since 1970.
    public let written: Int
  }

  /// Path of the folder.
  public let path: String

  /// A folder at a path, created if missing; its parent must exist.
  ///
  /// - Throws: An error of kind `cannotCreate`.
  public init(path: String) throws(ImageFileError) {
    guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST else {
      let code = errno
      throw ImageFileError(
        .cannotCreate, path: path, "cannot create the folder '\(path)': \(systemText(code))")
    }
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw ImageFileError(
        .cannotCreate, path: path,
        "cannot create the folder '\(path)': it is a file; choose another")
    }
    self.path = path
  }

  /// The bytes stored under a name; nil if missing.
  public func bytes(of name: String) -> [UInt8]? {
    let number = unsafe open(file(name), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { return nil }
    let file = Descriptor(number)
    var status = stat()
    guard unsafe fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return file.tail(limit: Int(status.st_size))
  }

  /// Stores bytes under a name and replaces older ones; returns whether it succeeded.
  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) -> Bool {
    do throws(ImageFileError) {
      try AtomicFile.write(bytes, path: file(name))
      return true
    } catch {
      return false
    }
  }

  /// Removes the bytes stored under a name.
  public func remove(_ name: String) { _ = unsafe unlink(file(name)) }

  /// All entries, oldest first.
  public var entries: [Entry] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var found: [Entry] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      var status = stat()
      guard Self.isName(name), unsafe stat(file(name), &status) == 0,
        status.st_mode & S_IFMT == S_IFREG
      else { continue }
      let written = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
      found.append(Entry(name: name, bytes: Int(status.st_size), written: written))
    }
    return found.sorted { ($0.written, $0.name) < ($1.written, $1.name) }
  }

  private func file(_ name: String) -> String {
    precondition(Self.isName(name), "a name is of lower-case letters, digits and hyphens: \(name)")
    return "\(path)/\(name)"
  }

  /// Whether a name can't leave the folder and can't collide with a temporary file's.
  private static func isName(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
      }
  }
}
