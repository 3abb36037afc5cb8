import CGLES
import Glibc

/// Keeps render threads from drawing while the process ends.
///
/// exit() runs the drivers' own handlers, which take down what a thread may be drawing with: it
/// would crash in them. So no job begins any more, and those that run get a moment to end. Any
/// thread.
enum ExitGate {
  private static let lock = Lock()
  /// The threads that run a job.
  nonisolated(unsafe) private static var busy: [pid_t] = []
  nonisolated(unsafe) private static var isClosed = false

  /// How long the end of the process waits for jobs, in milliseconds.
  private static let patience = 2000

  /// Has it closed when the process ends; called after a driver was loaded, as handlers run in the
  /// reverse order of their registration.
  static func register() { atexit { ExitGate.close() } }

  /// Begins a job; doesn't return once the process ends.
  static func enter() {
    lock.lock()
    defer { lock.unlock() }
    while unsafe isClosed { lock.wait() }
    unsafe busy.append(cgles_thread_id())
  }

  /// Ends a job.
  static func leave() {
    lock.lock()
    defer { lock.unlock() }
    let own = cgles_thread_id()
    guard let place = unsafe busy.lastIndex(of: own) else { return }
    unsafe busy.remove(at: place)
  }

  private static func close() {
    // A job may itself end the process.
    let own = cgles_thread_id()
    for _ in 0..<patience {
      lock.lock()
      unsafe isClosed = true
      let isBusy = unsafe busy.contains { $0 != own }
      lock.unlock()
      if !isBusy { return }
      usleep(1000)
    }
  }
}
