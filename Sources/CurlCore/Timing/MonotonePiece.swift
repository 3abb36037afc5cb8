/// A piece of a track on which the value is monotone.
struct MonotonePiece {
  /// Start and end on the track, seconds, and the values there; at a jump, the end's value is the
  /// value before the jump.
  var start: Double
  var end: Double
  var first: Double
  var last: Double

  /// Whether the piece has duration 0.
  var isInstant: Bool { start == end }
}

extension Track {
  /// The pieces from 0 to `duration`, without gaps; if the value jumps at the very end, the last
  /// piece has duration 0.
  func monotonePieces(to duration: Double) -> [MonotonePiece] {
    var pieces: [MonotonePiece] = []
    func stay(from start: Double, to end: Double, at value: Double) {
      guard end > start else { return }
      pieces.append(MonotonePiece(start: start, end: end, first: value, last: value))
    }
    stay(from: 0, to: keyframes[0].time, at: keyframes[0].value)
    for (start, end) in zip(keyframes, keyframes.dropFirst()) {
      guard start.interpolation != .hold else {
        stay(from: start.time, to: end.time, at: start.value)
        continue
      }
      var times = [start.time, end.time]
      if case .easing(let easing) = start.interpolation {
        let turns = easing.turningPoints.map { start.time + $0 * (end.time - start.time) }
        times.insert(contentsOf: turns.filter { $0 > start.time && $0 < end.time }, at: 1)
      }
      for (from, to) in zip(times, times.dropFirst()) where to > from {
        pieces.append(
          MonotonePiece(start: from, end: to, first: value(at: from), last: value(at: to)))
      }
    }
    let last = keyframes[keyframes.count - 1].value
    stay(from: self.duration, to: duration, at: last)
    if let piece = pieces.last, piece.last != last {
      pieces.append(MonotonePiece(start: duration, end: duration, first: last, last: last))
    }
    return pieces
  }

  /// The time nearest to `below`, towards `above`, at which the value is at least `threshold`;
  /// exact to the last bit.
  ///
  /// The value is below the threshold at `below`, not below it at `above`, and monotone between
  /// them. `below` may be the later time.
  ///
  /// The ITP method (I. F. D. Oliveira and R. H. C. Takahashi, 2020): the chord's root, pushed
  /// towards the middle, and never so far from the middle that bisection would have needed fewer
  /// steps.
  func time(of threshold: Double, below: Double, above: Double) -> Double {
    var (below, above) = (below, above)
    var (under, over) = (value(at: below) - threshold, value(at: above) - threshold)
    let whole = abs(above - below)
    // Longest bracket that bisection would have after as many steps.
    var longest = whole
    while true {
      let middle = below + (above - below) / 2
      guard middle != below && middle != above else { return above }
      longest /= 2
      var probe = middle
      // At a jump, the value at an end is the one behind the jump.
      if under < 0 && over >= 0 {
        let width = above - below
        let root = below + width * (under / (under - over))
        let inwards = root < middle ? 1.0 : -1.0
        let push = 0.2 * width * width / whole
        if push < abs(middle - root) { probe = root + inwards * push }
        let reach = max(2 * longest - abs(width) / 2, 0)
        if abs(probe - middle) > reach { probe = middle - inwards * reach }
        probe = min(max(probe, min(below, above).nextUp), max(below, above).nextDown)
      }
      let miss = value(at: probe) - threshold
      if miss < 0 { (below, under) = (probe, miss) } else { (above, over) = (probe, miss) }
    }
  }
}
