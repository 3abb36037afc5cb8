internal import Glibc

/// Difference between two pictures of one size, over the counted pixels.
package struct Difference: Sendable {
  /// Largest difference of a channel, in steps of 1/255.
  package private(set) var maximum = 0.0
  /// Pixels counted.
  package private(set) var pixels = 0
  private var squares = 0.0
  private var absolute = 0.0

  package init() {}

  /// Counts one pixel: two sets of channels, 0…255.
  package mutating func add(_ a: SIMD4<Double>, _ b: SIMD4<Double>) {
    let d = a - b
    for i in 0..<4 { maximum = max(maximum, abs(d[i])) }
    // Alpha counts only in the maximum: a constant alpha would make the means look better.
    for i in 0..<3 {
      squares += d[i] * d[i]
      absolute += abs(d[i])
    }
    pixels += 1
  }

  /// Mean absolute difference of a channel, in steps of 1/255.
  package var mean: Double { pixels == 0 ? 0 : absolute / Double(3 * pixels) }

  /// Peak signal-to-noise ratio over red, green and blue, dB; infinite for equal pictures.
  package var psnr: Double {
    squares == 0 ? .infinity : 10 * log10(255 * 255 * Double(3 * pixels) / squares)
  }
}
