import CGLES

/// A dma-buf's memory to draw to and to read: a texture of it, and a framebuffer.
///
/// Mesa's software counts the users of a node's memory without a lock, and a context may hold on to
/// what it drew to last until it draws elsewhere. So it is made to let go first, and the names go
/// under `eglLock`. A buffer that the memory is of must be kept for longer. GL thread only.
package struct ImportedPicture: ~Copyable {
  /// What is drawn to, and read.
  package let framebuffer: Framebuffer
  private let texture: Texture
  /// Where the context draws when it is to let go.
  private let aside: Framebuffer
  private let texel: Renderbuffer

  /// Imports a dma-buf (EGL_EXT_image_dma_buf_import).
  ///
  /// - Throws: `limitExceeded` above `Capabilities.maxTextureSize`, and where its rows end beyond its
  ///   memory; `unsupported` where EGL or GL can't, or not this format or modifier, with their words.
  package init(_ context: Context, _ buffer: DMABuffer) throws(GLError) {
    let texel = try Renderbuffer(context, format: .rgba8, width: 1, height: 1)
    let aside = try Framebuffer(context, colors: [texel.attachment])
    let texture = try Texture(context, importing: buffer)
    do throws(GLError) {
      framebuffer = try Framebuffer(
        context, colors: [texture.attachment()], isShared: true)
    } catch {
      throw buffer.refusal(
        error, doing: "attach a dma-buf of \(buffer.width) x \(buffer.height)")
    }
    self.texture = consume texture
    self.aside = consume aside
    self.texel = consume texel
  }

  deinit {
    let context = aside.handle.context
    guard context.isAlive, context.isCurrent else { return }
    context.scissor(nil)
    aside.clear(to: .zero)
    cgles_glFlush()
  }
}
