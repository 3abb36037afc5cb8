import CurlCore
import Testing

@Suite struct PixmapTests {
  @Test("one pixel that isn't opaque, wherever it is, is told")
  func opacity() {
    let (width, height) = (131, 97)
    let opaque = [UInt8](repeating: 255, count: 4 * width * height)
    let clearColours = opaque.indices.map { $0 % 4 == 3 ? UInt8.max : 0 }
    for bytes in [opaque, clearColours] {
      #expect(Pixmap(width: width, height: height, rgba8: bytes).isOpaque)
      let wide = bytes.map { UInt16($0) * 257 }
      #expect(Pixmap(width: width, height: height, rgba16: wide).isOpaque)
      for place in [0, 1, 4095, 4096, 8191, 8192, width * height - 1] {
        var (bytes, wide) = (bytes, wide)
        bytes[4 * place + 3] = 254
        wide[4 * place + 3] = 65_534
        #expect(!Pixmap(width: width, height: height, rgba8: bytes).isOpaque)
        #expect(!Pixmap(width: width, height: height, rgba16: wide).isOpaque)
      }
    }
  }
}
