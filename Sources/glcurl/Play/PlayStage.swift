internal import PageCurl
internal import PageTurner

/// What of a played book a film shows: how its pages are drawn, and where.
struct PlayStage: Sendable {
  /// The pages' size.
  let page: PageSize
  /// What is drawn; the open pages are in the middle of it, however they lie.
  let canvas: Canvas
  /// Whether there is room for two pages.
  let isWide: Bool
  private let books: [Lie: OpenBook]

  /// How pages lie.
  private struct Lie: Hashable {
    let isFacing: Bool
    let binding: Binding

    init(_ isFacing: Bool, _ binding: Binding) {
      self.isFacing = isFacing
      self.binding = binding
    }

    init(_ book: Book) { self.init(book.layout != .single, book.binding) }

    /// The page, or both where they face each other, pixel for pixel.
    func area(_ page: PageSize) -> Canvas {
      Spread(isFacing: isFacing, binding: binding).area(page)
    }
  }

  /// A stage for a canvas of single pages or, if `isWide`, of pages that face each other; `make` tells
  /// how a book is drawn on the canvas that it's given.
  init(
    page: PageSize, _ binding: Binding, _ canvas: Canvas, isWide: Bool,
    make: (_ canvas: Canvas) -> OpenBook
  ) {
    self.page = page
    self.canvas = canvas
    self.isWide = isWide
    let middle = Lie(isWide, binding).area(page).middle
    var books: [Lie: OpenBook] = [:]
    for binding in Binding.allCases {
      for lie in [Lie(false, binding), Lie(true, binding)] {
        books[lie] = make(
          Canvas(
            width: canvas.width, height: canvas.height,
            origin: canvas.origin + (lie.area(page).middle - middle), step: canvas.step))
      }
    }
    self.books = books
  }

  /// How a book is drawn.
  func open(_ book: Book) -> OpenBook {
    guard let open = books[Lie(book)] else { preconditionFailure("pages lie in one of six ways") }
    return open
  }

  /// The size of the open pages in the output, pixels: what a view is where nothing else is said.
  func view(_ book: Book) -> SIMD2<Double> { view(book.layout, book.binding) }

  /// The same of pages that lie in a way.
  func view(_ layout: Book.Layout, _ binding: Binding) -> SIMD2<Double> {
    Lie(layout != .single, binding).area(page).size / canvas.step
  }

  /// Pixels of the canvas where a point of the turner's view is seen.
  func place(_ point: SIMD2<Double>, of turner: Turner) -> SIMD2<Double> {
    let area = Lie(turner.book).area(page)
    let origin = open(turner.book).canvas?.origin ?? area.origin
    return (area.origin + point / turner.view * area.size - origin) / canvas.step
  }
}

extension Canvas {
  /// Page pixels of its width and height.
  fileprivate var size: SIMD2<Double> { SIMD2(Double(width), Double(height)) * step }
  /// Its middle, page pixels.
  fileprivate var middle: SIMD2<Double> { origin + size / 2 }
}
