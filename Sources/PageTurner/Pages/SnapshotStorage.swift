public import CurlCore

/// Where pictures of pages are kept beyond a process's life.
///
/// Nothing that goes wrong there is more than a picture that has to be drawn again.
public protocol SnapshotStorage: Sendable {
  /// A picture that was kept, whole and of that size, or nil.
  func picture(of key: PageKey, at size: PageSize) async -> Pixmap?
  /// Keeps a picture.
  func keep(_ picture: Pixmap, of key: PageKey) async
  /// Forgets a page's pictures in all sizes, that of this key and older ones; one that comes too late
  /// to be kept isn't.
  func remove(_ key: PageKey) async
}
