import Glibc

/// Tells an encoder that does nothing from one that is slow.
///
/// It does nothing where it takes nothing from its pipe, writes nothing to its file and uses no
/// processor time, all of these together, for as long as the patience lasts. Only time in which it is
/// looked at counts.
struct StallWatch {
  /// What changes where bytes are taken or written.
  private struct Trace: Equatable {
    let unread: Int32
    let size: Int
    let seconds: Int
    let nanoseconds: Int
  }

  /// Looks for each patience, and the longest time between two.
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

  /// A watch over a process, and what it starts, that writes the file `output`.
  init(_ process: pid_t, output: String, patience: Duration) {
    self.process = process
    self.output = output
    self.patience = patience
    interval = min(patience / Self.looks, Self.longestInterval)
  }

  /// Whether nothing has been done for too long; `unread` is how much lies in its pipe.
  mutating func isStalled(unread: Int32) -> Bool {
    let now = SuspendingClock.now
    let passed = now - looked
    guard passed >= interval else { return false }
    looked = now
    let (trace, ticks) = (trace(unread), ticks)
    let isSame = trace == last
    last = trace
    // To ask for times takes longer than the rest: only where that stands still.
    self.ticks = isSame ? ProcessFamily.ticks(of: process) : nil
    guard isSame, let ticks, ticks == self.ticks else {
      idle = .zero
      return false
    }
    // A look that comes late says nothing about the time before: all may have been stopped.
    idle += min(passed, interval * 2)
    return idle >= patience
  }

  private func trace(_ unread: Int32) -> Trace {
    var status = stat()
    // Without its file, it writes none.
    unsafe stat(output, &status)
    return Trace(
      unread: unread, size: Int(status.st_size), seconds: status.st_mtim.tv_sec,
      nanoseconds: status.st_mtim.tv_nsec)
  }
}
