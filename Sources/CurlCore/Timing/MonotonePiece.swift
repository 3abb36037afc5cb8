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
  func time(of threshold: Double, below: Double, above: Double) -> Double {
    var (below, above) = (below, above)
    while true {
      let middle = below + (above - below) / 2
      guard middle != below && middle != above else { return above }
      if value(at: middle) < threshold { below = middle } else { above = middle }
    }
  }
}
