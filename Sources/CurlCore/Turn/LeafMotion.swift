/// Motion of one turning leaf, held or free.
///
/// Coordinates are those of a book bound at the left. In other books, `grab` and `across` run down
/// the free edge if the binding is at a side, and to the right if it is at the top.
public struct LeafMotion: Sendable, Equatable {
  /// Progress of the leaf, 0 (flat on its first side) … 1 (landed).
  public var progress: Double
  /// Held point along the free edge, 0 (its first corner) … 1; nil for a leaf that isn't held.
  public var grab: Double?
  /// Displacement of the held point along the free edge, page pixels.
  public var across: Double

  /// A motion; a nil `grab` means that the leaf isn't held.
  public init(progress: Double, grab: Double? = nil, across: Double = 0) {
    self.progress = progress
    self.grab = grab
    self.across = across
  }

  /// Whether the leaf is held or displaced.
  var isHeldOrDisplaced: Bool { grab != nil || across != 0 }
}
