internal import Glibc

/// Failure of the link between a server and a worker.
package enum LinkError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A message has more bytes than ``WorkerSocket/mostBytes``.
  case messageTooLarge(bytes: Int)
  /// A message has more descriptors than ``WorkerSocket/mostDescriptors``.
  case tooManyDescriptors(Int)
  /// The other end of the socket is closed.
  case closed
  /// The other end didn't read in time.
  case late
  /// The other end sent something that isn't a message; the text is the reason.
  case invalidMessage(String)
  /// Descriptors of a message were lost, because this process may not have more.
  case descriptorsLost
  /// A range that isn't inside a file.
  case outsideFile(Range<Int>, size: Int)
  /// A system call failed with an errno.
  case system(call: String, code: Int32)

  /// The message.
  package var description: String {
    switch self {
    case .messageTooLarge(let bytes):
      "a message of \(bytes) bytes exceeds the limit of \(WorkerSocket.mostBytes)"
    case .tooManyDescriptors(let count):
      "a message with \(count) descriptors exceeds the limit of \(WorkerSocket.mostDescriptors)"
    case .closed: "the other process has closed the connection"
    case .late: "the other process doesn't read its messages"
    case .invalidMessage(let reason): "the other process sent an invalid message: \(reason)"
    case .descriptorsLost: "descriptors of a message were lost: this process has too many open"
    case .outsideFile(let range, let size):
      "bytes \(range.lowerBound)..<\(range.upperBound) aren't inside a file of \(size) bytes"
    case .system(let call, let code): "\(call): \(SystemText.of(code))"
    }
  }
}

/// Descriptions of errnos.
enum SystemText {
  /// The system's text for an errno; safe from any thread.
  static func of(_ code: Int32) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      unsafe buffer.initialize(repeating: 0)
      guard let start = buffer.baseAddress else { return "error \(code)" }
      // Glibc has two functions of this name; this one may return a text of its own.
      guard unsafe strerror_r(code, start, buffer.count) == 0 else { return "error \(code)" }
      return unsafe String(cString: start)
    }
  }
}
