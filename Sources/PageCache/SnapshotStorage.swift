public import CurlCore

/// Storage of page pictures across runs of a program.
///
/// A failure only means that a picture is drawn again.
public protocol SnapshotStorage: Sendable {
  /// The complete stored picture of a page at a size, pixels; nil if none is stored.
  func picture(of key: PageKey, at size: PageSize) async -> Pixmap?
  /// Stores a picture.
  func keep(_ picture: Pixmap, of key: PageKey) async
  /// Removes the pictures of pages in all sizes, for these keys and older ones; a removed version
  /// that arrives late isn't stored.
  func remove(_ keys: [PageKey]) async
  /// First valid generation of each page removed since this storage was opened, by identity; stores
  /// that are opened later continue from there.
  var generations: [String: Int] { get async }
}
