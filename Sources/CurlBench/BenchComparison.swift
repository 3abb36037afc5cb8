/// A case compared with the same case of an earlier run.
package struct BenchComparison: Sendable, Equatable {
  /// Meaning of a ratio.
  package enum Verdict: String, Sendable {
    /// Beyond the noise of both runs.
    case faster, slower
    /// Within the noise of both runs.
    case same
    /// One of the runs has a single round, so its noise is unknown.
    case unknown
  }

  /// New time divided by old time, with its noise.
  package struct Ratio: Sendable, Equatable {
    /// The new mean divided by the old one: below 1 is faster.
    package let ratio: Double
    /// Noise of both runs as a share; nil after a single round.
    package let noise: Double?

    /// Least difference that counts, as a share.
    static let least = 0.02

    init(_ now: Timing, _ then: Timing) {
      ratio = now.mean / then.mean
      if let a = now.noise, let b = then.noise {
        noise = max(a + b, Self.least)
      } else {
        noise = nil
      }
    }

    /// Whether the difference exceeds the noise.
    package var verdict: Verdict {
      guard let noise else { return .unknown }
      // Symmetric: swapping the two runs swaps faster and slower.
      return ratio > 1 + noise ? .slower : ratio * (1 + noise) < 1 ? .faster : .same
    }
  }

  /// Name of the case.
  package let name: String
  /// Clock time; nil if the earlier run drew another turn.
  package let wall: Ratio?
  /// Processor time; nil if the earlier run drew another turn.
  package let cpu: Ratio?
  /// Whether the earlier turn had other frames, another angle or another radius.
  package let isOtherTurn: Bool
  /// Whether the earlier run had more or fewer rounds.
  package let isOtherRounds: Bool
  /// Whether another renderer drew the earlier run.
  package let isOtherRenderer: Bool

  /// Results of a case in an earlier run.
  package struct Earlier: Sendable, Equatable {
    package let name: String
    package let renderer: String
    package let wall: Timing
    package let cpu: Timing
    package let turn: Turn
    package let rounds: Int

    package init(
      name: String, renderer: String, wall: Timing, cpu: Timing, turn: Turn, rounds: Int
    ) {
      self.name = name
      self.renderer = renderer
      self.wall = wall
      self.cpu = cpu
      self.turn = turn
      self.rounds = rounds
    }
  }

  /// The drawn turn: times of different turns aren't comparable.
  package struct Turn: Sendable, Equatable {
    package let frames: Int
    /// Heading, degrees.
    package let angle: Double
    /// Radius, per cent of the page's width.
    package let radius: Double

    package init(frames: Int, angle: Double = BenchPlan.angle, radius: Double = BenchPlan.radius) {
      self.frames = frames
      self.angle = angle
      self.radius = radius
    }
  }

  /// The cases of both runs, in the order of the new one.
  package static func between(_ report: BenchReport, _ earlier: [Earlier]) -> [BenchComparison] {
    between(
      report.cases.map {
        Earlier(
          name: $0.name, renderer: $0.renderer, wall: $0.wall, cpu: $0.cpu,
          turn: Turn(frames: $0.frames), rounds: $0.rounds)
      }, earlier)
  }

  static func between(_ now: [Earlier], _ then: [Earlier]) -> [BenchComparison] {
    now.compactMap { new in
      guard let old = then.first(where: { $0.name == new.name }) else { return nil }
      let isSame = new.turn == old.turn
      return BenchComparison(
        name: new.name, wall: isSame ? Ratio(new.wall, old.wall) : nil,
        cpu: isSame ? Ratio(new.cpu, old.cpu) : nil, isOtherTurn: !isSame,
        isOtherRounds: new.rounds != old.rounds, isOtherRenderer: new.renderer != old.renderer)
    }
  }
}
