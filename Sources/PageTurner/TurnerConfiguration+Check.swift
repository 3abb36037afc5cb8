extension TurnerConfiguration {
  /// Throws for the first number out of its range.
  public func check() throws(TurnerError) {
    try Self.require("slop", slop, 0...1e6)
    try Self.require("dominance", dominance, 0...1e6)
    guard longestTap >= 0 else {
      throw TurnerError.value(name: "longestTap", longestTap, range: "0 and up")
    }
    try Self.require("velocityWindow", velocityWindow, 0.001...10)
    try Self.require("velocityPause", velocityPause, 0.001...10)
    for (name, value) in [
      ("fullDuration", fullDuration), ("leastDuration", leastDuration),
      ("quickDuration", quickDuration), ("lostAfter", lostAfter),
    ] {
      try Self.require(name, value, 0...1e6)
    }
    try Self.require("stagger", stagger, 0...1)
    try Self.require("margin", margin, 0...0.5)
    if case .angle(let degrees) = follow {
      try Self.require("degreesPerPixel", degrees, 1e-6...180)
    }
    if case .eased(let time) = catchUp { try Self.require("catchUp", time, 0.001...10) }
    try Self.require("smoothing", smoothing, 0...10)
    if case .flipboard(let spread) = leafTiming { try Self.require("leafTiming", spread, 0...1) }
    switch boundary {
    case .clamp, .loop: break
    case .tip(let limit): try Self.require("boundary limit", limit, 0...1)
    case .rubber(let limit, let stiffness):
      try Self.require("boundary limit", limit, 1e-6...1)
      try Self.require("boundary stiffness", stiffness, 1e-6...1)
    }
    if let revealDelay { try Self.require("revealDelay", revealDelay, 0...1e6) }
    if let autoplay { try Self.require("autoplay", autoplay, 0.01...1e6) }
    for threshold in thresholds {
      guard threshold.progress > 0, threshold.progress < 1 else {
        throw TurnerError.value(
          name: "threshold \(threshold.name)", threshold.progress, range: "above 0 and below 1")
      }
    }
    if case .corners(let share) = claim { try Self.require("claim corners", share, 0.01...0.5) }
    if let peek {
      try Self.require("peek corner", peek.corner, 0.01...0.5)
      try Self.require("peek lift", peek.lift, 0.001...0.25)
    }
    for snap in snaps {
      guard snap.at > 0, snap.at < 1 else {
        throw TurnerError.value(name: "snaps at", snap.at, range: "above 0 and below 1")
      }
      try Self.require("snaps within", snap.within, 0...1)
    }
    if case .eased(_, let duration?) = settling {
      try Self.require("settling duration", duration, 0...1e6)
    }
    try checkRelease()
    try checkZones()
    guard (0...1_000_000).contains(queueLimit) else {
      throw TurnerError.value(name: "queueLimit", Double(queueLimit), range: "0…1000000")
    }
    guard Self.mostPagesRange.contains(mostPages) else {
      throw TurnerError.value(name: "mostPages", Double(mostPages), range: "1…1073741824")
    }
  }

  private func checkRelease() throws(TurnerError) {
    switch release {
    case .projected(let time, let threshold):
      try Self.require("release time", time, 0...10)
      try Self.require("release threshold", threshold, 0...1)
    case .angle(let half, let quick, let quickTime):
      try Self.require("release half", half, 0...180)
      try Self.require("release quick", quick, 0...180)
      try Self.require("release quickTime", quickTime, 0...10)
    case .half: break
    case .distance(let share): try Self.require("release distance", share, 0...1)
    case .speedOrHalf(let speed): try Self.require("release speed", speed, 0...1e9)
    }
  }

  private func checkZones() throws(TurnerError) {
    switch zones {
    case .none, .thirds: break
    case .strips(let share, let least, _):
      try Self.require("strips' share", share, 0...0.5)
      try Self.require("strips' least width", least, 0...1e6)
    case .grid(let actions):
      guard actions.count == 9 else {
        throw TurnerError.value(name: "grid's actions", Double(actions.count), range: "nine")
      }
    }
  }

  private static func require(
    _ name: String, _ value: Double, _ range: ClosedRange<Double>
  ) throws(TurnerError) {
    guard range.contains(value) else {
      throw TurnerError.value(
        name: name, value, range: "\(range.lowerBound)…\(range.upperBound)")
    }
  }
}
