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
    /// Held point of the free edge, as a share of the page across the leaves' way, 0.05…0.95; nil
    /// if no point is held.
    public var heldPoint: Double?
    /// Displacement of the held point across the leaves' way, pixels of the view.
    public var across: Double
    /// Whether a finger holds the leaf.
    public var isHeld: Bool
  }

  /// Stop that lies open under the leaves, or at rest; nil in an empty book.
  public var stop: Int?
  /// The leaves, in reading order, one lying on the next.
  ///
  /// Each leaf's later stop is the next leaf's earlier stop. A riffle lists the leaves in the air,
  /// the two that start next and the two that landed last; leaves at rest have progress 0 or 1. If
  /// more than 24 are in the air, it omits those between the first twelve and the last twelve: the
  /// stops have a gap there. So the number of listed leaves doesn't grow with the book.
  public var leaves: [Leaf]
  /// Kind of turn of all leaves: the name of the latest ``TurnerEvent/turn(as:)`` that had taken
  /// effect when they were lifted; nil before any.
  public var turn: String?
}
