import CurlCore

/// A corner that rises under a pointer.
extension Turner {
  /// State of a peeking leaf, from which a turn of that leaf starts.
  struct Peeked {
    var place: Double
    var velocity: Double
    var heldPoint: Double?
    var across: Double
  }

  mutating func hover(_ point: SIMD2<Double>?) {
    idleSince = time
    pointer = point
    // A hovering pointer presses nothing: a silent finger was lifted without an event.
    if point != nil { dropSilentDriver(evenIdle: true) }
  }

  /// Whether a corner has risen, or still settles, and nothing else moves.
  var isPeeking: Bool { flights.last?.kind == .peek }

  /// Direction of the leaf in whose corner a point of the view is; nil for none.
  func corner(at place: SIMD2<Double>, _ share: Double) -> Int? {
    let side = share * min(space.length, space.width)
    guard place.y < side || place.y > space.width - side else { return nil }
    return place.x > space.length - side ? 1 : place.x < side ? -1 : nil
  }

  /// Whether a turn is that of the peeking leaf, and so starts from its position.
  func takesPeek(_ direction: Int, to: Int?) -> Bool {
    guard var flight = flights.last, flight.kind == .peek else { return false }
    flight.kind = .leaf
    return flight.direction == direction && flight.to == to
      && (configuration.latePages == .placeholder || missingPages(flight).isEmpty)
  }

  /// Whether a turn needn't wait for the peeking corner: it turns that leaf, isn't animated, or
  /// leads to no other stop.
  func takesPeek(_ navigation: Navigation) -> Bool {
    let (direction, to) = way(of: navigation, from: committed)
    guard let to, to != committed, navigation.isAnimated else { return true }
    return takesPeek(direction, to: to)
  }

  /// Removes the peeking flight and returns its state; nil if no corner peeks.
  mutating func takePeek() -> Peeked? {
    guard isPeeking, let flight = flights.popLast() else { return nil }
    let place = place(of: flight, at: time)
    return Peeked(
      place: place, velocity: velocity(of: flight), heldPoint: flight.heldPoint,
      across: flight.across(at: place))
  }

  /// The flight of the corner that should rise under the pointer; nil for none.
  private var wantedPeek: Flight? {
    guard let peek = configuration.peek, let pointer, configuration.allowsTurning,
      !configuration.reducesMotion, queue.isEmpty, fingers.allSatisfy({ $0.isLost })
    else { return nil }
    let place = space.place(pointer)
    guard let direction = corner(at: place, peek.corner), configuration.drags.allows(direction),
      let to = neighbour(of: committed, direction)
    else { return nil }
    var flight = Flight(
      kind: .leaf, from: committed, to: to, direction: direction, cause: .drag, motion: .held)
    guard configuration.latePages == .placeholder || missingPages(flight).isEmpty else {
      return nil
    }
    flight.kind = .peek
    let isFirst = 2 * place.y < space.width
    flight.heldPoint = heldPoint(at: isFirst ? 0 : space.width)
    // Without a displacement across, the whole edge would rise.
    flight.across = isFirst ? space.length : -space.length
    flight.motion = .settling(Settle(at: time, resting: flight.origin))
    return flight
  }

  /// Raises or lowers the corner under the pointer.
  mutating func peek() {
    guard drag == nil, flights.isEmpty || isPeeking else { return }
    let wanted = wantedPeek
    guard var flight = flights.last ?? wanted else { return }
    // A finger that is down may still drag the corner.
    let mayDrag =
      queue.isEmpty && configuration.peek != nil && configuration.allowsTurning
      && fingers.contains { !$0.isLost } && !fingers.contains(where: { $0.isBlockedByMotion })
    guard !mayDrag else { return }
    var target = flight.origin
    if let peek = configuration.peek, let wanted, wanted.direction == flight.direction,
      wanted.to == flight.to, wanted.heldPoint == flight.heldPoint
    {
      target = flight.direction > 0 ? peek.lift : 1 - peek.lift
    }
    guard flights.isEmpty || flight.settle?.target != target else { return }
    settle(&flight, at: velocity(of: flight), to: target)
    flights = [flight]
  }
}
