public import CurlCore

/// Where pictures of pages are kept beyond a process's life.
///
/// Nothing that goes wrong there is more than a picture that has to be drawn again.
public protocol SnapshotStorage: Sendable {
  /// A picture that was kept, whole and of that size, or nil.
  func picture(of key: PageKey, at size: PageSize) async -> Pixmap?
  /// Keeps a picture.
  func keep(_ picture: Pixmap, of key: PageKey) async
  /// Forgets pages' pictures in all sizes, those of these keys and older ones; one that comes too late
  /// to be kept isn't.
  func remove(_ keys: [PageKey]) async
  /// The first generation that isn't outdated of each page that was removed since this storage was
  /// opened, by identity: a store that is opened later goes on from there.
  var generations: [String: Int] { get async }
}
