import CurlCore
import Glibc
import ImageFiles
import Testing

/// Profiles against the same conversion computed here in floating point.
@Suite struct ColourTests {
  /// Steps of 255 that 16 bits may be off: a profile's numbers are multiples of 1/65536, which sRGB's
  /// curve stretches 13 times near black.
  static let deep = 0.1

  private func expectNear(_ pixmap: Pixmap, _ expected: [[Double]], within steps: Double) {
    let values = pixmap.rgba16
    for (number, colour) in expected.enumerated() {
      for channel in 0..<3 {
        let off = abs(Double(values[4 * number + channel]) / 257 - colour[channel] * 255)
        #expect(off <= steps, "colour \(number), channel \(channel)")
      }
    }
  }

  /// Noise of `bytes` bytes a channel, as a row and as numbers 0…1.
  private func noise(
    _ count: Int, channels: Int, bytes: Int
  ) -> (row: [UInt8], colours: [[Double]]) {
    var random = SeededGenerator(seed: 12)
    let row = (0..<(count * channels * bytes)).map { _ in UInt8.random(in: 0...255, using: &random)
    }
    var colours: [[Double]] = []
    for start in stride(from: 0, to: row.count, by: channels * bytes) {
      colours.append(
        (0..<channels).map { channel in
          let at = start + channel * bytes
          guard bytes == 2 else { return Double(row[at]) / 255 }
          return Double(Int(row[at]) << 8 | Int(row[at + 1])) / 65535
        })
    }
    return ([0] + row, colours)
  }

  @Test("Display P3 becomes sRGB, 16 bits in 16 bits", arguments: [8, 16])
  func displayP3(depth: Int) throws {
    let noise = noise(500, channels: 3, bytes: depth / 8)
    let png = RawPNG(
      width: 500, height: 1, depth: depth,
      chunks: [RawPNG.profile(SampleProfile.rgb(SampleProfile.displayP3))], rows: noise.row)
    let pixmap = try ImageFile.decode(bytes: png.bytes, name: "P3")
    #expect(pixmap.format == (depth == 8 ? .rgba8 : .rgba16))
    // Half a step of rounding, and half a step of lcms's 8-bit arithmetic.
    expectNear(
      pixmap, noise.colours.map { ExactColour.converted($0, from: SampleProfile.displayP3) },
      within: depth == 8 ? 1 : Self.deep)
  }

  @Test("the same profile means the same in all formats")
  func formatsAgree() throws {
    let profile = SampleProfile.rgb(SampleProfile.displayP3)
    let levels: [[Double]] = [[200, 40, 60], [20, 90, 180]]
    let colours = levels.map { $0.map { $0 / 255 } }
    let expected = colours.map { ExactColour.converted($0, from: SampleProfile.displayP3) }
    let webp = try ImageFile.decode(
      bytes: SampleWebP.with(SampleWebP.lossless, profile: profile), name: "webp")
    let row = webp.rgba16.prefix(64)
    let ends = Array(row.prefix(4) + row.suffix(4))
    expectNear(Pixmap(width: 2, height: 1, rgba16: ends), expected, within: 1)
    // JPEG's own colours are near; what is tested is that pieces in any number are put together.
    let plain = try ImageFile.decode(bytes: SampleJPEG.baseline, name: "jpeg").rgba8
    for length in [60_000, 100, 7] {
      let jpeg = try ImageFile.decode(
        bytes: SampleJPEG.with(SampleJPEG.baseline, profile: profile, pieceLength: length),
        name: "jpeg")
      let wanted = [0, 60].map { at -> [Double] in
        let colour: [Double] = plain[at..<at + 3].map { Double($0) / 255 }
        return ExactColour.converted(colour, from: SampleProfile.displayP3)
      }
      let row = jpeg.rgba16.prefix(64)
      let ends = Array(row.prefix(4) + row.suffix(4))
      expectNear(Pixmap(width: 2, height: 1, rgba16: ends), wanted, within: 1)
    }
  }

  @Test("colours are converted before they are premultiplied, and alpha stays", arguments: [8, 16])
  func alphaStays(depth: Int) throws {
    let bytes = depth / 8
    let noise = noise(300, channels: 4, bytes: bytes)
    let profile = RawPNG.profile(SampleProfile.rgb(SampleProfile.displayP3))
    let png = RawPNG(
      width: 300, height: 1, depth: depth, colourType: 6, chunks: [profile], rows: noise.row)
    let pixmap = try ImageFile.decode(bytes: png.bytes, name: "alpha")
    let values = pixmap.rgba16
    for (number, colour) in noise.colours.enumerated() {
      let alpha = colour[3]
      let straight = ExactColour.converted(Array(colour.prefix(3)), from: SampleProfile.displayP3)
      #expect(values[4 * number + 3] == UInt16((alpha * 65535).rounded()))
      for channel in 0..<3 {
        let seen: Double = Double(values[4 * number + channel]) / 257
        let wanted: Double = straight[channel] * alpha * 255
        #expect(abs(seen - wanted) <= (depth == 8 ? 1 : Self.deep))
      }
    }
  }

