/// Which pages lie open at which stop, written out as lists.
struct TwinBook {
  enum Layout: Equatable { case single, facing, covered }

  var pages: Int
  var layout: Layout
  /// "left", "right" or "top".
  var binding: String

  /// The pages that lie open at each stop.
  var spreads: [[Int]] {
    let all = Array(0..<pages)
    guard layout != .single else { return all.map { [$0] } }
    let alone = layout == .covered && pages > 0 ? [[0]] : []
    let rest = Array(all.dropFirst(alone.count))
    return alone
      + stride(from: 0, to: rest.count, by: 2).map { Array(rest[$0..<min($0 + 2, rest.count)]) }
  }

  var stops: Int { spreads.count }

  /// The stop at which a page lies open.
  func stop(of page: Int) -> Int? { spreads.firstIndex { $0.contains(page) } }

  /// The left and the right page of a stop, where two face each other.
  private func sides(_ stop: Int) -> (left: Int?, right: Int?) {
    let open = spreads[stop]
    switch layout {
    case .single: return (nil, open[0])
    case .facing: return (open[0], open.count > 1 ? open[1] : nil)
    case .covered: return stop == 0 ? (nil, open[0]) : (open[0], open.count > 1 ? open[1] : nil)
    }
  }

  /// Whether a book that starts over is turned back as a whole between two stops, for want of a leaf.
  func isWhole(early: Int, late: Int) -> Bool {
    layout != .single && early > late && (sides(early).right == nil || sides(late).left == nil)
  }

  /// The pages of the leaf between two stops: its back, its front, what it uncovers and what it covers.
  func pages(early: Int, late: Int, isForward: Bool) -> [Int] {
    let (before, after) = (sides(early), sides(late))
    // A single page's back is itself, seen through the paper.
    let back = layout == .single ? before.right : after.left
    var list: [Int] = []
    if isWhole(early: early, late: late) {
      return pages(early: late, late: early, isForward: !isForward)
    }
    let under = isForward ? [after.right, before.left] : [before.left, after.right]
    for page in [back, before.right] + under {
      if let page, !list.contains(page) { list.append(page) }
    }
    return list
  }
}
