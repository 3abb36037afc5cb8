import CurlCore
import ImageFiles
import Testing

@Suite struct PNGDecodingTests {
  private func decode(_ png: RawPNG) throws -> Pixmap {
    try ImageFile.decode(bytes: png.bytes, name: "test")
  }

  @Test func greyBecomesEqualChannels() throws {
    let rows = RawPNG.unfiltered([0, 100, 200, 255], rowBytes: 2)
    let pixmap = try decode(RawPNG(width: 2, height: 2, colourType: 0, rows: rows))
    #expect(
      pixmap.rgba8 == [0, 0, 0, 255, 100, 100, 100, 255, 200, 200, 200, 255, 255, 255, 255, 255])
  }

  @Test func oneBitGreyIsBlackAndWhite() throws {
    let pixmap = try decode(
      RawPNG(width: 3, height: 1, depth: 1, colourType: 0, rows: [0, 0b1010_0000]))
    #expect(pixmap.rgba8 == [255, 255, 255, 255, 0, 0, 0, 255, 255, 255, 255, 255])
  }

  @Test func greyWithAlphaIsPremultiplied() throws {
    let pixmap = try decode(RawPNG(width: 2, height: 1, colourType: 4, rows: [0, 200, 128, 77, 0]))
    #expect(pixmap.rgba8 == [100, 100, 100, 128, 0, 0, 0, 0])
  }

  @Test func paletteWithTransparencyIsLookedUp() throws {
    let png = RawPNG(
      width: 3, height: 1, depth: 2, colourType: 3,
      chunks: [("PLTE", [255, 0, 0, 0, 255, 0, 10, 20, 30]), ("tRNS", [255, 51])],
      rows: [0, 0b00_01_10_00])
    #expect(try decode(png).rgba8 == [255, 0, 0, 255, 0, 51, 0, 51, 10, 20, 30, 255])
  }

  @Test func transparentColourOfRGBBecomesAlpha() throws {
    let png = RawPNG(
      width: 2, height: 1, chunks: [("tRNS", [0, 1, 0, 2, 0, 3])], rows: [0, 1, 2, 3, 1, 2, 4])
    #expect(try decode(png).rgba8 == [0, 0, 0, 0, 1, 2, 4, 255])
  }

  @Test func transparentGreyOf16BitsBecomesAlpha() throws {
    let png = RawPNG(
      width: 2, height: 1, depth: 16, colourType: 0, chunks: [("tRNS", [1, 2])],
      rows: [0, 1, 2, 1, 3])
    #expect(try decode(png).rgba16 == [0, 0, 0, 0, 0x0103, 0x0103, 0x0103, 0xFFFF])
  }

  @Test func sixteenBitsStaySixteen() throws {
    let rows: [UInt8] = [0, 0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC, 0xFF, 0xFF]
    let pixmap = try decode(RawPNG(width: 1, height: 1, depth: 16, colourType: 6, rows: rows))
    #expect(pixmap.storage == .rgba16([0x1234, 0x5678, 0x9ABC, 0xFFFF]))
  }

  @Test func sixteenBitsArePremultiplied() throws {
    let rows: [UInt8] = [0, 0x80, 0x00, 0xFF, 0xFF, 0, 3, 0x40, 0x00]
    let pixmap = try decode(RawPNG(width: 1, height: 1, depth: 16, colourType: 6, rows: rows))
    #expect(pixmap.storage == .rgba16([0x2000, 0x4000, 1, 0x4000]))
  }

  @Test(arguments: [(9, 9), (1, 1), (3, 11), (16, 2)])
  func interlacedEqualsPlain(width: Int, height: Int) throws {
    let pixmap = SamplePixmap.rgba8(width: width, height: height, isOpaque: true)
    let interlaced = RawPNG(
      width: width, height: height, colourType: 6, isInterlaced: true,
      rows: RawPNG.interlaced(pixmap.rgba8, width: width, height: height, pixelBytes: 4))
    #expect(try decode(interlaced) == pixmap)
  }

  @Test func chunksThatSayNothingAboutPixelsAreIgnored() throws {
    let png = RawPNG(
      width: 1, height: 1,
      chunks: [("gAMA", [0]), ("iCCP", [1, 2, 3]), ("eXIf", []), ("tEXt", [0]), ("zzZz", [9])],
      rows: [0, 7, 8, 9])
    #expect(try decode(png).rgba8 == [7, 8, 9, 255])
  }

  @Test func tooFewRowsAreAnError() {
    let png = RawPNG(width: 2, height: 2, rows: [0, 1, 2, 3, 4, 5, 6])
    expectError(.malformed) { try ImageFile.decode(bytes: png.bytes, name: "rows") }
  }

  @Test func wrongChecksumIsAnError() {
    var bytes = RawPNG(width: 1, height: 1, rows: [0, 1, 2, 3]).bytes
    bytes[bytes.count - 14] ^= 1
    expectError(.malformed) { try ImageFile.decode(bytes: bytes, name: "sum") }
  }
}
