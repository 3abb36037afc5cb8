/// Motion of a sheet that a finger holds.
struct Drag: Equatable {
  /// Place of the sheet, stops, while the finger was at `anchor`.
  var base: Double
  /// Place of the finger along the reading direction at the latest rebase, pixels.
  var anchor: Double
  /// Place of the finger across the reading direction at the latest rebase, pixels.
  var anchorAcross: Double
  /// Displacement of the sheet across the reading direction at the latest rebase, pixels.
  var baseAcross: Double
  /// Distance from the sheet to the finger at `since`, stops, signed; the sheet moves by the share of it that
  /// ``share(_:_:)`` gives.
  var slack = 0.0
  /// Time at which catching up begins, seconds.
  var since: Double
  /// Motion that the sheet resumes if the touch is a tap.
  var resume: Resumption?
  /// Where the sheet was on its way when it was taken hold of; nil for one that lay.
  var grabbed: Double?
  /// Its place and its displacement across as they were seen at ``seenSince``, from which it's eased to
  /// where the finger would have it.
  var seen = SIMD2<Double>.zero
  var seenSince = -Double.infinity

  /// Target and speed of a sheet.
  struct Resumption: Equatable {
    var target: Double
    var velocity: Double
  }

  /// Place of the sheet that follows from the finger, before any limit.
  func raw(
    along: Double, at time: Double, length: Double, _ catchUp: TurnerConfiguration.CatchUp
  ) -> Double {
    base - (along - anchor) / length + slack * Self.share(time - since, catchUp)
  }

  /// Share of the distance that is caught up with after some seconds, 0…1.
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
