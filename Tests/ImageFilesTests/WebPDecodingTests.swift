import CurlCore
import ImageFiles
import Testing

@Suite struct WebPDecodingTests {
  static let left: [UInt8] = [200, 40, 60]
  static let right: [UInt8] = [20, 90, 180]

  private func decode(_ bytes: [UInt8]) throws -> Pixmap {
    try ImageFile.decode(bytes: bytes, name: "webp")
  }

  @Test func losslessIsExact() throws {
    let pixmap = try decode(SampleWebP.lossless)
    let row =
      [[UInt8]](repeating: Self.left + [255], count: 8)
      + [[UInt8]](repeating: Self.right + [255], count: 8)
    let expected = [[[UInt8]]](repeating: row, count: 8).joined().flatMap { $0 }
    #expect(pixmap == Pixmap(width: 16, height: 8, rgba8: expected))
  }

  @Test func lossyIsNear() throws {
    let pixmap = try decode(SampleWebP.lossy)
    #expect(pixmap.width == 16 && pixmap.height == 8 && pixmap.format == .rgba8)
    // Chroma has half the resolution: it is looked at away from the edge.
    for (x, wanted) in [(2, Self.left), (13, Self.right)] {
      for y in 0..<8 {
        let pixel = pixmap.rgba8[(4 * (16 * y + x))...].prefix(4)
        for (value, expected) in zip(pixel, wanted + [255]) {
          #expect(abs(Int(value) - Int(expected)) <= 4)
        }
      }
    }
  }

  @Test(arguments: [SampleWebP.losslessAlpha, SampleWebP.lossyAlpha])
  func alphaIsPremultipliedIn16Bits(bytes: [UInt8]) throws {
    let pixmap = try decode(bytes)
    #expect(pixmap.format == .rgba16)
    let values = pixmap.rgba16.map(Int.init)
    let isExact = bytes == SampleWebP.losslessAlpha
    for (y, alpha) in [255, 255, 255, 255, 128, 128, 128, 3].enumerated() {
      let at = 4 * (16 * y + 2)
      #expect(values[at + 3] == alpha * 257)
      for channel in 0..<3 {
        let expected = (Int(Self.left[channel]) * alpha * 257 + 127) / 255
        #expect(abs(values[at + channel] - expected) <= (isExact ? 0 : 4 * alpha * 257 / 255))
      }
    }
  }

  @Test func animationGivesItsFirstFrame() throws {
    #expect(try decode(SampleWebP.animation) == decode(SampleWebP.lossless))
  }

  @Test func frameSmallerThanItsCanvasLeavesTheRestClear() throws {
    let pixmap = try decode(SampleWebP.placed(SampleWebP.lossless))
    #expect(pixmap.width == 24 && pixmap.height == 12)
    let values = pixmap.rgba8
    for y in 0..<12 {
      for x in 0..<24 {
        let pixel = Array(values[(4 * (24 * y + x))...].prefix(4))
        let isInside = (4..<20).contains(x) && (2..<10).contains(y)
        #expect(pixel == (isInside ? (x < 12 ? Self.left : Self.right) + [255] : [0, 0, 0, 0]))
      }
    }
  }

  @Test func extendedFormatIsTheSamePicture() throws {
    let extended = SampleWebP.with(
      SampleWebP.lossless, exif: SampleExif.block(orientation: 1, littleEndian: true))
    #expect(try decode(extended) == decode(SampleWebP.lossless))
  }

  @Test func frameBesideItsCanvasIsAnError() {
    var bytes = SampleWebP.placed(SampleWebP.lossless)
    // Half of the pixels to the left of the frame, in its chunk.
    let at = 12 + 18 + 14 + 8
    #expect(bytes[at] == 2)
    bytes[at] = 5
    expectError(.malformed) { try decode(bytes) }
  }
}
