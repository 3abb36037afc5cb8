extension Pixmap {
  /// Channels of pixel `i`, 0…255.
  ///
  /// Don't hold the result across an `await`: the async frames of Swift 6.3.1 are aligned to 16
  /// bytes, and a vector of four doubles, aligned to 32, then writes past their end.
  package func channels(_ i: Int) -> SIMD4<Double> {
    switch storage {
    case .rgba8(let bytes):
      SIMD4(
        Double(bytes[4 * i]), Double(bytes[4 * i + 1]), Double(bytes[4 * i + 2]),
        Double(bytes[4 * i + 3]))
    case .rgba16(let values):
      SIMD4(
        Double(values[4 * i]), Double(values[4 * i + 1]), Double(values[4 * i + 2]),
        Double(values[4 * i + 3])) / 257
    }
  }
}
