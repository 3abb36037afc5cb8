internal import Glibc
internal import Synchronization

/// How the process takes signals.
enum Signals {
  /// The signals that end the program in an orderly way.
  static let ending: [Int32] =
    isIgnored(SIGHUP) ? [SIGINT, SIGTERM] : [SIGINT, SIGTERM, SIGHUP]

  /// Ending signals that came and weren't taken.
  private static let raised = Atomic(0)

  /// Makes a reader that went away an error of `write`, and leaves the ending signals to the watchdog.
  ///
  /// To be called before any thread is made: threads inherit this.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    // They stay pending for whoever waits for them. But where the first thread has nothing to do,
    // Dispatch has it suspended with no signal blocked: there they are counted.
    _ = raised.load(ordering: .relaxed)
    for number in ending { signal(number) { _ in Signals.raised.add(1, ordering: .relaxed) } }
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in ending { unsafe sigaddset(&set, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Whether an ending signal came that nobody has taken yet; it is taken now.
  static func takeOne() -> Bool {
    let count = raised.load(ordering: .relaxed)
    guard count > 0 else { return false }
    raised.subtract(1, ordering: .relaxed)
    return true
  }

  /// Whether the process was started to ignore a signal, as `nohup` does.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    let handler = unsafe action.__sigaction_handler.sa_handler
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
