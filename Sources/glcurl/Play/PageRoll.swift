internal import PageTurner

/// Which page of a book is which, whatever edits have made of their numbers.
struct PageRoll: Sendable, Equatable {
  /// A page of the book.
  struct Entry: Sendable, Equatable {
    /// The file that it comes from, by its number on the command line; nil is a page that was put in.
    var file: Int?
    /// Whether its picture is at hand, where pages are awaited.
    var isReady = false
  }

  /// How many files there are.
  private let files: Int
  private var entries: [Entry]

  /// The pages of as many files.
  init(files: Int) {
    self.files = files
    entries = (0..<files).map { Entry(file: $0) }
  }

  /// How many pages there are.
  var count: Int { entries.count }

  /// The page of a number, if there is one.
  subscript(page: Int) -> Entry? { entries.indices.contains(page) ? entries[page] : nil }

  /// Does as the book has done.
  mutating func perform(_ edit: BookEdit) {
    switch edit {
    case .insert(let at, let count):
      entries.insert(contentsOf: repeatElement(Entry(file: nil), count: count), at: at)
    case .delete(let at, let count): entries.removeSubrange(at..<at + count)
    case .update(let at): entries[at].isReady = false
    case .reload(let count): entries = (0..<count).map { Entry(file: $0 < files ? $0 : nil) }
    }
  }

  /// Notes what has become of a page's picture.
  mutating func note(_ page: Int, _ state: PageState) {
    guard entries.indices.contains(page) else { return }
    entries[page].isReady = state == .ready
  }
}
