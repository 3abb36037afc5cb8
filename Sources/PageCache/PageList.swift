public import PageTurner

/// The keys of a book's pages in reading order, updated by a turner's edits.
///
/// Data about a page is stored by its key: it can't be confused with another page's or an older
/// version's, whatever is edited.
public struct PageList: Sendable, Equatable {
  /// The keys in reading order.
  public private(set) var keys: [PageKey]
  /// Index of each page, by identity.
  private var places: [String: Int] = [:]
  /// Next generation of each page, by identity, even if removed: a page that returns is a new
  /// version.
  private var next: [String: Int] = [:]

  /// A list of pages; all identities must be different.
  public init(_ identities: [String] = []) {
    keys = []
    append(identities)
  }

  /// Number of pages.
  public var count: Int { keys.count }

  /// The key of a page.
  public subscript(page: Int) -> PageKey { keys[page] }

  /// Index of a page; nil if it isn't in the list.
  public func page(of identity: String) -> Int? { places[identity] }

  /// Applies an edit that a turner has reported with `didEdit`.
  ///
  /// - Parameters:
  ///   - edit: the edit.
  ///   - identities: identities of the inserted pages, as many as the edit inserts.
  /// - Returns: the keys that are no longer valid.
  /// - Precondition: the edit fits the list, and no inserted identity is in the list.
  @discardableResult
  public mutating func apply(_ edit: BookEdit, _ identities: [String] = []) -> [PageKey] {
    switch edit {
    case .insert(let at, let count):
      precondition(identities.count == count, "\(count) pages come in, not \(identities.count)")
      let behind = keys[at...]
      keys.removeSubrange(at...)
      append(identities)
      keys += behind
      place(from: at + count)
      return []
    case .delete(let at, let count):
      let gone = Array(keys[at..<at + count])
      keys.removeSubrange(at..<at + count)
      for key in gone { places[key.identity] = nil }
      place(from: at)
      return gone
    case .update(let at):
      let gone = keys[at]
      keys[at] = key(of: gone.identity)
      return [gone]
    case .reload(let count):
      precondition(identities.count == count, "\(count) pages come in, not \(identities.count)")
      let gone = keys
      keys = []
      places = [:]
      append(identities)
      return gone
    }
  }

  /// Sets the lowest generations of pages that are inserted later, by identity.
  mutating func outdate(_ generations: [String: Int]) {
    next.merge(generations) { max($0, $1) }
  }

  private mutating func append(_ identities: [String]) {
    for identity in identities {
      precondition(
        places.updateValue(keys.count, forKey: identity) == nil,
        "there is a page of the identity \(identity) already")
      keys.append(key(of: identity))
    }
  }

  /// Updates the indices of the pages from `page` on.
  private mutating func place(from page: Int) {
    for page in page..<keys.count { places[keys[page].identity] = page }
  }

  private mutating func key(of identity: String) -> PageKey {
    let generation = next[identity] ?? 0
    next[identity] = generation + 1
    return PageKey(identity, generation: generation)
  }
}
