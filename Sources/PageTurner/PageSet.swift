/// A set of pages of a book; renumbering takes time in proportion to its size.
struct PageSet: Sendable, Equatable {
  /// Page numbers, in ascending order.
  private var pages: [Int] = []

  /// Whether the set contains a page.
  func contains(_ page: Int) -> Bool {
    let index = index(of: page)
    return index < pages.count && pages[index] == page
  }

  mutating func insert(_ page: Int) {
    let index = index(of: page)
    guard index == pages.count || pages[index] != page else { return }
    pages.insert(page, at: index)
  }

  mutating func remove(_ page: Int) {
    let index = index(of: page)
    if index < pages.count, pages[index] == page { pages.remove(at: index) }
  }

  /// Renumbers the pages by a function that keeps their order; nil removes a page.
  mutating func renumber(_ number: (Int) -> Int?) { pages = pages.compactMap(number) }

  /// Index of the first page that is `page` or later.
  private func index(of page: Int) -> Int {
    var (low, high) = (0, pages.count)
    while low < high {
      let middle = (low + high) / 2
      if pages[middle] < page { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
