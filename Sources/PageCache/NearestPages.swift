/// The pages of a book, those nearest to one of them first; of two as near, the earlier one.
///
/// It lists none of them: it takes no more room for more pages.
struct NearestPages: Sequence, IteratorProtocol {
  private let target: Int
  private let pages: Range<Int>
  private let neighbours: Int
  /// How far away the next one is, and whether it lies after the target.
  private var distance: Int
  private var isLater = false

  /// Pages around `target` of `count`, no further away than `neighbours`; nil is all.
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
