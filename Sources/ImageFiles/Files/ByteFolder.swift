import Glibc

/// A folder of byte strings by name, for what can be made again if it's lost.
///
/// Each is a file that appears whole or not at all. Nothing here fails loudly: what can't be read
/// isn't there, and what can't be written isn't kept. Safe from any thread, and from several processes
/// at once.
public struct ByteFolder: Sendable {
  /// A byte string.
  public struct Entry: Sendable, Equatable {
    /// Its name.
    public let name: String
    /// How many bytes it has.
    public let bytes: Int
    /// When it was written, nanoseconds.
    public let written: Int
  }

  /// Where it is.
  public let path: String

  /// A folder at a path, made now if there is none; the folder around it must be there.
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

  /// The bytes of that name, or nil.
  public func bytes(of name: String) -> [UInt8]? {
    let number = unsafe open(file(name), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { return nil }
    let file = Descriptor(number)
    var status = stat()
    guard unsafe fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return file.tail(limit: Int(status.st_size))
  }

  /// Keeps bytes under a name, in place of any older ones; whether that worked.
  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) -> Bool {
    do throws(ImageFileError) {
      try AtomicFile.write(bytes, path: file(name))
      return true
    } catch {
      return false
    }
  }

  /// Forgets a name.
  public func remove(_ name: String) { _ = unsafe unlink(file(name)) }

  /// All of them, the oldest first.
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

  /// Names that lead nowhere else, and that no temporary file has.
  private static func isName(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
      }
  }
}
