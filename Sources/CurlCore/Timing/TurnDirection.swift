/// Direction in which a book turns.
public enum TurnDirection: String, Sendable {
  /// To a later page: the sheet turns away, the new page is under it.
  case forward
  /// To an earlier page: the sheet turns back over the old one.
  case backward

  /// The direction from one page to another; forward if they are the same.
  public init(from old: Int, to new: Int) {
    self = old <= new ? .forward : .backward
  }
}
