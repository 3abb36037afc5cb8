import CurlCore

/// Positions and speeds of sheets, and the thresholds that they cross.
extension Turner {
  /// Travel of the finger for a leaf's whole way, pixels.
  var wayLength: Double {
    if case .angle(let degrees) = configuration.follow { 180 / degrees } else { space.length }
  }

  /// Position of a flight at the turner's time or later.
  func place(of flight: Flight, at time: Double) -> Double {
    switch flight.motion {
    case .settling(let settle):
      if case .riffle(let stagger) = flight.kind {
        return Self.sumOfWays(of: stagger, at: Self.riffleTime(settle, time))
      }
      return settle.position(at: time)
    case .waiting: return flight.origin
    case .held:
      guard let drag, let finger = fingers.first, !flight.isWaiting else { return flight.origin }
      let raw = drag.rawPlace(
        along: space.place(finger.point).x, at: time, length: wayLength, catchUp)
      return smoothed(limited(raw, flight), axis: 0, of: drag, at: time)
    }
  }

  /// A raw position limited to the range that the leaf, or the boundary rule for a pull, allows.
  func limited(_ raw: Double, _ flight: Flight) -> Double {
    guard case .pull(let edge) = flight.kind else {
      // A sheet that was grabbed nearer to an end than the margin may stay there.
      let low = min(configuration.margin, drag?.grabPosition ?? 1)
      let high = max(1 - configuration.margin, drag?.grabPosition ?? 0)
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

  /// The raw position that ``limited(_:_:)`` limits to `place`.
  func rawPlace(limitedTo place: Double, _ flight: Flight) -> Double {
    guard case .pull = flight.kind,
      case .rubber(let limit, let stiffness) = configuration.boundary
    else { return place }
    let share = min(abs(place) / limit, 1 - 1e-12)
    return (place < 0 ? -1 : 1) * limit / stiffness * share / (1 - share)
  }

  /// Speed of a flight, ways per second in reading direction.
  ///
  /// It is 0 for a riffle, a held sheet at its limit, and a pull that a finger holds.
  func velocity(of flight: Flight) -> Double {
    switch flight.motion {
    case .settling(let settle):
      if case .riffle = flight.kind { return 0 }
      return settle.velocity(at: time)
    case .waiting: return 0
    case .held:
      guard flight.isTurn, !flight.isWaiting, let drag, let finger = fingers.first else { return 0 }
      let raw = drag.rawPlace(
        along: space.place(finger.point).x, at: time, length: wayLength, catchUp)
      return limited(raw, flight) == raw ? fingerVelocity : 0
    }
  }

  /// The speed that the driving finger gives a sheet, stops per second.
  var fingerVelocity: Double {
    guard let finger = fingers.first else { return 0 }
    let pixels = finger.velocity(
      at: time, window: configuration.velocityWindow, pause: configuration.velocityPause)
    return (0 - pixels) / wayLength
  }

  /// Displacement of a flight's held point across its way, pixels, at the turner's time or later.
  func across(of flight: Flight, at time: Double) -> Double {
    guard case .held = flight.motion, !flight.isWaiting, let drag, let finger = fingers.first else {
      return flight.across(at: place(of: flight, at: time))
    }
    return smoothed(across(of: drag, finger), axis: 1, of: drag, at: time)
  }

  /// Displacement across the way that follows from the finger, without smoothing, pixels.
  func across(of drag: Drag, _ finger: Finger) -> Double {
    drag.baseAcross + (space.place(finger.point).y - drag.anchorAcross)
  }

  /// Seconds since the start of a riffle; they decrease while the riffle goes back.
  static func riffleTime(_ settle: Settle, _ time: Double) -> Double {
    settle.target > 0 ? time - settle.start : settle.end - time
  }

  /// Easing of a sheet that settles from rest: smooth at both ends.
  static func ease(_ u: Double) -> Double { u * u * (3 - 2 * u) }

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

  /// Computes the marks ahead of a flight, and reports thresholds between `old` and its position.
  mutating func plan(_ flight: inout Flight, from old: Double) {
    flight.forgetMarks()
    if case .riffle(let stagger) = flight.kind {
      // A riffle that goes back reports nothing.
      if let settle = flight.settle, settle.target == flight.goal {
        planRiffle(&flight, stagger, from: settle.start)
      }
      return
    }
    guard !configuration.thresholds.isEmpty, flight.isTurn else { return }
    let now = place(of: flight, at: time)
    tellLeap(from: old, to: now)
    var (start, place) = (time, now)
    for end in ends(of: flight) where end > start {
      let last = self.place(of: flight, at: end)
      mark(&flight, from: (start, place), to: (end, last))
      (start, place) = (end, last)
    }
    flight.marks.sort { $0.time > $1.time }
  }

  /// Plans each leaf's thresholds, and the landings of all leaves but the last.
  private func planRiffle(_ flight: inout Flight, _ stagger: Stagger, from start: Double) {
    var series = configuration.thresholds.map { threshold in
      let share = flight.direction > 0 ? threshold.progress : 1 - threshold.progress
      let u = Self.first(after: 0, before: 1) { Self.ease($0) >= share }
      return RiffleMarks.Series(
        offset: u * stagger.duration, count: stagger.count, threshold: threshold.name)
    }
    series.append(RiffleMarks.Series(offset: stagger.duration, count: stagger.count - 1))
    flight.riffle = RiffleMarks(stagger, at: start, from: flight.from, flight.direction, series)
  }

  /// Reports the thresholds that a leaf crosses by a jump, in the order of its way.
  mutating func tellLeap(from now: Double, to place: Double) {
    let passed = configuration.thresholds.enumerated().filter {
      Self.crossing($0.element.progress, from: now, to: place) != nil
    }
    let sign = now < place ? 1.0 : -1
    let inOrder = passed.sorted {
      (sign * $0.element.progress, $0.offset) < (sign * $1.element.progress, $1.offset)
    }
    for (_, threshold) in inOrder {
      tell(.threshold(threshold.name, isRising: now < place))
    }
  }

  /// Ends of the time intervals in which a flight's motion is monotone.
  private func ends(of flight: Flight) -> [Double] {
    if let settle = flight.settle { return settle.pieces }
    guard case .held = flight.motion, let drag else { return [] }
    if configuration.smoothing > 0 { return [drag.seenSince + configuration.smoothing] }
    guard drag.catchUpDistance != 0, case .eased(let duration) = catchUp else { return [] }
    return [drag.since + duration]
  }

  private func mark(
    _ flight: inout Flight, from start: (time: Double, place: Double),
    to end: (time: Double, place: Double)
  ) {
    for threshold in configuration.thresholds {
      let value = threshold.progress
      guard let isRising = Self.crossing(value, from: start.place, to: end.place) else { continue }
      let passing = flight
      let time = Self.first(after: start.time, before: end.time) { time in
        let place = place(of: passing, at: time)
        return isRising ? place >= value : place < value
      }
      flight.marks.append(
        Flight.Mark(time: time, kind: .threshold(threshold.name, isRising: isRising)))
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
    guard let flight = flights.first else { return Double(committed) }
    let start = Double(flight.from) + (flight.isPull ? place(of: flight, at: time) : 0)
    return flights.reduce(start) { sum, flight in
      guard !flight.isPull else { return sum }
      let gone = abs(place(of: flight, at: time) - flight.origin)
      return sum + Double(flight.direction) * gone * Self.span(flight)
    }
  }

  /// Speed of the latest leaf, stops per second; 0 in a riffle.
  public var velocity: Double {
    flights.last.map { velocity(of: $0) * Self.span($0) } ?? 0
  }

  /// Number of stops that a leaf's whole way counts for.
  private static func span(_ flight: Flight) -> Double {
    flight.kind == .direct ? Double(abs(flight.to - flight.from)) : 1
  }

  /// The posture now.
  public var posture: Posture { posture(at: time) }

  /// The posture at a time, now or later, without events before then.
  ///
  /// - Precondition: `time` is no earlier than the latest event.
  public func posture(at time: Double) -> Posture {
    precondition(time >= self.time, "what has been can't be asked for any more")
    var leaves: [Posture.Leaf] = []
    for flight in flights { leaves += self.leaves(of: flight, at: time) }
    if flights.last?.direction == -1 { leaves.reverse() }
    return Posture(stop: book.stops > 0 ? committed : nil, leaves: leaves, turn: turn)
  }

  /// Most leaves in the air that a posture lists; the omitted ones in the middle hide each other.
  private static let mostInTheAir = 24
  /// Number of leaves at rest that a posture lists on either side of those in the air.
  private static let mostLying = 2

  /// Leaves of a riffle that a posture lists: those in the air, and the nearest leaves at rest.
  private static func seen(_ stagger: Stagger, at time: Double) -> [Int] {
    let air = stagger.inTheAir(at: time)
    let low = max(air.lowerBound - mostLying, 0)
    let high = min(air.upperBound + mostLying, stagger.count)
    guard air.count > mostInTheAir else { return Array(low..<high) }
    let half = mostInTheAir / 2
    return Array(low..<air.lowerBound + half) + Array(air.upperBound - half..<high)
  }

  /// The leaves of a flight in the order in which they turn.
  private func leaves(of flight: Flight, at time: Double) -> [Posture.Leaf] {
    let place = place(of: flight, at: time)
    let isForward = flight.direction > 0
    let across = across(of: flight, at: time)
    func leaf(_ early: Int?, _ late: Int?, _ progress: Double) -> Posture.Leaf {
      Posture.Leaf(
        early: early, late: late, progress: progress, grab: flight.heldPoint, across: across,
        isHeld: flight.motion == .held)
    }
    switch flight.kind {
    case .leaf, .direct, .peek:
      return [
        isForward ? leaf(flight.from, flight.to, place) : leaf(flight.to, flight.from, place)
      ]
    case .pull(.first): return [leaf(nil, flight.from, 1 + place)]
    case .pull(.last): return [leaf(flight.from, nil, place)]
    case .riffle(let stagger):
      let riffleTime = flight.settle.map { Self.riffleTime($0, time) } ?? 0
      return Self.seen(stagger, at: riffleTime).map { number in
        let own = Self.ease(stagger.progress(of: number, at: riffleTime))
        let stop = flight.from + flight.direction * number
        return isForward ? leaf(stop, stop + 1, own) : leaf(stop - 1, stop, 1 - own)
      }
    }
  }
}
