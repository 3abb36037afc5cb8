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
    // What stands around others is right under them too, as they are drawn after it.
    let under = kind == .edge || kind == .rim ? Self.overlap : 0
    let strip = Strip(x0, x1, low0 - under, high0 + under, low1 - under, high1 + under)
      .stretched(by: Self.overlap)
    let (a, b) = (frame.pixel(strip.x0, strip.low0), frame.pixel(strip.x0, strip.high0))
    let (c, d) = (frame.pixel(strip.x1, strip.low1), frame.pixel(strip.x1, strip.high1))
    corners[kind.rawValue] += [a, b, c, c, b, d].map { SIMD2<Float>($0) }
  }

  /// Counts the pixels that are drawn of a strip, less what GL may round away.
  mutating func cover(_ strip: Strip) {
    let drawn = strip.stretched(by: Self.overlap).shrunk(by: Self.rounding)
    guard let drawn else { return }
    rows.add([
      frame.pixel(drawn.x0, drawn.low0), frame.pixel(drawn.x0, drawn.high0),
      frame.pixel(drawn.x1, drawn.high1), frame.pixel(drawn.x1, drawn.low1),
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
