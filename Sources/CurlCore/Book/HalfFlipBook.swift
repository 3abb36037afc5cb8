/// The leaves of a book whose pages are cut across the middle and turn by halves.
///
/// A page is two half pages on two leaves: its first half (the top one, for a horizontal axis) is the
/// back of one leaf and its second half the front of the leaf below. N pages so need N + 1 leaves,
/// counted from the bottom of the pile as it lies when all are unturned; the outermost two have a
/// face of bare paper each.
public struct HalfFlipBook: Sendable, Equatable {
  /// Number of pages, 0 and up.
  public let pages: Int

  /// The leaves of `pages` pages, 0 or more.
  public init(pages: Int) {
    precondition(pages >= 0, "a book has 0 pages or more, not \(pages)")
    self.pages = pages
  }

  /// Number of leaves, one more than pages.
  public var leaves: Int { pages + 1 }

  /// The leaf whose back shows the first half of page p: N − p.
  public func leafOfFirstHalf(page: Int) -> Int {
    check(page: page)
    return pages - page
  }

  /// The leaf whose front shows the second half of page p: N − p − 1.
  public func leafOfSecondHalf(page: Int) -> Int {
    check(page: page)
    return pages - page - 1
  }

  /// The page whose second half is on a leaf's front; nil on the uppermost leaf.
  public func page(onFrontOf leaf: Int) -> Int? {
    check(leaf: leaf)
    return leaf < pages ? pages - 1 - leaf : nil
  }

  /// The page whose first half is on a leaf's back; nil on the lowest leaf.
  public func page(onBackOf leaf: Int) -> Int? {
    check(leaf: leaf)
    return leaf > 0 ? pages - leaf : nil
  }

  /// The leaf that turns between a page and the next: its front ends the one, its back starts the
  /// other.
  public func leaf(turningFrom page: Int) -> Int { leafOfSecondHalf(page: page) }

  private func check(page: Int) {
    precondition(
      (0..<pages).contains(page), "page \(page) is not one of the book's \(pages) pages")
  }

  private func check(leaf: Int) {
    precondition(
      (0..<leaves).contains(leaf), "leaf \(leaf) is not one of the book's \(leaves) leaves")
  }
}
