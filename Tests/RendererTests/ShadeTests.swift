import CurlCore
import TestSupport
import Testing

@testable import CurlDefinition
@testable import CurlRaster

/// Bytes under a light by one product, against sRGB.
@Suite struct ShadeTests {
  private typealias Shading = (
    UnsafeMutablePointer<UInt8>, UnsafePointer<UInt8>, UnsafePointer<UInt16>, Int, Noise.Row
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

  private func shaded(
    _ page: [UInt8], _ light: [UInt16], _ shading: Shading, _ noise: Noise.Row = .none
  ) -> [UInt8] {
    var out = [UInt8](repeating: 7, count: page.count)
    unsafe shading(&out, page, light, light.count, noise)
    return out
  }

  @Test func fullLightCopies() {
    let light = [UInt16](repeating: LightPower.full, count: 256)
    for y in 0..<200 {
      let noise = y == 0 ? Noise.Row.none : Noise.frame.row(y, from: 3)
      let wide = unsafe shaded(page, light, Shade.shade, noise)
      let plain = unsafe shaded(page, light, Shade.plain, noise)
      #expect(wide == page)
      #expect(plain == page)
    }
  }

  @Test func noiseKeepsTheMeanOfTheFormula() {
    for byte in [3, 18, 60, 128, 247] as [UInt8] {
      let page = [UInt8](repeating: byte, count: 4 * 1024)
      for light in [0.21, 0.5, 0.77, 0.97] as [Float] {
        let power = UInt16(LightPower.of(light) * Float(LightPower.full) + 0.5)
        let powers = [UInt16](repeating: power, count: 1024)
        let seen = unsafe shaded(page, powers, Shade.shade, Noise.frame.row(5, from: 9))
        let mean = (0..<1024).reduce(0.0) { $0 + Double(seen[4 * $1]) } / 1024
        let exact = 255 * SRGB.encode(SRGB.decode(Double(byte) / 255) * Double(light))
        // The noise spans 13/16 of a step, and the formula is met within 0.06.
        #expect(abs(mean - exact) < 0.17, "byte \(byte) in light \(light): \(mean) for \(exact)")
      }
    }
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
        for noise in [.none, Noise.frame.row(count, from: 17)] {
          let wide = unsafe shaded(page, light, Shade.shade, noise)
          let plain = unsafe shaded(page, light, Shade.plain, noise)
          #expect(wide == plain)
        }
      }
    }
  }
}
