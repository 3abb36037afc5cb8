/// A picture prepared once for any number of turns and frames.
///
/// Levels in linear light are computed once, at the first use. A renderer uploads them once for each depth,
/// and keeps them while the page is referenced and among the twelve drawn last. Pages are compared by
/// identity: pass the same one to several ``Pages`` to prepare and upload it once. Safe from any task.
public final class Page: Sendable {
  /// The picture's size.
  public let size: PageSize

  package let picture: PreparedPicture

  /// A page from its picture.
  public init(_ pixmap: Pixmap) {
    size = PageSize(width: pixmap.width, height: pixmap.height)
    picture = PreparedPicture(pixmap)
  }

  /// What is left of a page once its full picture is let go: the stores that frames on a canvas read.
  init(storesOf page: Page) {
    size = page.size
    picture = PreparedPicture(storesOf: page.picture)
  }

  /// The picture as it was given.
  ///
  /// Of a page that a ``Reel`` has prepared for frames smaller than its pages, what these show of it, at
  /// the page's size.
  public var pixmap: Pixmap { picture.pixmap }

  /// Whether the picture's alpha is at its maximum everywhere.
  public var isOpaque: Bool { picture.isOpaque }
}
