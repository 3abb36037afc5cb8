import Glibc
import Synchronization

/// The unfinished files of a program, so that an interrupt can remove them.
///
/// Safe from any thread.
final class TemporaryFileRegistry: Sendable {
  private struct State {
    var paths: Set<String> = []
    var isClosed = false
  }

  /// The registry behind `TemporaryFiles`.
  static let shared = TemporaryFileRegistry()

  private let state = Mutex(State())

  /// Names that are tried before a folder counts as hostile.
  private static let attempts = 16

  /// The unfinished files there are.
  var paths: [String] {
    state.withLock { $0.paths.sorted() }
  }

  /// Whether a file is unfinished.
  func contains(_ path: String) -> Bool {
    state.withLock { $0.paths.contains(path) }
  }

  /// Makes a file of a new, unpredictable name in `folder`; its permissions are the usual ones.
  ///
  /// Returns nil and an error number if it can't; ECANCELED after `removeAll(refuseNew: true)`.
  func create(in folder: String) -> (number: Int32, path: String, code: Int32) {
    // Made and noted in one step: no interrupt can come in between.
    state.withLock { state in
      guard !state.isClosed else { return (-1, "", ECANCELED) }
      var code = EEXIST
      for _ in 0..<Self.attempts where code == EEXIST {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        let path = "\(folder)/.glcurl-\(digits).tmp"
        let number = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
        code = number >= 0 ? 0 : errno
        if code == 0 {
          state.paths.insert(path)
          return (number, path, 0)
        }
      }
      return (-1, "", code)
    }
  }

  /// Takes a file that has got its final name, or was removed, off the list.
  func forget(_ path: String) {
    state.withLock { _ = $0.paths.remove(path) }
  }

  /// Removes a file and takes it off the list.
  func remove(_ path: String) {
    state.withLock { state in
      guard state.paths.remove(path) != nil else { return }
      unsafe unlink(path)
    }
  }

  /// Removes all files there are, and with `refuseNew` lets none be made any more.
  func removeAll(refuseNew: Bool) {
    state.withLock { state in
      for path in state.paths { unsafe unlink(path) }
      state.paths.removeAll()
      if refuseNew { state.isClosed = true }
    }
  }
}
