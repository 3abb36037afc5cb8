import Glibc

/// How an output path is written.
enum OutputTarget {
  /// A device, written directly.
  case device
  /// A FIFO, written directly once it has a reader.
  case pipe
  /// A temporary file in `folder` that is renamed to `path`.
  case renamed(folder: String, path: String)

  /// Longest chain of links that is followed; the kernel's own limit.
  private static let mostLinks = 40
  /// Longest wait for a FIFO's reader, milliseconds; `PictureSource` waits as long for a writer.
  private static let patience = 2_000
  /// Pause between two attempts to open a FIFO, milliseconds.
  private static let pause = 10

  /// Examines what exists at `path`.
  ///
  /// - Throws: An error of kind `cannotCreate` if the final rename would fail.
  init(_ path: String) throws(ImageFileError) {
    guard !path.isEmpty else { throw Self.cannotCreate(path, "the name is empty; give one") }
    var status = stat()
    let isThere = unsafe stat(path, &status) == 0
    let code = errno
    switch isThere ? status.st_mode & S_IFMT : S_IFREG {
    case S_IFREG: break
    case S_IFDIR: throw Self.cannotCreate(path, "it is a folder; name a file in it")
    case S_IFIFO:
      self = .pipe
      return
    default:
      self = .device
      return
    }
    // Fail now rather than at the rename, after all frames are drawn.
    if !isThere {
      switch code {
      case ENAMETOOLONG:
        throw Self.cannotCreate(path, "the name is too long (\(Self.length(path))); shorten it")
      case ELOOP: throw Self.cannotCreate(path, "its symbolic links form a circle; name a file")
      default: break
      }
    }
    let final = try Self.following(path)
    guard !Self.isFolderName(final) else {
      throw Self.cannotCreate(path, "it is the name of a folder; name a file in it")
    }
    // A link in /proc to a deleted file names no file.
    guard !isThere || Self.isFile(final, status) else {
      throw Self.cannotCreate(path, "it is a link to a file without a name; name a file")
    }
    self = .renamed(folder: Self.folder(of: final), path: final)
  }

  /// Opens a FIFO for writing; writes wait for its reader.
  ///
  /// - Throws: An error of kind `cannotCreate` if it has no reader for two seconds.
  static func openPipe(_ path: String) throws(ImageFileError) -> Int32 {
    // Without O_NONBLOCK, opening a FIFO without a reader would hang.
    var number = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
    var waited = 0
    while number < 0, errno == ENXIO || errno == EINTR {
      guard waited < patience, !Task.isCancelled else {
        throw cannotCreate(path, "the pipe has no reader; start it first")
      }
      usleep(UInt32(1000 * pause))
      waited += pause
      number = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
    }
    guard number >= 0 else { throw cannotCreate(path, systemText()) }
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) & ~O_NONBLOCK)
    return number
  }

  /// Follows symbolic links to the final target, which needn't exist.
  ///
  /// Resolves only the last name of the path; the system resolves folders.
  private static func following(_ path: String) throws(ImageFileError) -> String {
    var final = path
    var links = 0
    var status = stat()
    while !isFolderName(final), unsafe lstat(final, &status) == 0,
      status.st_mode & S_IFMT == S_IFLNK
    {
      links += 1
      guard links <= mostLinks else {
        throw cannotCreate(path, "its symbolic links form a circle; name a file")
      }
      guard let link = linkText(final) else {
        throw cannotCreate(path, "its symbolic link can't be followed; name a file")
      }
      // Relative links start at the link's own folder.
      final = link.utf8.first == slash ? link : prefix(of: final) + link
    }
    return final
  }

  /// Target of a symbolic link; nil if it can't be read or isn't UTF-8.
  private static func linkText(_ path: String) -> String? {
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      unsafe buffer.withMemoryRebound(to: CChar.self) { text in
        guard let start = text.baseAddress else { return }
        count = unsafe max(0, readlink(path, start, text.count))
      }
    }
    return bytes.isEmpty ? nil : String(validating: bytes, as: UTF8.self)
  }

  /// Whether a path leads to the file that `known` describes.
  private static func isFile(_ path: String, _ known: stat) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_dev == known.st_dev
      && status.st_ino == known.st_ino
  }

  /// Separator of names.
  ///
  /// Compare bytes, not characters: a character may combine a slash with an accent.
  private static let slash = UInt8(ascii: "/")

  /// Whether the path ends in a slash, so that only a folder can have it.
  private static func isFolderName(_ path: String) -> Bool { path.utf8.last == slash }

  /// The path up to and including its last slash; empty without a slash.
  private static func prefix(of path: String) -> Substring {
    path.utf8.lastIndex(of: slash).map { path[..<path.utf8.index(after: $0)] } ?? ""
  }

  /// Folder of a file.
  private static func folder(of path: String) -> String {
    let prefix = prefix(of: path)
    switch prefix.utf8.count {
    case 0: return "."
    case 1: return "/"
    default: return String(decoding: prefix.utf8.dropLast(), as: UTF8.self)
    }
  }

  /// Lengths of a path and of its last name.
  private static func length(_ path: String) -> String {
    let name = path.utf8.count - prefix(of: path).utf8.count
    return "its last part has \(name) bytes, the whole \(path.utf8.count)"
  }

  /// The error for an output that can't be created.
  static func cannotCreate(_ path: String, _ reason: String) -> ImageFileError {
    ImageFileError(.cannotCreate, path: path, "cannot create '\(path)': \(reason)")
  }

  /// Explains why the system found no folder in which to create a file.
  ///
  /// The folder may exist: the system reports ENOENT or ENOTDIR for other reasons too.
  static func whyNoFile(in folder: String, _ text: String) -> String {
    var status = stat()
    guard unsafe stat(folder, &status) == 0 else {
      return "there is no folder '\(folder)'; create it first"
    }
    if status.st_mode & S_IFMT != S_IFDIR { return "'\(folder)' isn't a folder; choose another" }
    return "no file can be created in '\(folder)' (\(text)); use another"
  }
}
