import CGLES

/// A buffer for asynchronous readback of pixels (GL_PIXEL_PACK_BUFFER).
///
/// Reuse the buffer: with some drivers, its allocation takes as long as a frame. GL thread only;
/// deleted with the value (glDeleteBuffers).
package struct PixelBuffer: ~Copyable {
  /// Size in bytes.
  package let byteCount: Int
  let handle: Handle

  /// GL's name of the buffer, for tests.
  package var name: UInt32 { handle.name }

  /// Allocates bytes with undefined contents (glBufferData, GL_STREAM_READ).
  ///
  /// - Throws: `outOfMemory`.
  package init(_ context: Context, byteCount: Int) throws(GLError) {
    precondition(byteCount > 0, "a buffer has at least one byte")
    let handle = Handle(context, .buffer)
    cgles_glBindBuffer(GL.pixelPackBuffer, handle.name)
    cgles_glBufferData(GL.pixelPackBuffer, byteCount, nil, GLenum(GL_STREAM_READ))
    cgles_glBindBuffer(GL.pixelPackBuffer, 0)
    try context.checkErrors(doing: "allocate \(byteCount) bytes for reading back")
    self.handle = handle
    self.byteCount = byteCount
  }

  /// Queues a copy of an rgba8 framebuffer's first rows into the buffer (glReadPixels).
  ///
  /// Doesn't wait: a fence created after this call signals its end. Leaves the framebuffer bound.
  ///
  /// - Parameters:
  ///   - framebuffer: the source, four bytes per pixel, row 0 first, without gaps.
  ///   - rows: number of rows.
  ///   - offset: bytes from the buffer's start.
  /// - Throws: `contextLost`, `glCall`.
  package func read(_ framebuffer: borrowing Framebuffer, rows: Int, at offset: Int = 0)
    throws(GLError)
  {
    precondition(framebuffer.colors[0].format == .rgba8, "only rgba8 is read into a buffer")
    precondition(rows > 0 && rows <= framebuffer.height, "outside the framebuffer")
    precondition(
      offset >= 0 && 4 * framebuffer.width * rows <= byteCount - offset, "outside the buffer")
    cgles_glBindFramebuffer(GL.framebuffer, framebuffer.handle.name)
    cgles_glReadBuffer(GL.colorAttachment0)
    cgles_glBindBuffer(GL.pixelPackBuffer, handle.name)
    unsafe cgles_glReadPixels(
      0, 0, GLsizei(framebuffer.width), GLsizei(rows), GL.rgba, GL.unsignedByte,
      UnsafeMutableRawPointer(bitPattern: offset))
    // If the buffer stayed bound, the next plain read would write to it.
    cgles_glBindBuffer(GL.pixelPackBuffer, 0)
    try handle.context.checkErrors(doing: "read \(framebuffer.width) x \(rows) pixels back")
  }

  /// Calls a closure with a mapped range of the bytes, without a copy (glMapBufferRange).
  ///
  /// First wait for a fence created after the reads; otherwise this call waits without a deadline.
  /// The bytes are valid only if this call throws no error.
  ///
  /// - Throws: `contextLost`, also if the driver lost the bytes meanwhile; `outOfMemory`, `glCall`,
  ///   `systemFailed`.
  package func withBytes<Result>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Result)
    throws(GLError) -> Result
  {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= byteCount && !range.isEmpty,
      "outside the buffer")
    let doing = "map \(range.count) bytes that were read back"
    let context = handle.context
    cgles_glBindBuffer(GL.pixelPackBuffer, handle.name)
    defer { cgles_glBindBuffer(GL.pixelPackBuffer, 0) }
    guard
      let start = unsafe cgles_glMapBufferRange(
        GL.pixelPackBuffer, range.lowerBound, range.count, GLbitfield(GL_MAP_READ_BIT))
    else {
      try context.checkErrors(doing: doing)
      throw GLError(.systemFailed, doing: doing, detail: "glMapBufferRange: NULL")
    }
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: range.count)
    let result = unsafe body(bytes.bindMemory(to: UInt8.self).span)
    guard cgles_glUnmapBuffer(GL.pixelPackBuffer) != 0 else {
      throw context.lost(doing: doing, detail: "glUnmapBuffer: the bytes were lost")
    }
    // Drivers may report a reset between map and unmap in neither call.
    try context.checkErrors(doing: doing)
    return result
  }
}
