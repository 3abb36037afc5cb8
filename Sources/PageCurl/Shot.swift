/// One frame of a film: a turn at a moment.
public struct Shot: Sendable {
  /// What is drawn.
  public let turn: PageTurn
  /// When.
  public let moment: Moment
  /// Whether it is the same picture as the shot before it, and so needs no drawing.
  public let isHeld: Bool
  /// Pixels of the frame that whoever shows it means to mark; what draws takes no notice of them.
  package var marks: [SIMD2<Double>] = []

  /// A frame of a turn; `isHeld` promises that it is the picture of the shot before it.
  public init(_ turn: PageTurn, at moment: Moment, isHeld: Bool = false) {
    self.turn = turn
    self.moment = moment
    self.isHeld = isHeld
  }
}
