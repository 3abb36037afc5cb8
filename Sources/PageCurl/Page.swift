internal import CurlSystem

/// A picture prepared once for any number of turns and frames.
///
/// Levels in linear light are computed once, at the first use. A renderer uploads them once for
/// each depth of frames, 8 or 16 bits, and caches them while the page is referenced and among the
/// twelve drawn last. Pages are compared by identity: pass the same page to several ``Pages`` to
/// prepare and upload it once. Safe from any task.
public final class Page: Sendable {
  /// The picture's size.
  public let size: PageSize

  package let picture: PreparedPicture

  /// A page from its picture.
  public init(_ pixmap: Pixmap) {
    size = PageSize(width: pixmap.width, height: pixmap.height)
    picture = PreparedPicture(pixmap)
  }

  /// A page without its pixels, for frames of one canvas; nil if it has no stores for it.
  init?(storesOf page: Page, for canvas: Canvas) {
    guard let picture = PreparedPicture(storesOf: page.picture, for: canvas) else { return nil }
    (size, self.picture) = (page.size, picture)
  }

  /// The page with the stores that frames of a canvas read of it, so that no frame waits for them.
  ///
  /// `places` are where it lies; unless `isWhole`, a page larger than its picture comes without its
  /// pixels.
  func stored(for canvas: Canvas, at places: [SIMD2<Double>], isWhole: Bool)
    throws(RenderError) -> Page
  {
    let bytes = picture.bytesOfStore(for: canvas)
    if bytes == 0 { return self }
    for place in places {
      var reservation: MemoryReservation
      do throws(MemoryShortage) {
        reservation = try MemoryLedger.shared.reserve(
          bytes, for: "a page averaged to its frames' size")
      } catch {
        throw RenderError(.limit, "cannot draw: \(error); make pages or frames smaller")
      }
      defer { reservation.release(.max) }
      _ = picture.stored(for: canvas, at: place)
    }
    return isWhole ? self : Page(storesOf: self, for: canvas) ?? self
  }

  /// The picture as it was given.
  public var pixmap: Pixmap { picture.pixmap }

  /// Whether the picture's alpha is at its maximum everywhere.
  public var isOpaque: Bool { picture.isOpaque }
}
