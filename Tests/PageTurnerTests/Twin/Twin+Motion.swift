import Glibc

/// Where sheets are.
extension Twin {
  /// Along and across the reader's way, from where reading starts.
  func reading(_ place: SIMD2<Double>) -> SIMD2<Double> {
    switch book.binding {
    case "right": SIMD2(view.x - place.x, place.y)
    case "top": SIMD2(place.y, place.x)
    default: place
    }
  }

  /// The view's length along the reader's way, and its width.
  var extent: SIMD2<Double> { book.binding == "top" ? SIMD2(view.y, view.x) : view }

  /// Ways of a leaf per pixel.
  var perPixel: Double {
    if case .angle(let degrees) = rules.follow { return degrees / 180 }
    return 1 / extent.x
  }

  /// The share of what is to be caught up with that has been.
  func caughtUp(_ seconds: Double) -> Double {
    guard case .eased(let length) = rules.catchUp else { return 0 }
    let u = min(max(seconds / length, 0), 1)
    return u * u * (3 - 2 * u)
  }

  /// Where the finger would have its sheet; in the end, or with what it has caught up with.
  func wanted(_ flight: TwinFlight, at time: Double? = nil) -> Double {
    guard let hold, let finger = fingers.first else { return 0 }
    let share = caughtUp(time.map { $0 - hold.since } ?? .infinity)
    let travel = reading(finger.place).x - reading(hold.anchor).x
    return hold.base - flight.sign * travel * perPixel + hold.slack * share
  }

  /// Between which places a leaf is held.
  var bounds: ClosedRange<Double> {
    let taken = hold?.taken
    return min(rules.margin, taken ?? 1)...max(1 - rules.margin, taken ?? 0)
  }

  func limited(_ way: Double, _ flight: TwinFlight) -> Double {
    if flight.lacks { return 0 }
    if flight.isTurn { return min(max(way, bounds.lowerBound), bounds.upperBound) }
    let out = max(way, 0)
    switch rules.ends {
    case .still, .loop: return 0
    case .tip(let limit): return min(out, limit)
    case .rubber(let limit, let stiffness): return limit * (1 - 1 / (1 + stiffness * out / limit))
    }
  }

  /// What the finger would want for a sheet to lie there.
  func unlimited(_ way: Double, _ flight: TwinFlight) -> Double {
    guard !flight.isTurn, case .rubber(let limit, let stiffness) = rules.ends else { return way }
    let share = min(way / limit, 1 - 1e-9)
    return (1 / (1 - share) - 1) * limit / stiffness
  }

  /// A single leaf's place on its way.
  func place(_ flight: TwinFlight, at time: Double) -> Double {
    switch flight.motion {
    case .held: limited(wanted(flight, at: time), flight)
    case .waiting: 0
    case .gliding(let glide): glide.place(time)
    case .riffling: ways(flight, at: time).reduce(0, +)
    }
  }

  /// How fast it goes on its way.
  func speed(_ flight: TwinFlight) -> Double {
    switch flight.motion {
    case .held:
      let way = wanted(flight, at: now)
      return flight.isTurn && limited(way, flight) == way ? fingerSpeed(flight) : 0
    case .gliding(let glide): return glide.speed(now)
    case .waiting, .riffling: return 0
    }
  }

  /// How fast the finger takes a sheet along its way.
  func fingerSpeed(_ flight: TwinFlight) -> Double { -flight.sign * pixelSpeed * perPixel }

  /// The driving finger's speed along the reader's way, pixels per second.
  var pixelSpeed: Double {
    guard let finger = fingers.first else { return 0 }
    let speed = finger.speed(at: now, window: rules.window, pause: rules.pause)
    return reading(speed).x - reading(.zero).x
  }

  /// When the leaves of a turn from rest start, and how long each turns, seconds.
  func timing(_ flight: TwinFlight) -> (starts: [Double], lasts: Double) {
    let (count, whole) = (Double(flight.count), max(rules.full, rules.least))
    guard let spread = rules.spread else {
      return ((0..<flight.count).map { Double($0) * rules.stagger * whole }, whole)
    }
    let lasts = whole * (1 + (count - 1) * spread / 180)
    let each = rules.stagger * whole * count * spread / 180
    let before = Double(flight.sign > 0 ? flight.from + 1 : book.stops - flight.from) * each
    return ((1...flight.count).map { before + Double($0) * rules.stagger * lasts }, lasts)
  }

  /// The ways of all leaves of a riffle.
  func ways(_ flight: TwinFlight, at time: Double) -> [Double] {
    guard !flight.starts.isEmpty else { return Array(repeating: 0, count: flight.count) }
    var gone = 0.0
    if case .riffling(let since, let from, let isOn) = flight.motion {
      gone = isOn ? from + (time - since) : from - (time - since)
    }
    return (0..<flight.count).map { leaf in
      let u = (gone - flight.starts[leaf]) / flight.lasts
      return u <= 0 ? 0 : u >= 1 ? 1 : u * u * (3 - 2 * u)
    }
  }

  /// The book's place in stops.
  var position: Double {
    guard book.stops > 0 else { return 0 }
    return flights.reduce(Double(rest)) { sum, flight in
      let stops = flight.shape == .direct ? Double(abs(flight.to - flight.from)) : 1
      return sum + flight.sign * stops * place(flight, at: now)
    }
  }

  /// The leaves in the air, by the stops around them and their progress in reading direction.
  var seen: [TwinLeaf] {
    let leaves = flights.flatMap { flight -> [TwinLeaf] in
      let isOn = flight.sign > 0
      guard flight.shape == .riffle else {
        let way = place(flight, at: now)
        let (from, to) = (flight.from, flight.isTurn ? flight.to : nil)
        return [
          TwinLeaf(
            early: isOn ? from : to, late: isOn ? to : from, progress: isOn ? way : 1 - way,
            isHeld: flight.isHeld, edge: flight.edge)
        ]
      }
      let ways = ways(flight, at: now)
      let down = ways.indices.filter { ways[$0] >= 1 }.suffix(2)
      let up = ways.indices.filter { ways[$0] <= 0 }.prefix(2)
      return ways.indices
        .filter { down.contains($0) || up.contains($0) || (ways[$0] > 0 && ways[$0] < 1) }
        .map {
          let stop = flight.from + Int(flight.sign) * $0
          let next = stop + Int(flight.sign)
          return TwinLeaf(
            early: min(stop, next), late: max(stop, next),
            progress: isOn ? ways[$0] : 1 - ways[$0], isHeld: false, edge: nil)
        }
        .sorted { ($0.early ?? 0) < ($1.early ?? 0) }
    }
    return flights.last?.sign ?? 1 > 0 ? leaves : flights.count > 1 ? leaves.reversed() : leaves
  }

  /// The stop that counts as shown.
  var shown: Int? {
    guard book.stops > 0 else { return nil }
    guard rules.showsGoal, let last = flights.last, last.isTurn, !last.isHeld,
      !last.isWaiting
    else { return rest }
    return last.isOn ? last.to : last.from
  }
}

/// A leaf in the air.
struct TwinLeaf {
  var early: Int?
  var late: Int?
  var progress: Double
  var isHeld: Bool
  var edge: Double?
}
