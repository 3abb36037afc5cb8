import CGLES
import Glibc

/// Keeps render threads from drawing while the process ends.
///
/// exit() runs the drivers' own handlers, which free objects; a thread that draws with them would
/// crash. So no new job starts, and running jobs get up to `patience` to finish. If a driver
/// compiles longer or hangs, the process ends without those handlers. Safe from any thread.
enum ExitGate {
  private static let lock = Lock()
  /// Kernel ids of the threads that run a job.
  nonisolated(unsafe) private static var busy: [pid_t] = []
  nonisolated(unsafe) private static var isClosed = false
  /// Number of jobs finished since a driver was loaded; nil before that.
  nonisolated(unsafe) private static var ended: Int?
  /// Largest number of loaded libraries at a registration.
  nonisolated(unsafe) private static var libraries = 0

  /// Longest wait for running jobs at the end of the process, milliseconds.
  private static let patience = 2000

  /// Registers the gate's exit handler; returns whether it did.
  ///
  /// Call it after each attempt to open a display: exit handlers run in reverse order of
  /// registration, so the gate's must follow the driver's. `isOpen` says that the attempt
  /// succeeded. A failed attempt that loaded no new library adds no handler.
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

  /// Begins a job; never returns if the process is ending.
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
    // Drivers register more handlers when they first create a context, compile and draw. So
    // register again after jobs 1, 2, 4, 8 and so on.
    let isToRunFirst = unsafe !isClosed && count > 0 && count & (count - 1) == 0
    lock.unlock()
    if isToRunFirst { runFirst() }
  }

  private static func close(_ status: Int32) {
    // Don't wait for this thread: a job may itself end the process.
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
