import CurlCore
import PageTurner
import TestSupport

extension Random {
  /// One of a few, or the one that is there, which is as likely as all of them.
  private mutating func choose<Value>(_ value: inout Value, _ others: [Value]) {
    let index = Int.random(in: 0..<2 * others.count, using: &self)
    if index < others.count { value = others[index] }
  }

  /// How fingers are listened to, whatever the presets say.
  mutating func vary(_ rules: inout TurnerConfiguration) {
    if Int.random(in: 0..<8, using: &self) == 0 {
      rules.claim = .zones
      choose(&rules.zones, [.leaves(isFacing: true), .thirds, .leaves(preferred: 300)])
    }
    if Int.random(in: 0..<3, using: &self) == 0 {
      choose(&rules.follow, [.travel, .position, .angle(degreesPerPixel: 0.4)])
      choose(&rules.margin, [0, 1.0 / 180, 0.05])
      choose(&rules.shownStopRule, [.release])
      choose(&rules.release, [.half, .distance(0.05), .speedOrHalf(speed: 300)])
    }
    if Int.random(in: 0..<3, using: &self) == 0 {
      choose(&rules.lostAfter, [0, 0.25])
      choose(&rules.velocityWindow, [0.02, 0.3])
      choose(&rules.velocityPause, [0.02, 0.3])
      choose(&rules.longestTap, [0, 0.1, .infinity])
    }
    varyHands(&rules)
  }

  /// What fingers and pointers may do, and how leaves go by themselves.
  private mutating func varyHands(_ rules: inout TurnerConfiguration) {
    if Int.random(in: 0..<3, using: &self) == 0 {
      choose(&rules.smoothing, [0.07, 0.3])
      choose(&rules.leafTiming, [.flipboard(spread: 0.1), .flipboard(spread: 1)])
      choose(
        &rules.settling,
        [.eased(.easeOut), .eased(.linear, duration: 0.2), .eased(.curve(.back, .inOut))])
    }
    if Int.random(in: 0..<4, using: &self) == 0 {
      choose(&rules.drags, [.forward, .backward, .none])
      choose(&rules.taps, [.forward, .backward, .none])
      choose(&rules.claim, [.corners(0.5)])
    }
    if Int.random(in: 0..<3, using: &self) == 0 {
      choose(&rules.peek, [.init(), .init(corner: 0.5, lift: 0.2)])
      choose(&rules.snaps, [[.init(at: 0.3), .init(at: 0.6, within: 0.3)], [.init(at: 0.5)]])
    }
  }
}
