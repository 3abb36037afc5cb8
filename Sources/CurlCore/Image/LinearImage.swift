/// A picture prepared for filtering: premultiplied linear light, with halved levels.
///
/// Level L has one texel for every 2^L × 2^L page pixels, their mean in linear light. The picture
/// is extended to a multiple of the coarsest texel by its last row and column, so that each level
/// is exactly half of the one before. Both renderers read these texels, and nothing else.
package struct LinearImage: Sendable {
  /// The texels of one level, row after row.
  package struct Level: Sendable {
    package let width: Int
    package let height: Int
    package let texels: [SIMD4<Float>]
  }

  /// Levels beyond the first; page pixels per coarsest texel are 2 to this power.
  package static let coarsest = 5

  /// Pixels across and down, without the extension.
  package let width: Int
  package let height: Int
  package let levels: [Level]

  /// Decodes and halves a picture.
  package init(_ pixmap: Pixmap) {
    width = pixmap.width
    height = pixmap.height
    let unit = 1 << Self.coarsest
    let base = Self.decode(
      pixmap, width: (width + unit - 1) / unit * unit, height: (height + unit - 1) / unit * unit)
    var levels = [base]
    for _ in 0..<Self.coarsest {
      levels.append(Self.halve(levels[levels.count - 1]))
    }
    self.levels = levels
  }

  private static func decode(_ pixmap: Pixmap, width: Int, height: Int) -> Level {
    var texels: [SIMD4<Float>] = []
    texels.reserveCapacity(width * height)
    for y in 0..<height {
      let row = min(y, pixmap.height - 1) * pixmap.width
      switch pixmap.storage {
      case .rgba8(let bytes):
        for x in 0..<pixmap.width {
          let i = 4 * (row + x)
          texels.append(Decoder.texel(bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3]))
        }
      case .rgba16(let values):
        for x in 0..<pixmap.width {
          let i = 4 * (row + x)
          texels.append(Decoder.texel(values[i], values[i + 1], values[i + 2], values[i + 3]))
        }
      }
      let last = texels[texels.count - 1]
      for _ in pixmap.width..<width { texels.append(last) }
    }
    return Level(width: width, height: height, texels: texels)
  }

  private static func halve(_ level: Level) -> Level {
    let (width, height) = (level.width / 2, level.height / 2)
    var texels: [SIMD4<Float>] = []
    texels.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        let i = 2 * (y * level.width + x)
        let j = i + level.width
        let sum =
          (level.texels[i] + level.texels[i + 1]) + (level.texels[j] + level.texels[j + 1])
        texels.append(sum * 0.25)
      }
    }
    return Level(width: width, height: height, texels: texels)
  }
}

/// Tables from stored, premultiplied sRGB channels to premultiplied linear light.
package enum Decoder {
  /// Of the channels of an opaque pixel of 8 bits.
  package static let opaque8: [Float] = (0...255).map { Float(SRGB.decode(Double($0) / 255)) }
  private static let opaque16: [Float] = (0...65535).map {
    Float(SRGB.decode(Double($0) / 65535))
  }

  fileprivate static func texel(_ r: UInt8, _ g: UInt8, _ b: UInt8, _ a: UInt8) -> SIMD4<Float> {
    if a == 255 { return SIMD4(opaque8[Int(r)], opaque8[Int(g)], opaque8[Int(b)], 1) }
    return translucent(SIMD3(Double(r), Double(g), Double(b)), alpha: Double(a), whole: 255)
  }

  fileprivate static func texel(_ r: UInt16, _ g: UInt16, _ b: UInt16, _ a: UInt16) -> SIMD4<Float>
  {
    if a == 65535 { return SIMD4(opaque16[Int(r)], opaque16[Int(g)], opaque16[Int(b)], 1) }
    return translucent(SIMD3(Double(r), Double(g), Double(b)), alpha: Double(a), whole: 65535)
  }

  /// decode(stored / alpha) · alpha; a stored value above its alpha counts as alpha.
  private static func translucent(_ stored: SIMD3<Double>, alpha: Double, whole: Double)
    -> SIMD4<Float>
  {
    guard alpha > 0 else { return .zero }
    let a = alpha / whole
    func channel(_ v: Double) -> Float { Float(SRGB.decode(min(v / alpha, 1)) * a) }
    return SIMD4(channel(stored.x), channel(stored.y), channel(stored.z), Float(a))
  }
}
