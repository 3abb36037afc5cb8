import CGLES

/// An attempt to open a GL context, and its outcome.
package struct Trial: Sendable {
  /// Outcome of an attempt.
  package enum Outcome: Sendable {
    case opened(OpenedContext)
    /// Why it failed: a message of glcurl, the system or the driver.
    case refused(String)
  }

  /// The attempt, such as "device platform, device 0 (/dev/dri/renderD128)".
  package let what: String
  package let outcome: Outcome

  /// The opened context; nil if the attempt failed.
  package var opened: OpenedContext? {
    if case .opened(let context) = outcome { context } else { nil }
  }

  /// Why the attempt failed; nil if it opened a context.
  package var refusal: String? {
    if case .refused(let words) = outcome { words } else { nil }
  }
}

/// Properties of a context that an attempt opened and closed again.
package struct OpenedContext: Sendable {
  /// Properties of the context's GL.
  package let capabilities: Capabilities
  /// Driver of the display (EGL_MESA_query_driver); nil if unknown.
  package let driver: String?
  /// Why the context can't draw to memory, map it and share it; nil if it can.
  package let sharingProblem: String?
  /// GL_SHADING_LANGUAGE_VERSION.
  package let shadingLanguage: String
  /// Whether the driver lists timer queries (GL_EXT_disjoint_timer_query).
  package var hasTimerQueries: Bool {
    capabilities.extensions.contains("GL_EXT_disjoint_timer_query")
  }
}

extension Trial {
  /// Opens and closes a candidate on a thread of its own, with a deadline for its test draws.
  ///
  /// `choice` may reject the open context; `note` receives each step before it starts.
  static func of(
    _ candidate: Candidate, _ choice: DeviceChoice, deadline: Duration,
    _ note: @Sendable (String) -> Void
  ) async -> Trial {
    do throws(GLError) {
      let bench = TrialBench(thread: try RenderThread(name: "glcurl-trial"))
      let trial = await bench.open(candidate, choice, deadline: deadline, note)
      await bench.end()
      return trial
    } catch {
      return Trial(what: candidate.title, outcome: .refused(error.description))
    }
  }
}

/// A thread for one attempt: drivers keep memory per thread, which its end frees.
private actor TrialBench {
  private let thread: RenderThread

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.executor }

  init(thread: RenderThread) { self.thread = thread }

  func open(
    _ candidate: Candidate, _ choice: DeviceChoice, deadline: Duration,
    _ note: @Sendable (String) -> Void
  ) -> Trial {
    do throws(GLError) {
      note("open \(candidate.title)")
      let context = try Context(try candidate.open(), collectsMessages: true)
      let able = context.capabilities
      if let mismatch = choice.mismatch(able.device, renderer: able.renderer) {
        context.close()
        return Trial(what: candidate.title, outcome: .refused(mismatch))
      }
      let language = unsafe cgles_glGetString(GLenum(GL_SHADING_LANGUAGE_VERSION)).map {
        unsafe String(cString: $0)
      }
      note("draw to its memory, map and share it: \(candidate.title)")
      let opened = OpenedContext(
        capabilities: able, driver: context.display.driver,
        sharingProblem: BufferCheck.problem(context, deadline: deadline),
        shadingLanguage: language ?? "")
      context.close()
      return Trial(what: candidate.title, outcome: .opened(opened))
    } catch {
      return Trial(what: candidate.title, outcome: .refused(error.description))
    }
  }

  func end() { thread.shutdown() }
}
