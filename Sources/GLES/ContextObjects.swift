import CGLES

/// The EGL objects of a context.
@safe
struct ContextObjects {
  let context: EGLContext
  /// A 1x1 pbuffer if the display lacks EGL_KHR_surfaceless_context, else nil.
  let surface: EGLSurface?
  /// Whether the context was created with reset notification.
  let asksForReset: Bool

  /// Creates the best context possible: robust before plain, then ES 3.2 before 3.1 before 3.0.
  ///
  /// - Throws: `contextFailed` with all attempts.
  init(_ display: Display) throws(GLError) {
    guard cgles_eglBindAPI(EGL.openGLES) != EGL.no else {
      throw GLError(
        .contextFailed, doing: "make a context", detail: "eglBindAPI: \(lastEGLError())")
    }
    let needsSurface = !display.has("EGL_KHR_surfaceless_context")
    let config = try unsafe Self.config(display, needed: needsSurface)
    var trail: [Attempt] = []
    eglLock.lock()
    defer { eglLock.unlock() }
    for robustness in Robustness.ladder(display) {
      for minor in [EGLint(2), 1, 0] {
        let attributes =
          [EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, minor]
          + robustness.attributes + [EGL_NONE]
        if let made = unsafe cgles_eglCreateContext(display.raw, config, nil, attributes) {
          var surface: EGLSurface?
          if needsSurface {
            let size = [EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE]
            unsafe surface = unsafe cgles_eglCreatePbufferSurface(display.raw, config, size)
            if unsafe surface == nil {
              let reason = lastEGLError()
              unsafe cgles_eglDestroyContext(display.raw, made)
              throw GLError(.contextFailed, doing: "make a 1x1 pbuffer", detail: reason)
            }
          }
          unsafe self.context = unsafe made
          unsafe self.surface = unsafe surface
          asksForReset = robustness.asksForReset
          return
        }
        trail.append(Attempt("ES 3.\(minor), \(robustness.title)", lastEGLError()))
      }
    }
    throw GLError(.contextFailed, doing: "make a GLES 3 context", trail: trail)
  }

  /// Makes the context current on this thread (eglMakeCurrent).
  func makeCurrent(on display: Display) throws(GLError) {
    eglLock.lock()
    defer { eglLock.unlock() }
    // Each thread has its own bound API, and eglReleaseThread resets it.
    guard cgles_eglBindAPI(EGL.openGLES) != EGL.no,
      unsafe cgles_eglMakeCurrent(display.raw, surface, surface, context) != EGL.no
    else {
      throw GLError(
        .contextFailed, doing: "make a context current", detail: "eglMakeCurrent: \(lastEGLError())"
      )
    }
  }

  /// Whether the context is current on this thread.
  var isCurrent: Bool { unsafe cgles_eglGetCurrentContext() == context }

  /// Destroys the objects; if the context is current here, releases the thread's EGL state too.
  func destroy(on display: Display) {
    eglLock.lock()
    defer { eglLock.unlock() }
    let wasCurrent = isCurrent
    if wasCurrent { unsafe cgles_eglMakeCurrent(display.raw, nil, nil, nil) }
    if let surface = unsafe surface { unsafe cgles_eglDestroySurface(display.raw, surface) }
    unsafe cgles_eglDestroyContext(display.raw, context)
    // Without this, some drivers keep megabytes per thread. But it would unbind another context, so
    // call it only if this one was current.
    if wasCurrent { cgles_eglReleaseThread() }
  }

  private static func config(_ display: Display, needed: Bool) throws(GLError) -> EGLConfig? {
    let configless =
      display.has("EGL_KHR_no_config_context") || display.has("EGL_MESA_configless_context")
    if configless, !needed { return nil }
    // EGL_SURFACE_TYPE defaults to a window, which a headless display lacks.
    let wanted = [
      EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT,
      EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8, EGL_BLUE_SIZE, 8, EGL_ALPHA_SIZE, 8, EGL_NONE,
    ]
    var config: EGLConfig?
    var count: EGLint = 0
    let isAnswered =
      unsafe cgles_eglChooseConfig(display.raw, wanted, &config, 1, &count) != EGL.no
    guard isAnswered, count > 0 else {
      throw GLError(
        .contextFailed, doing: "choose a pbuffer config",
        detail: isAnswered ? "none fits" : "eglChooseConfig: \(lastEGLError())")
    }
    return unsafe config
  }
}

/// Attributes that make a context robust; the tokens depend on EGL's version.
private struct Robustness {
  let title: String
  let attributes: [EGLint]
  /// Whether GL reports resets, which needs the notification strategy.
  let asksForReset: Bool

  static func ladder(_ display: Display) -> [Robustness] {
    let plain = Robustness(title: "plain", attributes: [], asksForReset: false)
    let access: EGLint
    let strategy: EGLint
    if display.version >= (1, 5) {
      access = EGL_CONTEXT_OPENGL_ROBUST_ACCESS
      strategy = EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY
    } else if display.has("EGL_EXT_create_context_robustness") {
      access = EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT
      strategy = EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT
    } else {
      return [plain]
    }
    // EGL_LOSE_CONTEXT_ON_RESET has one value in EGL 1.5 and in the extension.
    let notifies = [strategy, EGL_LOSE_CONTEXT_ON_RESET]
    return [
      Robustness(
        title: "robust", attributes: [access, EGL_TRUE] + notifies, asksForReset: true),
      Robustness(title: "reset notification", attributes: notifies, asksForReset: true),
      plain,
    ]
  }
}
