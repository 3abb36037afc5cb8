import CGLES

/// Pixels to draw to and to read back, but never to sample.
///
/// GL thread only; deleted with the value (glDeleteRenderbuffers).
package struct Renderbuffer: ~Copyable {
  /// Width, pixels.
  package let width: Int
  /// Height, pixels.
  package let height: Int
  package let format: PixelFormat
  let handle: Handle

  /// GL's name of the renderbuffer, for tests.
  package var name: UInt32 { handle.name }

  /// Allocates storage with undefined contents (glRenderbufferStorage).
  ///
  /// - Throws: `limitExceeded` above `Capabilities.maxRenderbufferSize`, `outOfMemory`.
  package init(
    _ context: Context, format: PixelFormat, width: Int, height: Int
  ) throws(GLError) {
    precondition(width > 0 && height > 0, "a renderbuffer has at least one pixel")
    let limit = context.capabilities.maxRenderbufferSize
    let doing = "allocate a renderbuffer of \(width) x \(height) \(format.rawValue)"
    guard width <= limit, height <= limit else {
      throw GLError(
        .limitExceeded, doing: doing,
        detail: "\(context.capabilities.renderer) takes up to \(limit) x \(limit)")
    }
    let handle = Handle(context, .renderbuffer)
    cgles_glBindRenderbuffer(GL.renderbuffer, handle.name)
    cgles_glRenderbufferStorage(
      GL.renderbuffer, format.internalFormat, GLsizei(width), GLsizei(height))
    try context.checkErrors(doing: doing)
    self.handle = handle
    self.width = width
    self.height = height
    self.format = format
  }

  /// The renderbuffer as an attachment; the renderbuffer must outlive the framebuffer.
  package var attachment: Attachment {
    Attachment(
      target: GL.renderbuffer, name: handle.name, level: 0, format: format, width: width,
      height: height)
  }
}
