import CGLES
import Glibc

/// Keeps render threads from drawing while the process ends.
///
/// exit() runs the drivers' own handlers, which take down what a thread may be drawing with: it
/// would crash in them. So no job begins any more, and those that run get a moment to end; where
/// that isn't enough, as a driver compiles for long or hangs, the process ends without those
/// handlers. Any thread.
enum ExitGate {
  private static let lock = Lock()
  /// The threads that run a job.
  nonisolated(unsafe) private static var busy: [pid_t] = []
  nonisolated(unsafe) private static var isClosed = false
  /// Jobs that have ended since a driver was loaded; nil before one was.
  nonisolated(unsafe) private static var ended: Int?
  /// The most libraries that there were when it was registered.
  nonisolated(unsafe) private static var libraries = 0

  /// How long the end of the process waits for jobs, in milliseconds.
  private static let patience = 2000

  /// Has it closed when the process ends; called after a driver may have been loaded, as handlers
  /// run in the reverse order of their registration.
  ///
  /// Whoever tries again and again to open what fails loads nothing more then, and adds no handler;
  /// `isOpen` says that it didn't fail. Whether it added one.
  @discardableResult
  static func register(isOpen: Bool) -> Bool {
    let count = Int(cgles_loaded_count())
    lock.lock()
    let isNew = unsafe isOpen || count > libraries
    if isNew {
      unsafe libraries = max(libraries, count)
      unsafe ended = 0
    }
    lock.unlock()
    if isNew { runFirst() }
    return isNew
  }

  /// Has it closed before whatever handlers there are by now.
  private static func runFirst() {
    _ = unsafe on_exit({ status, _ in ExitGate.close(status) }, nil)
  }

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
    let own = cgles_thread_id()
    if let place = unsafe busy.lastIndex(of: own) { unsafe busy.remove(at: place) }
    let count = unsafe ended.map { $0 + 1 } ?? 0
    if count > 0 { unsafe ended = count }
    // Drivers register more as they first make a context, compile and draw: after the first job,
    // the second, the fourth and so on.
    let isToRunFirst = unsafe !isClosed && count > 0 && count & (count - 1) == 0
    lock.unlock()
    if isToRunFirst { runFirst() }
  }

  private static func close(_ status: Int32) {
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
    cgles_flush_output()
    _exit(status)
  }
}
