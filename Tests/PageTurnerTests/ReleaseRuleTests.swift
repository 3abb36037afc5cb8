import Testing

@testable import PageTurner

/// Sheets that are let go of exactly at a rule's threshold, and a step beyond it.
///
/// All numbers here are exact in binary, so that a threshold is met and not only neared.
@Suite struct ReleaseRuleTests {
  private func release(
    _ progress: Double, velocity: Double = 0, speed: Double = 0, duration: Double = 1
  ) -> ReleaseRule.Release {
    ReleaseRule.Release(
      progress: progress, velocity: velocity, speed: speed, duration: duration)
  }

  @Test("at exactly the projected threshold a sheet goes back", arguments: [0.0, 0.25, 0.5, 1])
  func projected(threshold: Double) {
    let rule = ReleaseRule.projected(time: 0.25, threshold: threshold)
    #expect(!rule.commits(release(threshold)))
    #expect(rule.commits(release(threshold.nextUp)))
    #expect(!rule.commits(release(threshold.nextDown)))
    // Its speed counts: a quarter of a second at half a way per second is an eighth of the way.
    #expect(!rule.commits(release(threshold - 0.125, velocity: 0.5)))
    #expect(rule.commits(release(threshold - 0.125, velocity: 0.5 + 1.0 / 1024)))
    #expect(!rule.commits(release(threshold + 0.125, velocity: -0.5)))
    #expect(rule.commits(release(threshold + 0.125, velocity: -0.5 + 1.0 / 1024)))
  }

  @Test("at exactly half of its way a sheet goes back")
  func half() {
    #expect(!ReleaseRule.half.commits(release(0.5)))
    #expect(ReleaseRule.half.commits(release(0.5.nextUp)))
  }

  @Test("at exactly its share of the way a sheet turns")
  func distance() {
    let rule = ReleaseRule.distance(0.25)
    #expect(rule.commits(release(0.25)))
    #expect(!rule.commits(release(0.25.nextDown)))
  }

  @Test("at exactly its half a flipped half goes back, and is quick there")
  func angle() {
    let rule = ReleaseRule.angle(half: 90, quick: 22.5, quickTime: 0.125)
    #expect(!rule.commits(release(0.5)))
    #expect(rule.commits(release(0.5.nextUp)))
    let quick = 0.125.nextDown
    #expect(!rule.commits(release(0.125, duration: quick)))
    #expect(rule.commits(release(0.125.nextUp, duration: quick)))
    // In exactly the quick time it isn't quick any more.
    #expect(!rule.commits(release(0.25, duration: 0.125)))
    #expect(rule.commits(release(0.25, duration: quick)))
    #expect(rule.isQuick(release(0.5, duration: quick)))
    #expect(!rule.isQuick(release(0.5.nextUp, duration: quick)))
    #expect(!rule.isQuick(release(0.125, duration: quick)))
    #expect(!rule.isQuick(release(0.25, duration: 0.125)))
  }

  @Test("at exactly the speed its place decides", arguments: [1.0, -1])
  func speedOrHalf(sign: Double) {
    let rule = ReleaseRule.speedOrHalf(speed: 64)
    #expect(!rule.commits(release(0.5, speed: sign * 64)))
    #expect(rule.commits(release(0.5.nextUp, speed: sign * 64)))
    #expect(rule.commits(release(0.25, speed: sign * 64.0.nextUp)) == (sign > 0))
    #expect(rule.commits(release(0.75, speed: sign * 64.0.nextUp)) == (sign > 0))
  }
}
