import CurlCore
import ImageFiles
import Testing

/// Every kind of PNG there is: colour type, depth, transparency, interlacing.
@Suite struct PNGSuiteTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    let colourType: Int
    let depth: Int
    let hasTransparency: Bool
    let isInterlaced: Bool

    var channels: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colourType] ?? 0 }

    var testDescription: String {
      "type \(colourType), \(depth) bits" + (hasTransparency ? ", tRNS" : "")
        + (isInterlaced ? ", interlaced" : "")
    }
  }

  static let kinds = [
    (0, [1, 2, 4, 8, 16]), (2, [8, 16]), (3, [1, 2, 4, 8]), (4, [8, 16]), (6, [8, 16]),
  ].flatMap { type, depths in
    depths.flatMap { depth in
      [false, true].flatMap { transparency in
        [false, true].compactMap { interlaced in
          transparency && type >= 4
            ? nil
            : Kind(
              colourType: type, depth: depth, hasTransparency: transparency,
              isInterlaced: interlaced)
        }
      }
    }
  }

  @Test("the pixels are what the specification says", arguments: kinds)
  func pixels(kind: Kind) throws {
    let (width, height) = (11, 9)
    var random = SeededGenerator(seed: UInt64(kind.colourType * 100 + kind.depth))
    let top = (1 << kind.depth) - 1
    let pixels = (0..<(width * height)).map { _ in
      (0..<kind.channels).map { _ in Int.random(in: 0...top, using: &random) }
    }
    let palette = (0...top).map { _ in
      (0..<3).map { _ in Int.random(in: 0...255, using: &random) }
    }
    let alphas = (0...(top / 2)).map { _ in Int.random(in: 0...255, using: &random) }
    var chunks: [(type: String, content: [UInt8])] = []
    if kind.colourType == 3 { chunks.append(("PLTE", palette.joined().map { UInt8($0) })) }
    if kind.hasTransparency {
      let content =
        kind.colourType == 3
        ? alphas.map { UInt8($0) } : pixels[5].flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
      chunks.append(("tRNS", content))
    }
    let png = RawPNG(
      width: width, height: height, depth: kind.depth, colourType: kind.colourType,
      isInterlaced: kind.isInterlaced, chunks: chunks,
      rows: Self.rows(
        pixels, width: width, height: height, depth: kind.depth, isInterlaced: kind.isInterlaced))
    let pixmap = try ImageFile.decode(bytes: png.bytes, name: "suite")

    // Straight channels of 16 bits, by the specification.
    var expected: [Int] = []
    for pixel in pixels {
      let key = kind.hasTransparency && kind.colourType < 3 && pixel == pixels[5]
      let scaled = pixel.map { $0 * 65535 / top }
      switch kind.colourType {
      case 0: expected += [scaled[0], scaled[0], scaled[0], key ? 0 : 65535]
      case 2: expected += scaled + [key ? 0 : 65535]
      case 3:
        let alpha = kind.hasTransparency && pixel[0] < alphas.count ? alphas[pixel[0]] : 255
        expected += (palette[pixel[0]] + [alpha]).map { $0 * 257 }
      case 4: expected += [scaled[0], scaled[0], scaled[0], scaled[1]]
      default: expected += scaled
      }
    }
    var premultiplied: [UInt16] = []
    for at in stride(from: 0, to: expected.count, by: 4) {
      let alpha = expected[at + 3]
      for value in expected[at..<(at + 3)] {
        premultiplied.append(UInt16((value * alpha + 32767) / 65535))
      }
      premultiplied.append(UInt16(alpha))
    }
    #expect(pixmap.width == width && pixmap.height == height)
    #expect(pixmap.rgba16 == premultiplied)
    let isOpaque = !kind.hasTransparency && kind.colourType < 4
    #expect(pixmap.format == (isOpaque && kind.depth < 16 ? .rgba8 : .rgba16))
  }

  /// Unfiltered rows, of all seven passes if interlaced, samples packed from the high bits down.
  private static func rows(
    _ pixels: [[Int]], width: Int, height: Int, depth: Int, isInterlaced: Bool
  ) -> [UInt8] {
    let passes =
      isInterlaced
      ? [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
        (0, 1, 1, 2),
      ] : [(0, 0, 1, 1)]
    var rows: [UInt8] = []
    for (left, top, across, down) in passes where left < width {
      for y in stride(from: top, to: height, by: down) {
        let samples = stride(from: left, to: width, by: across).flatMap { pixels[y * width + $0] }
        let bits = samples.flatMap { sample in
          (0..<depth).reversed().map { sample >> $0 & 1 }
        }
        rows.append(0)
        for start in stride(from: 0, to: bits.count, by: 8) {
          let byte = bits[start...].prefix(8)
          rows.append(UInt8(byte.reduce(0) { $0 << 1 | $1 } << (8 - byte.count)))
        }
      }
    }
    return rows
  }
}
