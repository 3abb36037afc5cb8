/// Some pages of a book; an edit takes a moment for each of them.
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

  /// Gives them other numbers, of which none comes before that of an earlier page; nil is one that goes.
  mutating func renumber(_ number: (Int) -> Int?) { pages = pages.compactMap(number) }

  /// The place of the first one from a page on.
  private func place(of page: Int) -> Int {
    var (low, high) = (0, pages.count)
    while low < high {
      let middle = (low + high) / 2
      if pages[middle] < page { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
