import CurlBench
import Testing

@Suite struct TimingTests {
  @Test func aFrameCountsWithItsLeastTimeOverTheRounds() throws {
    let timing = try #require(Timing(rounds: [[4, 10, 3], [5, 2, 7]]))
    #expect(timing.min == 2 && timing.median == 3 && timing.p95 == 4 && timing.mean == 3)
  }

  @Test func theNoiseIsWhatTheBestRoundAddsToTheOthers() throws {
    // The least are 1 and 1; either round alone takes 1.5 a frame.
    let timing = try #require(Timing(rounds: [[1, 2], [2, 1]]))
    #expect(timing.mean == 1 && timing.noise == 0.5)
    // Without the last round a frame takes 5, without another one 2: the last counts.
    let lucky = try #require(Timing(rounds: [[1, 9], [1, 9], [3, 1]]))
    #expect(lucky.mean == 1 && lucky.noise == 4)
    let calm = try #require(Timing(rounds: [[3, 4], [3, 4], [3, 4]]))
    #expect(calm.noise == 0)
    #expect(try #require(Timing(rounds: [[1, 2]])).noise == nil)
  }

  @Test(arguments: [(1, 1.0), (2, 2), (20, 19), (40, 38), (60, 57), (100, 95)])
  func nineteenOfTwentyTakeNoMoreThanP95(count: Int, expected: Double) throws {
    let values = (1...count).map(Double.init).reversed()
    #expect(try #require(Timing(rounds: [Array(values)])).p95 == expected)
  }

  @Test func theMedianOfAnEvenNumberLiesBetweenTheMiddleOnes() throws {
    #expect(try #require(Timing(rounds: [[9, 1, 4, 2]])).median == 3)
  }

  @Test func nothingHasNoStatistics() {
    #expect(Timing(rounds: []) == nil)
    #expect(Timing(rounds: [[]]) == nil)
  }
}
