import CurlCore

/// Positions and speeds of sheets, and the thresholds that they cross.
extension Turner {
  /// Travel of the finger for a leaf's whole way, pixels.
  var wayLength: Double {
    if case .angle(let degrees) = configuration.follow { 180 / degrees } else { space.length }
  }

  /// Position of a motion at the turner's time or later.
  func position(of motion: SheetMotion, at time: Double) -> Double {
    switch motion.state {
    case .settling(let settle):
      if case .riffle(let stagger) = motion.kind {
        return Self.sumOfWays(of: stagger, at: Self.riffleTime(settle, time))
      }
      return settle.position(at: time)
    case .awaitingPages: return motion.origin
    case .held:
      guard let drag, let finger = fingers.first, !motion.liesFlatForPages else {
        return motion.origin
      }
      let raw = drag.rawPosition(
        along: space.readingPoint(finger.point).along, at: time, length: wayLength, catchUp)
      return smoothed(limited(raw, motion), from: drag.smoothedFrom.position, of: drag, at: time)
    }
  }

  /// A raw position limited to the range that the leaf, or the boundary rule for a pull, allows.
  func limited(_ raw: Double, _ motion: SheetMotion) -> Double {
    guard case .pull(let edge) = motion.kind else {
      // A sheet that was grabbed nearer to an end than the margin may stay there.
      let low = min(configuration.margin, drag?.positionAtGrab ?? 1)
      let high = max(1 - configuration.margin, drag?.positionAtGrab ?? 0)
      return min(max(raw, low), high)
    }
    let outward = edge == .first ? -raw : raw
    guard outward > 0 else { return 0 }
    let sign = edge == .first ? -1.0 : 1
    switch configuration.boundary {
    case .clamp, .loop: return 0
    case .tip(let limit): return sign * min(outward, limit)
    case .rubber(let limit, let stiffness):
      return sign * limit * (1 - 1 / (1 + stiffness * outward / limit))
    }
  }

  /// The raw position that ``limited(_:_:)`` limits to `position`.
  func rawPosition(limitedTo position: Double, _ motion: SheetMotion) -> Double {
    guard case .pull = motion.kind,
      case .rubber(let limit, let stiffness) = configuration.boundary
    else { return position }
    let share = min(abs(position) / limit, 1 - 1e-12)
    return (position < 0 ? -1 : 1) * limit / stiffness * share / (1 - share)
  }

  /// Speed of a motion, ways per second in reading direction.
  ///
  /// It is 0 for a riffle, a held sheet at its limit, and a pull that a finger holds.
  func velocity(of motion: SheetMotion) -> Double {
    switch motion.state {
    case .settling(let settle):
      if case .riffle = motion.kind { return 0 }
      return settle.velocity(at: time)
    case .awaitingPages: return 0
    case .held:
      guard motion.isTurn, !motion.liesFlatForPages, let drag, let finger = fingers.first else {
        return 0
      }
      let raw = drag.rawPosition(
        along: space.readingPoint(finger.point).along, at: time, length: wayLength, catchUp)
      return limited(raw, motion) == raw ? dragVelocity : 0
    }
  }

  /// Speed that the driving finger gives a sheet, stops per second.
  var dragVelocity: Double {
    guard let finger = fingers.first else { return 0 }
    let pixels = finger.velocity(
      at: time, window: configuration.velocityWindow, pause: configuration.velocityPause)
    return (0 - pixels) / wayLength
  }

  /// Displacement of a motion's held point across its way, pixels, at the turner's time or later.
  func across(of motion: SheetMotion, at time: Double) -> Double {
    guard case .held = motion.state, !motion.liesFlatForPages, let drag,
      let finger = fingers.first
    else {
      return motion.across(at: position(of: motion, at: time))
    }
    return smoothed(across(of: drag, finger), from: drag.smoothedFrom.across, of: drag, at: time)
  }

  /// Displacement across the way that follows from the finger, without smoothing, pixels.
  func across(of drag: Drag, _ finger: Finger) -> Double {
    drag.baseAcross + (space.readingPoint(finger.point).across - drag.anchorAcross)
  }

  /// Seconds since the start of a riffle; they decrease to 0 while the riffle goes back.
  ///
  /// Going back takes as many seconds as the leaves had turned for.
  static func riffleTime(_ settle: Settle, _ time: Double) -> Double {
    settle.target > 0 ? time - settle.start : settle.end - time
  }

