#if Server
/// A request that uses a key; it counts until it is released.
final class KeyUse: Sendable {
  private let keys: KeyFile
  private let entry: KeyFile.Entry

  /// Begins a request.
  ///
  /// - Throws: A problem if the key has reached one of its limits.
  init(_ entry: KeyFile.Entry, of keys: KeyFile) throws(Problem) {
    (self.keys, self.entry) = (keys, entry)
    try keys.begin(entry)
  }

  deinit { keys.end(entry) }
}
#endif
