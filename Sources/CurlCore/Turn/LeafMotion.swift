/// How one leaf in the air moves: by itself, and perhaps in somebody's hand.
///
/// All is counted as in a book bound at the left, of which others are the reflections: `grab` and
/// `across` go down the free edge of a book bound at a side, and to the right in one bound at the top.
public struct LeafMotion: Sendable, Equatable {
  /// How far it has turned, 0 (not at all) … 1 (it has landed).
  public var progress: Double
  /// Where its free edge is held, as a share of the page across its way, 0…1; nil where it goes its
  /// turn's own way.
  public var grab: Double?
  /// How far across its way the held point is displaced, page pixels.
  public var across: Double

  /// A leaf that has turned so far, held nowhere unless `grab` or `across` says so.
  public init(progress: Double, grab: Double? = nil, across: Double = 0) {
    self.progress = progress
    self.grab = grab
    self.across = across
  }

  /// Whether somebody's hand shapes it.
  var isShaped: Bool { grab != nil || across != 0 }
}
