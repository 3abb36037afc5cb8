/// Position of a sheet on its way, and displacement of its held point across the way.
struct SheetOffset: Equatable {
  /// Position, stops.
  var position: Double
  /// Displacement, pixels.
  var across: Double

  static let zero = Self(position: 0, across: 0)
}

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
  /// Position of the sheet when a finger grabbed it in motion; nil for a sheet that lay flat.
  var positionAtGrab: Double?
  /// Where the sheet was drawn at ``smoothedSince``; from there, smoothing eases it to the finger.
  var smoothedFrom = SheetOffset.zero
  /// Time at which smoothing starts, seconds.
  var smoothedSince = -Double.infinity

  /// Target and speed of a sheet.
  struct Resumption: Equatable {
    var target: Double
    var velocity: Double
  }

  /// Position of the sheet for a finger at `along`, without limits.
  func rawPosition(
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
      return Turner.smoothstep(u)
    }
  }

  /// Restarts the drag from a position of the sheet and of the finger, as if it began now.
  mutating func rebase(
    to position: Double, along: Double, across: Double, displacement: Double,
    catchUpDistance: Double, at time: Double
  ) {
    base = position
    self.catchUpDistance = catchUpDistance
    since = time
    anchor = along
    anchorAcross = across
    baseAcross = displacement
  }
}
