import CGLES
import Glibc

/// A measurement of the GPU's time for some commands (GL_EXT_disjoint_timer_query).
///
/// GL thread only; deleted with the value (glDeleteQueriesEXT). Only one query can measure at a
/// time.
package struct TimerQuery: ~Copyable {
  private let handle: Handle

  /// GL's name of the query, for tests.
  package var name: UInt32 { handle.name }

  /// Pause between polls for the result, microseconds.
  private static let pause: UInt32 = 50

  /// Creates a query; nil if the driver has no timer queries or no counter.
  package init?(_ context: Context) {
    guard context.capabilities.timesCommands else { return nil }
    handle = Handle(context, .query)
  }

  /// Begins the measurement (glBeginQueryEXT).
  package func begin() {
    // Reading the flag clears earlier disjoint events.
    _ = Self.isDisjoint()
    cgles_glBeginQueryEXT(GL.timeElapsed, handle.name)
  }

  /// Ends the measurement (glEndQueryEXT).
  package func end() { cgles_glEndQueryEXT(GL.timeElapsed) }

  /// The GPU's time between `begin` and `end`; waits for the result.
  ///
  /// - Parameters:
  ///   - deadline: time limit of the wait.
  ///   - isCancelled: polled while waiting.
  /// - Returns: the time; nil if the counter was disturbed, for example by a change of clock.
  /// - Throws: `deadlineExceeded`, `cancelled`, `contextLost`, `glCall`.
  package func elapsed(
    until deadline: ContinuousClock.Instant, isCancelled: () -> Bool = { false }
  ) throws(GLError) -> Duration? {
    let doing = "wait for a timer query"
    let context = handle.context
    while true {
      var isThere: GLuint = 0
      unsafe cgles_glGetQueryObjectuivEXT(
        handle.name, GLenum(GL_QUERY_RESULT_AVAILABLE_EXT), &isThere)
      if isThere != 0 { break }
      try context.checkErrors(doing: doing)
      if isCancelled() { throw GLError(.cancelled, doing: doing) }
      if ContinuousClock.now >= deadline { throw GLError(.deadlineExceeded, doing: doing) }
      usleep(Self.pause)
    }
    var nanoseconds: GLuint64 = 0
    unsafe cgles_glGetQueryObjectui64vEXT(
      handle.name, GLenum(GL_QUERY_RESULT_EXT), &nanoseconds)
    let isDisjoint = Self.isDisjoint()
    try context.checkErrors(doing: "read a timer query")
    return isDisjoint ? nil : .nanoseconds(Int64(clamping: nanoseconds))
  }

  private static func isDisjoint() -> Bool {
    var value: GLint = 0
    unsafe cgles_glGetIntegerv(GLenum(GL_GPU_DISJOINT_EXT), &value)
    return value != 0
  }
}
