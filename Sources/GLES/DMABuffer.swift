import CGLES
import Glibc

/// A picture in memory that processes and devices share by a file descriptor (dma-buf).
///
/// The last reference closes the descriptor; the memory lives as long as any descriptor.
package final class DMABuffer: Sendable {
  /// Width, pixels.
  package let width: Int
  /// Height, pixels.
  package let height: Int
  /// DRM format as a FourCC: ``rgba`` for bytes R, G, B, A.
  package let format: UInt32
  /// Bytes from one row to the next.
  package let stride: Int
  /// Bytes from the memory's start to row 0.
  package let offset: Int
  /// Layout of the memory (DRM_FORMAT_MOD_…): 0 is row by row, ``noModifier`` is private to the
  /// driver.
  package let modifier: UInt64
  /// The descriptor; don't close it, and use ``duplicate()`` for one that outlives this object.
  package let descriptor: Int32

  /// DRM_FORMAT_ABGR8888: bytes R, G, B, A in memory.
  package static let rgba: UInt32 = 0x3432_4241
  /// DRM_FORMAT_MOD_INVALID.
  package static let noModifier: UInt64 = 0x00FF_FFFF_FFFF_FFFF

  /// Takes over a descriptor, and closes it with the last reference.
  package init(
    owning descriptor: Int32, width: Int, height: Int, format: UInt32, stride: Int, offset: Int,
    modifier: UInt64
  ) {
    self.descriptor = descriptor
    self.width = width
    self.height = height
    self.format = format
    self.stride = stride
    self.offset = offset
    self.modifier = modifier
  }

  deinit { close(descriptor) }

  /// A new descriptor of the same memory; the caller must close it.
  ///
  /// - Throws: `systemFailed` if the process has too many descriptors.
  package func duplicate() throws(GLError) -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else {
      throw GLError(
        .systemFailed, doing: "duplicate the descriptor of a dma-buf", detail: systemError(errno))
    }
    return copy
  }
}

extension DMABuffer {
  /// Format and layout, for messages: "format AB24, modifier 0x0".
  var kind: String {
    let letters = (0..<4).map { UInt8(truncatingIfNeeded: format >> (8 * $0)) }
    let name =
      letters.allSatisfy { (0x20..<0x7F).contains($0) }
      ? String(decoding: letters, as: UTF8.self) : "0x\(String(format, radix: 16))"
    return "format \(name), "
      + (modifier == Self.noModifier ? "no modifier" : "modifier 0x\(String(modifier, radix: 16))")
  }

  /// Throws if the picture is larger than the largest texture, or if its rows exceed its memory.
  ///
  /// If the system doesn't report the memory's size, the rows aren't checked.
  func checkSize(_ capabilities: Capabilities, doing: String) throws(GLError) {
    let limit = capabilities.maxTextureSize
    guard width <= limit, height <= limit else {
      throw GLError(
        .limitExceeded, doing: doing,
        detail: "\(capabilities.renderer) takes up to \(limit) x \(limit)")
    }
    let most = Int(EGLint.max)
    let size = lseek(descriptor, 0, SEEK_END)
    // Some descriptors report no size: then only the driver can check the rows.
    guard offset <= most, stride <= most,
      size < 0 || offset + stride * (height - 1) + 4 * width <= size
    else {
      throw GLError(
        .limitExceeded, doing: doing,
        detail: "offset \(offset), stride \(stride) and \(height) rows of \(width) pixels end "
          + "beyond its memory" + (size < 0 ? "" : " of \(size) bytes"))
    }
  }

  /// EGL's attributes of the buffer (EGL_EXT_image_dma_buf_import), with the modifier if
  /// `takesModifiers` and the buffer has one.
  package func attributes(takesModifiers: Bool) -> [Int32] {
    var list: [EGLint] = [
      EGL_WIDTH, EGLint(width), EGL_HEIGHT, EGLint(height),
      EGL_LINUX_DRM_FOURCC_EXT, EGLint(bitPattern: format),
      EGL_DMA_BUF_PLANE0_FD_EXT, descriptor,
      EGL_DMA_BUF_PLANE0_OFFSET_EXT, EGLint(offset),
      EGL_DMA_BUF_PLANE0_PITCH_EXT, EGLint(stride),
    ]
    if takesModifiers && modifier != Self.noModifier {
      list += [
        EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT, EGLint(truncatingIfNeeded: modifier),
        EGL_DMA_BUF_PLANE0_MODIFIER_HI_EXT, EGLint(truncatingIfNeeded: modifier >> 32),
      ]
    }
    return list + [EGL_NONE]
  }

  /// Turns a driver's rejection of an imported picture into `unsupported`; keeps other errors.
  fileprivate func refusal(_ error: GLError, doing: String) -> GLError {
    switch error.kind {
    case .glCall, .framebufferIncomplete:
      GLError(.unsupported, doing: doing, detail: "\(kind): \(error)", trail: error.trail)
    default: error
    }
  }
}

extension Framebuffer {
  /// A framebuffer on a texture of a dma-buf's memory; the texture must outlive it.
  ///
  /// - Throws: `unsupported` with format and modifier if GL can't attach such memory.
  package init(_ context: Context, of texture: borrowing Texture, importing buffer: DMABuffer)
    throws(GLError)
  {
    do throws(GLError) {
      try self.init(context, colors: [texture.attachment()])
    } catch {
      throw buffer.refusal(
        error, doing: "attach a dma-buf of \(buffer.width) x \(buffer.height)")
    }
  }
}

