/// Which pages are worth having at hand: the numbers of Leaves, single and facing.
extension Book {
  /// The pages to keep drawn while a page is shown: up to two to either side, three where pages face
  /// each other.
  public func kept(around page: Int) -> Range<Int> {
    let reach = layout == .single ? 2 : 3
    return max(page - reach, 0)..<max(min(page + reach + 1, pages), 0)
  }

  /// The page to draw ahead when `page` has come to be shown: the one before it, and after a step
  /// forward the second one after it.
  public func ahead(of page: Int, steppedForward: Bool) -> [Int] {
    (steppedForward ? [page - 1, page + 2] : [page - 1]).filter { (0..<pages).contains($0) }
  }
}
