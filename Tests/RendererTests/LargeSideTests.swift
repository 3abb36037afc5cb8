import CurlCore
import TestSupport
import Testing

@testable import CurlDefinition
@testable import CurlRaster

@Suite("Pictures with a side beyond what floats count")
struct LargeSideTests {
  /// A picture of one colour along its long side, opaque or not.
  private func strip(width: Int, height: Int, alpha: UInt8) -> PreparedPicture {
    let bytes = [UInt8](repeating: alpha, count: 4 * width * height)
    return PreparedPicture(Pixmap(width: width, height: height, rgba8: bytes))
  }

  @Test("a box at the far end is summed, and stays inside", arguments: [255, 51] as [UInt8])
  func farEnd(_ alpha: UInt8) {
    // From 2^24 on a float plus 1 is the same float.
    let length = 1 << 24 + 9
    let light = Float(alpha) / 255
    let column = strip(width: 1, height: length, alpha: alpha)
    let row = strip(width: length, height: 1, alpha: alpha)
    for place in [Float(length), Float(1 << 24), 0, 12_345, -5, Float(length) * 2] {
      let down = boxMean(column, SIMD2(0.5, place), SIMD2(1, 64))
      let across = boxMean(row, SIMD2(place, 0.5), SIMD2(64, 1))
      #expect(abs(down.w - light) < 1e-4 && abs(across.w - light) < 1e-4, "at \(place)")
    }
  }

  @Test("a place that is no number has some colour")
  func noNumber() {
    let picture = strip(width: 3, height: 5, alpha: 255)
    _ = boxMean(picture, SIMD2(.nan, 2), SIMD2(1, 1))
    _ = boxMean(picture, SIMD2(1, .infinity), SIMD2(1, .nan))
  }
}
