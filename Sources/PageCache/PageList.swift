public import PageTurner

/// The pages of a book by their keys, in reading order; it goes along with a turner's edits.
///
/// What is kept of a page is kept by its key, and so can't be taken for another page's, whatever has
/// been inserted before it or has become of it since.
public struct PageList: Sendable, Equatable {
  /// The keys in reading order.
  public private(set) var keys: [PageKey]
  /// Where each is, by its identity.
  private var places: [String: Int] = [:]
  /// The next generation of a page that was there before, by its identity: one that comes back isn't
  /// taken for what it was.
  private var next: [String: Int] = [:]

  /// Pages by their identities, all different.
  public init(_ identities: [String] = []) {
    keys = []
    append(identities)
  }

  /// Number of pages.
  public var count: Int { keys.count }

  /// The key of a page.
  public subscript(page: Int) -> PageKey { keys[page] }

  /// Where a page is, if it's there.
  public func page(of identity: String) -> Int? { places[identity] }

  /// Makes an edit that a turner has told with `didEdit`.
  ///
  /// - Parameters:
  ///   - edit: the edit.
  ///   - identities: those of the pages that come in, as many as it says.
  /// - Returns: the keys that aren't valid any more.
  /// - Precondition: the edit fits the list, and no identity comes in that is there already.
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

  /// Pages that come in from now on are of these generations, by identity, or of later ones.
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

  /// Notes where pages are, from one of them on.
  private mutating func place(from page: Int) {
    for page in page..<keys.count { places[keys[page].identity] = page }
  }

  private mutating func key(of identity: String) -> PageKey {
    let generation = next[identity] ?? 0
    next[identity] = generation + 1
    return PageKey(identity, generation: generation)
  }
}
