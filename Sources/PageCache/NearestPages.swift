/// The pages of a book by distance from one of them; of two at the same distance, the earlier
/// first.
///
/// Pages are computed one by one, so memory doesn't grow with the book.
struct NearestPages: Sequence, IteratorProtocol {
  private let target: Int
  private let pages: Range<Int>
  private let neighbours: Int
  /// Distance of the next page, and whether it is after the target.
  private var distance: Int
  private var isLater = false

  /// Pages around `target` of `count`, at most `neighbours` away; nil means all pages.
  init(around target: Int, of count: Int, neighbours: Int?) {
    self.target = target
    pages = 0..<Swift.max(count, 0)
    distance = Swift.max(0, target - count + 1, -target)
    let furthest = Swift.max(target, count - 1 - target)
    self.neighbours = Swift.min(neighbours ?? furthest, furthest)
  }

  mutating func next() -> Int? {
    while distance <= neighbours {
      let page = isLater ? target + distance : target - distance
      if isLater || distance == 0 {
        distance += 1
        isLater = false
      } else {
        isLater = true
      }
      if pages.contains(page) { return page }
    }
    return nil
  }
}
