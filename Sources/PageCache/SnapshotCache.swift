/// Pictures of pages that are kept for as long as there is room, those nearest to the shown page
/// longest.
///
/// A value without a clock: what it keeps depends on what was put in and looked at alone. What it
/// gives away may be drawn over (``takeSpare(cost:)``), so that turning through a book of any length
/// makes no more pictures than the window holds.
public struct SnapshotCache<Picture: Sendable>: Sendable {
  /// Most bytes that it keeps, but for pinned pictures and a few spare ones.
  public let budget: Int
  /// Bytes that it keeps now.
  public private(set) var cost = 0
  /// How often a picture was asked for that was there.
  public private(set) var hits = 0
  /// How often one was asked for that wasn't.
  public private(set) var misses = 0

  private struct Entry {
    var picture: Picture
    var cost: Int
    /// The page's place, or nil for one that isn't in the book any more.
    var page: Int?
  }

  private var entries: [PageKey: Entry] = [:]
  private var spares: [(picture: Picture, cost: Int)] = []
  private var shown = 0

  /// A cache of so many bytes, 0 and up.
  public init(budget: Int) {
    precondition(budget >= 0, "a cache has room for 0 bytes or more")
    self.budget = budget
  }

  /// How many pictures it keeps.
  public var count: Int { entries.count }

  /// The pages whose pictures it keeps, in order.
  public var pages: [Int] { entries.values.compactMap(\.page).sorted() }

  /// Whether a picture is there; doesn't count as asking for it.
  public func contains(_ key: PageKey) -> Bool { entries[key] != nil }

  /// All pictures; doesn't count as asking for them.
  var pictures: [PageKey: Picture] { entries.mapValues(\.picture) }

  /// A page's picture, if it's there.
  public mutating func picture(of key: PageKey) -> Picture? {
    guard let entry = entries[key] else {
      misses += 1
      return nil
    }
    hits += 1
    return entry.picture
  }

  /// Pictures that stay, whatever room they take: those that something waits for.
  public var pinned: Set<PageKey> = []

  /// Keeps a picture of so many bytes, and gives away what is furthest from the shown page if there
  /// is no room: it may be this one.
  ///
  /// - Returns: the pages whose pictures were given away.
  @discardableResult
  public mutating func insert(
    _ picture: Picture, of key: PageKey, at page: Int, cost: Int
  ) -> [PageKey] {
    precondition(cost >= 0, "a picture has 0 bytes or more")
    remove(key)
    entries[key] = Entry(picture: picture, cost: cost, page: page)
    self.cost += cost
    return makeRoom()
  }

  /// Forgets a picture.
  public mutating func remove(_ key: PageKey) {
    guard let entry = entries.removeValue(forKey: key) else { return }
    cost -= entry.cost
    spare(entry)
  }

  /// Takes the book as it is now, and the page that is shown: pictures of pages that aren't there any
  /// more go first.
  ///
  /// - Returns: the pages whose pictures were given away though they are in the book.
  @discardableResult
  public mutating func look(at page: Int, in list: PageList) -> [PageKey] {
    shown = page
    for key in entries.keys {
      let page = list.page(of: key.identity)
      entries[key]?.page = page.flatMap { list[$0] == key ? $0 : nil }
    }
    for (key, entry) in entries where entry.page == nil { remove(key) }
    return makeRoom()
  }

  /// Forgets everything.
  public mutating func removeAll() {
    entries = [:]
    spares = []
    cost = 0
  }

  /// A picture of so many bytes that isn't needed any more, to be drawn over.
  public mutating func takeSpare(cost: Int) -> Picture? {
    guard let index = spares.lastIndex(where: { $0.cost == cost }) else { return nil }
    return spares.remove(at: index).picture
  }

  /// Spares beyond this many are let go of.
  private static var mostSpares: Int { 4 }

  private mutating func spare(_ entry: Entry) {
    spares.append((entry.picture, entry.cost))
    if spares.count > Self.mostSpares { spares.removeFirst() }
  }

  private mutating func makeRoom() -> [PageKey] {
    var gone: [PageKey] = []
    while cost > budget,
      let furthest = entries.filter({ !pinned.contains($0.key) }).max(by: isNearer)
    {
      remove(furthest.key)
      gone.append(furthest.key)
    }
    return gone
  }

  /// Whether the first is nearer to the shown page; of two as near, the earlier one counts as nearer,
  /// and of the same page the newer one.
  private func isNearer(
    _ one: (key: PageKey, value: Entry), _ other: (key: PageKey, value: Entry)
  ) -> Bool {
    func rank(_ entry: (key: PageKey, value: Entry)) -> (Int, Int, Int) {
      guard let page = entry.value.page else { return (.max, 0, 0) }
      return (abs(page - shown), page, -entry.key.generation)
    }
    let (a, b) = (rank(one), rank(other))
    return a == b ? one.key.identity < other.key.identity : a < b
  }
}
