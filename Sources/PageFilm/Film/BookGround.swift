internal import PageCurl

/// What is seen of a book's film where no page is.
struct BookGround {
  /// What of a frame is drawn.
  let layers: PageTurn.Layers
  /// The pages' size.
  let page: PageSize
  /// Whether the pages are opaque, as far as that is known before they are read.
  let hasOpaquePages: Bool
  let book: Book
  /// How its pages lie.
  let spread: Spread

  /// Whether nothing clear is seen, whatever lies on it.
  func isOpaque(_ turn: any Turn, _ background: Page?) -> Bool {
    guard layers == .all else { return false }
    return switch turn.look.background {
    case .colour(let colour): colour.alpha == 1
    case .picture: background?.isOpaque ?? false
    }
  }

  /// Whether something clear is seen, as far as that is known before the pages are read.
  func isTransparent(_ canvas: Canvas, _ turn: any Turn) -> Bool {
    if layers != .all || !hasOpaquePages { return true }
    if turn.look.cornerRadius.pixels(on: page) > 0 { return true }
    let area = spread.area(page)
    func end(_ canvas: Canvas) -> SIMD2<Double> {
      canvas.origin + SIMD2(Double(canvas.width), Double(canvas.height)) * canvas.step
    }
    let slack = 1e-6
    let (low, high) = (canvas.origin - area.origin, end(canvas) - end(area))
    if low.x < -slack || low.y < -slack || high.x > slack || high.y > slack { return true }
    guard spread.isFacing, let last = book.last else { return false }
    // Where a cover, or the last leaf, lies alone.
    return book.stop(0).verso == nil || book.stop(last).recto == nil
  }
}
