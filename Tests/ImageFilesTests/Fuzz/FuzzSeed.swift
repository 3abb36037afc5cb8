import CurlCore
import ImageFiles

/// A valid file from whose parts damaged ones are made.
struct FuzzSeed: Sendable {
  /// The decoder that it is for.
  let decoder: String
  /// Picture, profile, EXIF block and the like: what is damaged before the file is put together.
  let parts: [[UInt8]]
  /// Puts parts, damaged or not, together.
  let pack: @Sendable ([[UInt8]]) -> [UInt8]

  /// Every decoder, with profiles and EXIF blocks.
  static let corpus: [FuzzSeed] = pngs + jpegs + webps

  private static let exif = SampleExif.block(orientation: 6, littleEndian: true)
  private static let rgb = SampleProfile.rgb(SampleProfile.displayP3)
  private static let grey = SampleProfile.grey(exponent256: 461)
  private static let inks = SampleProfile.cmyk(
    (0..<16).map { [100, 100 - 6 * $0, $0].map(Double.init) })

  private static let pngs = [
    png(colourType: 2, depth: 8), png(colourType: 6, depth: 8, profile: rgb),
    png(colourType: 6, depth: 16, profile: rgb), png(colourType: 0, depth: 16, profile: grey),
    png(colourType: 4, depth: 8, profile: grey), png(colourType: 6, depth: 8, isInterlaced: true),
    png(colourType: 0, depth: 1), png(colourType: 2, depth: 8, chunks: ["gAMA", "cHRM"]),
    png(colourType: 3, depth: 4, chunks: ["PLTE", "tRNS"]),
    whole("PNG", PNGEncoder.encode(SamplePixmap.rgba8(width: 31, height: 17, isOpaque: false))),
    whole("PNG", PNGEncoder.encode(SamplePixmap.rgba16(width: 9, height: 7, isOpaque: true))),
  ]

  private static let jpegs = [
    whole("JPEG", SampleJPEG.baseline), whole("JPEG", SampleJPEG.progressive),
    whole("JPEG", SampleJPEG.ycck), whole("JPEG", SampleJPEG.withoutFirstSegment(SampleJPEG.cmyk)),
    jpeg(SampleJPEG.baseline, rgb), jpeg(SampleJPEG.progressive, rgb), jpeg(SampleJPEG.grey, grey),
    jpeg(SampleJPEG.inks, inks),
    // Valid, and heavier than their bytes.
    whole("JPEG", HeavyJPEG(width: 200, height: 200, scans: 60).bytes),
    whole(
      "JPEG", HeavyJPEG(width: 131, height: 97, scans: 40, sampling: [0x22, 0x11, 0x11]).bytes),
  ]

  private static let webps = [
    whole("WebP", SampleWebP.lossy), whole("WebP", SampleWebP.lossless),
    whole("WebP", SampleWebP.lossyAlpha), whole("WebP", SampleWebP.losslessAlpha),
    whole("WebP", SampleWebP.animation), whole("WebP", SampleWebP.placed(SampleWebP.lossless)),
    webp(SampleWebP.lossy), webp(SampleWebP.losslessAlpha),
    whole("WebP", HeavyWebP.blank(width: 1000, height: 990, rgba: [9, 8, 7, 255])),
    whole("WebP", HeavyWebP.blank(width: 3, height: 16_384, rgba: [9, 8, 7, 6])),
  ]

  private static func whole(_ decoder: String, _ file: [UInt8]) -> FuzzSeed {
    FuzzSeed(decoder: decoder, parts: [file]) { $0[0] }
  }

  /// A PNG of 12 × 10 pixels; its chunks are parts, and so are its rows.
  private static func png(
    colourType: Int, depth: Int, isInterlaced: Bool = false, profile: [UInt8]? = nil,
    chunks names: [String] = []
  ) -> FuzzSeed {
    var random = SeededGenerator(seed: UInt64(colourType * 100 + depth))
    func noise(_ count: Int) -> [UInt8] {
      (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colourType] ?? 1
    let rowBytes = (12 * channels * depth + 7) / 8
    let rows =
      isInterlaced
      ? RawPNG.interlaced(noise(rowBytes * 10), width: 12, height: 10, pixelBytes: channels)
      : (0..<10).flatMap { [UInt8($0 % 5)] + noise(rowBytes) }
    let contents =
      ["PLTE": noise(48), "tRNS": noise(16), "gAMA": [0, 0, 0x9C, 0x40]] as [String: [UInt8]]
    let primaries = [31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000]
    let chunks = names.map { contents[$0] ?? primaries.flatMap { RawPNG.big(UInt32($0)) } }
    return FuzzSeed(decoder: "PNG", parts: [rows, exif, profile ?? []] + chunks) { parts in
      var given: [(type: String, content: [UInt8])] = []
      if profile != nil { given.append(RawPNG.profile(parts[2])) }
      given += zip(names, parts[3...]).map { (type: $0, content: $1) }
      given.append(("eXIf", parts[1]))
      return RawPNG(
        width: 12, height: 10, depth: depth, colourType: colourType, isInterlaced: isInterlaced,
        chunks: given, rows: parts[0]
      ).bytes
    }
  }

  private static func jpeg(_ file: [UInt8], _ profile: [UInt8]) -> FuzzSeed {
    FuzzSeed(decoder: "JPEG", parts: [file, profile, exif]) { parts in
      parts[0].count < 2
        ? parts[0]
        : SampleJPEG.with(parts[0], exif: parts[2], profile: parts[1], pieceLength: 200)
    }
  }

  private static func webp(_ file: [UInt8]) -> FuzzSeed {
    FuzzSeed(decoder: "WebP", parts: [file, rgb, exif]) { parts in
      parts[0].count < 12
        ? parts[0]
        : SampleWebP.with(parts[0], exif: parts[2], profile: parts[1], hasAlpha: true)
    }
  }
}
