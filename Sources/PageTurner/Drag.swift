/// Motion of a sheet that a finger holds.
struct Drag: Equatable {
  /// Position of the sheet, stops, for a finger at ``anchor``.
  var base: Double
  /// Position of the finger along the reading direction at the latest rebase, pixels.
  var anchor: Double
  /// Position of the finger across the reading direction at the latest rebase, pixels.
  var anchorAcross: Double
  /// Displacement of the sheet across the reading direction at the latest rebase, pixels.
  var baseAcross: Double
  /// Signed distance from the sheet to the finger at ``since``, stops; ``share(_:_:)`` is the share
  /// that the sheet has caught up with.
  var catchUpDistance = 0.0
  /// Time at which catching up begins, seconds.
  var since: Double
  /// Motion that the sheet resumes if the touch is a tap.
  var resume: Resumption?
  /// Position of the sheet when it was grabbed in motion; nil for a sheet that lay flat.
  var grabPosition: Double?
  /// Visible position and displacement across at ``seenSince``, from which smoothing eases the
  /// sheet to the finger.
  var seen = SIMD2<Double>.zero
  var seenSince = -Double.infinity

  /// Target and speed of a sheet.
  struct Resumption: Equatable {
    var target: Double
    var velocity: Double
  }

  /// Position of the sheet for a finger at `along`, without limits.
  func rawPlace(
    along: Double, at time: Double, length: Double, _ catchUp: TurnerConfiguration.CatchUp
  ) -> Double {
    base - (along - anchor) / length + catchUpDistance * Self.share(time - since, catchUp)
  }

  /// Share of ``catchUpDistance`` that the sheet has caught up with after some seconds, 0…1.
  static func share(_ seconds: Double, _ catchUp: TurnerConfiguration.CatchUp) -> Double {
    switch catchUp {
    case .none: return 0
    case .immediate: return 1
    case .eased(let time):
      let u = min(max(seconds / time, 0), 1)
      return u * u * (3 - 2 * u)
    }
  }

  /// Restarts the drag from a position of the sheet and of the finger, as if it began now.
  mutating func rebase(
    to place: Double, along: Double, across: Double, displacement: Double, catchUpDistance: Double,
    at time: Double
  ) {
    base = place
    self.catchUpDistance = catchUpDistance
    since = time
    anchor = along
    anchorAcross = across
    baseAcross = displacement
  }
}
