/// A turn with ready settings, by name: `slide:up`.
public struct TurnPreset<Subject: Turn>: Sendable {
  /// Its name, without that of the turn.
  public let name: String
  /// What it is, in a few words.
  public let summary: String
  /// The turn.
  public let turn: Subject

  /// A preset from its parts.
  public init(_ name: String, _ summary: String, _ turn: Subject) {
    self.name = name
    self.summary = summary
    self.turn = turn
  }
}
