package import CurlCore
internal import Glibc

/// The disc of a key light as directions spread evenly over it.
///
/// They lie on Fermat's spiral, the golden angle apart (Vogel, Mathematical Biosciences 44, 1979):
/// like the seeds of a sunflower each stands for the same part of the disc.
package struct KeyDisc {
  /// Unit vectors towards the light: x, y (down) and height.
  package let directions: [SIMD3<Double>]

  /// A light's disc in `count` directions.
  package init(_ light: KeyLight, count: Int = 1000) {
    let elevation = light.elevation * .pi / 180
    let azimuth = light.azimuth * .pi / 180
    let centre = SIMD3(
      cos(elevation) * cos(azimuth), -cos(elevation) * sin(azimuth), sin(elevation))
    // Two directions across the centre's: one level, one upwards.
    let level = SIMD3(-sin(azimuth), -cos(azimuth), 0)
    let upwards = SIMD3(
      -sin(elevation) * cos(azimuth), sin(elevation) * sin(azimuth), cos(elevation))
    let golden = Double.pi * (3 - 5.0.squareRoot())
    directions = (0..<count).map { i in
      let off = light.size / 2 * .pi / 180 * ((Double(i) + 0.5) / Double(count)).squareRoot()
      let turn = golden * Double(i)
      let across = level * cos(turn) + upwards * sin(turn)
      return centre * cos(off) + across * sin(off)
    }
  }
}
