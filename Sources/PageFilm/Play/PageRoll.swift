internal import PageTurner

/// Which page of a book is which, whatever edits have made of their numbers.
///
/// Pages that come one after the other are one entry: what it takes doesn't grow with the book, but
/// with its edits.
package struct PageRoll: Sendable, Equatable {
  /// A page of the book.
  package struct Entry: Sendable, Equatable {
    /// The file that it comes from, by its number on the command line; nil is a page that was put in.
    package var file: Int?
    /// Whether its picture is at hand, where pages are awaited.
    package var isReady = false

    /// The one that is so many pages behind it in the same run.
    func advanced(by pages: Int) -> Entry { Entry(file: file.map { $0 + pages }, isReady: isReady) }
  }

  /// Pages of which each comes from the file behind the last one's, or none from any.
  private struct Run: Sendable, Equatable {
    var first: Entry
    var count: Int
  }

  /// How many files there are.
  private let files: Int
  /// None is empty, and no two beside each other could be one.
  private var runs: [Run] = []
  /// How many pages there are.
  private(set) var count = 0

  /// The pages of as many files.
  init(files: Int) {
    self.files = files
    reload(files)
  }

  /// The page of a number, if there is one.
  package subscript(page: Int) -> Entry? {
    guard (0..<count).contains(page) else { return nil }
    var left = page
    for run in runs {
      if left < run.count { return run.first.advanced(by: left) }
      left -= run.count
    }
    return nil
  }

  /// Does as the book has done.
  mutating func perform(_ edit: BookEdit) {
    switch edit {
    case .insert(let at, let number):
      let place = split(at)
      runs.insert(Run(first: Entry(file: nil), count: number), at: place)
      count += number
      join(around: place)
    case .delete(let at, let number):
      let place = split(at)
      runs.removeSubrange(place..<split(at + number))
      count -= number
      join(around: place)
    case .update(let at): set(at, isReady: false)
    case .reload(let count): reload(count)
    }
  }

  /// Notes what has become of a page's picture.
  mutating func note(_ page: Int, _ state: PageState) {
    guard (0..<count).contains(page) else { return }
    set(page, isReady: state == .ready)
  }

  private mutating func reload(_ count: Int) {
    let known = min(count, files)
    runs = [
      Run(first: Entry(file: 0), count: known), Run(first: Entry(file: nil), count: count - known),
    ]
    .filter { $0.count > 0 }
    self.count = count
  }

  private mutating func set(_ page: Int, isReady: Bool) {
    guard self[page]?.isReady != isReady else { return }
    let place = split(page)
    _ = split(page + 1)
    runs[place].first.isReady = isReady
    join(around: place)
  }

  /// The number of the run that begins with a page, which it does from now on; behind the last page
  /// that of none.
  private mutating func split(_ page: Int) -> Int {
    var left = page
    for (number, run) in runs.enumerated() {
      guard left > 0 else { return number }
      if left < run.count {
        runs[number].count = left
        runs.insert(
          Run(first: run.first.advanced(by: left), count: run.count - left), at: number + 1)
        return number + 1
      }
      left -= run.count
    }
    return runs.count
  }

  /// Makes one run of those around a place that go on from each other.
  private mutating func join(around place: Int) {
    for number in [place + 1, place] where number > 0 && number < runs.count {
      let before = runs[number - 1]
      guard before.first.advanced(by: before.count) == runs[number].first else { continue }
      runs[number - 1].count += runs[number].count
      runs.remove(at: number)
    }
  }
}
