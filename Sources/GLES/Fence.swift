import CGLES

/// A point in the stream of GL commands; callers wait for it with a deadline.
///
/// GL thread only; deleted with the value (glDeleteSync).
@safe
package struct Fence: ~Copyable {
  private let context: Context
  private let sync: OpaquePointer

  /// Marks the point after all commands so far and flushes them (glFenceSync, glFlush).
  package init(_ context: Context) throws(GLError) {
    guard let sync = unsafe cgles_glFenceSync(GLenum(GL_SYNC_GPU_COMMANDS_COMPLETE), 0) else {
      try context.checkErrors(doing: "make a fence")
      throw GLError(.systemFailed, doing: "make a fence", detail: "glFenceSync: NULL")
    }
    cgles_glFlush()
    unsafe self.sync = unsafe sync
    self.context = context
  }

  deinit {
    guard context.isAlive, context.isCurrent else { return }
    unsafe cgles_glDeleteSync(sync)
  }

  /// Waits in slices of at most 100 ms and checks for cancellation between them (glClientWaitSync).
  ///
  /// If the GPU has passed the point, no error is thrown, even after the deadline.
  ///
  /// - Throws: `deadlineExceeded`, `cancelled`, `contextLost`.
  package func wait(
    until deadline: ContinuousClock.Instant, isCancelled: () -> Bool = { false }
  ) throws(GLError) {
    let clock = ContinuousClock()
    let fault = context.faults?.strike(where: \.isDelay)
    if let fault, fault.outlasts(clock.now.duration(to: deadline)) {
      throw GLError(.deadlineExceeded, doing: "wait for the GPU", detail: "planned")
    }
    var slice: Duration = .zero
    while try !poll(nanoseconds: UInt64(slice / .nanoseconds(1))) {
      let doing = "wait for the GPU"
      try context.checkReset(doing: doing)
      if isCancelled() { throw GLError(.cancelled, doing: doing) }
      let left = clock.now.duration(to: deadline)
      if left <= .zero { throw GLError(.deadlineExceeded, doing: doing) }
      slice = min(left, .milliseconds(100))
    }
  }

  private func poll(nanoseconds: UInt64) throws(GLError) -> Bool {
    let doing = "wait for the GPU"
    guard context.isAlive else {
      throw GLError(.contextLost(.unknown), doing: doing)
    }
    let answer =
      context.failsToWait()
      ? GL.waitFailed
      : unsafe cgles_glClientWaitSync(
        sync, GLbitfield(GL_SYNC_FLUSH_COMMANDS_BIT), nanoseconds)
    switch answer {
    case GL.alreadySignaled, GL.conditionSatisfied:
      // A reset ends all commands, so it signals fences too.
      try context.checkReset(doing: doing)
      return true
    case GL.timeoutExpired: return false
    default: throw context.lost(doing: doing, detail: "glClientWaitSync: GL_WAIT_FAILED")
    }
  }
}
