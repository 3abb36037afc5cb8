internal import CurlSystem
internal import Dispatch
internal import Glibc
internal import ImageFiles
internal import PageFilm
internal import Synchronization

/// Ends the program's work early: on SIGINT, SIGTERM and SIGHUP, after `--timeout`, beyond
/// `--max-memory`.
///
/// The watchdog first cancels the work, which then removes unfinished files. A second signal, or
/// work that takes too long to stop, ends the program at once; unfinished files are removed then
/// too. The watchdog has its own thread, so that it works even if tasks get none. Any thread can
/// use it.
final class Watchdog: Sendable {
  /// Reason for ending the work.
  enum Cause: Sendable, Equatable {
    case signal
    case timeout(seconds: Double)
    case memory(held: Int, most: Int)

    /// Exit status and message for the reason.
    var error: CommandError {
      switch self {
      case .signal: CommandError(.interrupted, "interrupted")
      case .timeout(let seconds):
        CommandError(
          .temporary,
          "not done after \(seconds.short) s: allow more with --timeout, or do less")
      case .memory(let held, let most):
        CommandError(
          .unavailable,
          "\(held >> 20) MiB of memory are held, more than the \(most >> 20) MiB allowed: allow more "
            + "with --max-memory, or draw smaller pages or frames")
      }
    }
  }

  private struct State {
    var cause: Cause?
    var cancel: (@Sendable () -> Void)?
    var abandon: [@Sendable () -> Void] = []
    var serve: (@Sendable (Int32) -> Bool)?
    var seconds: Double?
    var memory: Int?
    /// Time by which cancelled work must have stopped.
    var patience: ContinuousClock.Instant?
  }

  /// The watchdog of this process.
  static let shared = Watchdog()

  /// Time for cancelled work to stop.
  private static let patience = Duration.seconds(3)
  /// Interval between checks of time and memory, nanoseconds.
  private static let tick = 50_000_000
  /// Time after which the system ends the program if it hangs in its last steps, seconds.
  private static let lastResort: UInt32 = 3

  private let began = ContinuousClock.now
  private let state = Mutex(State())

  /// Reason for ending the work; nil if there is none.
  var cause: Cause? { state.withLock { $0.cause } }

  /// Starts watching, and calls `cancel` when the work has to end; call it once.
  ///
  /// Returns false if the system provides no thread.
  func start(_ cancel: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { $0.cancel = cancel }
    return SystemThreads.start { self.watch() }
  }

  /// Ends the work when the whole run has taken longer than `seconds`.
  func limit(seconds: Double) { state.withLock { $0.seconds = seconds } }

  /// Ends the work when this process and its descendants hold more than `memory` bytes.
  ///
  /// Nil sets no limit.
  func limit(memory: Int?) { state.withLock { $0.memory = memory } }

  /// Registers who gets signals first; false leaves the signal to the watchdog.
  func onSignal(_ action: @escaping @Sendable (Int32) -> Bool) {
    state.withLock { $0.serve = action }
  }

  /// Registers an action that runs if the program must end at once, such as killing another
  /// process.
  func onAbandon(_ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.abandon.append(action) }
  }

  private func watch() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in Signals.ending { unsafe sigaddset(&signals, number) }
    while true {
      var pause = timespec(tv_sec: 0, tv_nsec: Self.tick)
      let pending = unsafe sigtimedwait(&signals, nil, &pause)
      if let signal = Signals.takeOne() ?? (pending > 0 ? pending : nil) {
        if state.withLock({ $0.serve })?(signal) != true { raise(.signal) }
      } else {
        look()
      }
    }
  }

  /// Checks time and memory.
  private func look() {
    let (seconds, memory, patience) = state.withLock { ($0.seconds, $0.memory, $0.patience) }
    if let patience {
      if ContinuousClock.now > patience { abandon() }
      return
    }
    if let seconds, ContinuousClock.now - began > .seconds(seconds) {
      raise(.timeout(seconds: seconds))
    }
    if let memory {
      let held = SystemMemory.residentWithChildren
      if held > memory { raise(.memory(held: held, most: memory)) }
    }
  }

  private func raise(_ cause: Cause) {
    let cancel = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.cause == nil else { return nil }
      state.cause = cause
      state.patience = ContinuousClock.now + Self.patience
      return state.cancel
    }
    guard let cancel else {
      // The second signal.
      if cause == .signal { abandon() }
      return
    }
    cancel()
  }

  private func abandon() -> Never {
    signal(SIGALRM, SIG_DFL)
    alarm(Self.lastResort)
    for action in state.withLock({ $0.abandon }) { action() }
    TemporaryFiles.removeAll(refuseNew: true)
    let error = (cause ?? .signal).error
    Console.say(error.message)
    _exit(error.status.rawValue)
  }
}
