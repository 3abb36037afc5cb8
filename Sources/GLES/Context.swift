import CGLES
import Glibc

/// A GLES 3 context on one thread, current from its creation to `close()`.
///
/// Every handle keeps its context alive, so they may be freed in any order. GL thread only: the
/// type isn't Sendable, so an actor on a `RenderThread` owns and guards it.
@safe
package final class Context {
  package let display: Display
  /// Properties of the context's GL.
  package internal(set) var capabilities: Capabilities
  /// Attempts that failed before this context opened.
  package internal(set) var trail: [Attempt] = []
  /// Planned failures; nil is none.
  package internal(set) var faults: FaultPlan?
  /// Cache of linked programs; nil is none.
  package internal(set) var programCache: ProgramFolder?
  /// Whether the driver supports program binaries (GL_NUM_PROGRAM_BINARY_FORMATS).
  let keepsPrograms: Bool
  /// Whether the context is neither closed nor lost; if false, handles are dropped without GL
  /// calls.
  package private(set) var isAlive = true

  private let objects: ContextObjects
  /// EGL's own pointer.
  var raw: EGLContext { unsafe objects.context }
  private var isClosed = false
  private let keepsMessages: Bool
  /// Planned answer of the next query of the reset status; nil is none.
  private var plannedStatus: GLenum?

  /// Creates a context on a display and makes it current on this thread.
  init(_ display: Display, collectsMessages: Bool) throws(GLError) {
    let objects = try ContextObjects(display)
    let capabilities: Capabilities
    do throws(GLError) {
      try objects.makeCurrent(on: display)
      capabilities = Capabilities(of: display, asksForReset: objects.asksForReset)
      guard capabilities.glesVersion >= 30 else {
        throw GLError(
          .contextFailed, doing: "make a GLES 3 context", detail: "got \(capabilities.version)")
      }
    } catch {
      objects.destroy(on: display)
      throw error
    }
    self.display = display
    self.objects = objects
    self.capabilities = capabilities
    var forms: GLint = 0
    unsafe cgles_glGetIntegerv(GLenum(GL_NUM_PROGRAM_BINARY_FORMATS), &forms)
    keepsPrograms = forms > 0
    keepsMessages = collectsMessages && capabilities.extensions.contains("GL_KHR_debug")
    // Dithering would make equal colours differ. Alignment 1 packs rows of any width.
    cgles_glDisable(GL.dither)
    cgles_glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
    cgles_glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 1)
    if keepsMessages {
      cgles_glEnable(GL.debugOutput)
      cgles_glDebugMessageControlKHR(GL.dontCare, GL.dontCare, GL.dontCare, 0, nil, 0)
      cgles_glDebugMessageControlKHR(
        GL.dontCare, GL.dontCare, GL.debugSeverityHigh, 0, nil, 1)
    }
  }

  /// A last resort: frees the context on whatever thread this runs.
  deinit { close() }

  /// Makes the context current again after another one, on its own thread (eglMakeCurrent).
  package func makeCurrent() throws(GLError) {
    precondition(!isClosed, "the context is closed")
    try objects.makeCurrent(on: display)
  }

  /// Whether the context is current on this thread.
  package var isCurrent: Bool { !isClosed && objects.isCurrent }

  /// Whether the contexts of this display must not work at the same time.
  ///
  /// Mesa's software GL counts the users of a GBM node's memory without a lock. It also frees
  /// imported memory in any later call that draws something else.
  private var needsExclusiveAccess: Bool { display.platform == .gbm && capabilities.isSoftware }

  /// Calls a closure, and blocks the display's other contexts meanwhile if `needsExclusiveAccess`.
  ///
  /// If several renderers may share a display, do all drawing in here.
  package func exclusively<Result>(_ body: () throws(GLError) -> Result) throws(GLError) -> Result {
    guard needsExclusiveAccess else { return try body() }
    display.exclusiveLock.lock()
    defer { display.exclusiveLock.unlock() }
    return try body()
  }

  /// Destroys the context and its objects; may be called twice.
  ///
  /// Handles may be freed later. Don't call `close()` within `exclusively(_:)`.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    isAlive = false
    if needsExclusiveAccess { display.exclusiveLock.lock() }
    objects.destroy(on: display)
    if needsExclusiveAccess { display.exclusiveLock.unlock() }
  }

  /// Cause of the device's reset; nil without a reset (glGetGraphicsResetStatus).
  ///
  /// After a reset, close this context and create a new one.
  package func resetStatus() -> ResetCause? {
    if let fault = faults?.strike(where: \.isSilent) { plannedStatus = fault.status }
    // Some drivers return other values than these and GL_NO_ERROR.
    let cause: ResetCause? =
      switch status() {
      case GL.guiltyReset: .guilty
      case GL.innocentReset: .innocent
      case GL.unknownReset: .unknown
      default: nil
      }
    if cause != nil { markLost() }
    return cause
  }

  private func status() -> GLenum {
    if let planned = plannedStatus {
      plannedStatus = nil
      return planned
    }
    guard capabilities.isRobust, isCurrent else { return GL.noError }
    if capabilities.glesVersion >= 32 { return cgles_glGetGraphicsResetStatus() }
    return capabilities.extensions.contains("GL_KHR_robustness")
      ? cgles_glGetGraphicsResetStatusKHR() : cgles_glGetGraphicsResetStatusEXT()
  }

  /// Throws if the device was reset; some drivers report a reset only by its status.
  func checkReset(doing: @autoclosure () -> String) throws(GLError) {
    if let cause = resetStatus() { throw GLError(.contextLost(cause), doing: doing()) }
  }

  /// Waits until a reset is over: a context created before that would be lost again.
  ///
  /// - Parameters:
  ///   - deadline: time limit; some drivers never report the end.
  ///   - isCancelled: polled while waiting.
  package func waitForRecovery(
    until deadline: ContinuousClock.Instant, isCancelled: () -> Bool = { false }
  ) {
    precondition(!isAlive, "the context isn't lost")
    var pause: UInt32 = 1000
    while ContinuousClock.now < deadline, !isCancelled() {
      if let fault = faults?.strike(where: { $0 == .recovery }) { plannedStatus = fault.status }
      guard [GL.guiltyReset, GL.innocentReset, GL.unknownReset].contains(status()) else { return }
      usleep(pause)
      pause = min(2 * pause, 100_000)
    }
  }

  /// Marks the context as lost: handles are dropped without GL calls.
  package func markLost() { isAlive = false }

  /// Marks the context as lost; returns the error, with the cause if the driver reports one.
  func lost(doing: String, detail: String) -> GLError {
    let cause = resetStatus() ?? .unknown
    markLost()
    return GLError(.contextLost(cause), doing: doing, detail: detail)
  }

  /// Whether a planned reset makes this wait for a fence fail.
  func failsToWait() -> Bool {
    guard let fault = faults?.strike(where: \.isLoud) else { return false }
    plannedStatus = fault.status
    return true
  }

  /// The next recorded GL error, or a planned one (glGetError).
  private func nextError() -> GLenum {
    if let fault = faults?.strike(where: { $0.isLoud || $0 == .outOfMemory }) {
      if fault == .outOfMemory { return GL.outOfMemory }
      plannedStatus = fault.status
      return GL.contextLost
    }
    return cgles_glGetError()
  }

  /// Throws if GL has recorded an error since the last check (glGetError).
  ///
  /// - Parameter doing: purpose of the calls, as an infinitive: "draw the sheet".
  /// - Throws: `outOfMemory`, `contextLost` or `glCall`, with the driver's message if it has one.
  package func checkErrors(doing: @autoclosure () -> String) throws(GLError) {
    let first = nextError()
    guard first != GL.noError else { return try checkReset(doing: doing()) }
    // Several error flags may be set. A lost context returns errors forever: limit the loop.
    var more = 8
    while more > 0, cgles_glGetError() != GL.noError { more -= 1 }
    let words = messages()
    switch first {
    case GL.outOfMemory: throw GLError(.outOfMemory, doing: doing(), detail: words)
    case GL.contextLost: throw lost(doing: doing(), detail: words)
    default: throw GLError(.glCall(glErrorName(first)), doing: doing(), detail: words)
    }
  }

  /// Drops GL's messages about a failure that another error already reports.
  func forgetMessages() { while !messages().isEmpty {} }

  /// GL's messages since the last call, one per line; empty if there are none (GL_KHR_debug).
  private func messages() -> String {
    guard keepsMessages else { return "" }
    var lines: [String] = []
    while lines.count < 16 {
      var text = [CChar](repeating: 0, count: 4096)
      var length: GLsizei = 0
      let count = unsafe cgles_glGetDebugMessageLogKHR(
        1, GLsizei(text.count), nil, nil, nil, nil, &length, &text)
      guard count == 1 else { break }
      let bytes = text.prefix(max(0, Int(length) - 1)).map { UInt8(truncatingIfNeeded: $0) }
      let line = String(decoding: bytes, as: UTF8.self)
      lines.append(line.last?.isNewline == true ? String(line.dropLast()) : line)
    }
    return lines.joined(separator: "\n")
  }
}