  /// 3u² − 2u³: the easing of a riffle's leaves and of catching up, without speed at both ends.
  static func smoothstep(_ u: Double) -> Double { u * u * (3 - 2 * u) }

  /// Sum of the ways of all leaves of a riffle.
  ///
  /// The way is 1 for a landed leaf. Leaves in the air have the eased ways of u, u + d, u + 2d, …;
  /// Faulhaber's formulas give the sums of their squares and cubes.
  static func sumOfWays(of stagger: Stagger, at time: Double) -> Double {
    let air = stagger.inTheAir(at: time)
    guard let last = air.last else { return Double(air.lowerBound) }
    let u = (time - stagger.start(of: last)) / stagger.duration
    let d = stagger.delay / stagger.duration
    let n = Double(air.count)
    let ones = n * (n - 1) / 2
    let squares = ones * (2 * n - 1) / 3
    let second = n * u * u + 2 * u * d * ones + d * d * squares
    let third = n * u * u * u + 3 * u * d * (u * ones + d * squares) + d * d * d * ones * ones
    return Double(air.lowerBound) + 3 * second - 2 * third
  }

  /// Computes the marks ahead of a motion, and reports thresholds between `old` and its position.
  mutating func plan(_ motion: inout SheetMotion, from old: Double) {
    motion.forgetMarks()
    if case .riffle(let stagger) = motion.kind {
      // A riffle that goes back reports nothing.
      if let settle = motion.settle, settle.target == motion.goal {
        planRiffle(&motion, stagger, from: settle.start)
      }
      return
    }
    guard !configuration.thresholds.isEmpty, motion.isTurn else { return }
    let now = position(of: motion, at: time)
    reportThresholds(from: old, to: now)
    var (start, position) = (time, now)
    for end in ends(of: motion) where end > start {
      let last = self.position(of: motion, at: end)
      mark(&motion, from: (start, position), to: (end, last))
      (start, position) = (end, last)
    }
    motion.marks.sort { $0.time > $1.time }
  }

  /// Plans each leaf's thresholds, and the landings of all leaves but the last.
  private func planRiffle(_ motion: inout SheetMotion, _ stagger: Stagger, from start: Double) {
    var series = configuration.thresholds.map { threshold in
      let share = motion.direction > 0 ? threshold.progress : 1 - threshold.progress
      let u = Self.first(after: 0, before: 1) { Self.smoothstep($0) >= share }
      return RiffleMarks.Series(
        offset: u * stagger.duration, count: stagger.count, threshold: threshold.name)
    }
    series.append(RiffleMarks.Series(offset: stagger.duration, count: stagger.count - 1))
    motion.riffle = RiffleMarks(stagger, at: start, from: motion.from, motion.direction, series)
  }

  /// Reports the thresholds that a leaf crosses by a jump, in the order of its way.
  mutating func reportThresholds(from now: Double, to position: Double) {
    let passed = configuration.thresholds.enumerated().filter {
      Self.crossing($0.element.progress, from: now, to: position) != nil
    }
    let sign = now < position ? 1.0 : -1
    let inOrder = passed.sorted {
      (sign * $0.element.progress, $0.offset) < (sign * $1.element.progress, $1.offset)
    }
    for (_, threshold) in inOrder {
      tell(.threshold(threshold.name, isRising: now < position))
    }
  }

  /// Ends of the time intervals in which a motion is monotone.
  private func ends(of motion: SheetMotion) -> [Double] {
    if let settle = motion.settle { return settle.pieces }
    guard case .held = motion.state, let drag else { return [] }
    if configuration.smoothing > 0 { return [drag.smoothedSince + configuration.smoothing] }
    guard drag.catchUpDistance != 0, case .eased(let duration) = catchUp else { return [] }
    return [drag.since + duration]
  }

  private func mark(
    _ motion: inout SheetMotion, from start: (time: Double, position: Double),
    to end: (time: Double, position: Double)
  ) {
    for threshold in configuration.thresholds {
      let value = threshold.progress
      guard let isRising = Self.crossing(value, from: start.position, to: end.position) else {
        continue
      }
      let passing = motion
      let time = Self.first(after: start.time, before: end.time) { time in
        let position = position(of: passing, at: time)
        return isRising ? position >= value : position < value
      }
      motion.marks.append(
        SheetMotion.Mark(time: time, kind: .threshold(threshold.name, isRising: isRising)))
    }
  }

