import CurlCore

/// How sheets settle.
extension Turner {
  /// Lets a motion settle from its position, at a speed, to a target.
  mutating func settle(
    _ motion: inout SheetMotion, at velocity: Double, to target: Double, isQuick: Bool = false
  ) {
    let position = position(of: motion, at: time)
    if motion.kind != .peek {
      motion.across = across(of: motion, at: time)
      motion.acrossPosition = position
    }
    motion.liesFlatForPages = false
    motion.state = .settling(
      makeSettle(of: motion, from: position, at: velocity, to: target, isQuick: isQuick))
    plan(&motion, from: position)
  }

  /// How a motion of one sheet settles, from a position and a speed, after `lead` seconds.
  func makeSettle(
    of motion: SheetMotion, from position: Double, at velocity: Double, to target: Double,
    isQuick: Bool = false, after lead: Double = 0
  ) -> Settle {
    let rules = configuration
    let full = rules.reducesMotion || isQuick ? 0 : rules.fullDuration
    let least = rules.reducesMotion ? 0 : isQuick ? rules.quickDuration : rules.leastDuration
    if case .eased(let easing, let seconds) = rules.settling {
      let usual = max(least, full * abs(target - position))
      return Settle(
        at: time + lead, from: position, to: target,
        in: rules.reducesMotion || isQuick ? usual : seconds ?? usual, easing,
        within: motion.isPull ? min(position, target)...max(position, target) : 0...1)
    }
    // A leaf may first move away from its target up to the end of its way, a pulled sheet not at
    // all.
    let retreatLimit = motion.isPull ? 0 : target > position ? position : 1 - position
    return Settle(
      at: time + lead, from: position, velocity: velocity, to: target, full: full, least: least,
      retreatLimit: retreatLimit)
  }

  /// Sends a leaf that settles to a snapping point, or rests there, on to an end of its way.
  mutating func leaveSnappingPoint() {
    guard drag == nil, var motion = motions.last, let settle = motion.snapping else { return }
    let position = position(of: motion, at: time)
    let completes = configuration.release.completes(
      ReleaseRule.Release(
        progress: motion.direction > 0 ? position : 1 - position, sheetVelocity: 0,
        fingerVelocity: 0, duration: .infinity))
    self.settle(
      &motion, at: settle.velocity(at: time), to: completes ? motion.goal : motion.origin)
    motions[motions.count - 1] = motion
  }
}
