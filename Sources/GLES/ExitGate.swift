import CGLES
import Glibc

/// Keeps render threads from drawing while the process ends.
///
/// exit() runs the drivers' own handlers, which free objects that a thread may be drawing with: it
/// would crash. So no new job starts, and running jobs get a moment to finish. If a driver compiles
/// for long or hangs, the process ends without those handlers. Safe from any thread.
enum ExitGate {
  private static let lock = Lock()
  /// Threads that run a job.
  nonisolated(unsafe) private static var busy: [pid_t] = []
  nonisolated(unsafe) private static var isClosed = false
  /// Number of jobs finished since a driver was loaded; nil before that.
  nonisolated(unsafe) private static var ended: Int?
  /// Largest number of libraries at a registration.
  nonisolated(unsafe) private static var libraries = 0

  /// Time to wait for jobs at the end of the process, milliseconds.
  private static let patience = 2000

  /// Registers the gate's exit handler; call it after a driver may have been loaded, because
  /// handlers run in reverse order of registration.
  ///
  /// Repeated failed attempts load nothing new and add no handler; `isOpen` says that an attempt
  /// succeeded. Returns whether a handler was added.
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

  /// Makes the gate's handler run before all handlers registered so far.
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
    // Drivers register more handlers when they first create a context, compile and draw: so again
    // after the first job, the second, the fourth and so on.
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
