internal import Glibc
internal import Synchronization

/// Handling of signals.
enum Signals {
  /// Signals that end the program in an orderly way.
  static let ending: [Int32] =
    isIgnored(SIGHUP) ? [SIGINT, SIGTERM] : [SIGINT, SIGTERM, SIGHUP]

  /// Number of ending signals that arrived and weren't taken yet.
  private static let raised = Atomic(0)

  /// Turns a closed pipe into an error of `write`, and leaves the ending signals to the watchdog.
  ///
  /// Call it before any thread is created: threads inherit the set of blocked signals.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    // Blocked signals stay pending for the watchdog, which waits for them. But while the first
    // thread is idle, Dispatch suspends it with no signal blocked: a handler then counts the
    // signals.
    _ = raised.load(ordering: .relaxed)
    for number in ending { signal(number) { _ in Signals.raised.add(1, ordering: .relaxed) } }
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in ending { unsafe sigaddset(&set, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Takes an ending signal; returns false if none has arrived.
  static func takeOne() -> Bool {
    let count = raised.load(ordering: .relaxed)
    guard count > 0 else { return false }
    raised.subtract(1, ordering: .relaxed)
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
