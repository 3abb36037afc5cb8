/// A picture prepared once for any number of turns and frames.
///
/// What a renderer reads, the pixmap in linear light and smaller levels of it, is made once, when it
/// is first asked for. A renderer uploads it once, for frames of each depth, and keeps it while
/// somebody holds the page and it's among the twelve that were drawn last. Pages are told apart by
/// identity: give the same one to several ``Pages`` and it is neither prepared nor uploaded anew. Safe
/// from any task.
public final class Page: Sendable {
  /// The picture's size.
  public let size: PageSize

  package let picture: PreparedPicture

  /// A page from its picture.
  public init(_ pixmap: Pixmap) {
    size = PageSize(width: pixmap.width, height: pixmap.height)
    picture = PreparedPicture(pixmap)
  }

  /// The picture as it was given.
  public var pixmap: Pixmap { picture.pixmap }

  /// Whether the picture's alpha is at its maximum everywhere.
  public var isOpaque: Bool { picture.isOpaque }
}
