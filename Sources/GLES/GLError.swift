import CGLES

/// What went wrong in EGL or GL: a code, what was being done, and what the system said.
package struct GLError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The code, for a caller that decides by it.
  package enum Kind: Sendable, Equatable {
    /// libEGL, libGLESv2 or libgbm can't be opened, or lacks a function.
    case libraryMissing
    /// There is no device that GL could run on.
    case noDevice
    /// There are devices, and the policy or the request refuses every one.
    case deviceRefused
    /// A device is there, and wouldn't give a display or a context.
    case contextFailed
    /// A shader didn't compile or a program didn't link; the detail has the log and the line.
    case shaderFailed
    /// The attachments don't make a framebuffer that can be drawn to.
    case framebufferIncomplete
    /// GL or the system is out of memory.
    case outOfMemory
    /// The device was reset; every handle of this context is gone.
    case contextLost(ResetCause)
    /// The GPU hadn't finished by the deadline.
    case deadlineExceeded
    /// The caller gave up waiting.
    case cancelled
    /// More was asked for than the device can do, such as a texture above its size limit.
    case limitExceeded
    /// The device, or the way to it, hasn't what was asked for.
    case unsupported
    /// A group of GL calls left an error, named as in the GL reference.
    case glCall(String)
    /// The system refused a thread or the like.
    case systemFailed
  }

  /// The code.
  package let kind: Kind
  /// What was being done, as an infinitive: "allocate texture 8192 x 8192 rgba16f".
  package let doing: String
  /// What the system said; may be empty, may have several lines.
  package let detail: String
  /// What was tried before giving up; empty unless a device was being chosen.
  package let trail: [Attempt]

  package init(_ kind: Kind, doing: String, detail: String = "", trail: [Attempt] = []) {
    self.kind = kind
    self.doing = doing
    self.detail = detail
    self.trail = trail
  }

  package var description: String {
    var text = "can't \(doing): \(reason)"
    if !detail.isEmpty { text += ": \(detail)" }
    for attempt in trail { text += "\n  tried \(attempt)" }
    return text
  }

  private var reason: String {
    switch kind {
    case .libraryMissing: "a library is missing"
    case .noDevice: "no device"
    case .deviceRefused: "no acceptable device"
    case .contextFailed: "no context"
    case .shaderFailed: "shader error"
    case .framebufferIncomplete: "incomplete framebuffer"
    case .outOfMemory: "out of memory"
    case .contextLost(let cause): "the device was reset (\(cause.rawValue))"
    case .deadlineExceeded: "the deadline passed"
    case .cancelled: "cancelled"
    case .limitExceeded: "above a limit of the device"
    case .unsupported: "not on this device"
    case .glCall(let name): name
    case .systemFailed: "the system refused"
    }
  }
}

/// Whose work made the device reset, as far as the driver knows.
package enum ResetCause: String, Sendable, Equatable {
  /// This context's own work (GL_GUILTY_CONTEXT_RESET).
  case guilty
  /// Another context's work (GL_INNOCENT_CONTEXT_RESET).
  case innocent
  /// The driver doesn't know (GL_UNKNOWN_CONTEXT_RESET).
  case unknown
}

/// The GL reference's name of an error, or its number.
func glErrorName(_ code: GLenum) -> String {
  switch Int32(bitPattern: code) {
  case GL_INVALID_ENUM: "GL_INVALID_ENUM"
  case GL_INVALID_VALUE: "GL_INVALID_VALUE"
  case GL_INVALID_OPERATION: "GL_INVALID_OPERATION"
  case GL_INVALID_FRAMEBUFFER_OPERATION: "GL_INVALID_FRAMEBUFFER_OPERATION"
  case GL_OUT_OF_MEMORY: "GL_OUT_OF_MEMORY"
  case GL_CONTEXT_LOST_KHR: "GL_CONTEXT_LOST"
  default: "GL error 0x\(String(code, radix: 16))"
  }
}

/// The EGL reference's name of this thread's last EGL error, with EGL's own words where it has any.
func lastEGLError() -> String {
  let code = cgles_eglGetError()
  let name =
    switch code {
    case EGL_SUCCESS: "EGL_SUCCESS"
    case EGL_NOT_INITIALIZED: "EGL_NOT_INITIALIZED"
    case EGL_BAD_ACCESS: "EGL_BAD_ACCESS"
    case EGL_BAD_ALLOC: "EGL_BAD_ALLOC"
    case EGL_BAD_ATTRIBUTE: "EGL_BAD_ATTRIBUTE"
    case EGL_BAD_CONTEXT: "EGL_BAD_CONTEXT"
    case EGL_BAD_CONFIG: "EGL_BAD_CONFIG"
    case EGL_BAD_CURRENT_SURFACE: "EGL_BAD_CURRENT_SURFACE"
    case EGL_BAD_DISPLAY: "EGL_BAD_DISPLAY"
    case EGL_BAD_SURFACE: "EGL_BAD_SURFACE"
    case EGL_BAD_MATCH: "EGL_BAD_MATCH"
    case EGL_BAD_PARAMETER: "EGL_BAD_PARAMETER"
    case EGL_BAD_NATIVE_PIXMAP: "EGL_BAD_NATIVE_PIXMAP"
    case EGL_BAD_NATIVE_WINDOW: "EGL_BAD_NATIVE_WINDOW"
    case EGL_CONTEXT_LOST: "EGL_CONTEXT_LOST"
    case CGLES_BAD_DEVICE: "EGL_BAD_DEVICE_EXT"
    default: "EGL error 0x\(String(code, radix: 16))"
    }
  let words = takeEGLMessage(of: code)
  return words.isEmpty ? name : "\(name) (\(words))"
}

/// EGL's own last words in this thread, of an error or of any; empty where it has none.
///
/// Once taken, they are gone (EGL_KHR_debug).
func takeEGLMessage(of code: EGLint = EGL_SUCCESS) -> String {
  unsafe String(cString: cgles_take_egl_message(code))
}
