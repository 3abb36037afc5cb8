/// Pictures of pages within a budget of bytes; pictures far from the shown page are evicted first.
///
/// A value without a clock: its contents depend only on its calls. Evicted pictures can be reused
/// (``takeSpare(cost:)``), so turning through a book of any length allocates no more pictures than
/// the window holds.
public struct SnapshotCache<Picture: Sendable>: Sendable {
  /// Most bytes in the cache, apart from pinned pictures and a few spare ones.
  public let budget: Int
  /// Bytes in the cache.
  public private(set) var cost = 0
  /// Number of hits.
  public private(set) var hits = 0
  /// Number of misses.
  public private(set) var misses = 0

  private struct Entry {
    var picture: Picture
    var cost: Int
    /// Index of the page; nil if it is no longer in the book.
    var page: Int?
  }

  private var entries: [PageKey: Entry] = [:]
  private var spares: [(picture: Picture, cost: Int)] = []
  private var shown = 0

  /// A cache of a number of bytes, ≥ 0.
  public init(budget: Int) {
    precondition(budget >= 0, "a cache has room for 0 bytes or more")
    self.budget = budget
  }

  /// Number of pictures.
  public var count: Int { entries.count }

  /// The pages whose pictures are cached, in order.
  public var pages: [Int] { entries.values.compactMap(\.page).sorted() }

  /// Whether a picture is cached; doesn't count as a hit or miss.
  public func contains(_ key: PageKey) -> Bool { entries[key] != nil }

  /// All pictures; doesn't count as hits.
  var pictures: [PageKey: Picture] { entries.mapValues(\.picture) }

  /// The picture of a page; nil if it isn't cached.
  public mutating func picture(of key: PageKey) -> Picture? {
    guard let entry = entries[key] else {
      misses += 1
      return nil
    }
    hits += 1
    return entry.picture
  }

  /// Pictures that are never evicted, because something waits for them.
  public var pinned: Set<PageKey> = []

  /// Caches a picture of `cost` bytes; if necessary, evicts the pictures furthest from the shown
  /// page, which may include this one.
  ///
  /// - Returns: the pages whose pictures were evicted.
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

  /// Removes a picture.
  public mutating func remove(_ key: PageKey) {
    guard let entry = entries.removeValue(forKey: key) else { return }
    cost -= entry.cost
    spare(entry)
  }

  /// Updates the book and the shown page; pictures of pages that are no longer in the book are
  /// removed first.
  ///
  /// - Returns: the pages in the book whose pictures were evicted.
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

  /// Removes everything.
  public mutating func removeAll() {
    entries = [:]
    spares = []
    cost = 0
  }

  /// Removes and returns an evicted picture of `cost` bytes, for reuse; nil if none is left.
  public mutating func takeSpare(cost: Int) -> Picture? {
    guard let index = spares.lastIndex(where: { $0.cost == cost }) else { return nil }
    return spares.remove(at: index).picture
  }

  /// Most spare pictures; more are freed.
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

  /// Whether `one` is nearer to the shown page than `other`; at equal distance, the earlier page
  /// counts as nearer, and of one page the newer version.
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
