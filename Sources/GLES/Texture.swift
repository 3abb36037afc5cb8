import CGLES

/// A 2D texture with fixed size, format and number of levels, and clamped edges.
///
/// GL thread only; deleted with the value (glDeleteTextures).
package struct Texture: ~Copyable {
  /// Filter of the shader function `texture`; `texelFetch` ignores it.
  package enum Filter: Sendable {
    case nearest, linear
  }

  /// Width of level 0, texels.
  package let width: Int
  /// Height of level 0, texels.
  package let height: Int
  package let levels: Int
  package let format: PixelFormat
  let handle: Handle

  /// GL's name of the texture, for tests.
  package var name: UInt32 { handle.name }

  /// Allocates storage with undefined contents (glTexStorage2D).
  ///
  /// Binds the texture to unit 0.
  ///
  /// - Throws: `limitExceeded` above `Capabilities.maxTextureSize`, `outOfMemory`.
  package init(
    _ context: Context, format: PixelFormat, width: Int, height: Int, levels: Int = 1,
    filter: Filter = .nearest
  ) throws(GLError) {
    precondition(width > 0 && height > 0 && levels > 0, "a texture has at least one texel")
    let limit = context.capabilities.maxTextureSize
    let doing = "allocate a texture of \(width) x \(height) \(format.rawValue)"
    guard width <= limit, height <= limit else {
      throw GLError(
        .limitExceeded, doing: doing,
        detail: "\(context.capabilities.renderer) takes up to \(limit) x \(limit)")
    }
    let handle = Handle(context, .texture)
    cgles_glActiveTexture(GL.texture0)
    cgles_glBindTexture(GL.texture2D, handle.name)
    cgles_glTexStorage2D(
      GL.texture2D, GLsizei(levels), format.internalFormat, GLsizei(width), GLsizei(height))
    let nearest = levels > 1 ? GL_NEAREST_MIPMAP_NEAREST : GL_NEAREST
    let linear = levels > 1 ? GL_LINEAR_MIPMAP_NEAREST : GL_LINEAR
    for (parameter, value) in [
      (GL_TEXTURE_MIN_FILTER, filter == .nearest ? nearest : linear),
      (GL_TEXTURE_MAG_FILTER, filter == .nearest ? GL_NEAREST : GL_LINEAR),
      (GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE), (GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE),
    ] {
      cgles_glTexParameteri(GL.texture2D, GLenum(parameter), value)
    }
    try context.checkErrors(doing: doing)
    self.handle = handle
    self.width = width
    self.height = height
    self.levels = levels
    self.format = format
  }

  /// Takes over an existing texture of one level.
  init(_ handle: consuming Handle, format: PixelFormat, width: Int, height: Int) {
    self.handle = handle
    self.format = format
    self.width = width
    self.height = height
    levels = 1
  }

  /// Width of a level, texels.
  package func width(level: Int) -> Int { max(1, width >> level) }
  /// Height of a level, texels.
  package func height(level: Int) -> Int { max(1, height >> level) }

  /// Copies pixels into a level or a region of it (glTexSubImage2D).
  ///
  /// Binds the texture to unit 0. UInt8 fits rgba8; Float fits rgba16f and rgba32f; UInt32 fits
  /// rgba32ui; UInt16 fits rgba16ui, and rgba16f as half-float bit patterns.
  ///
  /// - Parameters:
  ///   - pixels: channels of each pixel in sequence, row 0 first.
  ///   - level: 0 for full size.
  ///   - region: target region; nil is the whole level.
  /// - Throws: `outOfMemory`.
  package func upload<Component: PixelComponent>(
    _ pixels: Span<Component>, level: Int = 0, region: PixelRegion? = nil
  ) throws(GLError) {
    let transfer = prepare(
      Component.componentType, count: pixels.count, level: level, region: region)
    unsafe pixels.withUnsafeBytes { bytes in
      unsafe send(bytes.baseAddress, transfer, level: level)
    }
    try handle.context.checkErrors(doing: "upload to a \(format.rawValue) texture")
  }

  /// Copies raw bytes, which hold components of a type, into a level or a region of it.
  package func upload(
    bytes: UnsafeRawBufferPointer, as type: ComponentType, level: Int = 0,
    region: PixelRegion? = nil
  ) throws(GLError) {
    let size =
      switch type {
      case .uint8: 1
      case .uint16: 2
      case .uint32, .float: 4
      }
    let transfer = prepare(type, count: bytes.count / size, level: level, region: region)
    unsafe send(bytes.baseAddress, transfer, level: level)
    try handle.context.checkErrors(doing: "upload to a \(format.rawValue) texture")
  }

  /// Binds the texture to a unit (glBindTexture).
  package func bind(unit: Int) {
    cgles_glActiveTexture(GL.texture0 + GLenum(unit))
    cgles_glBindTexture(GL.texture2D, handle.name)
  }

  /// One level as an attachment; the texture must outlive the framebuffer's use.
  package func attachment(level: Int = 0) -> Attachment {
    Attachment(
      target: GL.texture2D, name: handle.name, level: level, format: format,
      width: width(level: level), height: height(level: level))
  }

  private struct Transfer {
    let region: PixelRegion
    let type: GLenum
  }

  private func prepare(
    _ type: ComponentType, count: Int, level: Int, region: PixelRegion?
  ) -> Transfer {
    precondition((0..<levels).contains(level), "the texture has no level \(level)")
    let whole = PixelRegion(width: width(level: level), height: height(level: level))
    let region = region ?? whole
    precondition(region.fits(width: whole.width, height: whole.height), "outside the level")
    precondition(count >= region.componentCount, "too few pixels for the region")
    guard let token = format.uploadType(type) else {
      preconditionFailure("\(type.rawValue) can't go into \(format.rawValue)")
    }
    return Transfer(region: region, type: token)
  }

  private func send(_ pixels: UnsafeRawPointer?, _ transfer: Transfer, level: Int) {
    let region = transfer.region
    bind(unit: 0)
    unsafe cgles_glTexSubImage2D(
      GL.texture2D, GLint(level), GLint(region.x), GLint(region.y), GLsizei(region.width),
      GLsizei(region.height), format.transferFormat, transfer.type, pixels)
  }
}
