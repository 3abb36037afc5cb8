/// Part of the plane between two rulings: its extents along them.
struct Strip: Sendable {
  var x0: Double
  var x1: Double
  var low0: Double
  var high0: Double
  var low1: Double
  var high1: Double

  init(_ x0: Double, _ x1: Double, _ range0: ClosedRange<Double>, _ range1: ClosedRange<Double>) {
    self.x0 = x0
    self.x1 = x1
    (low0, high0) = (range0.lowerBound, range0.upperBound)
    (low1, high1) = (range1.lowerBound, range1.upperBound)
  }

  init(
    _ x0: Double, _ x1: Double, _ low0: Double, _ high0: Double, _ low1: Double, _ high1: Double
  ) {
    (self.x0, self.x1) = (x0, x1)
    (self.low0, self.high0, self.low1, self.high1) = (low0, high0, low1, high1)
  }

  /// Whether it has an extent at both ends.
  var isUpright: Bool { high0 > low0 && high1 > low1 }

  /// What of it lies before another, and behind it.
  func below(_ other: Strip) -> Strip {
    var strip = self
    strip.high0 = min(high0, other.low0)
    strip.high1 = min(high1, other.low1)
    return strip
  }

  func above(_ other: Strip) -> Strip {
    var strip = self
    strip.low0 = max(low0, other.high0)
    strip.low1 = max(low1, other.high1)
    return strip
  }

  /// Longer by a length at both ends, its sides going on straight; no further than they meet.
  func stretched(by length: Double) -> Strip {
    let (low, high) = slopes
    var strip = self
    guard high0 >= low0, high1 >= low1 else {
      (strip.x0, strip.x1) = (x0 - length, x1 + length)
      return strip
    }
    let narrowing = high - low
    let before = narrowing > 0 ? min(length, (high0 - low0) / narrowing) : length
    let after = narrowing < 0 ? min(length, (high1 - low1) / -narrowing) : length
    (strip.x0, strip.x1) = (x0 - before, x1 + after)
    (strip.low0, strip.high0) = (low0 - before * low, high0 - before * high)
    (strip.low1, strip.high1) = (low1 + after * low, high1 + after * high)
    return strip
  }

  /// What of it lies further than a distance from its sides and ends; nil where nothing does.
  func shrunk(by distance: Double) -> Strip? {
    let (low, high) = slopes
    var strip = self
    (strip.x0, strip.x1) = (x0 + distance, x1 - distance)
    guard strip.x0 < strip.x1 else { return nil }
    let (up, down) = (distance * (1 + abs(low)), distance * (1 + abs(high)))
    strip.low0 = low0 + distance * low + up
    strip.low1 = low1 - distance * low + up
    strip.high0 = max(high0 + distance * high - down, strip.low0)
    strip.high1 = max(high1 - distance * high - down, strip.low1)
    return strip
  }

  /// How fast its two sides' places change with distance from the fold line.
  private var slopes: (low: Double, high: Double) {
    let length = max(x1 - x0, 1e-9)
    return ((low1 - low0) / length, (high1 - high0) / length)
  }
}
