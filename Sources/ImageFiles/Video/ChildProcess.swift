import CImageCodecs
import Glibc
import Synchronization

/// A running program: wait for it once, kill it at any time.
///
/// Safe from any thread.
final class ChildProcess: Sendable {
  /// How a program ended.
  enum End: Sendable, Equatable {
    case exited(Int32)
    case signaled(Int32)
    /// Another part of this process collected the exit status.
    case unknown
  }

  private struct State {
    /// False as soon as `number` may belong to another process.
    var isUncollected = true
    var wasKilled = false
  }

  /// Pauses between polls for the end, microseconds: each is twice the one before, up to the limit.
  private static let pauses: ClosedRange<UInt32> = 1_000...20_000

  /// ID of the process, and of the process group of its descendants.
  let number: pid_t
  private let state = Mutex(State())

  /// Starts the program at `path` with `input` as standard input and `errors` as standard error,
  /// without output and with this process's environment.
  ///
  /// Throws the system's error number.
  init(
    path: String, arguments: [String], input: borrowing Descriptor, errors: borrowing Descriptor
  ) throws(SpawnError) {
    let words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    defer { for at in unsafe words.indices { unsafe free(words[at]) } }
    var number: pid_t = 0
    let code = unsafe ci_spawn(path, words, input.number, errors.number, &number)
    guard code == 0 else { throw SpawnError(code: code) }
    self.number = number
  }

  /// Whether `kill()` was called before the end.
  var wasKilled: Bool {
    state.withLock { $0.wasKilled }
  }

  /// Whether the program has ended, even if its exit status isn't collected yet.
  var hasEnded: Bool {
    state.withLock { !$0.isUncollected || ci_has_ended(number) != 0 }
  }

  /// Kills the program and its descendants unless it has ended; `wait()` is still necessary.
  func kill() {
    state.withLock { state in
      guard state.isUncollected else { return }
      state.wasKilled = true
      _ = Glibc.kill(-number, SIGKILL)
    }
  }

  /// Blocks the thread until the program has ended; call it only once.
  ///
  /// Calls `look` after each pause.
  func wait(_ look: () -> Void = {}) -> End {
    var pause = Self.pauses.lowerBound
    while ci_has_ended(number) == 0 {
      usleep(pause)
      pause = min(2 * pause, Self.pauses.upperBound)
      look()
    }
    let code = state.withLock { state in
      state.isUncollected = false
      return ci_collect(number)
    }
    switch code {
    case ..<0: return .unknown
    case 256...: return .signaled(code - 256)
    default: return .exited(code)
    }
  }
}

/// A program couldn't be started.
struct SpawnError: Error {
  /// The system's error number.
  let code: Int32
}
