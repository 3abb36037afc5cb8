internal import CurlCore
internal import GLES

/// A target in linear light that shaders draw to and read.
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

  /// A target with the size and format of another one.
  convenience init(_ context: Context, like other: LinearTarget) throws(GLError) {
    try self.init(
      context, other.texture.format, width: other.texture.width, height: other.texture.height)
  }

  func fits(_ width: Int, _ height: Int, _ format: PixelFormat) -> Bool {
    texture.width == width && texture.height == height && texture.format == format
  }

  /// Format in which layers are composited.
  ///
  /// Half floats represent all 8-bit values exactly. For 16 bits, 32-bit floats are used if the
  /// device can blend them; else half floats, with errors of several 16-bit steps.
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
