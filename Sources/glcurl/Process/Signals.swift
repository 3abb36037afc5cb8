internal import Glibc

/// How the process takes signals.
enum Signals {
  /// The signals that end the program in an orderly way.
  static let ending: [Int32] =
    isIgnored(SIGHUP) ? [SIGINT, SIGTERM] : [SIGINT, SIGTERM, SIGHUP]

  /// Makes a reader that went away an error of `write`, and leaves the ending signals to others.
  ///
  /// To be called before any thread is made: threads inherit this.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in ending { unsafe sigaddset(&set, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Whether the process was started to ignore a signal, as `nohup` does.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    let handler = unsafe action.__sigaction_handler.sa_handler
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
