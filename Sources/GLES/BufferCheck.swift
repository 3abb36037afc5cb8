/// Tests whether a device can draw to memory, map it and share it.
enum BufferCheck {
  private static let (width, height) = (37, 21)

  /// The first problem found; nil if all works.
  ///
  /// On GBM, draws to a buffer, maps it and imports it again. On other platforms, draws to a
  /// texture, exports and imports it. `deadline` limits each wait for the GPU.
  static func problem(_ context: Context, deadline: Duration) -> String? {
    do throws(GLError) {
      return context.display.platform == .gbm
        ? try buffer(context, deadline) : try texture(context, deadline)
    } catch {
      return error.description
    }
  }

  private static func buffer(_ context: Context, _ deadline: Duration) throws(GLError) -> String? {
    let buffer = try GBMBuffer(context, width: width, height: height)
    defer { withExtendedLifetime(buffer) {} }
    let shared = try buffer.export()
    let texture = try Texture(context, importing: shared)
    try draw(to: try Framebuffer(context, of: texture, importing: shared), context, deadline)
    guard try buffer.bytes() == expected else { return "the mapped picture isn't the drawn one" }
    return try reread(try buffer.export(), context, deadline)
  }

  private static func texture(_ context: Context, _ deadline: Duration) throws(GLError) -> String? {
    let texture = try Texture(context, format: .rgba8, width: width, height: height)
    try draw(to: try Framebuffer(context, colors: [texture.attachment()]), context, deadline)
    return try reread(try texture.export(), context, deadline)
  }

  /// Draws a rectangle on another colour, so that no mirrored or halved picture equals the drawn
  /// one.
  private static func draw(
    to framebuffer: borrowing Framebuffer, _ context: Context, _ deadline: Duration
  ) throws(GLError) {
    context.scissor(nil)
    framebuffer.clear(to: SIMD4(1, 0.2, 0, 1))
    context.scissor(PixelRegion(x: 3, y: 2, width: 11, height: 5))
    framebuffer.clear(to: SIMD4(0, 0.4, 1, 1))
    context.scissor(nil)
    try Fence(context).wait(until: .now + deadline)
  }

  private static func reread(_ shared: DMABuffer, _ context: Context, _ deadline: Duration)
    throws(GLError) -> String?
  {
    let texture = try Texture(context, importing: shared)
    let framebuffer = try Framebuffer(context, of: texture, importing: shared)
    var bytes = [UInt8](repeating: 0, count: 4 * width * height)
    var span = bytes.mutableSpan
    try framebuffer.read(into: &span, deadline: .now + deadline)
    return bytes == expected ? nil : "the imported picture isn't the exported one"
  }

  private static var expected: [UInt8] {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let isInside = (3..<14).contains(x) && (2..<7).contains(y)
        bytes += isInside ? [0, 102, 255, 255] : [255, 51, 0, 255]
      }
    }
    return bytes
  }
}
