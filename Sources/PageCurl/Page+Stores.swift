internal import CurlStore
internal import CurlSystem

extension Page {
  /// Makes what frames on a canvas read of this page, where it is larger than its picture there.
  ///
  /// - Parameters:
  ///   - canvas: of the frames.
  ///   - places: where the page lies flat in the book, page pixels.
  ///   - bends: whether it ever does anything else.
  /// - Throws: `.limit` where the memory isn't to be had.
  func makeStores(
    for canvas: Canvas, at places: [SIMD2<Double>] = [.zero], bends: Bool = true
  ) throws(RenderError) {
    let bytes = picture.bytesToMake(on: canvas)
    let reservation: MemoryReservation
    do throws(MemoryShortage) {
      reservation = try MemoryLedger.shared.reserve(
        bytes, for: "a page of \(size.width) × \(size.height) pixels")
    } catch {
      throw RenderError(.limit, "cannot prepare a page: \(error); make pages or frames smaller")
    }
    picture.makeStores(for: canvas, at: places, bends: bends)
    _ = consume reservation
  }
}

extension PageTurn {
  /// The same turn with what its frames read of pages, and no more: where pages are larger than their
  /// picture, the full ones are let go.
  ///
  /// - Throws: `.limit` where the memory isn't to be had.
  package func withStores() throws(RenderError) -> PageTurn {
    guard canvas.shrinks, pages.beside == nil, pages.flight.isEmpty else { return self }
    func stored(_ page: Page, bends: Bool = true) throws(RenderError) -> Page {
      try page.makeStores(for: canvas, bends: bends)
      return Page(storesOf: page)
    }
    let front = try stored(pages.front)
    // Under a curl the next page lies still.
    let next =
      pages.next === pages.front
      ? front : try stored(pages.next, bends: !(turn is CurlParameters))
    var back: Page?
    if let page = pages.back { back = try stored(page) }
    return try PageTurn(
      Pages(front: front, next: next, back: back, background: pages.background), turn,
      canvas: canvas, binding: binding, layers: layers, book: book)
  }
}
