/// Tiny WebPs, 16 × 8: left half (200, 40, 60), right half (20, 90, 180).
///
/// Made with Pillow; those with alpha have 255 in the upper four rows, then 128, and 3 in the last.
enum SampleWebP {
  static let lossy = SampleJPEG.bytes(
    """
    5249464640000000574542505650382034000000d001009d012a1000080000c01225a00274ba01f80003b000fef8\
    877fa866ffc5a1f26bfd9ff26cbffd9e5fb4f5f6797fd4600000
    """)

  static let lossless = SampleJPEG.bytes(
    """
    5249464628000000574542505650384c1c0000002f0fc001000f70149933219f076ffe430b62c164fed29d2944f4\
    3f74
    """)

  /// Extended, with a chunk of alpha.
  static let lossyAlpha = SampleJPEG.bytes(
    """
    524946466e00000057454250565038580a000000100000000f0000070000414c5048130000000150d4b611d341bc\
    ccef39094444d67bcedd02005650382034000000d001009d012a1000080000c01225a00274ba01f80003b000fef8\
    877fa866ffc5a1f26bfd9ff26cbffd9e5fb4f5f6797fd4600000
    """)

  static let losslessAlpha = SampleJPEG.bytes(
    """
    5249464652000000574542505650384c450000002f0fc001102f20164cf170ba130824010e3e964020096cb0f1d5\
    b66dc3b8bd9d296fb7e81e41dd40630c0822d9860a2aa8a0820afac721c25e44ff63e0e27f6157ef599d0a00
    """)

  /// Two frames; the second has the halves exchanged.
  static let animation = SampleJPEG.bytes(
    """
    52494646a000000057454250565038580a000000020000000f0000070000414e494d06000000000000000000414e\
    4d46360000000000000000000f0000070000640000025650384c1d0000002f0fc001000f702de753d01e9176fe83\
    0762c164fed29d2944f43f320000414e4d46360000000000000000000f0000070000640000005650384c1d000000\
    2f0fc001000f702de753d01e9176fe830762c1247fe99d2944f43f320000
    """)

  /// A simple file in the extended format, with an EXIF block and an ICC profile.
  static func with(
    _ file: [UInt8], exif: [UInt8]? = nil, profile: [UInt8]? = nil, hasAlpha: Bool = false
  ) -> [UInt8] {
    let flags: UInt8 = (profile == nil ? 0 : 32) | (hasAlpha ? 16 : 0) | (exif == nil ? 0 : 8)
    var chunks = chunk("VP8X", [flags, 0, 0, 0, 15, 0, 0, 7, 0, 0])
    if let profile { chunks += chunk("ICCP", profile) }
    chunks += file[12...]
    if let exif { chunks += chunk("EXIF", exif) }
    return riff(chunks)
  }

  /// An animation of one frame, a simple file, at (4, 2) of a canvas of 24 × 12.
  static func placed(_ file: [UInt8]) -> [UInt8] {
    riff(
      chunk("VP8X", [2 | 16, 0, 0, 0, 23, 0, 0, 11, 0, 0]) + chunk("ANIM", [9, 9, 9, 255, 0, 0])
        + chunk("ANMF", [2, 0, 0, 1, 0, 0, 15, 0, 0, 7, 0, 0, 100, 0, 0, 0] + file[12...]))
  }

  static func riff(_ chunks: [UInt8]) -> [UInt8] {
    [UInt8]("RIFF".utf8) + little(chunks.count + 4) + [UInt8]("WEBP".utf8) + chunks
  }

  static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    [UInt8](type.utf8) + little(content.count) + content
      + [UInt8](repeating: 0, count: content.count & 1)
  }

  private static func little(_ value: Int) -> [UInt8] {
    [0, 8, 16, 24].map { UInt8(value >> $0 & 255) }
  }
}
