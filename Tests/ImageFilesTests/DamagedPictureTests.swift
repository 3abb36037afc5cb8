import CurlCore
import ImageFiles
import Testing

@Suite struct DamagedPictureTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
  }

  static let samples = [
    Sample(testDescription: "RGB", bytes: png(opaque: true, .fast)),
    Sample(testDescription: "RGBA, stored", bytes: png(opaque: false, .stored)),
    Sample(
      testDescription: "16 bits",
      bytes: PNGEncoder.encode(SamplePixmap.rgba16(width: 9, height: 7, isOpaque: false))),
    Sample(
      testDescription: "palette",
      bytes: RawPNG(
        width: 3, height: 1, depth: 2, colourType: 3,
        chunks: [("PLTE", [255, 0, 0, 0, 255, 0, 10, 20, 30]), ("tRNS", [255, 51])],
        rows: [0, 0b00_01_10_00]
      ).bytes),
    Sample(testDescription: "JPEG", bytes: SampleJPEG.baseline),
    Sample(testDescription: "progressive JPEG", bytes: SampleJPEG.progressive),
    Sample(testDescription: "grey JPEG", bytes: SampleJPEG.grey),
  ]

  private static func png(opaque: Bool, _ compression: PNGEncoder.Compression) -> [UInt8] {
    PNGEncoder.encode(
      SamplePixmap.rgba8(width: 21, height: 13, isOpaque: opaque), compression: compression)
  }

  @Test("a truncated picture is an error", arguments: samples)
  func truncated(sample: Sample) {
    for sixteenths in 0..<16 {
      let bytes = Array(sample.bytes.prefix(sample.bytes.count * sixteenths / 16))
      let error = #expect(throws: ImageFileError.self) {
        try ImageFile.decode(bytes: bytes, name: "truncated")
      }
      #expect(error?.kind == .malformed || error?.kind == .unknownFormat && bytes.count < 8)
    }
    expectError(.malformed) {
      try ImageFile.decode(bytes: sample.bytes.dropLast(), name: "one byte short")
    }
  }

  @Test("damaged bytes give a picture or an error", arguments: samples)
  func mutated(sample: Sample) throws {
    var random = SeededGenerator(seed: 4)
    let limits = ImageFile.Limits(maximumPixels: 1_000_000)
    for _ in 0..<400 {
      var bytes = sample.bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let at = Int.random(in: 8..<bytes.count, using: &random)
        bytes[at] = .random(in: 0...255, using: &random)
      }
      do {
        let pixmap = try ImageFile.decode(bytes: bytes, name: "damaged", limits: limits)
        #expect(pixmap.width * pixmap.height <= limits.maximumPixels)
      } catch {
        #expect([.malformed, .tooLarge, .unsupported].contains(error.kind))
      }
    }
  }

  @Test("damage that keeps the checksums right gives a picture or an error")
  func mutatedInside() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<400 {
      var rows = (0..<64).map { _ in UInt8.random(in: 0...6, using: &random) }
      rows.removeLast(.random(in: 0...8, using: &random))
      let png = RawPNG(
        width: .random(in: 1...9, using: &random), height: .random(in: 1...9, using: &random),
        depth: [1, 2, 4, 8, 16].randomElement(using: &random) ?? 8,
        colourType: .random(in: 0...6, using: &random),
        isInterlaced: .random(using: &random),
        chunks: [
          ("PLTE", (0..<Int.random(in: 0...12, using: &random)).map { UInt8($0) }),
          ("tRNS", (0..<Int.random(in: 0...8, using: &random)).map { UInt8($0) }),
        ], rows: rows)
      do {
        _ = try ImageFile.decode(bytes: png.bytes, name: "inside")
      } catch {
        #expect(error.kind == .malformed)
      }
    }
  }

  @Test("a header's claim is held against the limit before room is made")
  func hugeClaim() {
    let png = RawPNG(width: 65_000, height: 65_000, colourType: 6, rows: [0]).bytes
    #expect(png.count < 100)
    let text = expectError(.tooLarge) { try ImageFile.decode(bytes: png, name: "huge") }
    #expect(text.contains("65000 × 65000") && text.contains("--max-pixels"))
    let widest = RawPNG(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF, depth: 16, rows: [0]).bytes
    expectError(.tooLarge) { try ImageFile.decode(bytes: widest, name: "widest") }
  }

  @Test("the limit itself is allowed, one less isn't")
  func limitIsInclusive() throws {
    let limits = ImageFile.Limits(maximumPixels: 128)
    _ = try ImageFile.decode(bytes: SampleJPEG.grey, name: "fits", limits: limits)
    expectError(.tooLarge) {
      try ImageFile.decode(bytes: SampleJPEG.grey, name: "big", limits: .init(maximumPixels: 127))
    }
  }
}
