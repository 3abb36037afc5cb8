/// Changes the rules while sheets move, and rejects impossible events.
extension Turner {
  mutating func configure(_ rules: TurnerConfiguration) {
    idleSince = time
    let grip = grip
    let (boundary, thresholds) = (configuration.boundary, configuration.thresholds)
    let locks = configuration.allowsTurning && !rules.allowsTurning
    // A locked sheet is released under the rules under which it was held.
    if locks { lock() }
    if drag != nil, let motion = motions.last, !rules.drags.allows(motion.direction) {
      fingers[0].isIgnored = true
      dropTurnsBeforeTouch(.locked)
      letGo(at: 0, to: nil)
    }
    configuration = rules
    if boundary != rules.boundary, drag != nil, let motion = motions.last, !motion.isTurn,
      let grip
    {
      // The new rules have another position for the same pull, so the sheet is released.
      fingers[0].isIgnored = true
      dropTurnsBeforeTouch()
      drag = nil
      motions[motions.count - 1].state = .settling(
        makeSettle(of: motion, from: grip.position, at: 0, to: 0))
    } else if let grip {
      restartDrag(from: grip)
    }
    if thresholds != rules.thresholds { replanMotions() }
    resumeMotions()
    if let snap = motions.last?.snapping?.target, !rules.snaps.contains(where: { $0.at == snap }) {
      leaveSnappingPoint()
    }
  }
}

extension Turner {
  /// Recomputes the marks of settling motions.
  private mutating func replanMotions() {
    for index in motions.indices where motions[index].settle != nil {
      var motion = motions[index]
      plan(&motion, from: position(of: motion, at: time))
      motion.riffle?.forget(until: time)
      motions[index] = motion
    }
  }

  /// Throws for an impossible event.
  func check(_ event: TurnerEvent, at time: Double) throws(TurnerError) {
    guard time.isFinite, time >= self.time else { throw .time(time, latest: self.time) }
    switch event {
    case .down(_, let point), .move(_, let point), .up(_, let point):
      for number in [point.x, point.y] where !(abs(number) <= 1e9) { throw .point(point) }
    case .navigate(let navigation):
      guard (0...1e9).contains(navigation.delay) else {
        throw .value(name: "delay", navigation.delay, range: "0…1e9 s")
      }
    case .hover(let point):
      for number in [point?.x ?? 0, point?.y ?? 0] where !(abs(number) <= 1e9) {
        throw .point(point ?? .zero)
      }
    case .layout(let size, _, _):
      if let size { try Self.check(size) }
    case .configure(let rules): try rules.check()
    case .cancel, .abort, .tick, .page, .edit, .turn: break
    }
  }
}
