/// How patches are put together from quadrangles between two rulings.
extension SheetPatches {
  mutating func add(
    _ kind: Kind, _ x0: Double, _ x1: Double, _ low: Double, _ high: Double
  ) {
    add(kind, x0, x1, low, high, low, high)
  }

  /// A quadrangle between two rulings, by its ends on both.
  mutating func add(
    _ kind: Kind, _ x0: Double, _ x1: Double, _ low0: Double, _ high0: Double, _ low1: Double,
    _ high1: Double
  ) {
    guard x1 > x0, high0 > low0 || high1 > low1 else { return }
    corners[kind.rawValue] += quad(
      x0 - Self.overlap, x1 + Self.overlap, low0, high0, low1, high1)
  }

  private func quad(
    _ x0: Double, _ x1: Double, _ low0: Double, _ high0: Double, _ low1: Double, _ high1: Double
  ) -> [SIMD2<Float>] {
    let (a, b) = (frame.pixel(x0, low0), frame.pixel(x0, high0))
    let (c, d) = (frame.pixel(x1, low1), frame.pixel(x1, high1))
    return [a, b, c, c, b, d].map { SIMD2<Float>($0) }
  }

  /// Counts the pixels of a quadrangle among those that are drawn.
  mutating func cover(
    _ x0: Double, _ x1: Double, _ range0: ClosedRange<Double>, _ range1: ClosedRange<Double>
  ) {
    rows.add([
      frame.pixel(x0, range0.lowerBound), frame.pixel(x0, range0.upperBound),
      frame.pixel(x1, range1.upperBound), frame.pixel(x1, range1.lowerBound),
    ])
  }

  /// Strips beside each other as few large quadrangles and what is left around them: where two
  /// triangles meet, software draws pixels twice.
  mutating func fill(_ kind: Kind, _ strips: ArraySlice<Strip>) {
    guard let first = strips.first, let last = strips.last else { return }
    var isWhole = true
    for (a, b) in zip(strips, strips.dropFirst()) where a.x1 != b.x0 { isWhole = false }
    let low = strips.map { max($0.low0, $0.low1) }.max() ?? 0
    let high = strips.map { min($0.high0, $0.high1) }.min() ?? 0
    guard strips.count > 1 else {
      add(kind, first.x0, first.x1, first.low0, first.high0, first.low1, first.high1)
      return
    }
    guard isWhole && high - low >= Self.leastCore else {
      let middle = strips.startIndex + strips.count / 2
      fill(kind, strips[..<middle])
      fill(kind, strips[middle...])
      return
    }
    add(kind, first.x0, last.x1, low, high)
    for strip in strips {
      let (inLow, inHigh) = (low + Self.overlap, high - Self.overlap)
      if strip.low0 < low || strip.low1 < low {
        add(kind, strip.x0, strip.x1, strip.low0, inLow, strip.low1, inLow)
      }
      if strip.high0 > high || strip.high1 > high {
        add(kind, strip.x0, strip.x1, inHigh, strip.high0, inHigh, strip.high1)
      }
    }
  }
}
