import CurlCore
import ImageFiles
import Testing

/// Pictures of odd shapes: a row, a column, primes, and sides about powers of two.
@Suite struct ShapeTests {
  /// Thin, prime and longest sides.
  static let shapes = [
    [1, 1], [1, 2], [2, 1], [1, 9973], [9973, 1], [31, 8191], [8191, 31], [127, 7919], [7919, 127],
  ]
  static let longest = [[1, 65_535], [65_535, 1], [3, 65_535], [65_535, 3]]
  /// Sides beyond what a picture may have.
  static let beyond = [1 << 16, 1 << 16 + 1, 1 << 24 - 1, 1 << 24, 1 << 24 + 1, 1 << 31 - 1]

  private func expectOneColour(_ pixmap: Pixmap, _ shape: [Int], _ rgba: [UInt8]) {
    #expect(pixmap.width == shape[0] && pixmap.height == shape[1])
    let values = pixmap.rgba8
    #expect(values.count == 4 * shape[0] * shape[1])
    #expect(
      stride(from: 0, to: values.count, by: 4).allSatisfy {
        values[$0..<($0 + 4)].elementsEqual(rgba)
      })
  }

  @Test("PNGs", arguments: shapes + longest)
  func png(shape: [Int]) throws {
    for (depth, colourType) in [(1, 0), (8, 2), (16, 2)] {
      let png = RawPNG(
        width: shape[0], height: shape[1], depth: depth, colourType: colourType, isBlank: true)
      expectOneColour(
        try ImageFile.decode(bytes: png.bytes, name: "png"), shape, [0, 0, 0, 255])
    }
  }

  @Test("interlaced PNGs, of which some passes are empty", arguments: shapes)
  func interlaced(shape: [Int]) throws {
    let values = [UInt8](repeating: 200, count: shape[0] * shape[1])
    let png = RawPNG(
      width: shape[0], height: shape[1], colourType: 0, isInterlaced: true,
      rows: RawPNG.interlaced(values, width: shape[0], height: shape[1], pixelBytes: 1))
    expectOneColour(
      try ImageFile.decode(bytes: png.bytes, name: "png"), shape, [200, 200, 200, 255])
  }

  @Test("JPEGs", arguments: shapes + [[1, 65_500], [65_500, 1]])
  func jpeg(shape: [Int]) throws {
    for sampling in [[0x11], [0x22, 0x11, 0x11], [0x41, 0x11, 0x11]] as [[UInt8]] {
      let jpeg = HeavyJPEG(width: shape[0], height: shape[1], scans: 3, sampling: sampling)
      expectOneColour(
        try ImageFile.decode(bytes: jpeg.bytes, name: "jpeg"), shape, [128, 128, 128, 255])
    }
  }

  @Test("WebPs", arguments: shapes + [[1, 16_384], [16_384, 1]])
  func webp(shape: [Int]) throws {
    let webp = HeavyWebP.blank(width: shape[0], height: shape[1], rgba: [10, 20, 30, 255])
    expectOneColour(try ImageFile.decode(bytes: webp, name: "webp"), shape, [10, 20, 30, 255])
  }

  @Test("longer sides are over the limit, and 2³¹ is none", arguments: beyond)
  func tooLong(side: Int) {
    for (width, height) in [(side, 1), (1, side), (side, side)] {
      var png = RawPNG(width: width, height: height, depth: 1, colourType: 0, rows: [0, 0])
      expectError(.tooLarge) { try ImageFile.decode(bytes: png.bytes, name: "long") }
      (png.width, png.height) = (width == 1 ? 1 : 1 << 31, height == 1 ? 1 : 1 << 31)
      expectError(.malformed) { try ImageFile.decode(bytes: png.bytes, name: "longest") }
    }
  }

  @Test("where sides of 2²⁴ are allowed, they are decoded", arguments: [0, 1])
  func allowed(more: Int) throws {
    let side = 1 << 24 + more
    let limits = [.side: 1 << 25] as Limits
    for shape in [[side, 1], [1, side]] {
      let png = RawPNG(
        width: shape[0], height: shape[1], depth: 1, colourType: 0, isBlank: true)
      let pixmap = try ImageFile.decode(bytes: png.bytes, name: "long", limits: limits)
      #expect(pixmap.width == shape[0] && pixmap.height == shape[1] && pixmap.isOpaque)
    }
  }

  @Test("data that go on behind the last row aren't unpacked to their end")
  func moreDataThanPixels() throws {
    func png(more: Int) -> [UInt8] {
      var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      file += RawPNG.chunk("IHDR", [0, 0, 0, 16, 0, 0, 0, 16, 8, 0, 0, 0, 0])
      file += RawPNG.chunk("IDAT", RawPNG.zlib(zeros: 17 * 16 + more))
      return file + RawPNG.chunk("IEND", [])
    }
    // Some programs write a little more.
    #expect(try ImageFile.decode(bytes: png(more: 100), name: "more").width == 16)
    let text = expectError(.malformed) {
      try ImageFile.decode(bytes: png(more: 100 << 20), name: "bomb")
    }
    #expect(text.contains("more data than pixels"))
  }

  @Test("a chunk may be unpacked to 8 MiB and no more")
  func chunkLimit() throws {
    let most = 8 << 20
    let row: [UInt8] = [200, 40, 60, 20, 90, 180, 30, 220, 10, 250, 250, 0]
    func decode(profileBytes: Int) throws -> Pixmap {
      var profile = SampleProfile.rgb(SampleProfile.displayP3)
      profile.replaceSubrange(0..<4, with: RawPNG.big(UInt32(profileBytes)))
      let stream = RawPNG.zlib(profile, zeros: profileBytes - profile.count)
      let chunk = (type: "iCCP", content: [UInt8]("profile\0\0".utf8) + stream)
      let png = RawPNG(width: 4, height: 1, chunks: [chunk], rows: [0] + row)
      return try ImageFile.decode(bytes: png.bytes, name: "profile")
    }
    let plain = try ImageFile.decode(
      bytes: RawPNG(width: 4, height: 1, rows: [0] + row).bytes, name: "plain")
    let small = try decode(profileBytes: 4096)
    #expect(small != plain)
    #expect(try decode(profileBytes: most) == small)
    // Passed over, like one that is damaged.
    #expect(try decode(profileBytes: most + 4) == plain)
  }
}
