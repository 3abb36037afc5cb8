/// Part of the plane between two rulings: its extents along them.
struct Strip: Sendable {
  let x0: Double
  let x1: Double
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
}
