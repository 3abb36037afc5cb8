import CurlCore
import ImageFiles
import Testing

@Suite struct JPEGDecodingTests {
  /// Quantisation at quality 90 moves a flat colour by a few steps.
  static let tolerance = 3

  private func expectHalves(_ pixmap: Pixmap, _ left: [Int], _ right: [Int]) {
    #expect(pixmap.width == 16 && pixmap.height == 8 && pixmap.format == .rgba8)
    let values = pixmap.rgba8.map(Int.init)
    for y in 0..<8 {
      for x in 0..<16 {
        let at = 4 * (16 * y + x)
        let expected = x < 8 ? left : right
        for channel in 0..<3 {
          #expect(abs(values[at + channel] - expected[channel]) <= Self.tolerance)
        }
        #expect(values[at + 3] == 255)
      }
    }
  }

  @Test func coloursAreRight() throws {
    for bytes in [SampleJPEG.baseline, SampleJPEG.progressive] {
      expectHalves(
        try ImageFile.decode(bytes: bytes, name: "jpeg"), [200, 40, 60], [20, 90, 180])
    }
  }

  @Test func greyBecomesEqualChannels() throws {
    let pixmap = try ImageFile.decode(bytes: SampleJPEG.grey, name: "jpeg")
    expectHalves(pixmap, [90, 90, 90], [79, 79, 79])
  }

  /// Inks 0…255 on paper, without a profile: (1 − c)(1 − k) and so on.
  private func printed(_ inks: [Int]) -> [Int] {
    inks.prefix(3).map { ((255 - $0) * (255 - inks[3]) + 127) / 255 }
  }

  @Test(arguments: [SampleJPEG.cmyk, SampleJPEG.ycck])
  func inksWithoutProfileTakeTheirShareOfLight(bytes: [UInt8]) throws {
    expectHalves(
      try ImageFile.decode(bytes: bytes, name: "jpeg"), printed([30, 200, 180, 20]),
      printed([220, 120, 10, 60]))
  }

  @Test func inksAreInvertedOnlyWithAdobesSegment() throws {
    let bytes = SampleJPEG.withoutFirstSegment(SampleJPEG.cmyk)
    expectHalves(
      try ImageFile.decode(bytes: bytes, name: "jpeg"), printed([225, 55, 75, 235]),
      printed([35, 135, 245, 195]))
  }
}
