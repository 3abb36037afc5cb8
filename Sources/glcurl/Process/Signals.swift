internal import Glibc
internal import Synchronization

/// Handling of signals.
enum Signals {
  /// Signals that end the program in an orderly way.
  static let ending: [Int32] =
    isIgnored(SIGHUP) ? [SIGINT, SIGTERM] : [SIGINT, SIGTERM, SIGHUP]

  /// Numbers of signals that arrived and weren't taken yet: those that end, and SIGHUP.
  private static let raised = Atomic(0)
  private static let hangUps = Atomic(0)

  /// Turns a closed pipe into an error of `write`, and leaves the ending signals to the watchdog.
  ///
  /// Call it before any thread is created: threads inherit the set of blocked signals.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    // Blocked signals stay pending for the watchdog, which waits for them. But while the first
    // thread is idle, Dispatch suspends it with no signal blocked: a handler then counts the
    // signals.
    _ = raised.load(ordering: .relaxed) + hangUps.load(ordering: .relaxed)
    for number in ending { count(number) }
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in ending { unsafe sigaddset(&set, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Counts a signal from now on, even if the process was started with it ignored.
  static func count(_ number: Int32) {
    signal(number) { number in
      if number == SIGHUP {
        Signals.hangUps.add(1, ordering: .relaxed)
      } else {
        Signals.raised.add(1, ordering: .relaxed)
      }
    }
  }

  /// Takes a signal that arrived: SIGHUP, or SIGTERM for any other; nil if none has.
  static func takeOne() -> Int32? {
    if take(raised) { return SIGTERM }
    return take(hangUps) ? SIGHUP : nil
  }

  private static func take(_ count: borrowing Atomic<Int>) -> Bool {
    guard count.load(ordering: .relaxed) > 0 else { return false }
    count.subtract(1, ordering: .relaxed)
    return true
  }

  /// Whether the process was started with a signal ignored, as by `nohup`.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    let handler = unsafe action.__sigaction_handler.sa_handler
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
