internal import Dispatch
internal import Glibc
internal import Synchronization

/// A program that was run to its end, and its times.
package struct MeasuredProcess {
  /// Exit status, or 128 + the signal that ended it.
  package let status: Int32
  /// Clock time from start to end, and processor time of the program and its descendants.
  package let lap: Lap
  /// File of this program.
  package static let own = "/proc/self/exe"

  /// Whether a process number still belongs to the program.
  private final class Running: Sendable {
    let isRunning = Mutex(true)
  }

  /// Runs the program with a path or name; nil if the system can't start it.
  ///
  /// Its standard input and output are files; the default is the null device. Cancelling the task
  /// ends it. Its memory isn't reported, because the system's number would include this process's
  /// memory.
  package static func run(
    _ path: String, _ words: [String], input: String = "/dev/null", output: String = "/dev/null"
  ) async throws -> MeasuredProcess? {
    // If SIGCHLD is ignored, the system discards the exit status of a child process.
    signal(SIGCHLD, SIG_DFL)
    let start = ContinuousClock.now
    guard let number = spawn(path, words, input, output) else { return nil }
    let running = Running()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async {
          // Wait without collecting: the process keeps its number until it is collected.
          waitForEnd(number)
          let wall = (ContinuousClock.now - start) / .milliseconds(1)
          continuation.resume(
            returning: running.isRunning.withLock { isRunning in
              isRunning = false
              return collect(number, wall: wall)
            })
        }
      }
    } onCancel: {
      running.isRunning.withLock { if $0 { _ = kill(number, SIGTERM) } }
    }
    guard !Task.isCancelled else { throw CancellationError() }
    return result
  }

  /// Processor time of this process's ended children, milliseconds.
  static var childrenTime: Double {
    var usage = rusage()
    unsafe getrusage(childrenOfThisProcess, &usage)
    return milliseconds(usage)
  }

  /// RUSAGE_CHILDREN, in the parameter's type.
  private static let childrenOfThisProcess: Int32 = -1
  private static let queue = DispatchQueue(label: "measured programs")

  private static func waitForEnd(_ number: pid_t) {
    var info = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(number), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
  }

  private static func collect(_ number: pid_t, wall: Double) -> MeasuredProcess {
    var (status, usage) = (Int32(0), rusage())
    while unsafe wait4(number, &status, 0, &usage) < 0 && errno == EINTR {}
    let signal = status & 0x7f
    return MeasuredProcess(
      status: signal == 0 ? status >> 8 & 0xff : 128 + signal,
      lap: Lap(wall: wall, cpu: milliseconds(usage)))
  }

  private static func milliseconds(_ usage: rusage) -> Double {
    let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
    return Double(seconds) * 1e3 + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3
  }

  private static func spawn(
    _ path: String, _ words: [String], _ input: String, _ output: String
  ) -> pid_t? {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(
      &actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var arguments = unsafe ([path] + words).map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe arguments.indices { unsafe free(arguments[index]) } }
    var number: pid_t = 0
    let code = unsafe posix_spawnp(&number, path, &actions, nil, &arguments, environ)
    return code == 0 ? number : nil
  }
}
