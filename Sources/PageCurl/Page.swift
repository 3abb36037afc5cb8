/// A picture prepared once for any number of turns and frames.
///
/// Preparing decodes the pixmap to linear light and filters it down to smaller levels. A renderer
/// uploads it once, for frames of each depth, and keeps it while it is among the pictures that were
/// drawn last. Pages are told apart by identity: give the same one to several ``Pages`` and it is
/// neither prepared nor uploaded anew. Safe from any task.
public final class Page: Sendable {
  /// The picture's size.
  public let size: PageSize

  package let picture: PreparedPicture

  /// Prepares a picture; takes about as long as drawing it once.
  public init(_ pixmap: Pixmap) {
    size = PageSize(width: pixmap.width, height: pixmap.height)
    picture = PreparedPicture(pixmap)
  }

  /// The picture as it was given.
  public var pixmap: Pixmap { picture.pixmap }

  /// Whether the picture's alpha is at its maximum everywhere.
  public var isOpaque: Bool { picture.linear.isOpaque }
}
