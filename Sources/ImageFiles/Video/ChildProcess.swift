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

  /// ID of the process, and of its process group unless it has joined this process's.
  let number: pid_t
  private let hasJoined: Bool
  private let state = Mutex(State())

  /// Starts the program at `path` with this process's environment, `input` as standard input, the
  /// descriptor `output` as standard output, if there is one, and `errors` as standard error.
  ///
  /// A program that joins this process's group ends with it when the group is killed; otherwise its
  /// descendants are killed with it. Throws the system's error number.
  init(
    path: String, arguments: [String], input: borrowing Descriptor, output: Int32?,
    errors: borrowing Descriptor, joinsGroup: Bool
  ) throws(SpawnError) {
    let words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    defer { for at in unsafe words.indices { unsafe free(words[at]) } }
    var number: pid_t = 0
    let code = unsafe ci_spawn(
      path, words, input.number, output ?? -1, errors.number, joinsGroup ? 1 : 0, &number)
    guard code == 0 else { throw SpawnError(code: code) }
    self.number = number
    hasJoined = joinsGroup
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
      _ = Glibc.kill(hasJoined ? number : -number, SIGKILL)
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
