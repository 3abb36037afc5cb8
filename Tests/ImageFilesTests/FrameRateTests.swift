import Testing

@testable import ImageFiles

@Suite struct FrameRateTests {
  @Test(arguments: [
    ("30", 30, 1), ("1000", 1000, 1), ("0.01", 1, 100), ("12.5", 25, 2), ("7.25", 29, 4),
    ("24000/1001", 24_000, 1001), ("50/2", 25, 1), ("1/100", 1, 100), ("23.976", 24_000, 1001),
    ("23.98", 24_000, 1001), ("29.97", 30_000, 1001), ("29.970", 30_000, 1001),
    ("29.97003", 30_000, 1001), ("59.94", 60_000, 1001), ("119.88", 120_000, 1001),
    ("29.96", 749, 25), ("24.0", 24, 1), ("030", 30, 1),
  ])
  func textIsAnExactFraction(text: String, numerator: Int, denominator: Int) throws {
    let rate = try #require(FrameRate(text))
    #expect(rate.numerator == numerator && rate.denominator == denominator)
    #expect(FrameRate(rate.description) == rate)
  }

  @Test(arguments: [
    "", "0", "0.0", "0/1", "1/0", "-5", "+5", "1001", "1000.1", "0.009", "30.", ".5", "3e1", "nan",
    "30fps", "1/2/3", "1/2.5", " 30", "٣٠", "29,97", "99999999999999999999", "1/99999999999",
    "1.0000000000001", "999999999/999999998",
  ])
  func otherTextIsNone(text: String) {
    #expect(FrameRate(text) == nil)
  }

  @Test func roundingNeverAddsUp() throws {
    for text in ["30", "24000/1001", "59.94", "0.01", "1000", "119.88", "7.77"] {
      let rate = try #require(FrameRate(text))
      for frame in [0, 1, 2, 999, 100_000] {
        let exact = Double(frame) * 1000 / rate.framesPerSecond
        let start = rate.start(ofFrame: frame, unitsPerSecond: 1000)
        #expect(abs(Double(start) - exact) <= 0.5 + 1e-6)
      }
    }
  }

  @Test func delaysAreExactOrEndWhereTheNextFrameBegins() throws {
    let film = try #require(FrameRate("23.976"))
    #expect(film.delay(ofFrame: 7) == (1001, 24_000))
    for text in ["119.88", "0.010003"] {
      let rate = try #require(FrameRate(text))
      var end = 0.0
      for frame in 0..<50 {
        let delay = rate.delay(ofFrame: frame)
        end += Double(delay.numerator) / Double(delay.denominator)
        #expect(abs(end - Double(frame + 1) / rate.framesPerSecond) < 1e-3)
      }
    }
  }
}
