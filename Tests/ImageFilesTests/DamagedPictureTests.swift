import CurlCore
import Glibc
import Testing

@testable import ImageFiles

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
    Sample(testDescription: "CMYK JPEG", bytes: SampleJPEG.cmyk),
    Sample(
      testDescription: "JPEG with notes",
      bytes: SampleJPEG.with(SampleJPEG.baseline, exif: exif, profile: profile, pieceLength: 200)),
    Sample(
      testDescription: "PNG with notes",
      bytes: RawPNG(
        width: 3, height: 1, chunks: [RawPNG.profile(profile), ("eXIf", exif)],
        rows: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
      ).bytes),
    Sample(testDescription: "lossy WebP", bytes: SampleWebP.lossy),
    Sample(testDescription: "lossless WebP", bytes: SampleWebP.lossless),
    Sample(testDescription: "lossy WebP with alpha", bytes: SampleWebP.lossyAlpha),
    Sample(testDescription: "animated WebP", bytes: SampleWebP.animation),
    Sample(
      testDescription: "WebP with notes",
      bytes: SampleWebP.with(SampleWebP.lossless, exif: exif, profile: profile)),
  ]

  private static let exif = SampleExif.block(orientation: 6, littleEndian: false)
  private static let profile = SampleProfile.rgb(SampleProfile.displayP3)

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
      #expect(error?.path == "truncated" && error?.description.contains("'truncated'") == true)
      #expect(
        error?.kind == .malformed
          || error?.kind == .unknownFormat && bytes.count < PictureCodec.signatureLength)
    }
    expectError(.malformed) {
      try ImageFile.decode(bytes: sample.bytes.dropLast(), name: "one byte short")
    }
  }

  @Test("damaged bytes give a picture or an error", arguments: samples)
  func mutated(sample: Sample) throws {
    var random = SeededGenerator(seed: 4)
    let limits = [.pixels: 1_000_000] as Limits
    for _ in 0..<400 {
      var bytes = sample.bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let at = Int.random(in: PictureCodec.signatureLength..<bytes.count, using: &random)
        bytes[at] = .random(in: 0...255, using: &random)
      }
      do {
        let pixmap = try ImageFile.decode(bytes: bytes, name: "damaged", limits: limits)
        #expect(pixmap.width * pixmap.height <= limits[.pixels])
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
    #expect(text.contains("65000 × 65000") && text.contains("limit 'pixels' of 200000000"))
    let widest = RawPNG(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF, depth: 16, rows: [0]).bytes
    expectError(.tooLarge) { try ImageFile.decode(bytes: widest, name: "widest") }
  }

  @Test("a claim within the limit but beyond the memory is an error, and no crash")
  func beyondMemory() async {
    await #expect(processExitsWith: .success) {
      var room = rlimit(rlim_cur: 3 << 30, rlim_max: 3 << 30)
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &room)
      let png = RawPNG(width: 20_000, height: 20_000, depth: 16, colourType: 6, rows: [0]).bytes
      let limits = [.pixels: 1_000_000_000] as Limits
      let text = expectError(.noMemory) {
        try ImageFile.decode(bytes: png, name: "huge", limits: limits)
      }
      #expect(text.contains("20000 × 20000") && text.contains("memory"))
    }
  }

  @Test("a WebP's claim is held against the limit, too")
  func hugeWebP() {
    // A canvas of 2^24 − 1 pixels in a row, and of 16384 a side in a lossless picture's own header.
    var canvas = SampleWebP.placed(SampleWebP.lossless)
    canvas.replaceSubrange(24..<27, with: [255, 255, 255])
    expectError(.tooLarge) { try ImageFile.decode(bytes: canvas, name: "canvas") }
    var picture = SampleWebP.lossless
    picture.replaceSubrange(21..<25, with: [255, 255, 255, 15])
    expectError(.tooLarge) { try ImageFile.decode(bytes: picture, name: "picture") }
  }

  @Test("a JPEG's claim is held against the limit, too")
  func hugeJPEG() throws {
    var bytes = SampleJPEG.baseline
    let frame = try #require((0..<bytes.count).first { bytes[$0...].starts(with: [0xFF, 0xC0]) })
    bytes.replaceSubrange((frame + 5)..<(frame + 9), with: [0xFF, 0xDC, 0xFF, 0xDC])
    expectError(.tooLarge) { try ImageFile.decode(bytes: bytes, name: "huge") }
  }

  @Test("a picture without bytes behind its signature is malformed")
  func signatureAlone() {
    for sample in Self.samples {
      let bytes = Array(sample.bytes.prefix(PictureCodec.signatureLength))
      expectError(.malformed) { try ImageFile.decode(bytes: bytes, name: "signature") }
    }
  }

  @Test("a picture behind another format's signature is malformed", arguments: samples)
  func wrongSignature(sample: Sample) {
    for other in [SampleJPEG.baseline, SampleWebP.lossless, Self.samples[0].bytes] {
      let isSame = PictureCodec(other) == PictureCodec(sample.bytes)
      guard !isSame else { continue }
      let bytes = other.prefix(12) + sample.bytes.dropFirst(12)
      expectError(.malformed) { try ImageFile.decode(bytes: Array(bytes), name: "wrong") }
    }
  }

  @Test("the limit itself is allowed, one less isn't")
  func limitIsInclusive() throws {
    let limits = [.pixels: 128] as Limits
    _ = try ImageFile.decode(bytes: SampleJPEG.grey, name: "fits", limits: limits)
    expectError(.tooLarge) {
      try ImageFile.decode(bytes: SampleJPEG.grey, name: "big", limits: [.pixels: 127])
    }
  }
}
