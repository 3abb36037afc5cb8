import CGLES

/// Properties of a context's GL, queried once when the context is created.
package struct Capabilities: Sendable, Equatable, CustomStringConvertible {
  /// GL_VENDOR.
  package let vendor: String
  /// GL_RENDERER.
  package let renderer: String
  /// GL_VERSION, the whole text.
  package let version: String
  /// The GLES version as 10 · major + minor: 32 for 3.2.
  package let glesVersion: Int
  /// GL_EXTENSIONS.
  package let extensions: Set<String>
  /// EGL's version, such as "1.5".
  package let eglVersion: String
  /// EGL_VENDOR.
  package let eglVendor: String
  /// Platform of the display.
  package let platform: Platform
  /// DRM node of the display; nil if unknown.
  package let node: String?
  /// Identity of the device; nil if it isn't in EGL's list.
  package let identity: DeviceIdentity?
  /// Signs of software; empty for hardware.
  package let softwareSigns: [SoftwareSign]
  /// Whether GL runs on the CPU.
  package var isSoftware: Bool { !softwareSigns.isEmpty }

  /// Largest width and height of a texture, in texels.
  package internal(set) var maxTextureSize: Int
  /// Largest width and height of a renderbuffer, in texels.
  package let maxRenderbufferSize: Int
  /// Largest width of a viewport, in pixels.
  package let maxViewportWidth: Int
  /// Largest height of a viewport, in pixels.
  package let maxViewportHeight: Int
  /// Largest uniform block, in bytes.
  package let maxUniformBlockSize: Int
  /// Alignment of offsets into a uniform buffer, in bytes.
  package let uniformBufferAlignment: Int
  /// Texture units of a fragment shader.
  package let maxTextureUnits: Int
  /// Colour attachments of a framebuffer.
  package let maxColorAttachments: Int

  /// Preferred format of glReadPixels from an rgba8 target, a GLenum.
  package let readFormat: UInt32
  /// Preferred component type of glReadPixels from an rgba8 target, a GLenum.
  package let readType: UInt32
  /// Whether rgba16f and rgba32f can be drawn to (GL_EXT_color_buffer_float).
  package let drawsToFloat: Bool
  /// Whether rgba16f can be drawn to.
  package let drawsToHalfFloat: Bool
  /// Whether draws to rgba32f can be blended (GL_EXT_float_blend).
  package let blendsFloat: Bool
  /// Whether the GPU can time its own work (GL_EXT_disjoint_timer_query, with a counter).
  package let timesCommands: Bool
  /// Whether the context detects resets.
  package let isRobust: Bool

  /// One line: "llvmpipe (…), OpenGL ES 3.2 …, EGL 1.5 surfaceless, software".
  package var description: String {
    let place =
      if let identity {
        "device \(identity.index)" + (identity.text.map { " (\($0))" } ?? "")
      } else {
        node.map { "\(platform.rawValue) \($0)" } ?? platform.rawValue
      }
    return "\(renderer), \(version), EGL \(eglVersion) \(place)"
      + (isSoftware ? ", software" : "")
  }
}

extension Capabilities {
  /// Queries the current context.
  init(of display: Display, asksForReset: Bool) {
    vendor = text(GL_VENDOR)
    renderer = text(GL_RENDERER)
    version = text(GL_VERSION)
    glesVersion = integer(GL_MAJOR_VERSION) * 10 + integer(GL_MINOR_VERSION)
    let extensions = Set(
      (0..<integer(GL_NUM_EXTENSIONS)).compactMap { index in
        unsafe cgles_glGetStringi(GLenum(GL_EXTENSIONS), GLuint(index)).map {
          unsafe String(cString: $0)
        }
      })
    self.extensions = extensions
    eglVersion = "\(display.version.major).\(display.version.minor)"
    eglVendor = display.vendor
    platform = display.platform
    node = display.node
    identity = display.identity
    softwareSigns =
      display.softwareSigns + (SoftwareSign.isSoftware(renderer: renderer) ? [.renderer] : [])
    maxTextureSize = integer(GL_MAX_TEXTURE_SIZE)
    maxRenderbufferSize = integer(GL_MAX_RENDERBUFFER_SIZE)
    let viewport = integers(GL_MAX_VIEWPORT_DIMS, count: 2)
    maxViewportWidth = viewport[0]
    maxViewportHeight = viewport[1]
    maxUniformBlockSize = integer(GL_MAX_UNIFORM_BLOCK_SIZE)
    uniformBufferAlignment = integer(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT)
    maxTextureUnits = integer(GL_MAX_TEXTURE_IMAGE_UNITS)
    maxColorAttachments = integer(GL_MAX_COLOR_ATTACHMENTS)
    (readFormat, readType) = preferredRead()
    drawsToFloat = extensions.contains("GL_EXT_color_buffer_float") || glesVersion >= 32
    drawsToHalfFloat = drawsToFloat || extensions.contains("GL_EXT_color_buffer_half_float")
    blendsFloat = drawsToFloat && extensions.contains("GL_EXT_float_blend")
    timesCommands =
      extensions.contains("GL_EXT_disjoint_timer_query") && cgles_has_timer_queries() != 0
      && timerBits() > 0
    isRobust =
      asksForReset
      && (glesVersion >= 32 || extensions.contains("GL_KHR_robustness")
        || extensions.contains("GL_EXT_robustness"))
  }
}

private func text(_ name: Int32) -> String {
  guard let string = unsafe cgles_glGetString(GLenum(name)) else { return "" }
  return unsafe String(cString: string)
}

private func integer(_ name: Int32) -> Int { integers(name, count: 1)[0] }

private func integers(_ name: Int32, count: Int) -> [Int] {
  var values = [GLint](repeating: 0, count: count)
  unsafe cgles_glGetIntegerv(GLenum(name), &values)
  return values.map(Int.init)
}

/// Bits of the counter of elapsed time; 0 if the extension is listed without a counter.
private func timerBits() -> Int {
  var bits: GLint = 0
  unsafe cgles_glGetQueryivEXT(GL.timeElapsed, GLenum(GL_QUERY_COUNTER_BITS_EXT), &bits)
  return Int(bits)
}

/// Preferred format and type of glReadPixels; GL reports them only for a complete framebuffer.
private func preferredRead() -> (format: UInt32, type: UInt32) {
  var renderbuffer: GLuint = 0
  var framebuffer: GLuint = 0
  unsafe cgles_glGenRenderbuffers(1, &renderbuffer)
  unsafe cgles_glGenFramebuffers(1, &framebuffer)
  cgles_glBindRenderbuffer(GL.renderbuffer, renderbuffer)
  cgles_glRenderbufferStorage(GL.renderbuffer, GLenum(GL_RGBA8), 1, 1)
  cgles_glBindFramebuffer(GL.framebuffer, framebuffer)
  cgles_glFramebufferRenderbuffer(
    GL.framebuffer, GL.colorAttachment0, GL.renderbuffer, renderbuffer)
  let format = integer(GL_IMPLEMENTATION_COLOR_READ_FORMAT)
  let type = integer(GL_IMPLEMENTATION_COLOR_READ_TYPE)
  cgles_glBindFramebuffer(GL.framebuffer, 0)
  unsafe cgles_glDeleteFramebuffers(1, &framebuffer)
  unsafe cgles_glDeleteRenderbuffers(1, &renderbuffer)
  return (UInt32(truncatingIfNeeded: format), UInt32(truncatingIfNeeded: type))
}
