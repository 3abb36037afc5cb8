/// A set of pages of a book; renumbering takes time in proportion to its size.
struct PageSet: Sendable, Equatable {
  /// Page numbers, in ascending order.
  private var pages: [Int] = []

  /// Whether the set contains a page.
  func contains(_ page: Int) -> Bool {
    let place = place(of: page)
    return place < pages.count && pages[place] == page
  }

  mutating func insert(_ page: Int) {
    let place = place(of: page)
    guard place == pages.count || pages[place] != page else { return }
    pages.insert(page, at: place)
  }

  mutating func remove(_ page: Int) {
    let place = place(of: page)
    if place < pages.count, pages[place] == page { pages.remove(at: place) }
  }

  /// Renumbers the pages by a function that keeps their order; nil removes a page.
  mutating func renumber(_ number: (Int) -> Int?) { pages = pages.compactMap(number) }

  /// Index of the first page that is `page` or later.
  private func place(of page: Int) -> Int {
    var (low, high) = (0, pages.count)
    while low < high {
      let middle = (low + high) / 2
      if pages[middle] < page { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
