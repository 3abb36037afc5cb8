import CurlCore

/// Small pictures for tests.
enum SamplePixmap {
  /// Noise of 8 bits; with alpha also transparent and opaque pixels.
  static func rgba8(width: Int, height: Int, isOpaque: Bool, seed: UInt64 = 1) -> Pixmap {
    var random = SeededGenerator(seed: seed)
    var values: [UInt8] = []
    for at in 0..<(width * height) {
      let alpha: UInt8 =
        isOpaque || at % 5 == 0 ? 255 : at % 7 == 0 ? 0 : .random(in: 0...255, using: &random)
      for _ in 0..<3 { values.append(.random(in: 0...alpha, using: &random)) }
      values.append(alpha)
    }
    return Pixmap(width: width, height: height, rgba8: values)
  }

  /// Noise of 16 bits; with alpha also transparent and opaque pixels.
  static func rgba16(width: Int, height: Int, isOpaque: Bool, seed: UInt64 = 2) -> Pixmap {
    var random = SeededGenerator(seed: seed)
    var values: [UInt16] = []
    for at in 0..<(width * height) {
      let alpha: UInt16 =
        isOpaque || at % 5 == 0 ? 65_535 : at % 7 == 0 ? 0 : .random(in: 0...65_535, using: &random)
      for _ in 0..<3 { values.append(.random(in: 0...alpha, using: &random)) }
      values.append(alpha)
    }
    return Pixmap(width: width, height: height, rgba16: values)
  }

  /// One colour, opaque.
  static func flat(width: Int, height: Int, _ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Pixmap {
    let pixels = (0..<(width * height)).flatMap { _ in [red, green, blue, 255] as [UInt8] }
    return Pixmap(width: width, height: height, rgba8: pixels)
  }
}
