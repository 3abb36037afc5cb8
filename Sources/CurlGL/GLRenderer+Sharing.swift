package import CurlCore
package import GLES

/// Frames and pages in shared memory.
extension GLRenderer {
  /// Draws a frame of 8-bit channels into memory that other processes and devices can use, without
  /// a copy on the host.
  ///
  /// Waits until the frame is complete.
  ///
  /// - Throws: `unsupported` if the device can't share; else as ``render(_:_:format:)``.
  package func share(_ drawing: Drawing, _ pictures: FramePictures) throws(GLError) -> DMABuffer {
    try withResourcesRetrying { resources throws(GLError) in
      let target = try resources.draw(drawing, pictures, .colour8)
      let (width, height) = (drawing.width, drawing.height)
      guard resources.context.display.platform == .gbm else {
        let texture = try Texture(resources.context, format: .rgba8, width: width, height: height)
        let framebuffer = try Framebuffer(resources.context, colors: [texture.attachment()])
        try copy(target, to: framebuffer, resources.context)
        return try texture.export()
      }
      let buffer = try GBMBuffer(resources.context, width: width, height: height)
      // The buffer must outlive the framebuffer.
      defer { withExtendedLifetime(buffer) {} }
      let shared = try buffer.export()
      let texture = try Texture(resources.context, importing: shared)
      let framebuffer = try Framebuffer(resources.context, of: texture, importing: shared)
      try copy(target, to: framebuffer, resources.context)
      return shared
    }
  }

  /// Reads the pixels of shared memory: bytes R, G, B, A, row 0 first.
  ///
  /// - Throws: `unsupported` with the driver's message if the device can't import memory, or not
  ///   with this format or modifier; `limitExceeded` if the rows end beyond the memory.
  package func pixels(of shared: DMABuffer) throws(GLError) -> [UInt8] {
    try withResourcesRetrying { resources throws(GLError) in
      let texture = try Texture(resources.context, importing: shared)
      let framebuffer = try Framebuffer(resources.context, of: texture, importing: shared)
      var bytes = [UInt8](repeating: 0, count: 4 * shared.width * shared.height)
      var span = bytes.mutableSpan
      try framebuffer.read(
        into: &span, deadline: .now + deadline, isCancelled: { Task.isCancelled })
      return bytes
    }
  }

  /// Copies a frame on the GPU and waits for the end of the copy.
  private func copy(
    _ target: TargetBox, to framebuffer: borrowing Framebuffer, _ context: Context
  ) throws(GLError) {
    context.scissor(nil)
    target.framebuffer.copy(to: framebuffer, row: 0)
    try context.checkErrors(doing: "copy a frame into shared memory")
    try Fence(context).wait(until: .now + deadline, isCancelled: { Task.isCancelled })
  }
}
