/// One frame of a film: a turn at a moment.
public struct Shot: Sendable {
  /// The turn to draw.
  public let turn: PageTurn
  /// The moment to draw.
  public let moment: Moment
  /// Whether the frame equals that of the shot before it, and so needn't be drawn.
  public let repeatsPrevious: Bool
  /// Points of the frame, in its pixels, for the consumer to mark; renderers ignore them.
  package var marks: [SIMD2<Double>] = []

  /// A frame of a turn; `repeatsPrevious` promises that it equals the frame of the shot before it.
  public init(_ turn: PageTurn, at moment: Moment, repeatsPrevious: Bool = false) {
    self.turn = turn
    self.moment = moment
    self.repeatsPrevious = repeatsPrevious
  }
}