  /// Whether a motion crosses a value rising or falling; nil if it doesn't cross it.
  ///
  /// A position equal to the value counts as above it.
  private static func crossing(_ value: Double, from old: Double, to new: Double) -> Bool? {
    if old < value && new >= value { return true }
    if old >= value && new < value { return false }
    return nil
  }
}

extension Turner {
  /// Position of the book, stops; 0 in an empty book.
  ///
  /// It is between two stops while a leaf turns, and slightly outside the book while a sheet is
  /// pulled at an end. If the book starts over, a turn from the last stop to the first has
  /// positions after the last stop, and a turn from the first stop to the last has positions before
  /// the first.
  public var position: Double {
    guard let motion = motions.first else { return Double(openStop) }
    let start = Double(motion.from) + (motion.isPull ? position(of: motion, at: time) : 0)
    return motions.reduce(start) { sum, motion in
      guard !motion.isPull else { return sum }
      let gone = abs(position(of: motion, at: time) - motion.origin)
      return sum + Double(motion.direction) * gone * Self.span(motion)
    }
  }

  /// Speed of the latest leaf, stops per second; 0 in a riffle.
  public var velocity: Double {
    motions.last.map { velocity(of: $0) * Self.span($0) } ?? 0
  }

  /// Number of stops that a leaf's whole way counts for.
  private static func span(_ motion: SheetMotion) -> Double {
    motion.kind == .direct ? Double(abs(motion.to - motion.from)) : 1
  }

  /// The posture now.
  public var posture: Posture { posture(at: time) }

  /// The posture at a time, now or later, without events before then.
  ///
  /// - Precondition: `time` is no earlier than the latest event.
  public func posture(at time: Double) -> Posture {
    precondition(time >= self.time, "what has been can't be asked for any more")
    var leaves: [Posture.Leaf] = []
    for motion in motions { leaves += self.leaves(of: motion, at: time) }
    if motions.last?.direction == -1 { leaves.reverse() }
    return Posture(stop: book.stops > 0 ? openStop : nil, leaves: leaves, turn: turn)
  }

  /// Most leaves in the air that a posture lists; the omitted ones in the middle hide each other.
  private static let mostInTheAir = 24
  /// Number of leaves at rest that a posture lists on either side of those in the air.
  private static let mostLying = 2

  /// Leaves of a riffle that a posture lists: those in the air, and the nearest leaves at rest.
  private static func listedLeaves(of stagger: Stagger, at time: Double) -> [Int] {
    let air = stagger.inTheAir(at: time)
    let low = max(air.lowerBound - mostLying, 0)
    let high = min(air.upperBound + mostLying, stagger.count)
    guard air.count > mostInTheAir else { return Array(low..<high) }
    let half = mostInTheAir / 2
    return Array(low..<air.lowerBound + half) + Array(air.upperBound - half..<high)
  }

  /// The leaves of a motion in the order in which they turn.
  private func leaves(of motion: SheetMotion, at time: Double) -> [Posture.Leaf] {
    let position = position(of: motion, at: time)
    let isForward = motion.direction > 0
    let across = across(of: motion, at: time)
    func leaf(_ early: Int?, _ late: Int?, _ progress: Double) -> Posture.Leaf {
      Posture.Leaf(
        early: early, late: late, progress: progress, heldPoint: motion.heldPoint, across: across,
        isHeld: motion.state == .held)
    }
    switch motion.kind {
    case .leaf, .direct, .peek:
      return [
        isForward ? leaf(motion.from, motion.to, position) : leaf(motion.to, motion.from, position)
      ]
    case .pull(.first): return [leaf(nil, motion.from, 1 + position)]
    case .pull(.last): return [leaf(motion.from, nil, position)]
    case .riffle(let stagger):
      let riffleTime = motion.settle.map { Self.riffleTime($0, time) } ?? 0
      return Self.listedLeaves(of: stagger, at: riffleTime).map { number in
        let own = Self.smoothstep(stagger.progress(of: number, at: riffleTime))
        let stop = motion.from + motion.direction * number
        return isForward ? leaf(stop, stop + 1, own) : leaf(stop - 1, stop, 1 - own)
      }
    }
  }
}
