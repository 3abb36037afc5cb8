/// A finger that is down; its places are pixels of the view.
struct TwinFinger {
  struct Sample {
    var time: Double
    var place: SIMD2<Double>
  }

  var id: Int
  var downAt: Double
  var down: SIMD2<Double>
  /// Where its way begins.
  var origin: SIMD2<Double>
  /// All its places.
  var samples: [Sample]
  var heard: Double
  var mayTap = true
  /// It has nothing to say till it's lifted.
  var isSpent = false
  /// It has been silent for too long when somebody asked.
  var isLost = false
  /// It would have dragged, but for what moves.
  var isBlocked = false
  /// It has been farther away than the slop.
  var hasStrayed = false

  init(_ id: Int, _ place: SIMD2<Double>, at time: Double) {
    self.id = id
    downAt = time
    (down, origin) = (place, place)
    samples = [Sample(time: time, place: place)]
    heard = time
  }

  var place: SIMD2<Double> { samples[samples.count - 1].place }

  /// How fast it goes, pixels per second.
  func speed(at time: Double, window: Double, pause: Double) -> SIMD2<Double> {
    guard var moved = samples.first?.time else { return .zero }
    for (one, other) in zip(samples, samples.dropFirst()) where one.place != other.place {
      moved = other.time
    }
    let recent = samples.filter { time - $0.time <= window }
    guard time - moved < pause, let first = recent.first, let last = recent.last,
      last.time > first.time
    else { return .zero }
    return (last.place - first.place) / (last.time - first.time)
  }
}
