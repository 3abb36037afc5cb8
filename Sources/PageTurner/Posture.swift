/// Visible state of a book at a time: the open stop and the turning leaves.
public struct Posture: Sendable, Equatable {
  /// A turning leaf.
  public struct Leaf: Sendable, Equatable {
    /// Stop before the turn; nil before the book's first stop.
    public var early: Int?
    /// Stop after the turn; nil after the book's last stop.
    public var late: Int?
    /// Progress in reading direction, 0…1; a turn back runs from 1 to 0.
    public var progress: Double
    /// Where its free edge is held, as a share of the page across the leaves' way, 0.05…0.95; nil
    /// where the turn goes its own way.
    public var grab: Double?
    /// Displacement of the held point across the leaves' way, pixels of the view.
    public var across: Double
    /// Whether a finger holds the leaf.
    public var isHeld: Bool
  }

  /// Stop that lies open under the leaves, or at rest; nil in an empty book.
  public var stop: Int?
  /// The leaves, in reading order, one lying on the next.
  ///
  /// Each one's later stop is the next one's earlier one, but for a gap where more than 24 are in the
  /// air: those between the first and the last twelve are left out. Of leaves that riffle these are the
  /// ones in the air, the two that start next and the two that have landed last, which are at 0 and 1.
  /// So there are no more of them for more pages.
  public var leaves: [Leaf]
  /// The kind of turn that they are turned by: the name of the latest ``TurnerEvent/turn(as:)`` that had
  /// come about when they were lifted, the same one for all; nil before any.
  public var turn: String?
}
