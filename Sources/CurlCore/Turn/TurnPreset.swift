/// Named settings of a turn, such as `slide:up`.
public struct TurnPreset<Subject: Turn>: Sendable {
  /// Name without the turn's name and the colon, such as `up`.
  public let name: String
  /// Summary, in a few words.
  public let summary: String
  /// The turn.
  public let turn: Subject
  /// Easing of its films, unless one is given; linear for looks of original products.
  public let ease: Easing

  /// A preset from its parts.
  public init(_ name: String, _ summary: String, _ turn: Subject, ease: Easing = .paper) {
    self.name = name
    self.summary = summary
    self.turn = turn
    self.ease = ease
  }
}
