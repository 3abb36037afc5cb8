internal import Glibc

/// A failed operation on a file or a folder.
package struct FileFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// What callers tell apart.
  package enum Kind: Sendable {
    /// The file or folder doesn't exist.
    case missing
    /// The file system, a quota or a limit on files leaves no room.
    case full
    /// Another process holds the lock.
    case inUse
    case other
  }

  /// What was being done, a verb such as "create".
  package let action: String
  package let path: String
  /// The errno.
  package let code: Int32

  /// A fault with the current errno.
  init(_ action: String, _ path: String, code: Int32 = errno) {
    (self.action, self.path, self.code) = (action, path, code)
  }

  package var kind: Kind {
    switch code {
    case ENOENT: .missing
    case ENOSPC, EDQUOT, EFBIG: .full
    case EWOULDBLOCK: .inUse
    default: .other
    }
  }

  /// The message: action, path and the system's reason.
  package var description: String { "cannot \(action) '\(path)': \(Self.text(of: code))" }

  /// The system's text for an errno; safe from any thread.
  private static func text(of code: Int32) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      unsafe buffer.initialize(repeating: 0)
      guard let start = buffer.baseAddress, unsafe strerror_r(code, start, buffer.count) == 0
      else { return "error \(code)" }
      return unsafe String(cString: start)
    }
  }
}
