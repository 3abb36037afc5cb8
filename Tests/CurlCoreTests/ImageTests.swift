import CurlCore
import TestSupport
import Testing

@Suite struct ImageTests {
  @Test func coloursAreReadFromHex() {
    #expect(Colour(hex: "#FF8000") == Colour(red: 1, green: 128.0 / 255, blue: 0))
    #expect(Colour(hex: "#00000080")?.alpha == 128.0 / 255)
    for bad in ["", "#", "FF8000", "#FF80", "#GG0000", "#FF80001", "#ＦＦ8000"] {
      #expect(Colour(hex: bad) == nil)
    }
  }

  @Test func widthsOfChannelsConvertExactly() {
    let bytes = (0...255).map(UInt8.init)
    let pixmap = Pixmap(width: 64, height: 1, rgba8: bytes)
    let wide = Pixmap(width: 64, height: 1, rgba16: pixmap.rgba16)
    #expect(wide.rgba8 == bytes)
    #expect(wide.rgba16.last == 65535)
  }

  @Test func everyStoredValueHasItsLinearLight() {
    let pixmap = Pixmap(
      width: 256, height: 1, rgba8: (0...255).flatMap { [UInt8($0), UInt8($0), UInt8($0), 255] })
    let texels = LinearImage(pixmap).level(0).texels
    for value in 0...255 {
      #expect(abs(Double(texels[value].x) - SRGB.decode(Double(value) / 255)) < 1e-7)
    }
  }

  @Test func coarserLevelsAreMeansInLinearLight() {
    var random = Random(seed: 3)
    let pixmap = Pixmap(
      width: 70, height: 50,
      rgba8: (0..<70 * 50).flatMap { _ in
        [UInt8.random(in: 0...255, using: &random), 10, 200, 255]
      })
    let image = LinearImage(pixmap)
    let (whole, small) = (image.level(0), image.level(4))
    #expect(whole.width == 70 && whole.height == 50)
    #expect(image.level(5).width == 3 && image.level(5).height == 2)
    var sum = SIMD4<Float>.zero
    for y in 0..<16 { for x in 16..<32 { sum += whole.texels[y * 70 + x] } }
    #expect(abs(sum.x / 256 - small.texels[1].x) < 1e-5)
    // The last column and row stand for what is beyond.
    sum = .zero
    for y in 48..<64 { for x in 64..<80 { sum += whole.texels[min(y, 49) * 70 + min(x, 69)] } }
    #expect(abs(sum.x / 256 - small.texels[19].x) < 1e-5)
  }

  @Test("a level is the same whichever was asked for first, and finer ones aren't made for it")
  func levelsAreMadeWhenAskedFor() {
    var random = Random(seed: 4)
    for (width, height) in [(70, 50), (1, 97), (97, 1), (33, 64), (1, 1)] {
      let values = (0..<width * height).flatMap { _ in
        let alpha = UInt16.random(in: 0...65535, using: &random)
        return (0..<3).map { _ in UInt16.random(in: 0...alpha, using: &random) } + [alpha]
      }
      let pixmap = Pixmap(width: width, height: height, rgba16: values)
      let first = LinearImage(pixmap)
      _ = first.level(0)
      let other = LinearImage(pixmap)
      for number in [4, 5, 2, 3, 1, 0] {
        for finer in 0..<number where finer < 2 || finer == 3 && number == 4 {
          #expect(!other.has(finer))
        }
        #expect(other.level(number).texels == first.level(number).texels)
        let size = LinearImage.size(number, width: width, height: height)
        #expect(first.level(number).texels.count == size.width * size.height)
      }
    }
  }

  @Test func canvasesFitPages() {
    let page = PageSize(width: 300, height: 400)
    let contained = Canvas(page: page, width: 400, height: 400, fit: .contain)
    #expect(contained.step == SIMD2(1, 1) && contained.origin == SIMD2(-50, 0))
    let covered = Canvas(page: page, width: 400, height: 400, fit: .cover)
    #expect(covered.step == SIMD2(0.75, 0.75) && covered.origin == SIMD2(0, 50))
    let stretched = Canvas(page: page, width: 600, height: 400, fit: .stretch)
    #expect(stretched.step == SIMD2(0.5, 1) && stretched.origin == .zero)
  }
}
