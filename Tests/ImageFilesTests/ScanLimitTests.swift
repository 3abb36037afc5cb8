import CurlCore
import ImageFiles
import Testing

/// JPEGs that are valid and small, and go over their pixels again and again.
@Suite struct ScanLimitTests {
  /// What a file is told to ask for where it may have next to nothing.
  private func asked(_ bytes: [UInt8], _ limits: Limits = [.scanPixels: 1]) -> LimitExceeded? {
    let error = #expect(throws: ImageFileError.self) {
      try ImageFile.decode(bytes: bytes, name: "scans", limits: limits)
    }
    #expect(error?.kind == .tooLarge)
    #expect(error?.exceeded?.name == .scanPixels)
    return error?.exceeded
  }

  @Test("a small file of hundreds of scans is over the limit before it is decoded")
  func heavy() {
    let bytes = HeavyJPEG(width: 9900, height: 9900, scans: 480).bytes
    #expect(bytes.count < 300_000)
    #expect(asked(bytes, Limits())?.value == 480 * 9904 * 9904)
    // 16 million pixels are allowed 149 scans.
    let smaller = HeavyJPEG(width: 4000, height: 4000, scans: 151).bytes
    #expect(asked(smaller, Limits())?.value == 151 * 16_000_000)
  }

  @Test("what encoders write is allowed at the most pixels that a picture may have")
  func usual() throws {
    let bytes = HeavyJPEG(width: 12_000, height: 10_000, scans: 20).bytes
    let folder = TemporaryFolder()
    let size = try ImageFile.size(path: folder.make("usual.jpg", bytes))
    #expect(size == PageSize(width: 12_000, height: 10_000))
  }

  @Test("the limit itself is allowed, one less isn't")
  func inclusive() throws {
    let bytes = HeavyJPEG(width: 16, height: 16, scans: 20).bytes
    let pixmap = try ImageFile.decode(
      bytes: bytes, name: "fits", limits: [.scanPixels: 20 * 256])
    let grey = (0..<1024).map { $0 % 4 == 3 ? UInt8(255) : 128 }
    #expect(pixmap.rgba8 == grey)
    #expect(asked(bytes, [.scanPixels: 20 * 256 - 1])?.value == 20 * 256)
  }

  @Test("pixels are counted as they are stored, in whole units")
  func padding() {
    #expect(asked(HeavyJPEG(width: 1, height: 9, scans: 3).bytes)?.value == 3 * 8 * 16)
    let sampled = HeavyJPEG(width: 1, height: 17, scans: 3, sampling: [0x22, 0x11, 0x11])
    #expect(asked(sampled.bytes)?.value == 3 * 16 * 32)
    let wide = HeavyJPEG(width: 33, height: 17, scans: 3, sampling: [0x41, 0x11, 0x11])
    #expect(asked(wide.bytes)?.value == 3 * 64 * 24)
  }

  @Test("what stands between scans hides none")
  func separators() throws {
    // Filling bytes, a marker without a segment, a restart, and comments with markers in them.
    let separators: [[UInt8]] = [
      [0xFF, 0xFF, 0xFF], [0xFF, 0x01], [0xFF, 0xD3],
      [0xFF, 0xFE, 0, 4, 0xFF, 0xD9], [0xFF, 0xFE, 0, 4, 0xFF, 0xDA],
    ]
    for separator in separators {
      let bytes = HeavyJPEG(width: 8, height: 8, scans: 30, separator: separator).bytes
      #expect(asked(bytes)?.value == 30 * 64, "\(separator)")
      _ = try ImageFile.decode(bytes: bytes, name: "separated")
    }
  }

  @Test("scans of a thumbnail, and of a picture behind this one, don't count")
  func otherPictures() {
    let other = HeavyJPEG(width: 8, height: 8, scans: 9).bytes
    let bytes = SampleJPEG.with(
      HeavyJPEG(width: 8, height: 8, scans: 2).bytes, exif: other)
    #expect(asked(bytes + other)?.value == 2 * 64)
  }

  @Test("the decoder has a limit of its own on scans, whatever their pixels")
  func decodersLimit() throws {
    _ = try ImageFile.decode(
      bytes: HeavyJPEG(width: 8, height: 8, scans: 500).bytes, name: "allowed")
    let text = expectError(.malformed) {
      try ImageFile.decode(
        bytes: HeavyJPEG(width: 8, height: 8, scans: 501).bytes, name: "many")
    }
    #expect(text.contains("500 scans"))
  }

  @Test("arithmetic coding is unsupported", arguments: [0xC9, 0xCA] as [UInt8])
  func arithmetic(marker: UInt8) throws {
    var bytes = marker == 0xC9 ? SampleJPEG.baseline : SampleJPEG.progressive
    let frame: [UInt8] = [0xFF, marker == 0xC9 ? 0xC0 : 0xC2]
    let at = try #require((0..<bytes.count).first { bytes[$0...].starts(with: frame) })
    bytes[at + 1] = marker
    let text = expectError(.unsupported) {
      try ImageFile.decode(bytes: bytes, name: "arithmetic")
    }
    #expect(text.contains("arithmetic"))
  }
}
