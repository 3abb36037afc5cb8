import CurlCore
import PageCurl
import TestSupport
import Testing

@Suite("Pictures at another size")
struct ResamplerTests {
  /// The mean of what an output pixel sees, summed pixel by pixel in linear light.
  private func mean(_ picture: Pixmap, _ canvas: Canvas, _ x: Int, _ y: Int) -> SIMD4<Double> {
    let level = LinearImage(picture).level(0)
    let low = canvas.origin + SIMD2(Double(x), Double(y)) * canvas.step
    var sum = SIMD4<Double>.zero
    for row in 0..<picture.height {
      for column in 0..<picture.width {
        let across = min(low.x + canvas.step.x, Double(column + 1)) - max(low.x, Double(column))
        let down = min(low.y + canvas.step.y, Double(row + 1)) - max(low.y, Double(row))
        guard across > 0, down > 0 else { continue }
        let share = across * down / (canvas.step.x * canvas.step.y)
        sum += share * SIMD4<Double>(level.texels[row * picture.width + column])
      }
    }
    return sum
  }

  private func picture(_ width: Int, _ height: Int, isOpaque: Bool, seed: UInt64) -> Pixmap {
    var random = Random(seed: seed)
    let values = (0..<width * height).flatMap { _ in
      let alpha = isOpaque ? UInt16.max : UInt16.random(in: 0...65535, using: &random)
      return (0..<3).map { _ in UInt16.random(in: 0...alpha, using: &random) } + [alpha]
    }
    return Pixmap(width: width, height: height, rgba16: values)
  }

  @Test(
    "each pixel is the mean of what it covers, whichever axis shrinks",
    arguments: [(7, 11), (11, 7), (1, 40), (40, 1), (23, 23), (3, 64)],
    [(5, 9), (64, 2), (2, 64), (1, 1), (17, 30)])
  func means(_ from: (Int, Int), _ to: (Int, Int)) {
    for fit in Fit.allCases {
      for isOpaque in [true, false] {
        let picture = picture(from.0, from.1, isOpaque: isOpaque, seed: 5)
        let scaled = picture.scaled(width: to.0, height: to.1, fit: fit)
        let canvas = Canvas(
          page: PageSize(width: from.0, height: from.1), width: to.0, height: to.1, fit: fit)
        for y in 0..<to.1 {
          for x in 0..<to.0 {
            let truth = mean(picture, canvas, x, y)
            let at = 4 * (y * to.0 + x)
            let alpha = Double(scaled.rgba16[at + 3]) / 65535
            #expect(abs(alpha - truth.w) < 2e-5, "\(fit) at \(x), \(y)")
            guard truth.w > 0.01 else { continue }
            for i in 0..<3 {
              let stored = Double(scaled.rgba16[at + i]) / 65535
              // Between the nodes of its table the curve is up to some 16-bit steps off.
              #expect(abs(stored - SRGB.encode(truth[i] / truth.w) * truth.w) < 3e-4)
            }
          }
        }
      }
    }
  }

  @Test("what is only moved keeps its bytes")
  func copies() {
    let picture = TestPage.opaque(width: 30, height: 20)
    let wide = picture.scaled(width: 50, height: 20, fit: .contain)
    for y in 0..<20 {
      for x in 0..<30 {
        let (from, to) = (4 * (y * 30 + x), 4 * (y * 50 + x + 10))
        #expect(wide.rgba8[to..<to + 4] == picture.rgba8[from..<from + 4])
      }
      #expect(wide.rgba8[4 * (y * 50)..<4 * (y * 50 + 10)].allSatisfy { $0 == 0 })
    }
  }
}

private enum TestPage {
  static func opaque(width: Int, height: Int) -> Pixmap {
    var random = Random(seed: 9)
    return Pixmap(
      width: width, height: height,
      rgba8: (0..<width * height).flatMap { _ in
        (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) } + [255]
      })
  }
}
