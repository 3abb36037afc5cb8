import CGLES
import Glibc

/// A serial executor on one thread of its own, for an actor that owns a GL context.
///
/// A dispatch queue is serial but moves between threads, and GL belongs to one thread. The actor
/// returns `asUnownedSerialExecutor()` as its `unownedExecutor`, keeps the executor alive, and ends
/// it with `shutdown()`. Later jobs still run one after the other, so that no caller waits forever,
/// but on other, short-lived threads.
package final class RenderThread: SerialExecutor {
  private let queue: JobQueue

  /// Starts the thread.
  ///
  /// - Parameter name: the thread's name in the system; only the first 15 bytes count.
  /// - Throws: `contextFailed` if the system can't create the thread, which a context needs.
  package init(name: String = "glcurl-gl0") throws(GLError) {
    queue = JobQueue(name: name)
    let failure = queue.start()
    guard failure == 0 else {
      throw GLError(.contextFailed, doing: "start thread \(name)", detail: systemError(failure))
    }
  }

  deinit { queue.shutdown() }

  package func enqueue(_ job: consuming ExecutorJob) {
    unsafe queue.append(UnownedJob(job), asUnownedSerialExecutor())
  }

  package func isIsolatingCurrentContext() -> Bool? { queue.isDraining }

  package func checkIsolated() {
    precondition(queue.isDraining, "not on the render thread")
  }

  /// Runs queued jobs, ends the thread and waits for its end; may be called twice.
  ///
  /// A call on the thread itself returns at once; the thread ends when its queue is empty.
  package func shutdown() { queue.shutdown() }
}
