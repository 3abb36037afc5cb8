internal import PageCurl

/// Whether areas of a book's film can be transparent.
struct BookTransparency {
  /// Drawn layers.
  let layers: PageTurn.Layers
  /// Size of the pages.
  let page: PageSize
  /// Whether the pages are known to be opaque before they are read.
  let hasOpaquePages: Bool
  let book: Book
  /// Layout of the pages.
  let pagesArea: PagesArea

  /// Whether every pixel is opaque, even with transparent pages.
  func isOpaque(_ turn: any Turn, _ background: Page?) -> Bool {
    guard layers == .all else { return false }
    return switch turn.look.background {
    case .colour(let colour): colour.alpha == 1
    case .picture: background?.isOpaque ?? false
    }
  }

  /// Whether some area is known to be transparent before the pages are read.
  func hasTransparentArea(_ canvas: Canvas, _ turn: any Turn) -> Bool {
    if layers != .all || !hasOpaquePages { return true }
    if turn.look.cornerRadius.pixels(on: page) > 0 { return true }
    let area = pagesArea.area(page)
    func end(_ canvas: Canvas) -> SIMD2<Double> {
      canvas.origin + SIMD2(Double(canvas.width), Double(canvas.height)) * canvas.step
    }
    let slack = 1e-6
    let (low, high) = (canvas.origin - area.origin, end(canvas) - end(area))
    if low.x < -slack || low.y < -slack || high.x > slack || high.y > slack { return true }
    guard pagesArea.isFacing, let last = book.last else { return false }
    // A cover or the last leaf leaves half of a spread empty.
    return book.stop(0).verso == nil || book.stop(last).recto == nil
  }
}
