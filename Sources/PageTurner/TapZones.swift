/// Zone of a tap, in reading order: rows from the top, columns from the start of a line.
public struct Zone: Sendable, Equatable {
  /// Index along the direction in which pages turn, 0…2; 0 is the side that turns back.
  public var column: Int
  /// Index across that direction, 0…2.
  public var row: Int

  /// A zone of a 3 × 3 grid, both 0…2.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }

  /// The middle zone.
  public static let centre = Self(column: 1, row: 1)
}

/// Actions of taps, by their zone in the view.
public enum TapZones: Sendable, Equatable {
  /// Action of a tap.
  public enum Action: String, Sendable, Equatable, CaseIterable {
    /// Turns to the previous stop.
    case previous
    /// Turns to the next stop.
    case next
    /// Passes the tap to the host; see ``TurnerOutput/Kind/tap(_:)``.
    case host
  }

  /// Passes all taps to the host.
  case none
  /// The first third turns back and the last third forward, both without their inner edge.
  case thirds
  /// A strip at either end, `share` of the view wide, 0…0.5, and at least `least` pixels.
  ///
  /// A `preferred` width in pixels replaces it, if it is above 0 and less than half of the view.
  case strips(share: Double, least: Double, preferred: Double?)
  /// Nine actions, row by row in reading order.
  case grid([Action])

  /// The Leaves library's strips, which take its drags, too.
  ///
  /// They are a fifth of the view wide, for facing pages a seventh, and at least 28 pixels.
  public static func leaves(isFacing: Bool = false, preferred: Double? = nil) -> Self {
    .strips(share: isFacing ? 1.0 / 7 : 0.2, least: 28, preferred: preferred)
  }

  /// Action and zone of a tap: `along` reading direction of `length`, `across` of `width` pixels.
  func action(along: Double, of length: Double, across: Double, of width: Double) -> (Action, Zone)
  {
    let third = Zone(
      column: Self.third(of: along, length), row: Self.third(of: across, width))
    switch self {
    case .none: return (.host, third)
    case .thirds:
      return ([Action.previous, .host, .next][third.column], Zone(column: third.column, row: 1))
    case .strips(let share, let least, let preferred):
      let strip = Self.strip(share, least, preferred, of: length)
      if along < strip { return (.previous, Zone(column: 0, row: 1)) }
      if along > length - strip { return (.next, Zone(column: 2, row: 1)) }
      return (.host, .centre)
    case .grid(let actions): return (actions[3 * third.row + third.column], third)
    }
  }

  /// Width of the strip, pixels.
  static func strip(
    _ share: Double, _ least: Double, _ preferred: Double?, of length: Double
  ) -> Double {
    if let preferred, preferred > 0, preferred < length / 2 { return preferred }
    return max(least, share * length)
  }

  /// Index of the third of a length that contains a position; the middle third has both its edges.
  ///
  /// Positions are multiplied by three, rather than the length divided, so that reflections agree.
  private static func third(of position: Double, _ length: Double) -> Int {
    3 * position < length ? 0 : 3 * (length - position) < length ? 2 : 1
  }
}
