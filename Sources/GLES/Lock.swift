import Glibc

/// A pthread mutex with a condition; values elsewhere are in a `Synchronization.Mutex`.
///
/// `JobQueue` and `ExitGate` wait for another thread, for which `Mutex` has no condition. `eglLock`
/// guards calls of drivers rather than a value. ThreadSanitizer reports false races for `Mutex` on
/// Linux, and this module's tests run under it.
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

  /// Waits for `wake`, with the lock held before and after.
  func wait() { unsafe pthread_cond_wait(condition, mutex) }
  func wake() { unsafe pthread_cond_broadcast(condition) }
}

/// Held around every call that creates, destroys or binds an EGL or GBM object, in any thread.
///
/// Drivers have had data races there, and all contexts of a node share its GBM device.
let eglLock = Lock()
