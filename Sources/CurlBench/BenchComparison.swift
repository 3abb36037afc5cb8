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
  /// On the clock; nil where another turn was drawn then.
  package let wall: Ratio?
  /// Of the processors; likewise.
  package let cpu: Ratio?
  /// Whether the turn had other frames, another angle or another radius then.
  package let isOtherTurn: Bool
  /// Whether there were more or fewer rounds then.
  package let isOtherRounds: Bool
  /// Whether another renderer drew then.
  package let isOtherRenderer: Bool

  /// What an earlier run said about a case.
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

  /// What was drawn: times of different turns make no ratio.
  package struct Turn: Sendable, Equatable {
    package let frames: Int
    /// Degrees.
    package let angle: Double
    /// Per cent of the page's width.
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
