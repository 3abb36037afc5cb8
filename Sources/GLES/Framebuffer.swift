import CGLES

/// An image to draw to: a level of a texture, or a renderbuffer.
///
/// Doesn't own the texture or the renderbuffer.
package struct Attachment {
  let target: GLenum
  let name: GLuint
  let level: Int
  package let format: PixelFormat
  /// Width, pixels.
  package let width: Int
  /// Height, pixels.
  package let height: Int
}

/// One or more colour attachments of equal size, which draws write together.
///
/// Row 0 in memory is GL's bottom row; a projection with y down makes row 0 the top row. GL thread
/// only; deleted with the value (glDeleteFramebuffers).
package struct Framebuffer: ~Copyable {
  /// Width, pixels.
  package let width: Int
  /// Height, pixels.
  package let height: Int
  /// The attachments, in the order of the fragment shader's outputs.
  package let colors: [Attachment]
  let handle: Handle
  private let depth: Handle?

  /// GL's name of the framebuffer, for tests.
  package var name: UInt32 { handle.name }

  /// Attaches, checks and selects the attachments for drawing; leaves the framebuffer bound.
  ///
  /// With `hasDepth`, it owns a depth buffer of 16 bits, see ``Context/depth(_:)``.
  ///
  /// - Throws: `limitExceeded` above `Capabilities.maxColorAttachments`, and with depth above
  ///   `maxRenderbufferSize`; `framebufferIncomplete`
  ///   with GL's name of the status, `outOfMemory`.
  package init(_ context: Context, colors: [Attachment], hasDepth: Bool = false) throws(GLError) {
    precondition(!colors.isEmpty, "a framebuffer has a colour attachment")
    precondition(
      colors.allSatisfy { ($0.width, $0.height) == (colors[0].width, colors[0].height) },
      "the attachments of a framebuffer have one size")
    let doing =
      "make a framebuffer of " + colors.map(\.format.rawValue).joined(separator: ", ")
      + (hasDepth ? ", with depth" : "")
    guard colors.count <= context.capabilities.maxColorAttachments else {
      throw GLError(
        .limitExceeded, doing: doing,
        detail: "up to \(context.capabilities.maxColorAttachments) attachments")
    }
    let handle = Handle(context, .framebuffer)
    cgles_glBindFramebuffer(GL.framebuffer, handle.name)
    for (index, color) in colors.enumerated() {
      let point = GL.colorAttachment0 + GLenum(index)
      if color.target == GL.renderbuffer {
        cgles_glFramebufferRenderbuffer(GL.framebuffer, point, GL.renderbuffer, color.name)
      } else {
        cgles_glFramebufferTexture2D(
          GL.framebuffer, point, color.target, color.name, GLint(color.level))
      }
    }
    var depth: Handle?
    if hasDepth {
      let limit = context.capabilities.maxRenderbufferSize
      guard colors[0].width <= limit, colors[0].height <= limit else {
        throw GLError(
          .limitExceeded, doing: doing,
          detail: "\(context.capabilities.renderer) takes depth up to \(limit) x \(limit)")
      }
      let made = Handle(context, .renderbuffer)
      cgles_glBindRenderbuffer(GL.renderbuffer, made.name)
      cgles_glRenderbufferStorage(
        GL.renderbuffer, GLenum(GL_DEPTH_COMPONENT16), GLsizei(colors[0].width),
        GLsizei(colors[0].height))
      cgles_glFramebufferRenderbuffer(
        GL.framebuffer, GL.depthAttachment, GL.renderbuffer, made.name)
      depth = consume made
    }
    let points = colors.indices.map { GL.colorAttachment0 + GLenum($0) }
    unsafe cgles_glDrawBuffers(GLsizei(points.count), points)
    let status = cgles_glCheckFramebufferStatus(GL.framebuffer)
    try context.checkErrors(doing: doing)
    guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
      throw GLError(.framebufferIncomplete, doing: doing, detail: statusName(status))
    }
    self.handle = handle
    self.depth = depth
    self.colors = colors
    width = colors[0].width
    height = colors[0].height
  }

  /// Makes the framebuffer the target of draws, with a viewport of its size (glBindFramebuffer,
  /// glViewport).
  package func bind() {
    cgles_glBindFramebuffer(GL.framebuffer, handle.name)
    cgles_glViewport(0, 0, GLsizei(width), GLsizei(height))
  }

  /// Copies the first attachment's pixels into another framebuffer's first attachment, from row
  /// `row` on (glBlitFramebuffer).
  ///
  /// Both must have one format. The scissor applies. The next `checkErrors` reports errors.
  package func copy(to other: borrowing Framebuffer, row: Int) {
    precondition(colors[0].format == other.colors[0].format, "a copy between two formats")
    precondition(
      width <= other.width && row >= 0 && height <= other.height - row, "outside the framebuffer")
    cgles_glBindFramebuffer(GL.readFramebuffer, handle.name)
    cgles_glReadBuffer(GL.colorAttachment0)
    cgles_glBindFramebuffer(GL.drawFramebuffer, other.handle.name)
    let (right, bottom) = (GLint(width), GLint(height))
    cgles_glBlitFramebuffer(
      0, 0, right, bottom, 0, GLint(row), right, GLint(row) + bottom,
      GLbitfield(GL_COLOR_BUFFER_BIT), GLenum(GL_NEAREST))
  }

  /// Binds the framebuffer, and clears a float or rgba8 attachment inside the scissor
  /// (glClearBufferfv).
  package func clear(_ index: Int = 0, to color: SIMD4<Float>) {
    precondition(!colors[index].format.isInteger, "an integer attachment can't hold floats")
    bind()
    let values = [color.x, color.y, color.z, color.w]
    unsafe cgles_glClearBufferfv(GL.color, GLint(index), values)
  }

  /// Binds the framebuffer, and makes all of its depth 1, the farthest (glClearBufferfv).
  package func clearDepth() {
    bind()
    unsafe cgles_glClearBufferfv(GL.depth, 0, [1])
  }
}

private func statusName(_ status: GLenum) -> String {
  switch Int32(bitPattern: status) {
  case GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT:
    "GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT (this format can't be drawn to here)"
  case GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT: "GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT"
  case GL_FRAMEBUFFER_INCOMPLETE_DIMENSIONS: "GL_FRAMEBUFFER_INCOMPLETE_DIMENSIONS"
  case GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE: "GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE"
  case GL_FRAMEBUFFER_UNSUPPORTED: "GL_FRAMEBUFFER_UNSUPPORTED (this mix of formats)"
  default: "status 0x\(String(status, radix: 16))"
  }
}
