internal import Dispatch
internal import Glibc
internal import ImageFiles
internal import Synchronization

/// Turns SIGINT, SIGTERM and SIGHUP into a cancellation.
///
/// The first one cancels the work, which then removes what is unfinished. A second one, or work
/// that takes too long to stop, ends the program at once, without unfinished files either. Safe
/// from any thread.
final class Interrupt: Sendable {
  private struct State {
    var isRaised = false
    var abandon: [@Sendable () -> Void] = []
  }

  /// The one of this process.
  static let shared = Interrupt()

  /// Seconds that cancelled work gets to stop.
  private static let patience = 3.0

  private let queue = DispatchQueue(label: "signals")
  private let state = Mutex(State())

  /// Whether a signal came.
  var isRaised: Bool { state.withLock { $0.isRaised } }

  /// Calls `cancel` when a signal comes; to be called once.
  func listen(_ cancel: @escaping @Sendable () -> Void) {
    for number in Signals.ending {
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      // The handler keeps its source, which would go otherwise, for as long as the process lasts.
      source.setEventHandler { withExtendedLifetime(source) { self.raise(cancel) } }
      source.activate()
    }
  }

  /// Has `action` called if the program must end at once, such as to kill another one.
  func onAbandon(_ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.abandon.append(action) }
  }

  private func raise(_ cancel: () -> Void) {
    let isFirst = state.withLock { state in
      defer { state.isRaised = true }
      return !state.isRaised
    }
    guard isFirst else { abandon() }
    cancel()
    queue.asyncAfter(deadline: .now() + Self.patience) { @Sendable in self.abandon() }
  }

  private func abandon() -> Never {
    for action in state.withLock({ $0.abandon }) { action() }
    TemporaryFiles.removeAll(refuseNew: true)
    Console.say("interrupted")
    _exit(ExitStatus.interrupted.rawValue)
  }
}
