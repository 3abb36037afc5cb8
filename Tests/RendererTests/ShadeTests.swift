import CurlCore
import TestSupport
import Testing

@testable import CurlDefinition
@testable import CurlRaster

/// Bytes under a light by one product, against sRGB.
@Suite struct ShadeTests {
  private typealias Shading = (
    UnsafeMutablePointer<UInt8>, UnsafePointer<UInt8>, UnsafePointer<UInt16>, Int
  ) -> Void

  /// Every byte in each of the first three channels, 256 pixels.
  private let page: [UInt8] = everyByte()

  private static func everyByte() -> [UInt8] {
    var bytes: [UInt8] = []
    for i in 0..<256 {
      bytes.append(UInt8(i))
      bytes.append(UInt8((i + 85) % 256))
      bytes.append(UInt8(255 - i))
      bytes.append(255)
    }
    return bytes
  }

  private func shaded(_ page: [UInt8], _ light: [UInt16], _ shading: Shading) -> [UInt8] {
    var out = [UInt8](repeating: 7, count: page.count)
    unsafe shading(&out, page, light, light.count)
    return out
  }

  @Test func fullLightCopies() {
    let light = [UInt16](repeating: LightPower.full, count: 256)
    let wide = unsafe shaded(page, light, Shade.shade)
    let plain = unsafe shaded(page, light, Shade.plain)
    #expect(wide == page)
    #expect(plain == page)
  }

  @Test func bytesAreThoseOfTheFormula() {
    for step in 1...200 {
      let light = Float(step) / 200
      let power = UInt16(LightPower.of(light) * Float(LightPower.full) + 0.5)
      let seen = unsafe shaded(page, [UInt16](repeating: power, count: 256), Shade.shade)
      for (i, byte) in seen.enumerated() where i % 4 < 3 {
        let linear = SRGB.decode(Double(page[i]) / 255) * Double(light)
        let off = Double(byte) - 255 * SRGB.encode(linear)
        if abs(off) > 0.58 { Issue.record("byte \(page[i]) in light \(light) is \(off) off") }
      }
    }
  }

  @Test func theKernelGivesTheBytesOfItsTwin() {
    var random = Random(seed: 5)
    for count in [1, 2, 7, 8, 9, 31, 256, 1001] {
      for _ in 0..<40 {
        // Dark and bright pages: the kernel takes other ways for them.
        let most = UInt8.random(in: 1...255, using: &random)
        var page = (0..<4 * count).map { _ in UInt8.random(in: 0...most, using: &random) }
        for i in 0..<count { page[4 * i + 3] = 255 }
        let least = UInt16.random(in: 0...65535, using: &random)
        let light = (0..<count).map { (_: Int) in UInt16.random(in: least...65535, using: &random) }
        let wide = unsafe shaded(page, light, Shade.shade)
        let plain = unsafe shaded(page, light, Shade.plain)
        #expect(wide == plain)
      }
    }
  }
}
