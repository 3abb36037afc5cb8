import Glibc
import Synchronization

/// A file that appears at its path only when it is complete.
///
/// Bytes are written to a temporary file with an unpredictable name in the same folder; `commit()`
/// renames that file to the target. Permissions follow the umask. Without a commit, the release of
/// the last reference removes the temporary file. There is no fsync: the guarantee covers failing
/// programs, not power cuts. A target that exists and isn't a regular file, such as a device or a
/// FIFO, is written directly. A symbolic link stays, and its target is written, whether it exists
/// or not. Safe from any thread.
public final class AtomicFile: Sendable {
  private enum State: ~Copyable {
    case open(Descriptor)
    case done
  }

  /// Final path of the file, as the caller gave it.
  public let path: String

  /// Path of the temporary file; nil if the target is written directly.
  let temporaryPath: String?

  /// Target of the rename.
  private let target: String
  private let registry: TemporaryFileRegistry
  private let state: Mutex<State>
  /// Tells a waiting write, which holds `state`, to stop.
  private let isGivenUp = Atomic(false)

  /// Creates the temporary file for `path`; waits up to two seconds for the reader of a FIFO.
  ///
  /// - Throws: An error of kind `cannotCreate`, or `cancelled` after
  ///   `TemporaryFiles.removeAll(refuseNew: true)`.
  public convenience init(path: String) throws(ImageFileError) {
    try self.init(path: path, registry: .shared)
  }

  /// Standard output, written directly; the process's own descriptor stays open.
  ///
  /// - Throws: An error of kind `cannotCreate` if standard output is closed.
  public static func standardOutput() throws(ImageFileError) -> AtomicFile {
    let number = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard number >= 0 else { throw OutputTarget.cannotCreate("standard output", systemText()) }
    return AtomicFile(direct: number, path: "standard output")
  }

  /// Takes over an open descriptor, which is written directly; `path` is its name in errors.
  package init(direct number: Int32, path: String) {
    self.path = path
    temporaryPath = nil
    target = path
    registry = .shared
    state = Mutex(.open(Descriptor(number)))
  }

  /// Creates the temporary file for `path` and records its name in `registry`.
  init(path: String, registry: TemporaryFileRegistry) throws(ImageFileError) {
    let number: Int32
    switch try OutputTarget(path) {
    case .device:
      number = unsafe open(path, O_WRONLY | O_CLOEXEC)
      guard number >= 0 else { throw OutputTarget.cannotCreate(path, systemText()) }
      temporaryPath = nil
      self.target = path
    case .pipe:
      number = try OutputTarget.openPipe(path)
      temporaryPath = nil
      self.target = path
    case .renamed(let folder, let final):
      let temporary = registry.create(in: folder)
      switch temporary.code {
      case 0: break
      case ECANCELED:
        throw ImageFileError(.cancelled, path: path, "cannot create '\(path)': interrupted")
      case ENOENT, ENOTDIR:
        throw OutputTarget.cannotCreate(
          path, OutputTarget.whyNoFile(in: folder, systemText(temporary.code)))
      case EACCES, EPERM, EROFS:
        throw OutputTarget.cannotCreate(
          path, "no file can be created in '\(folder)' (\(systemText(temporary.code))); use another"
        )
      default: throw OutputTarget.cannotCreate(path, systemText(temporary.code))
      }
      number = temporary.number
      temporaryPath = temporary.path
      self.target = final
    }
    self.path = path
    self.registry = registry
    state = Mutex(.open(Descriptor(number)))
  }

  deinit {
    discard()
  }

  /// Writes a whole file at once.
  ///
  /// - Throws: An error of kind `cannotCreate` or `writeFailed`, or `cancelled` after
  ///   `TemporaryFiles.removeAll(refuseNew: true)`; an older file of that name is then unchanged.
  public static func write(_ bytes: [UInt8], path: String) throws(ImageFileError) {
    let file = try AtomicFile(path: path)
    try file.write(bytes)
    try file.commit()
  }

  /// Appends bytes; waits for a pipe's reader, but not after the task is cancelled.
  ///
  /// - Throws: An error of kind `writeFailed`, after which the file is discarded; `cancelled` if it
  ///   was committed or discarded before, here or by `TemporaryFiles.removeAll(refuseNew:)`.
  public func write(_ bytes: [UInt8]) throws(ImageFileError) {
    let code = state.withLock { state in
      switch state {
      case .open(let descriptor):
        descriptor.write(bytes) { isGivenUp.load(ordering: .relaxed) || Task.isCancelled }
      case .done: ECANCELED
      }
    }
    guard code == 0 else { throw failed(code) }
  }

  /// Renames the file to its target and replaces an older file.
  ///
  /// - Throws: An error of kind `writeFailed`, after which the file is discarded; `cancelled` if it
  ///   was committed or discarded before, here or by `TemporaryFiles.removeAll(refuseNew:)`.
  public func commit() throws(ImageFileError) {
    let closed = close() ?? ECANCELED
    guard closed == 0 else { throw failed(closed) }
    guard let temporaryPath else { return }
    guard unsafe rename(temporaryPath, target) == 0 else { throw failed(errno) }
    registry.forget(temporaryPath)
  }

  /// The descriptor; nil once the file is committed or discarded.
  var number: Int32? {
    state.withLock { state in
      switch state {
      case .open(let descriptor): descriptor.number
      case .done: nil
      }
    }
  }

  /// Whether an interrupt, or `discard()`, has removed the unfinished file.
  var wasRemoved: Bool { temporaryPath.map { !registry.contains($0) } ?? false }

  /// Removes the unfinished file; has no effect on a committed one.
  public func discard() {
    isGivenUp.store(true, ordering: .relaxed)
    _ = close()
    if let temporaryPath { registry.remove(temporaryPath) }
  }

  /// Closes the file; returns 0, the system's error number, or nil if it was closed before.
  private func close() -> Int32? {
    state.withLock { state in
      switch exchange(&state, with: .done) {
      case .open(let descriptor): descriptor.finish()
      case .done: nil
      }
    }
  }

  private func failed(_ code: Int32) -> ImageFileError {
    let wasRemoved = wasRemoved
    discard()
    if code == ECANCELED || code == ENOENT && wasRemoved {
      return ImageFileError(.cancelled, path: path, "'\(path)' was discarded while incomplete")
    }
    let help =
      switch code {
      case ENOSPC, EDQUOT: "; make room on the disk"
      case EPIPE: "; the program that read it has ended: read its messages"
      default: ""
      }
    return ImageFileError(
      .writeFailed, path: path, "cannot write '\(path)': \(systemText(code))\(help)")
  }
}
