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

  /// Number of random names to try; more collisions can't be chance.
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
  /// On failure, `number` is −1 and `code` the error number, which is ECANCELED after
  /// `removeAll(refuseNew:)` with `true`.
  func create(in folder: String) -> (number: Int32, path: String, code: Int32) {
    // Create and record under one lock, so that no interrupt comes in between.
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

  /// Removes a file from the list after its rename.
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

  /// Deletes all unfinished files; with `refuseNew`, later calls of `create` fail.
  func removeAll(refuseNew: Bool) {
    state.withLock { state in
      for path in state.paths { unsafe unlink(path) }
      state.paths.removeAll()
      if refuseNew { state.isClosed = true }
    }
  }
}
