import CGLES

extension Framebuffer {
  /// Waits for the GPU, and copies drawn pixels into the caller's memory (glReadPixels).
  ///
  /// Reads UInt8 from rgba8, UInt32 from rgba32ui and rgba16ui, Float from rgba16f and rgba32f: the
  /// pairs that every GLES 3 supports. The wait before glReadPixels has a deadline, so that a hung
  /// GPU can't block glReadPixels. Leaves the framebuffer bound.
  ///
  /// - Parameters:
  ///   - index: index of the attachment.
  ///   - region: region to read; nil is the whole attachment.
  ///   - pixels: four components per pixel, row 0 first.
  ///   - deadline: time limit of the wait.
  ///   - isCancelled: polled at least every 100 ms of the wait.
  /// - Throws: `deadlineExceeded`, `cancelled`, `contextLost`, `glCall`.
  package func read<Component: PixelComponent>(
    _ index: Int = 0, region: PixelRegion? = nil, into pixels: inout MutableSpan<Component>,
    deadline: ContinuousClock.Instant, isCancelled: () -> Bool = { false }
  ) throws(GLError) {
    let format = colors[index].format
    let region = region ?? PixelRegion(width: width, height: height)
    precondition(region.fits(width: width, height: height), "outside the framebuffer")
    precondition(pixels.count >= region.componentCount, "too few pixels for the region")
    guard let type = format.readType(Component.componentType) else {
      preconditionFailure(
        "\(Component.componentType.rawValue) can't be read from \(format.rawValue)")
    }
    let context = handle.context
    let fence = try Fence(context)
    try fence.wait(until: deadline, isCancelled: isCancelled)
    cgles_glBindFramebuffer(GL.framebuffer, handle.name)
    cgles_glReadBuffer(GL.colorAttachment0 + GLenum(index))
    unsafe pixels.withUnsafeMutableBytes { bytes in
      unsafe cgles_glReadPixels(
        GLint(region.x), GLint(region.y), GLsizei(region.width), GLsizei(region.height),
        format.transferFormat, type, bytes.baseAddress)
    }
    try context.checkErrors(doing: "read back \(region.width) x \(region.height) pixels")
  }
}
