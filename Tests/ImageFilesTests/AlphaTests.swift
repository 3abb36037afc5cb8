import CurlCore
import Testing

@testable import ImageFiles

@Suite struct AlphaTests {
  @Test("every 8-bit colour under every alpha but 0 survives premultiplication in 16 bits")
  func everyPair() {
    for alpha in 0...255 {
      var straight: [UInt8] = []
      for value in 0...255 {
        let pixel: [UInt8] = [UInt8(value), 0, UInt8(255 - value), UInt8(alpha)]
        straight += pixel
      }
      let wide = Alpha.premultiplied16(straight)
      var back: [UInt8] = []
      for at in stride(from: 0, to: wide.count, by: 4) {
        for channel in 0..<3 { back.append(Alpha.straight8(wide[at + channel], wide[at + 3])) }
        let rounded: UInt32 = (UInt32(wide[at + 3]) + 128) / 257
        back.append(UInt8(rounded))
      }
      let isKept = alpha == 0 ? wide.allSatisfy { $0 == 0 } : back == straight
      #expect(isKept)
    }
  }

  @Test("premultiplied 16-bit channels are the nearest to the product")
  func nearest() {
    for alpha in [1, 2, 77, 128, 254, 255] {
      for value in 0...255 {
        let wide = Alpha.premultiplied16([UInt8(value), 0, 0, UInt8(alpha)])
        let exact: Double = Double(value) * Double(alpha) / 65025 * 65535
        #expect(wide[0] == UInt16(exact.rounded()) && wide[3] == UInt16(alpha * 257))
      }
    }
  }

  @Test("8 bits are kept where a picture is opaque, and become 16 where it isn't")
  func formats() throws {
    for alpha: UInt8 in [255, 254] {
      let rows: [UInt8] = [0, 200, 3, 77, 255, 200, 3, 77, alpha]
      let png = RawPNG(width: 2, height: 1, colourType: 6, rows: rows).bytes
      let pixmap = try ImageFile.decode(bytes: png, name: "test")
      #expect(pixmap.format == (alpha == 255 ? .rgba8 : .rgba16))
    }
  }
}
