/// A case now against the same case of an earlier run.
package struct BenchComparison: Sendable, Equatable {
  /// What a ratio says.
  package enum Verdict: String, Sendable {
    /// Beyond the noise of both runs.
    case faster, slower
    /// Within it.
    case same
    /// One of the runs has a single round, which tells nothing about noise.
    case unknown
  }

  /// New time by old time, its noise, and what that says.
  package struct Ratio: Sendable, Equatable {
    /// The mean now divided by the mean then: below 1 is faster.
    package let ratio: Double
    /// What the noise of both runs may make of it, as a share; nil after a single round.
    package let noise: Double?

    /// Differences below this share are never called any.
    static let least = 0.02

    init(_ now: Timing, _ then: Timing) {
      ratio = now.mean / then.mean
      if let a = now.noise, let b = then.noise {
        noise = max(a + b, Self.least)
      } else {
        noise = nil
      }
    }

    /// Whether it is a difference at all.
    package var verdict: Verdict {
      guard let noise else { return .unknown }
      // Both ways alike: as much slower is the reciprocal of as much faster.
      return ratio > 1 + noise ? .slower : ratio * (1 + noise) < 1 ? .faster : .same
    }
  }

  /// The case's name.
  package let name: String
  /// On the clock.
  package let wall: Ratio
  /// Of the processors.
  package let cpu: Ratio
  /// Whether another renderer drew then.
  package let isOtherRenderer: Bool

  /// What an earlier run said about a case.
  package struct Earlier: Sendable, Equatable {
    package let name: String
    package let renderer: String
    package let wall: Timing
    package let cpu: Timing

    package init(name: String, renderer: String, wall: Timing, cpu: Timing) {
      self.name = name
      self.renderer = renderer
      self.wall = wall
      self.cpu = cpu
    }
  }

  /// The cases of both runs, in the order of the new one.
  package static func between(_ report: BenchReport, _ earlier: [Earlier]) -> [BenchComparison] {
    between(
      report.cases.map {
        Earlier(name: $0.name, renderer: $0.renderer, wall: $0.wall, cpu: $0.cpu)
      }, earlier)
  }

  static func between(_ now: [Earlier], _ then: [Earlier]) -> [BenchComparison] {
    now.compactMap { new in
      guard let old = then.first(where: { $0.name == new.name }) else { return nil }
      return BenchComparison(
        name: new.name, wall: Ratio(new.wall, old.wall), cpu: Ratio(new.cpu, old.cpu),
        isOtherRenderer: new.renderer != old.renderer)
    }
  }
}
