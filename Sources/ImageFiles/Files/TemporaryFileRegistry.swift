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

  /// Number of names to try before a folder counts as hostile.
  private static let attempts = 16

  /// The current unfinished files.
  var paths: [String] {
    state.withLock { $0.paths.sorted() }
  }

  /// Whether a file is unfinished.
  func contains(_ path: String) -> Bool {
    state.withLock { $0.paths.contains(path) }
  }

  /// Creates a file with a new, unpredictable name in `folder`, with the usual permissions.
  ///
  /// Returns nil and an error number if that fails; ECANCELED after `removeAll(refuseNew: true)`.
  func create(in folder: String) -> (number: Int32, path: String, code: Int32) {
    // Created and recorded in one step, so that no interrupt can come in between.
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

  /// Removes a file from the list when it has its final name or was deleted.
  func forget(_ path: String) {
    state.withLock { _ = $0.paths.remove(path) }
  }

  /// Deletes a file and removes it from the list.
  func remove(_ path: String) {
    state.withLock { state in
      guard state.paths.remove(path) != nil else { return }
      unsafe unlink(path)
    }
  }

  /// Deletes all unfinished files; with `refuseNew` no more can be created.
  func removeAll(refuseNew: Bool) {
    state.withLock { state in
      for path in state.paths { unsafe unlink(path) }
      state.paths.removeAll()
      if refuseNew { state.isClosed = true }
    }
  }
}
