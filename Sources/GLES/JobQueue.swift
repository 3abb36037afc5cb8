import CGLES
import Glibc

/// The jobs of a `RenderThread`, and the thread that runs them.
///
/// Separate from the executor, so that the thread doesn't keep the executor alive.
@safe
final class JobQueue: @unchecked Sendable {
  /// State of the thread.
  private enum State {
    case running
    case stopping
    /// No thread: a new job starts one, which ends when the queue is empty.
    case ended
  }

  /// A job and its executor.
  @safe
  private struct Entry {
    let job: UnownedJob
    let executor: UnownedSerialExecutor
  }

  private let name: String
  private let lock = Lock()
  private var jobs: [Entry] = []
  private var state = State.ended
  private var thread = pthread_t()
  private var needsJoin = false
  /// Kernel id of the thread that runs jobs; 0 without such a thread.
  private var drainingID: pid_t = 0

  /// GL drivers and their shader compilers need deep stacks.
  private static let stackBytes = 8 << 20

  init(name: String) { self.name = name }

  /// Starts the render thread and waits until it runs; returns 0 or an errno.
  func start() -> Int32 {
    lock.lock()
    defer { lock.unlock() }
    state = .running
    let failure = startThread()
    guard failure == 0 else {
      state = .ended
      return failure
    }
    needsJoin = true
    while drainingID == 0 { lock.wait() }
    return 0
  }

  // Ask for the kernel's id by an opaque call. pthread_self is declared const: the optimiser would
  // reuse its value after a suspension point, on another thread.
  var isDraining: Bool {
    lock.lock()
    defer { lock.unlock() }
    return drainingID == cgles_thread_id()
  }

  func append(_ job: UnownedJob, _ executor: UnownedSerialExecutor) {
    lock.lock()
    defer { lock.unlock() }
    jobs.append(unsafe Entry(job: job, executor: executor))
    if state == .ended {
      state = .stopping
      let failure = startThread()
      precondition(failure == 0, "no thread for a job after the render thread's end")
      pthread_detach(thread)
    }
    lock.wake()
  }

  func shutdown() {
    lock.lock()
    if state == .running { state = .stopping }
    lock.wake()
    let joins = needsJoin
    needsJoin = false
    let thread = self.thread
    let isSelf = drainingID == cgles_thread_id()
    lock.unlock()
    guard joins else { return }
    if isSelf { pthread_detach(thread) } else { pthread_join(thread, nil) }
  }

  /// Call with the lock held.
  private func startThread() -> Int32 {
    let argument = unsafe Unmanaged.passRetained(self).toOpaque()
    let failure = unsafe cgles_thread_start(
      &thread, Self.stackBytes, name,
      { pointer in
        guard let pointer = unsafe pointer else { return }
        unsafe Unmanaged<JobQueue>.fromOpaque(pointer).takeRetainedValue().drain()
      }, argument)
    if failure != 0 { unsafe Unmanaged<JobQueue>.fromOpaque(argument).release() }
    return failure
  }

  /// Body of the thread: runs jobs until the state isn't `running` and the queue is empty.
  private func drain() {
    lock.lock()
    drainingID = cgles_thread_id()
    lock.wake()
    while true {
      while jobs.isEmpty, state == .running { lock.wait() }
      if jobs.isEmpty { break }
      let batch = jobs
      jobs = []
      lock.unlock()
      for entry in batch {
        ExitGate.enter()
        unsafe entry.job.runSynchronously(on: entry.executor)
        ExitGate.leave()
      }
      lock.lock()
    }
    state = .ended
    drainingID = 0
    lock.unlock()
  }
}
