/// Statistics of the frames of a turn, milliseconds per frame.
///
/// Each frame counts with its least time over the rounds, because disturbances only ever add time.
package struct Timing: Sendable, Equatable {
  /// Minimum of the frames.
  package let min: Double
  /// Median of the frames.
  package let median: Double
  /// 95th percentile of the frames.
  package let p95: Double
  /// Mean of the frames; ratios use it, because the first and last frames of a turn are nearly
  /// flat.
  package let mean: Double
  /// Largest relative increase of ``mean`` when one round is left out; nil after one round.
  package let noise: Double?

  /// Statistics of rounds with equal numbers of frames; nil without rounds.
  package init?(rounds: [[Double]]) {
    guard let first = rounds.first, !first.isEmpty else { return nil }
    precondition(rounds.allSatisfy { $0.count == first.count }, "rounds of as many frames each")
    let least = Self.least(rounds)
    let sorted = least.sorted()
    let (count, half) = (sorted.count, sorted.count / 2)
    min = sorted[0]
    median = count.isMultiple(of: 2) ? (sorted[half - 1] + sorted[half]) / 2 : sorted[half]
    // Nearest rank, in integers: 0.95 · 60 isn't 57 in floating point.
    p95 = sorted[(95 * count + 99) / 100 - 1]
    let mean = least.reduce(0, +) / Double(count)
    self.mean = mean
    let others = rounds.indices.map { left in
      Self.least(rounds.indices.filter { $0 != left }.map { rounds[$0] }).reduce(0, +)
    }
    let worst = (others.max() ?? 0) / Double(count)
    noise = rounds.count > 1 && mean > 0 ? worst / mean - 1 : nil
  }

  private static func least(_ rounds: [[Double]]) -> [Double] {
    (rounds.first ?? []).indices.map { i in rounds.map { $0[i] }.min() ?? 0 }
  }

  /// Statistics with known values.
  package init(min: Double, median: Double, p95: Double, mean: Double, noise: Double?) {
    self.min = min
    self.median = median
    self.p95 = p95
    self.mean = mean
    self.noise = noise
  }
}
