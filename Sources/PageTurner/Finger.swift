/// A finger that touches the view.
struct Finger: Equatable {
  /// Place of the finger in the view at a time.
  struct Sample: Equatable {
    var time: Double
    var along: Double
  }

  let id: Int
  /// Time of the touch-down, seconds.
  let downTime: Double
  /// Place of the touch-down in the view.
  let downPoint: SIMD2<Double>
  /// Latest place in the view, unconverted, because the view may change.
  var point: SIMD2<Double>
  /// Time of the latest event, seconds.
  var heard: Double
  /// Where its way begins, in the view: where it came down, took over from another finger, or was
  /// when it could have dragged but for a sheet that moved.
  var start: SIMD2<Double>
  /// Whether lifting it may be a tap: it's the only one, and hasn't been used for anything else.
  var mayTap = true
  /// Whether somebody else has taken its place because it was silent for so long.
  var isLost = false
  /// Whether the finger is ignored until it is lifted.
  var isSpent = false
  /// Whether only a moving sheet that can't be held kept the finger from dragging.
  var isHeldOff = false
  /// Whether the finger has moved further than the slop since the touch-down.
  var hasTravelled = false
  /// Its way, of which only what speed is measured from is kept, the oldest first.
  var samples: [Sample] = []

  init(_ id: Int, at point: SIMD2<Double>, along: Double, _ time: Double) {
    self.id = id
    downTime = time
    heard = time
    self.point = point
    downPoint = point
    start = point
    samples.reserveCapacity(Self.mostSamples)
    samples.append(Sample(time: time, along: along))
  }

  /// The fastest fingers are told of eight times in a millisecond, for a tenth of a second.
  private static let mostSamples = 1024

  /// Notes where it is, and forgets what is older than a window.
  mutating func note(_ point: SIMD2<Double>, along: Double, _ time: Double, window: Double) {
    self.point = point
    heard = time
    var old = 0
    while old < samples.count, samples[old].time < time - window { old += 1 }
    if samples.count - old == Self.mostSamples { old += 1 }
    samples.removeFirst(old)
    samples.append(Sample(time: time, along: along))
  }

  /// Speed along the reading direction, pixels per second; 0 after a pause.
  func velocity(at time: Double, window: Double, pause: Double) -> Double {
    guard let first = samples.first(where: { $0.time >= time - window }),
      let last = samples.last, last.time > first.time
    else { return 0 }
    // The last sample that lies elsewhere was left when the one after it came.
    guard let other = samples.lastIndex(where: { $0.along != last.along }),
      time - samples[other + 1].time < pause
    else { return 0 }
    return (last.along - first.along) / (last.time - first.time)
  }

  /// Takes over from another finger at the present place.
  mutating func takeOver(along: Double, _ time: Double) {
    start = point
    mayTap = false
    heard = time
    samples.removeAll(keepingCapacity: true)
    samples.append(Sample(time: time, along: along))
  }
}
