import Glibc

/// Distinguishes a stalled encoder from a slow one.
///
/// An encoder is stalled if it reads nothing from its pipe, writes nothing to its file and uses no
/// processor time for `patience`. Only time between regular polls counts.
struct StallWatch {
  /// Values that change when bytes are read or written.
  private struct Trace: Equatable {
    let unread: Int32
    let size: Int
    let seconds: Int
    let nanoseconds: Int
  }

  /// Polls per `patience`, and the longest interval between polls.
  private static let looks = 10
  private static let longestInterval = Duration.seconds(1)

  private let process: pid_t
  private let output: String
  private let patience: Duration
  private let interval: Duration
  private var last: Trace?
  private var ticks: Int?
  private var idle = Duration.zero
  private var looked = SuspendingClock.now

  /// A watch over a process and its descendants, which write the file `output`.
  init(_ process: pid_t, output: String, patience: Duration) {
    self.process = process
    self.output = output
    self.patience = patience
    interval = min(patience / Self.looks, Self.longestInterval)
  }

  /// Whether the encoder has been idle for `patience`; `unread` is the number of bytes in its pipe.
  mutating func isStalled(unread: Int32) -> Bool {
    let now = SuspendingClock.now
    let passed = now - looked
    guard passed >= interval else { return false }
    looked = now
    let (trace, ticks) = (trace(unread), ticks)
    let isSame = trace == last
    last = trace
    // Processor times are slow to query, so query them only if nothing else has changed.
    self.ticks = isSame ? ProcessFamily.ticks(of: process) : nil
    guard isSame, let ticks, ticks == self.ticks else {
      idle = .zero
      return false
    }
    // A late poll counts as two intervals at most: all processes may have been stopped before it.
    idle += min(passed, interval * 2)
    return idle >= patience
  }

  private func trace(_ unread: Int32) -> Trace {
    var status = stat()
    // For a missing file, `status` stays 0.
    unsafe stat(output, &status)
    return Trace(
      unread: unread, size: Int(status.st_size), seconds: status.st_mtim.tv_sec,
      nanoseconds: status.st_mtim.tv_nsec)
  }
}
