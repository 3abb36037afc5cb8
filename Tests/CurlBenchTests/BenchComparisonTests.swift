import Testing

@testable import CurlBench

@Suite struct BenchComparisonTests {
  private func timing(_ mean: Double, noise: Double?) -> Timing {
    Timing(min: mean, median: mean, p95: mean, mean: mean, noise: noise)
  }

  private func verdict(
    _ now: Double, _ then: Double, noise: (Double?, Double?) = (0.05, 0.05)
  ) -> BenchComparison.Verdict {
    BenchComparison.Ratio(timing(now, noise: noise.0), timing(then, noise: noise.1)).verdict
  }

  @Test func onlyWhatIsBeyondTheNoiseIsADifference() {
    #expect(verdict(10, 10) == .same)
    #expect(verdict(10.9, 10) == .same)
    #expect(verdict(11.1, 10) == .slower)
    #expect(verdict(9.2, 10) == .same)
    #expect(verdict(9, 10) == .faster)
  }

  @Test func asMuchSlowerIsTheReciprocalOfAsMuchFaster() {
    for (a, b) in [(10.0, 11.2), (10, 10.9), (3, 3.31), (3, 3.29)] {
      #expect((verdict(a, b) == .faster) == (verdict(b, a) == .slower))
    }
  }

  @Test func twoPerCentAreNeverADifference() {
    #expect(verdict(101.9, 100, noise: (0, 0)) == .same)
    #expect(verdict(102.1, 100, noise: (0, 0)) == .slower)
  }

  @Test func aSingleRoundTellsNothing() {
    #expect(verdict(20, 10, noise: (nil, 0.01)) == .unknown)
    #expect(verdict(20, 10, noise: (0.01, nil)) == .unknown)
  }

  @Test func casesAreMatchedByName() throws {
    func earlier(_ name: String, _ mean: Double, _ renderer: String) -> BenchComparison.Earlier {
      let time = timing(mean, noise: 0.01)
      return BenchComparison.Earlier(
        name: name, renderer: renderer, wall: time, cpu: time, turn: .init(frames: 60), rounds: 3)
    }
    let now = [earlier("b", 4, "CPU path"), earlier("new", 1, "x"), earlier("a", 3, "llvmpipe")]
    let then = [earlier("a", 6, "other"), earlier("gone", 1, "x"), earlier("b", 2, "CPU path")]
    let found = BenchComparison.between(now, then)
    #expect(found.map(\.name) == ["b", "a"])
    #expect(found.map(\.wall?.ratio) == [2, 0.5])
    #expect(found.map(\.cpu?.verdict) == [.slower, .faster])
    #expect(found.map(\.isOtherRenderer) == [false, true])
  }

  @Test func anotherTurnMakesNoRatio() throws {
    func earlier(
      _ turn: BenchComparison.Turn, rounds: Int = 3
    ) -> BenchComparison.Earlier {
      let time = timing(1, noise: 0.01)
      return .init(name: "a", renderer: "r", wall: time, cpu: time, turn: turn, rounds: rounds)
    }
    let now = BenchComparison.Turn(frames: 60, angle: 151, radius: 9)
    for (frames, angle, radius) in [(61, 151.0, 9.0), (60, 150, 9), (60, 151, 8)] {
      let then = BenchComparison.Turn(frames: frames, angle: angle, radius: radius)
      let found = try #require(BenchComparison.between([earlier(now)], [earlier(then)]).first)
      #expect(found.wall == nil && found.cpu == nil && found.isOtherTurn)
    }
    let more = BenchComparison.between([earlier(now)], [earlier(now, rounds: 5)])
    let found = try #require(more.first)
    #expect(found.wall?.ratio == 1 && !found.isOtherTurn && found.isOtherRounds)
  }
}
