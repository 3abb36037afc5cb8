package import CurlCore
import Glibc

/// A drawn page of a known paper, for tests of the estimate: text, pictures that bleed, noise, alpha.
///
/// Channels are levels 0…255, straight; alpha is 0…1. The same calls draw the same page.
package struct PaperPage {
  package let width: Int
  package let height: Int
  private var pixels: [SIMD3<Float>]
  private var alpha: [Float]
  private var random = Random(seed: 7)

  /// A blank page.
  package init(_ width: Int, _ height: Int, _ paper: SIMD3<Float>) {
    (self.width, self.height) = (width, height)
    pixels = Array(repeating: paper, count: width * height)
    alpha = Array(repeating: 1, count: width * height)
  }

  /// Draws into a part of the page, in shares of its sides; `colour` gets shares of the part.
  package mutating func fill(
    x: ClosedRange<Float> = 0...1, y: ClosedRange<Float> = 0...1,
    _ colour: (_ u: Float, _ v: Float) -> SIMD3<Float>
  ) {
    let (left, right) = (Int(x.lowerBound * Float(width)), Int(x.upperBound * Float(width)))
    let (top, bottom) = (Int(y.lowerBound * Float(height)), Int(y.upperBound * Float(height)))
    for row in top..<max(bottom, top) {
      for column in left..<max(right, left) {
        pixels[row * width + column] = colour(
          Float(column - left) / Float(right - left), Float(row - top) / Float(bottom - top))
      }
    }
  }

  /// Lines of words of uneven lengths, with a heading, a page number and a rule in the margins.
  package mutating func write(
    _ ink: SIMD3<Float>, margin: Float = 0.11, hasRunningHead: Bool = true
  ) {
    let line = max(Float(height) / 48, 3)
    var y = margin * Float(height)
    while y < (1 - margin) * Float(height) {
      words(ink, from: margin, to: 1 - margin, at: Int(y), tall: Int(line * 0.45))
      y += line
    }
    guard hasRunningHead else { return }
    // They stand in the band that is looked at.
    words(ink, from: 0.2, to: 0.7, at: 1, tall: max(Int(line * 0.5), 1))
    words(ink, from: 0.47, to: 0.55, at: height - 1 - Int(line * 0.5), tall: Int(line * 0.5))
    fill(x: 0.05...0.95, y: 0.018...0.021) { _, _ in ink }
  }

  private mutating func words(
    _ ink: SIMD3<Float>, from left: Float, to right: Float, at top: Int, tall: Int
  ) {
    var x = Int(left * Float(width))
    while x < Int(right * Float(width)) {
      let length = 2 + Int(random.number(in: 0...0.06) * Double(width))
      let end = min(x + length, Int(right * Float(width)))
      for row in max(top, 0)..<min(top + tall, height) {
        for column in x..<end where (column + row) % 3 != 0 {
          // Letters have soft edges.
          let share: Float = column == x || column == end - 1 ? 0.5 : 1
          let at = row * width + column
          pixels[at] += (ink - pixels[at]) * share
        }
      }
      x = end + max(Int(0.012 * Float(width)), 1)
    }
  }

  /// A photograph-like picture: a sky that brightens towards a horizon, and textured ground.
  package mutating func photograph(
    x: ClosedRange<Float> = 0...1, y: ClosedRange<Float> = 0...1, seed: UInt64 = 1
  ) {
    var random = Random(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Float { Float(random.number(in: range)) }
    let phase = number(0...6)
    let sky = SIMD3<Float>(number(40...100), number(90...140), 190)
    let ground = SIMD3<Float>(number(90...150), 80, number(40...80))
    let horizon = number(0.35...0.65)
    fill(x: x, y: y) { u, v in
      let hill = horizon + 0.05 * sinf(9 * u + phase)
      let grain = number(-0.5...0.5)
      if v < hill {
        let bright = v / hill
        let cloud = 30 * sinf(7 * u + phase) * sinf(5 * v + 2 * phase)
        return sky + (SIMD3(235, 225, 205) - sky) * bright * 0.9
          + SIMD3(repeating: cloud * (1 - bright) + 4 * grain)
      }
      let rough = sinf(41 * u + 17 * v) * sinf(23 * v - 31 * u) + grain
      return ground * (0.7 + 0.5 * (v - hill)) + SIMD3(repeating: 45 * rough)
    }
  }

  /// Noise of a scanner: a normal distribution in each channel.
  package mutating func addNoise(_ deviation: Float) {
    for at in pixels.indices {
      for channel in 0..<3 {
        let sum = (0..<12).reduce(0.0) { sum, _ in sum + random.number(in: -0.5...0.5) }
        pixels[at][channel] += deviation * Float(sum)
      }
    }
  }

  /// Light that falls off towards the corners, by a share of the levels.
  package mutating func darkenCorners(by share: Float) {
    for row in 0..<height {
      for column in 0..<width {
        let u = 2 * (Float(column) + 0.5) / Float(width) - 1
        let v = 2 * (Float(row) + 0.5) / Float(height) - 1
        pixels[row * width + column] *= 1 - share * (u * u + v * v) / 2
      }
    }
  }

  /// Sets the alpha of pixels, by shares of the page's sides.
  package mutating func cut(_ alpha: (_ u: Float, _ v: Float) -> Float) {
    for row in 0..<height {
      for column in 0..<width {
        self.alpha[row * width + column] = alpha(
          (Float(column) + 0.5) / Float(width), (Float(row) + 0.5) / Float(height))
      }
    }
  }

  /// The page, 8 bits a channel.
  package var pixmap: Pixmap {
    Pixmap(width: width, height: height, rgba8: stored(255).map { UInt8($0) })
  }

  /// The page, 16 bits a channel.
  package var deepPixmap: Pixmap {
    Pixmap(width: width, height: height, rgba16: stored(65535).map { UInt16($0) })
  }

  private func stored(_ most: Float) -> [Float] {
    var values: [Float] = []
    values.reserveCapacity(4 * pixels.count)
    for (pixel, alpha) in zip(pixels, alpha) {
      for channel in 0..<3 {
        values.append((min(max(pixel[channel], 0), 255) / 255 * alpha * most).rounded())
      }
      values.append((alpha * most).rounded())
    }
    return values
  }
}
