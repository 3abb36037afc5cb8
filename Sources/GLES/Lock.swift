import Glibc

/// A pthread mutex with a condition; other modules use `Synchronization.Mutex`.
///
/// `JobQueue` and `ExitGate` wait for other threads, and `Mutex` has no condition for that.
/// `eglLock` guards calls of drivers, not a value. ThreadSanitizer reports false races for `Mutex`
/// on Linux, and this module's tests run under ThreadSanitizer.
@safe
final class Lock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  func lock() { unsafe pthread_mutex_lock(mutex) }
  func unlock() { unsafe pthread_mutex_unlock(mutex) }

  /// Calls a closure with the lock held.
  func locked<Result: ~Copyable>(_ body: () -> Result) -> Result {
    lock()
    defer { unlock() }
    return body()
  }

  /// Waits for `wake`; the caller must hold the lock, and holds it again afterwards.
  func wait() { unsafe pthread_cond_wait(condition, mutex) }
  func wake() { unsafe pthread_cond_broadcast(condition) }
}

/// Lock for calls that create, destroy or bind an EGL or GBM object, in any thread.
///
/// Drivers have had data races in these calls, and all contexts of a node share its GBM device.
let eglLock = Lock()
