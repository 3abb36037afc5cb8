internal import PageCurl
internal import PageTurner

/// What of a played book a film shows: how its pages are drawn, and where.
struct PlayStage: Sendable {
  /// The pages' size.
  let page: PageSize
  let binding: Binding
  /// What is drawn; the open pages are in the middle of it, however they lie.
  let canvas: Canvas
  private let single: OpenBook
  private let facing: OpenBook

  /// A stage for a canvas of single pages or, if `isWide`, of pages that face each other; `make` tells
  /// how a book is drawn on the canvas that it's given.
  init(
    page: PageSize, _ binding: Binding, _ canvas: Canvas, isWide: Bool,
    make: (_ canvas: Canvas) -> OpenBook
  ) {
    self.page = page
    self.binding = binding
    self.canvas = canvas
    let middle = Self.area(isFacing: isWide, page, binding).middle
    func moved(_ isFacing: Bool) -> Canvas {
      let own = Self.area(isFacing: isFacing, page, binding).middle
      return Canvas(
        width: canvas.width, height: canvas.height, origin: canvas.origin + (own - middle),
        step: canvas.step)
    }
    single = make(moved(false))
    facing = make(moved(true))
  }

  /// The page, or both where they face each other, pixel for pixel.
  static func area(isFacing: Bool, _ page: PageSize, _ binding: Binding) -> Canvas {
    Spread(isFacing: isFacing, binding: binding).area(page)
  }

  /// How a book is drawn.
  func open(_ book: Book) -> OpenBook { book.layout == .single ? single : facing }

  /// The size of the open pages in the output, pixels: what a view is where nothing else is said.
  func view(_ book: Book) -> SIMD2<Double> { view(book.layout) }

  /// The same of pages that lie in a way.
  func view(_ layout: Book.Layout) -> SIMD2<Double> {
    Self.area(isFacing: layout != .single, page, binding).size / canvas.step
  }

  /// Pixels of the canvas where a point of the turner's view is seen.
  func place(_ point: SIMD2<Double>, of turner: Turner) -> SIMD2<Double> {
    let area = area(turner.book)
    let origin = open(turner.book).canvas?.origin ?? area.origin
    return (area.origin + point / turner.view * area.size - origin) / canvas.step
  }

  private func area(_ book: Book) -> Canvas {
    Self.area(isFacing: book.layout != .single, page, binding)
  }
}

extension Canvas {
  /// Page pixels of its width and height.
  fileprivate var size: SIMD2<Double> { SIMD2(Double(width), Double(height)) * step }
  /// Its middle, page pixels.
  fileprivate var middle: SIMD2<Double> { origin + size / 2 }
}
