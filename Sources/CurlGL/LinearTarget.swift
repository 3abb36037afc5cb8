internal import CurlCore
internal import GLES

/// Linear light of a frame's pixels, drawn to and read by shaders.
///
/// GL thread only.
final class LinearTarget {
  let texture: Texture
  let framebuffer: Framebuffer

  init(_ context: Context, _ format: PixelFormat, width: Int, height: Int) throws(GLError) {
    let texture = try Texture(context, format: format, width: width, height: height)
    framebuffer = try Framebuffer(context, colors: [texture.attachment()])
    self.texture = consume texture
  }

  /// Of another one's size and texels.
  convenience init(_ context: Context, like other: LinearTarget) throws(GLError) {
    try self.init(
      context, other.texture.format, width: other.texture.width, height: other.texture.height)
  }

  func fits(_ width: Int, _ height: Int, _ format: PixelFormat) -> Bool {
    texture.width == width && texture.height == height && texture.format == format
  }

  /// The texels in which layers are composited.
  ///
  /// Half floats keep every one of 8 bits exactly; 16 bits want floats where the device can blend
  /// them, and are within a few steps of a half float where it can't.
  static func format(for output: FrameOutput, _ capabilities: Capabilities) throws(GLError)
    -> PixelFormat
  {
    if output == .colour16 && capabilities.blendsFloat { return .rgba32f }
    guard capabilities.drawsToHalfFloat else {
      throw GLError(
        .framebufferIncomplete, doing: "draw a frame of several layers",
        detail: "\(capabilities.renderer) can't draw to half floats "
          + "(GL_EXT_color_buffer_half_float); use the CPU path")
    }
    return .rgba16f
  }
}
