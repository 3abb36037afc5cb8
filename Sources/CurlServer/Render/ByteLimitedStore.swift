#if Server
/// Values up to a number of bytes; beyond it, those go that weren't used for longest.
struct ByteLimitedStore<Key: Hashable, Value> {
  /// Bytes that a value takes beside its own: its key and its place in the tables.
  static var overhead: Int { 256 }

  private struct Entry {
    let value: Value
    let bytes: Int
    /// Number of its last use.
    var use: Int
  }

  /// Most bytes; 0 stores nothing.
  let most: Int
  /// Bytes of all values.
  private(set) var bytes = 0
  private var entries: [Key: Entry] = [:]
  /// Uses from the oldest on; one counts if it is its entry's last.
  private var uses: [(key: Key, use: Int)] = []
  /// Uses before this index are done with.
  private var start = 0
  private var lastUse = 0

  init(most: Int) { self.most = most }

  /// Number of values.
  var count: Int { entries.count }

  /// The value of a key, which is used now.
  mutating func value(for key: Key) -> Value? {
    guard let value = entries[key]?.value else { return nil }
    use(key)
    return value
  }

  /// Stores a value of `size` bytes, unless it alone exceeds the limit.
  mutating func insert(_ value: Value, for key: Key, size: Int) {
    remove(key)
    let size = size + Self.overhead
    guard size <= most else { return }
    entries[key] = Entry(value: value, bytes: size, use: 0)
    bytes += size
    use(key)
    while bytes > most {
      let (key, use) = uses[start]
      start += 1
      if entries[key]?.use == use { remove(key) }
    }
  }

  private mutating func remove(_ key: Key) {
    if let entry = entries.removeValue(forKey: key) { bytes -= entry.bytes }
  }

  private mutating func use(_ key: Key) {
    lastUse += 1
    entries[key]?.use = lastUse
    uses.append((key, lastUse))
    // Seldom enough that a use takes constant time on average.
    guard uses.count > 2 * entries.count + 64 else { return }
    uses = uses[start...].filter { entries[$0.key]?.use == $0.use }
    start = 0
  }
}
#endif
