import Testing

@testable import CurlSystem

@Suite("time of day")
struct WallClockTests {
  @Test(
    "Times are those of the calendar",
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (951_782_399.5, "2000-02-28T23:59:59.500Z"),
      (951_782_400, "2000-02-29T00:00:00.000Z"), (951_868_800, "2000-03-01T00:00:00.000Z"),
      (1_709_210_096.1234, "2024-02-29T12:34:56.123Z"),
      (4_107_542_400, "2100-03-01T00:00:00.000Z"), (4_107_455_999, "2100-02-27T23:59:59.000Z"),
      (-0.001, "1969-12-31T23:59:59.999Z"),
    ])
  func texts(_ seconds: Double, _ text: String) {
    #expect(WallClock.text(seconds) == text)
  }
}