  @Test("grey of gamma 1.8 becomes sRGB", arguments: [8, 16])
  func grey(depth: Int) throws {
    let noise = noise(256, channels: 1, bytes: depth / 8)
    let png = RawPNG(
      width: 256, height: 1, depth: depth, colourType: 0,
      chunks: [RawPNG.profile(SampleProfile.grey(exponent256: 461))], rows: noise.row)
    let expected = noise.colours.map {
      [Double](repeating: ExactColour.encoded(pow($0[0], 461.0 / 256)), count: 3)
    }
    let pixmap = try ImageFile.decode(bytes: png.bytes, name: "grey")
    expectNear(pixmap, expected, within: depth == 8 ? 0.6 : Self.deep)
    let jpeg = try ImageFile.decode(
      bytes: SampleJPEG.with(SampleJPEG.grey, profile: SampleProfile.grey(exponent256: 461)),
      name: "grey")
    let plain = try ImageFile.decode(bytes: SampleJPEG.grey, name: "grey").rgba8[0]
    let wanted = ExactColour.encoded(pow(Double(plain) / 255, 461.0 / 256))
    expectNear(jpeg, [[wanted, wanted, wanted]], within: 0.6)
  }

  @Test("a profile that is sRGB's leaves every byte", arguments: [8, 16])
  func sRGBIsLeft(depth: Int) throws {
    let noise = noise(3000, channels: 3, bytes: depth / 8)
    let profile = SampleProfile.rgb(SampleProfile.sRGB)
    let tagged = RawPNG(
      width: 3000, height: 1, depth: depth, chunks: [RawPNG.profile(profile)], rows: noise.row)
    let plain = RawPNG(width: 3000, height: 1, depth: depth, rows: noise.row)
    #expect(
      try ImageFile.decode(bytes: tagged.bytes, name: "tagged")
        == ImageFile.decode(bytes: plain.bytes, name: "plain"))
    #expect(
      try ImageFile.decode(
        bytes: SampleJPEG.with(SampleJPEG.baseline, profile: profile), name: "tagged")
        == ImageFile.decode(bytes: SampleJPEG.baseline, name: "plain"))
  }

  @Test("inks with a profile have its colours")
  func inksWithProfile() throws {
    // Paper, cyan, magenta, magenta with yellow and black; all overprints with black are black.
    let named = [0: [100.0, 0, 0], 8: [55, -37, -50], 4: [48, 74, -3], 6: [47, 68, 48]]
    let overprints = (0..<16).map { $0 & 1 == 1 ? [0, 0, 0] : named[$0] ?? [30, 0, 0] }
    let jpeg = SampleJPEG.with(SampleJPEG.inks, profile: SampleProfile.cmyk(overprints))
    let pixmap = try ImageFile.decode(bytes: jpeg, name: "inks")
    let blocks = stride(from: 3, to: 40, by: 8).flatMap { pixmap.rgba16[(4 * $0)...].prefix(4) }
    let labs = [named[0], named[8], named[4], named[6], [0, 0, 0]].compactMap { $0 }
    let expected = labs.map { lab in
      // L* as the table of 8 bits holds it.
      ExactColour.sRGB(lab: [(lab[0] * 2.55).rounded() / 2.55, lab[1], lab[2]])
    }
    #expect(pixmap.isOpaque)
    expectNear(Pixmap(width: 5, height: 1, rgba16: blocks), expected, within: 1)
  }

  @Test("gAMA and cHRM are a profile where they aren't sRGB's")
  func gammaAndPrimaries() throws {
    let noise = noise(400, channels: 3, bytes: 2)
    func decode(_ chunks: [(type: String, content: [UInt8])]) throws -> Pixmap {
      try ImageFile.decode(
        bytes: RawPNG(width: 400, height: 1, depth: 16, chunks: chunks, rows: noise.row).bytes,
        name: "chunks")
    }
    func chunk(_ type: String, _ values: [Int]) -> (type: String, content: [UInt8]) {
      (type, values.flatMap { RawPNG.big(UInt32($0)) })
    }
    let sRGB = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000]
    let displayP3 = [31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000]
    let plain = try decode([])
    #expect(try decode([chunk("gAMA", [45_455])]) == plain)
    #expect(try decode([chunk("gAMA", [45_455]), chunk("cHRM", sRGB)]) == plain)
    #expect(try decode([chunk("gAMA", [100_000]), ("sRGB", [0])]) == plain)
    #expect(try decode([chunk("gAMA", [0])]) == plain)
    expectNear(
      try decode([chunk("gAMA", [100_000])]), noise.colours.map { $0.map(ExactColour.encoded) },
      within: Self.deep)
    // An exponent of 1 / 0.55556.
    expectNear(
      try decode([chunk("gAMA", [55_556]), chunk("cHRM", sRGB)]),
      noise.colours.map { $0.map { ExactColour.encoded(pow($0, 1 / 0.55556)) } },
      within: Self.deep)
    expectNear(
      try decode([chunk("gAMA", [45_455]), chunk("cHRM", displayP3)]),
      noise.colours.map { ExactColour.converted($0, from: SampleProfile.displayP3) },
      within: Self.deep)
  }

  @Test("a profile's black becomes sRGB's, and all between it and white moves along")
  func blackPoint() throws {
    for depth in [8, 16] {
      let stored: UInt16 = 3277
      let black = Double(stored) / 65_535
      let noise = noise(400, channels: 3, bytes: depth / 8)
      let profile = SampleProfile.linear(SampleProfile.displayP3, black: stored)
      let png = RawPNG(
        width: 400, height: 1, depth: depth, chunks: [RawPNG.profile(profile)], rows: noise.row)
      let expected = noise.colours.map { colour -> [Double] in
        let lights = colour.map { black + (1 - black) * $0 }
        return ExactColour.sRGB(
          (0..<3).map { axis in
            let light = (0..<3).reduce(0) { $0 + lights[$1] * SampleProfile.displayP3[$1][axis] }
            // On the line on which white stays and the profile's black, a grey, becomes 0.
            let white = SampleProfile.white[axis]
            return (light - black * white) * white / (white - black * white)
          })
      }
      let pixmap = try ImageFile.decode(bytes: png.bytes, name: "black")
      expectNear(pixmap, expected, within: depth == 8 ? 0.6 : Self.deep)
    }
  }

  @Test("a grey profile's black becomes sRGB's, too", arguments: [8, 16])
  func greyBlackPoint(depth: Int) throws {
    let noise = noise(256, channels: 1, bytes: depth / 8)
    let png = RawPNG(
      width: 256, height: 1, depth: depth, colourType: 0,
      chunks: [RawPNG.profile(SampleProfile.linearGrey(black: 3277))], rows: noise.row)
    // Light from black to white, less black: the value itself.
    let expected = noise.colours.map {
      [Double](repeating: ExactColour.encoded($0[0]), count: 3)
    }
    let pixmap = try ImageFile.decode(bytes: png.bytes, name: "grey")
    expectNear(pixmap, expected, within: depth == 8 ? 0.6 : Self.deep)
  }

  @Test("pipelines in floating point are passed over, however long", arguments: [1, 3000])
  func floatingPoint(stages: Int) throws {
    let noise = noise(300, channels: 3, bytes: 1)
    let pipeline = SampleProfile.blackPipeline(stages: stages)
    let profile = SampleProfile.rgb(
      SampleProfile.displayP3, tags: ["D2B0", "D2B1", "D2B2", "D2B3"].map { ($0, pipeline) })
    let png = RawPNG(width: 300, height: 1, chunks: [RawPNG.profile(profile)], rows: noise.row)
    let pixmap = try ImageFile.decode(bytes: png.bytes, name: "pipeline")
    expectNear(
      pixmap, noise.colours.map { ExactColour.converted($0, from: SampleProfile.displayP3) },
      within: 1)
  }

  @Test("a profile that is damaged or of other channels counts as none")
  func unusableProfile() throws {
    let plain = try ImageFile.decode(bytes: SampleJPEG.baseline, name: "plain")
    let whole = SampleProfile.rgb(SampleProfile.displayP3)
    let inks = SampleProfile.cmyk([[Double]](repeating: [50, 0, 0], count: 16))
    var profiles = [[], [1, 2, 3], inks, SampleProfile.grey(exponent256: 461)]
    profiles += (0..<16).map { Array(whole.prefix(whole.count * $0 / 16)) }
    for profile in profiles {
      for bytes in [
        SampleJPEG.with(SampleJPEG.baseline, profile: profile),
        SampleJPEG.with(SampleJPEG.progressive, profile: profile, pieceLength: 99),
      ] {
        #expect(try ImageFile.decode(bytes: bytes, name: "damaged") == plain)
      }
    }
    // One piece of many is missing.
    var cut = SampleJPEG.with(SampleJPEG.baseline, profile: whole, pieceLength: 100)
    cut.removeSubrange(2..<(2 + 2 + 16 + 100))
    #expect(try ImageFile.decode(bytes: cut, name: "cut") == plain)
    let webp = try ImageFile.decode(
      bytes: SampleWebP.with(SampleWebP.lossless, profile: inks), name: "webp")
    #expect(webp == (try ImageFile.decode(bytes: SampleWebP.lossless, name: "plain")))
  }
}
