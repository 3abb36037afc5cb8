import CGLES

/// Memory that GL reads pixels back into while the caller goes on (GL_PIXEL_PACK_BUFFER).
///
/// Made once and used again: a fresh one for every frame costs some drivers as much as the frame.
/// GL thread only; deleted with the value (glDeleteBuffers).
package struct PixelBuffer: ~Copyable {
  /// Its size in bytes.
  package let byteCount: Int
  let handle: Handle

  /// GL's name for it, for tests.
  package var name: UInt32 { handle.name }

  /// Allocates bytes, their content undefined (glBufferData, GL_STREAM_READ).
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

  /// Has an rgba8 framebuffer's first rows copied here once they are drawn (glReadPixels).
  ///
  /// Doesn't wait: a fence that is made afterwards tells when they are there. Leaves the
  /// framebuffer bound.
  ///
  /// - Parameters:
  ///   - framebuffer: what is read, four bytes a pixel, row 0 first, without gaps.
  ///   - rows: how many of its rows.
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
    // Bound, it would catch the next plain read as well.
    cgles_glBindBuffer(GL.pixelPackBuffer, 0)
    try handle.context.checkErrors(doing: "read \(framebuffer.width) x \(rows) pixels back")
  }

  /// Runs a closure on a range of its bytes as they lie in the driver's memory (glMapBufferRange):
  /// whoever only looks at them needs no copy.
  ///
  /// A fence made after the reads should have been waited for; else this waits, without an end.
  /// Only once this has returned were the bytes there to the end.
  ///
  /// - Throws: `contextLost`, also where the driver lost the bytes meanwhile; `outOfMemory`,
  ///   `glCall`, `systemFailed`.
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
    // A reset meanwhile needn't show in either call.
    try context.checkErrors(doing: doing)
    return result
  }
}
