/// How a finger that holds a sheet moves it.
struct Drag: Equatable {
  /// The sheet's place, on its way in stops, when the finger was at `anchor`.
  var base: Double
  /// The finger's place along the reading direction then, pixels.
  var anchor: Double
  /// The finger's place across it then.
  var anchorAcross: Double
  /// The sheet's displacement across it then.
  var baseAcross: Double
  /// What lies between the sheet and the finger at `since`, stops, and is caught up with.
  var slack = 0.0
  /// Seconds at which catching up began.
  var since: Double
  /// What the sheet does if the finger turns out to tap.
  var resume: Resumption?
  /// Where the sheet was on its way when it was taken hold of; nil for one that lay.
  var grabbed: Double?
  /// Its place and its displacement across as they were seen at ``seenSince``, from which it's eased to
  /// where the finger would have it.
  var seen = SIMD2<Double>.zero
  var seenSince = -Double.infinity

  /// Where a sheet was going, and how fast.
  struct Resumption: Equatable {
    var target: Double
    var velocity: Double
  }

  /// Where the finger would have the sheet, before any limit.
  func raw(
    along: Double, at time: Double, length: Double, _ catchUp: TurnerConfiguration.CatchUp
  ) -> Double {
    base - (along - anchor) / length + slack * Self.share(time - since, catchUp)
  }

  /// The share of the slack that has been caught up with after some seconds.
  static func share(_ seconds: Double, _ catchUp: TurnerConfiguration.CatchUp) -> Double {
    switch catchUp {
    case .none: return 0
    case .immediate: return 1
    case .eased(let time):
      let u = min(max(seconds / time, 0), 1)
      return u * u * (3 - 2 * u)
    }
  }

  /// Starts anew with the sheet at a place, as if the finger had taken hold only now, with what is
  /// still to be caught up with.
  mutating func rebase(
    to place: Double, along: Double, across: Double, displacement: Double, slack: Double,
    at time: Double
  ) {
    base = place
    self.slack = slack
    since = time
    anchor = along
    anchorAcross = across
    baseAcross = displacement
  }
}
