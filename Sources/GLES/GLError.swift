import CGLES

/// An error of EGL or GL: a code, the action, and the system's message.
package struct GLError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Code of the error, for callers that handle some errors.
  package enum Kind: Sendable, Equatable {
    /// libEGL, libGLESv2 or libgbm can't be opened, or lacks a function.
    case libraryMissing
    /// No device can run GL.
    case noDevice
    /// The policy or the request rejects every device.
    case deviceRefused
    /// A device opens no display or no context, or the system has no thread for it.
    case contextFailed
    /// A shader didn't compile or a program didn't link; the detail has the log and the line.
    case shaderFailed
    /// The attachments don't form a framebuffer that can be drawn to.
    case framebufferIncomplete
    /// GL or the system is out of memory.
    case outOfMemory
    /// The device was reset; every handle of this context is invalid.
    case contextLost(ResetCause)
    /// The GPU hadn't finished by the deadline.
    case deadlineExceeded
    /// The caller cancelled the wait.
    case cancelled
    /// A request exceeds the device's limits, such as the size of a texture.
    case limitExceeded
    /// The device, or its platform, lacks a feature.
    case unsupported
    /// A group of GL calls caused an error; its name in the GL reference.
    case glCall(String)
    /// The system couldn't provide a resource.
    case systemFailed
  }

  package let kind: Kind
  /// The action, as an infinitive: "allocate texture 8192 x 8192 rgba16f".
  package let doing: String
  /// The system's message; may be empty or have several lines.
  package let detail: String
  /// Failed attempts; empty unless several devices or configurations were tried.
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

/// Cause of a device's reset, as far as the driver knows.
package enum ResetCause: String, Sendable, Equatable {
  /// This context's own work (GL_GUILTY_CONTEXT_RESET).
  case guilty
  /// Another context's work (GL_INNOCENT_CONTEXT_RESET).
  case innocent
  /// Unknown to the driver (GL_UNKNOWN_CONTEXT_RESET).
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

/// The EGL reference's name of this thread's last EGL error, and EGL's message if it has one.
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

/// Removes and returns EGL's last message in this thread; empty if it has none (EGL_KHR_debug).
///
/// Returns only a message about `code`; EGL_SUCCESS returns any.
func takeEGLMessage(of code: EGLint = EGL_SUCCESS) -> String {
  unsafe String(cString: cgles_take_egl_message(code))
}
