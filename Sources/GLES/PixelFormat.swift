import CGLES

/// Texel formats of textures and targets, with four channels.
package enum PixelFormat: String, Sendable, Equatable, CaseIterable {
  /// 8 bits, 0…1 in shaders (GL_RGBA8).
  case rgba8
  /// 16-bit floats; uploads take Float or UInt16 bit patterns, reads give Float (GL_RGBA16F).
  case rgba16f
  /// 32-bit floats (GL_RGBA32F); a target only if `Capabilities.drawsToFloat`.
  case rgba32f
  /// 16-bit unsigned integers, `usampler2D` in shaders (GL_RGBA16UI).
  case rgba16ui
  /// 32-bit unsigned integers, `usampler2D` in shaders (GL_RGBA32UI).
  case rgba32ui

  /// Bytes per texel on the device.
  package var bytesPerTexel: Int {
    switch self {
    case .rgba8: 4
    case .rgba16f, .rgba16ui: 8
    case .rgba32f, .rgba32ui: 16
    }
  }

  /// Components per texel.
  static let channels = 4

  var internalFormat: GLenum {
    switch self {
    case .rgba8: GLenum(GL_RGBA8)
    case .rgba16f: GLenum(GL_RGBA16F)
    case .rgba32f: GLenum(GL_RGBA32F)
    case .rgba16ui: GLenum(GL_RGBA16UI)
    case .rgba32ui: GLenum(GL_RGBA32UI)
    }
  }

  var isInteger: Bool {
    switch self {
    case .rgba8, .rgba16f, .rgba32f: false
    case .rgba16ui, .rgba32ui: true
    }
  }

  var transferFormat: GLenum {
    switch self {
    case .rgba8, .rgba16f, .rgba32f: GL.rgba
    case .rgba16ui, .rgba32ui: GL.rgbaInteger
    }
  }

  /// GL's type token to upload components of a type; nil if GL doesn't allow the pair.
  func uploadType(_ type: ComponentType) -> GLenum? {
    switch (self, type) {
    case (.rgba8, .uint8): GL.unsignedByte
    case (.rgba16f, .float), (.rgba32f, .float): GL.float
    case (.rgba16f, .uint16): GL.halfFloat
    case (.rgba16ui, .uint16): GL.unsignedShort
    case (.rgba32ui, .uint32): GL.unsignedInt
    default: nil
    }
  }

  /// GL's type token to read components of a type; nil unless every GLES 3 supports the pair.
  func readType(_ type: ComponentType) -> GLenum? {
    switch (self, type) {
    case (.rgba8, .uint8): GL.unsignedByte
    case (.rgba16f, .float), (.rgba32f, .float): GL.float
    case (.rgba16ui, .uint32), (.rgba32ui, .uint32): GL.unsignedInt
    default: nil
    }
  }
}

/// Types of a colour component in the caller's memory.
package enum ComponentType: String, Sendable {
  case uint8 = "UInt8"
  case uint16 = "UInt16"
  case uint32 = "UInt32"
  case float = "Float"
}

/// A type of colour component in the caller's memory.
package protocol PixelComponent: BitwiseCopyable {
  static var componentType: ComponentType { get }
}

extension UInt8: PixelComponent {
  package static var componentType: ComponentType { .uint8 }
}

extension UInt16: PixelComponent {
  package static var componentType: ComponentType { .uint16 }
}

extension UInt32: PixelComponent {
  package static var componentType: ComponentType { .uint32 }
}

extension Float: PixelComponent {
  package static var componentType: ComponentType { .float }
}

/// A rectangle of texels; y counts rows in memory order, row 0 first.
package struct PixelRegion: Sendable, Equatable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int = 0, y: Int = 0, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Whether the region isn't empty and lies inside a rectangle of this size.
  func fits(width outerWidth: Int, height outerHeight: Int) -> Bool {
    x >= 0 && y >= 0 && width > 0 && height > 0 && x <= outerWidth - width
      && y <= outerHeight - height
  }

  /// Number of the region's components in memory, without gaps between rows.
  var componentCount: Int { width * height * PixelFormat.channels }
}
