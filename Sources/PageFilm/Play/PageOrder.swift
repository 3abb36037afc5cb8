internal import PageTurner

/// Maps a book's page numbers to the original pages, through all edits.
///
/// Consecutive pages share an entry, so memory grows with the edits and not with the book.
package struct PageOrder: Sendable, Equatable {
  /// A page of the book.
  package struct Entry: Sendable, Equatable {
    /// Number of the page's file on the command line; nil for an inserted page.
    package var file: Int?
    /// Whether the picture is available, if the book waits for pages.
    package var isReady = false

    /// The entry `pages` pages further in the same run.
    func advanced(by pages: Int) -> Entry { Entry(file: file.map { $0 + pages }, isReady: isReady) }
  }

  /// Consecutive pages that have consecutive files or all lack a file.
  private struct Run: Sendable, Equatable {
    var first: Entry
    var count: Int
  }

  /// Number of files.
  private let files: Int
  /// Runs in page order; none is empty, and no two neighbours can be merged.
  private var runs: [Run] = []
  /// Number of pages.
  private(set) var count = 0

  /// One page per file.
  init(files: Int) {
    self.files = files
    reload(files)
  }

  /// The entry of a page; nil for a page that the book lacks.
  package subscript(page: Int) -> Entry? {
    guard (0..<count).contains(page) else { return nil }
    var left = page
    for run in runs {
      if left < run.count { return run.first.advanced(by: left) }
      left -= run.count
    }
    return nil
  }

  /// Applies an edit.
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

  /// Records the state of a page's picture.
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

  /// Splits a run so that `page` begins a run; returns the index of that run, or the number of runs
  /// if `page` is the end of the book.
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

  /// Merges run `place` with the runs before and after it where they continue each other.
  private mutating func join(around place: Int) {
    for number in [place + 1, place] where number > 0 && number < runs.count {
      let before = runs[number - 1]
      guard before.first.advanced(by: before.count) == runs[number].first else { continue }
      runs[number - 1].count += runs[number].count
      runs.remove(at: number)
    }
  }
}
