import CurlCore

/// A corner that rises under a pointer.
extension Turner {
  /// Where and how fast a peeking leaf is, as a turn of that leaf starts from there.
  struct Peeked {
    var position: Double
    var velocity: Double
    var heldPoint: Double?
    var across: Double
  }

  mutating func hover(_ point: SIMD2<Double>?) {
    idleSince = time
    pointer = point
    // A hovering pointer presses nothing: a silent finger was lifted without an event.
    if point != nil { loseSilentDrivingFinger(evenIfIdle: true) }
  }

  /// Whether a corner has risen, or still settles, and nothing else moves.
  var isPeeking: Bool { motions.last?.kind == .peek }

  /// Direction of the leaf in whose corner a point of the view is; nil for none.
  func corner(at point: ReadingPoint, _ share: Double) -> Int? {
    let side = share * min(space.length, space.width)
    guard point.across < side || point.across > space.width - side else { return nil }
    return point.along > space.length - side ? 1 : point.along < side ? -1 : nil
  }

  /// Whether a turn is that of the peeking leaf, and so starts from its position.
  func takesPeek(_ direction: Int, to: Int?) -> Bool {
    guard var motion = motions.last, motion.kind == .peek else { return false }
    motion.kind = .leaf
    return motion.direction == direction && motion.to == to
      && (configuration.latePages == .placeholder || missingPages(motion).isEmpty)
  }

  /// Whether a turn needn't wait for the peeking corner: it turns that leaf, isn't animated, or
  /// leads to no other stop.
  func takesPeek(_ navigation: Navigation) -> Bool {
    let (direction, to) = resolve(navigation, from: openStop)
    guard let to, to != openStop, navigation.isAnimated else { return true }
    return takesPeek(direction, to: to)
  }

  /// Removes the peeking motion and returns its state; nil if no corner peeks.
  mutating func takePeek() -> Peeked? {
    guard isPeeking, let motion = motions.popLast() else { return nil }
    let position = position(of: motion, at: time)
    return Peeked(
      position: position, velocity: velocity(of: motion), heldPoint: motion.heldPoint,
      across: motion.across(at: position))
  }

  /// The motion of the corner that should rise under the pointer; nil for none.
  private var wantedPeek: SheetMotion? {
    guard let peek = configuration.peek, let pointer, configuration.allowsTurning,
      !configuration.reducesMotion, queue.isEmpty, fingers.allSatisfy({ $0.isLost })
    else { return nil }
    let point = space.readingPoint(pointer)
    guard let direction = corner(at: point, peek.corner), configuration.drags.allows(direction),
      let to = neighbour(of: openStop, direction)
    else { return nil }
    var motion = SheetMotion(
      kind: .leaf, from: openStop, to: to, direction: direction, cause: .drag, state: .held)
    guard configuration.latePages == .placeholder || missingPages(motion).isEmpty else {
      return nil
    }
    motion.kind = .peek
    let isFirst = 2 * point.across < space.width
    motion.heldPoint = heldPoint(at: isFirst ? 0 : space.width)
    // Without a displacement across, the whole edge would rise.
    motion.across = isFirst ? space.length : -space.length
    motion.state = .settling(Settle(at: time, resting: motion.origin))
    return motion
  }

  /// Raises or lowers the corner under the pointer.
  mutating func peek() {
    guard drag == nil, motions.isEmpty || isPeeking else { return }
    let wanted = wantedPeek
    guard var motion = motions.last ?? wanted else { return }
    // A finger that is down may still drag the corner.
    let mayDrag =
      queue.isEmpty && configuration.peek != nil && configuration.allowsTurning
      && fingers.contains { !$0.isLost } && !fingers.contains(where: { $0.isBlockedByMotion })
    guard !mayDrag else { return }
    var target = motion.origin
    if let peek = configuration.peek, let wanted, wanted.direction == motion.direction,
      wanted.to == motion.to, wanted.heldPoint == motion.heldPoint
    {
      target = motion.direction > 0 ? peek.lift : 1 - peek.lift
    }
    guard motions.isEmpty || motion.settle?.target != target else { return }
    settle(&motion, at: velocity(of: motion), to: target)
    motions = [motion]
  }
}
