/// A finger that touches the view.
struct Finger: Equatable {
  /// Position of the finger along the reading direction at a time.
  struct Sample: Equatable {
    var time: Double
    var along: Double
  }

  let id: Int
  /// Time of the touch-down, seconds.
  let downTime: Double
  /// Point of the touch-down in the view.
  let downPoint: SIMD2<Double>
  /// Latest point in the view, not in reading coordinates, because the view may change.
  var point: SIMD2<Double>
  /// Time of the latest event, seconds.
  var heard: Double
  /// Point of the view from which a drag's distance counts.
  ///
  /// It is where the finger came down, took over from another finger, or would have dragged if a
  /// moving sheet hadn't prevented it.
  var start: SIMD2<Double>
  /// Whether lifting the finger may be a tap: it was always alone, and has done nothing else.
  var mayTap = true
  /// Whether the finger has lost control because it was silent for too long.
  var isLost = false
  /// Whether the finger is ignored until it is lifted.
  var isIgnored = false
  /// Whether only a moving sheet that can't be held kept the finger from dragging.
  var isBlockedByMotion = false
  /// Whether the finger has moved further than the slop since the touch-down.
  var hasTravelled = false
  /// Latest samples, from which speed is measured, the oldest first.
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

  /// Most samples: enough for a tenth of a second of the fastest events, eight per millisecond.
  private static let mostSamples = 1024

  /// Adds a sample, and removes those older than a window.
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
    // The finger left its previous position when the first sample at the last position came.
    guard let other = samples.lastIndex(where: { $0.along != last.along }),
      time - samples[other + 1].time < pause
    else { return 0 }
    return (last.along - first.along) / (last.time - first.time)
  }

  /// Takes over from another finger at the current point.
  mutating func takeOver(along: Double, _ time: Double) {
    start = point
    mayTap = false
    heard = time
    samples.removeAll(keepingCapacity: true)
    samples.append(Sample(time: time, along: along))
  }
}
