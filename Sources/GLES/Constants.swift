import CGLES

/// The GL constants in use, in the types of their functions.
///
/// Swift imports C's macros as `Int32`, so every call would have to convert them.
enum GL {
  static let arrayBuffer = GLenum(GL_ARRAY_BUFFER)
  static let uniformBuffer = GLenum(GL_UNIFORM_BUFFER)
  static let pixelPackBuffer = GLenum(GL_PIXEL_PACK_BUFFER)

  static let texture2D = GLenum(GL_TEXTURE_2D)
  static let texture0 = GLenum(GL_TEXTURE0)
  static let renderbuffer = GLenum(GL_RENDERBUFFER)
  static let framebuffer = GLenum(GL_FRAMEBUFFER)
  static let readFramebuffer = GLenum(GL_READ_FRAMEBUFFER)
  static let drawFramebuffer = GLenum(GL_DRAW_FRAMEBUFFER)
  static let colorAttachment0 = GLenum(GL_COLOR_ATTACHMENT0)
  static let depthAttachment = GLenum(GL_DEPTH_ATTACHMENT)
  static let color = GLenum(GL_COLOR)
  static let depth = GLenum(GL_DEPTH)

  static let rgba = GLenum(GL_RGBA)
  static let rgbaInteger = GLenum(GL_RGBA_INTEGER)
  static let unsignedByte = GLenum(GL_UNSIGNED_BYTE)
  static let unsignedShort = GLenum(GL_UNSIGNED_SHORT)
  static let unsignedInt = GLenum(GL_UNSIGNED_INT)
  static let halfFloat = GLenum(GL_HALF_FLOAT)
  static let float = GLenum(GL_FLOAT)

  static let compileStatus = GLenum(GL_COMPILE_STATUS)
  static let linkStatus = GLenum(GL_LINK_STATUS)
  static let infoLogLength = GLenum(GL_INFO_LOG_LENGTH)

  static let scissorTest = GLenum(GL_SCISSOR_TEST)
  static let depthTest = GLenum(GL_DEPTH_TEST)
  static let dither = GLenum(GL_DITHER)
  static let debugOutput = GLenum(GL_DEBUG_OUTPUT_KHR)
  static let dontCare = GLenum(GL_DONT_CARE)
  static let debugSeverityHigh = GLenum(GL_DEBUG_SEVERITY_HIGH_KHR)

  static let timeElapsed = GLenum(GL_TIME_ELAPSED_EXT)

  static let noError = GLenum(GL_NO_ERROR)
  static let outOfMemory = GLenum(GL_OUT_OF_MEMORY)
  static let contextLost = GLenum(GL_CONTEXT_LOST_KHR)
  static let guiltyReset = GLenum(GL_GUILTY_CONTEXT_RESET_KHR)
  static let innocentReset = GLenum(GL_INNOCENT_CONTEXT_RESET_KHR)
  static let unknownReset = GLenum(GL_UNKNOWN_CONTEXT_RESET_KHR)

  static let alreadySignaled = GLenum(GL_ALREADY_SIGNALED)
  static let conditionSatisfied = GLenum(GL_CONDITION_SATISFIED)
  static let timeoutExpired = GLenum(GL_TIMEOUT_EXPIRED)
  static let waitFailed = GLenum(GL_WAIT_FAILED)
}

/// The EGL constants in use, in the types of their functions.
enum EGL {
  static let platformDevice = EGLenum(EGL_PLATFORM_DEVICE_EXT)
  static let platformGBM = EGLenum(EGL_PLATFORM_GBM_KHR)
  static let platformSurfaceless = EGLenum(EGL_PLATFORM_SURFACELESS_MESA)
  static let openGLES = EGLenum(EGL_OPENGL_ES_API)
  /// EGL_FALSE of functions that return EGLBoolean.
  static let no = EGLBoolean(EGL_FALSE)
}
