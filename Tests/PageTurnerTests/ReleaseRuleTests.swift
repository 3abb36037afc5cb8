import Testing

@testable import PageTurner

/// Sheets that are let go of exactly at a rule's threshold, and a step beyond it.
///
/// All numbers here are exact in binary, so that a threshold is met and not only neared.
@Suite struct ReleaseRuleTests {
  private func release(
    _ progress: Double, sheetVelocity: Double = 0, fingerVelocity: Double = 0,
    duration: Double = 1
  ) -> ReleaseRule.Release {
    ReleaseRule.Release(
      progress: progress, sheetVelocity: sheetVelocity, fingerVelocity: fingerVelocity,
      duration: duration)
  }

  @Test("at exactly the projected threshold a sheet goes back", arguments: [0.0, 0.25, 0.5, 1])
  func projected(threshold: Double) {
    let rule = ReleaseRule.projected(time: 0.25, threshold: threshold)
    #expect(!rule.completes(release(threshold)))
    #expect(rule.completes(release(threshold.nextUp)))
    #expect(!rule.completes(release(threshold.nextDown)))
    // Its speed counts: a quarter of a second at half a way per second is an eighth of the way.
    #expect(!rule.completes(release(threshold - 0.125, sheetVelocity: 0.5)))
    #expect(rule.completes(release(threshold - 0.125, sheetVelocity: 0.5 + 1.0 / 1024)))
    #expect(!rule.completes(release(threshold + 0.125, sheetVelocity: -0.5)))
    #expect(rule.completes(release(threshold + 0.125, sheetVelocity: -0.5 + 1.0 / 1024)))
  }

  @Test("at exactly half of its way a sheet goes back")
  func half() {
    #expect(!ReleaseRule.half.completes(release(0.5)))
    #expect(ReleaseRule.half.completes(release(0.5.nextUp)))
  }

  @Test("at exactly its share of the way a sheet turns")
  func distance() {
    let rule = ReleaseRule.distance(0.25)
    #expect(rule.completes(release(0.25)))
    #expect(!rule.completes(release(0.25.nextDown)))
  }

  @Test("at exactly its half a flipped half goes back, and is quick there")
  func angle() {
    let rule = ReleaseRule.angle(half: 90, quick: 22.5, quickTime: 0.125)
    #expect(!rule.completes(release(0.5)))
    #expect(rule.completes(release(0.5.nextUp)))
    let quick = 0.125.nextDown
    #expect(!rule.completes(release(0.125, duration: quick)))
    #expect(rule.completes(release(0.125.nextUp, duration: quick)))
    // In exactly the quick time it isn't quick any more.
    #expect(!rule.completes(release(0.25, duration: 0.125)))
    #expect(rule.completes(release(0.25, duration: quick)))
    #expect(rule.isQuick(release(0.5, duration: quick)))
    #expect(!rule.isQuick(release(0.5.nextUp, duration: quick)))
    #expect(!rule.isQuick(release(0.125, duration: quick)))
    #expect(!rule.isQuick(release(0.25, duration: 0.125)))
  }

  @Test("at exactly the speed its place decides", arguments: [1.0, -1])
  func speedOrHalf(sign: Double) {
    let rule = ReleaseRule.speedOrHalf(speed: 64)
    #expect(!rule.completes(release(0.5, fingerVelocity: sign * 64)))
    #expect(rule.completes(release(0.5.nextUp, fingerVelocity: sign * 64)))
    #expect(rule.completes(release(0.25, fingerVelocity: sign * 64.0.nextUp)) == (sign > 0))
    #expect(rule.completes(release(0.75, fingerVelocity: sign * 64.0.nextUp)) == (sign > 0))
  }
}
