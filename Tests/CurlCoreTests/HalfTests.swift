import TestSupport
import Testing

@testable import CurlCore

/// Pages with alpha as IEEE halves.
@Suite struct HalfTests {
  @Test func numbersAreRoundedToTheNearestHalf() {
    var random = Random(seed: 5)
    var values: [Float] = [0, 1, 0x1p-14, 0x1p-24, 0x1p-25, 0x1.8p-24, 0x1.ffcp-15, 0x1.ffep-15]
    for _ in 0..<20_000 {
      let exponent = Float(Int.random(in: -26...0, using: &random))
      values.append(min(1, Float.random(in: 0.5...1, using: &random) * exp2(exponent)))
    }
    let row = values.map { SIMD4($0, 1 - $0, $0, 1 - $0) }
    var rows = Rows16(width: row.count, height: 1)
    rows.append(row)
    let page = rows.level
    for (x, value) in values.enumerated() {
      let texel = page.texels[x]
      #expect(UInt16(truncatingIfNeeded: texel) == Float16(value).bitPattern, "\(value)")
      #expect(page.alpha(x, 0) == Float(Float16(1 - value)))
    }
  }

  @Test func levelsAreThoseOfFloatsAndRepeatTheirLastTexels() {
    let pixmap = TestPages.translucent(.front, width: 37, height: 21)
    let image = LinearImage(pixmap)
    for number in 0...LinearImage.coarsest {
      let (half, exact) = (image.halves(number), image.level(number))
      #expect(half.width == exact.width && half.height == exact.height && !half.isFixedPoint)
      #expect(half.texels.count == half.stride * (half.height + 3))
      for y in 0..<half.height + 3 {
        for x in 0..<half.stride {
          let at = min(y, exact.height - 1) * exact.width + min(x, exact.width - 1)
          let texel = exact.texels[at]
          let packed = [texel.w, texel.z, texel.y, texel.x].reduce(UInt64(0)) {
            $0 << 16 | UInt64(Float16($1).bitPattern)
          }
          #expect(half.texels[y * half.stride + x] == packed)
        }
      }
    }
    #expect(image.hasHalves(0) && image.has(0))
  }
}

private func exp2(_ exponent: Float) -> Float {
  Float(sign: .plus, exponent: Int(exponent), significand: 1)
}
