import CGLES
import Glibc

/// The GPU's own measure of how long some commands take (GL_EXT_disjoint_timer_query).
///
/// GL thread only; deleted with the value (glDeleteQueriesEXT). One measures at a time.
package struct TimerQuery: ~Copyable {
  private let handle: Handle

  /// GL's name for it, for tests.
  package var name: UInt32 { handle.name }

  /// How long to sleep between looks at a result that isn't there yet, microseconds.
  private static let pause: UInt32 = 50

  /// A query, or nil where the driver has none or its counter is missing.
  package init?(_ context: Context) {
    guard context.capabilities.timesCommands else { return nil }
    handle = Handle(context, .query)
  }

  /// Begins to measure (glBeginQueryEXT).
  package func begin() {
    // Reading it clears what was disjoint before.
    _ = Self.isDisjoint()
    cgles_glBeginQueryEXT(GL.timeElapsed, handle.name)
  }

  /// Ends what `begin` began (glEndQueryEXT).
  package func end() { cgles_glEndQueryEXT(GL.timeElapsed) }

  /// What the GPU took between `begin` and `end`, once it has finished.
  ///
  /// - Parameters:
  ///   - deadline: when to give up waiting.
  ///   - isCancelled: asked while waiting.
  /// - Returns: The time, or nil where something disturbed the counter, such as a change of clock.
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