extension Texture {
  /// A texture on a dma-buf's memory (EGL_EXT_image_dma_buf_import).
  ///
  /// - Throws: `limitExceeded` above `Capabilities.maxTextureSize`, or if the rows exceed the
  ///   memory; `unsupported` with EGL's or GL's message if they can't import memory, or not with
  ///   this format or modifier.
  package init(_ context: Context, importing buffer: DMABuffer) throws(GLError) {
    let display = context.display
    let doing = "import a dma-buf of \(buffer.width) x \(buffer.height)"
    try buffer.checkSize(context.capabilities, doing: doing)
    guard display.has("EGL_EXT_image_dma_buf_import"), display.has("EGL_KHR_image_base"),
      context.capabilities.extensions.contains("GL_OES_EGL_image")
    else {
      throw GLError(
        .unsupported, doing: doing,
        detail: "\(context.capabilities.renderer) has no EGL_EXT_image_dma_buf_import "
          + "or no GL_OES_EGL_image; read the picture into memory instead")
    }
    guard buffer.format == DMABuffer.rgba else {
      throw GLError(
        .unsupported, doing: doing,
        detail: "\(buffer.kind); only DRM_FORMAT_ABGR8888 (AB24) is supported")
    }
    let takesModifiers = display.has("EGL_EXT_image_dma_buf_import_modifiers")
    guard takesModifiers || buffer.modifier == 0 || buffer.modifier == DMABuffer.noModifier else {
      throw GLError(
        .unsupported, doing: doing,
        detail: "\(buffer.kind), and EGL has no EGL_EXT_image_dma_buf_import_modifiers; only rows "
          + "one after the other are supported")
    }
    guard
      let image = unsafe eglLock.locked({
        unsafe cgles_eglCreateImageKHR(
          display.raw, nil, EGLenum(EGL_LINUX_DMA_BUF_EXT), nil,
          buffer.attributes(takesModifiers: takesModifiers))
      })
    else {
      throw GLError(
        .unsupported, doing: doing, detail: "\(buffer.kind): eglCreateImageKHR: \(lastEGLError())")
    }
    // The texture keeps the parts of the image that it needs.
    defer { eglLock.locked { _ = unsafe cgles_eglDestroyImageKHR(display.raw, image) } }
    do throws(GLError) {
      try unsafe self.init(
        context, of: image, width: buffer.width, height: buffer.height, doing: doing)
    } catch {
      throw buffer.refusal(error, doing: doing)
    }
  }

  private init(
    _ context: Context, of image: EGLImageKHR, width: Int, height: Int, doing: String
  ) throws(GLError) {
    let handle = Handle(context, .texture)
    cgles_glActiveTexture(GL.texture0)
    cgles_glBindTexture(GL.texture2D, handle.name)
    unsafe cgles_glEGLImageTargetTexture2DOES(GL.texture2D, image)
    cgles_glTexParameteri(GL.texture2D, GLenum(GL_TEXTURE_MIN_FILTER), GL_NEAREST)
    cgles_glTexParameteri(GL.texture2D, GLenum(GL_TEXTURE_MAG_FILTER), GL_NEAREST)
    try context.checkErrors(doing: doing)
    self.init(handle, format: .rgba8, width: width, height: height)
  }

  /// Exports the texture's memory as a dma-buf (EGL_MESA_image_dma_buf_export).
  ///
  /// Wait for draws to the texture first.
  ///
  /// - Throws: `unsupported` with EGL's message if EGL can't export, or only in several planes.
  package func export() throws(GLError) -> DMABuffer {
    let context = handle.context
    let display = context.display
    let doing = "export a frame of \(width) x \(height) as a dma-buf"
    guard display.has("EGL_MESA_image_dma_buf_export"), display.has("EGL_KHR_gl_texture_2D_image")
    else {
      throw GLError(
        .unsupported, doing: doing,
        detail: "\(context.capabilities.renderer) has no EGL_MESA_image_dma_buf_export here; "
          + "a DRM node through GBM may (--egl gbm)")
    }
    guard
      let image = unsafe eglLock.locked({
        unsafe cgles_eglCreateImageKHR(
          display.raw, context.raw, EGLenum(EGL_GL_TEXTURE_2D_KHR),
          EGLClientBuffer(bitPattern: UInt(handle.name)), nil)
      })
    else {
      throw GLError(.unsupported, doing: doing, detail: "eglCreateImageKHR: \(lastEGLError())")
    }
    defer { eglLock.locked { _ = unsafe cgles_eglDestroyImageKHR(display.raw, image) } }
    var (format, planes): (Int32, Int32) = (0, 0)
    var modifier: EGLuint64KHR = DMABuffer.noModifier
    guard
      unsafe cgles_eglExportDMABUFImageQueryMESA(display.raw, image, &format, &planes, &modifier)
        != EGL.no
    else {
      throw GLError(
        .unsupported, doing: doing, detail: "eglExportDMABUFImageQueryMESA: \(lastEGLError())")
    }
    guard planes == 1 else {
      throw GLError(.unsupported, doing: doing, detail: "it would lie in \(planes) planes")
    }
    var (file, stride, offset): (Int32, EGLint, EGLint) = (-1, 0, 0)
    guard
      unsafe cgles_eglExportDMABUFImageMESA(display.raw, image, &file, &stride, &offset) != EGL.no,
      file >= 0
    else {
      throw GLError(
        .unsupported, doing: doing, detail: "eglExportDMABUFImageMESA: \(lastEGLError())")
    }
    return DMABuffer(
      owning: file, width: width, height: height, format: UInt32(bitPattern: format),
      stride: Int(stride), offset: Int(offset), modifier: modifier)
  }
}
