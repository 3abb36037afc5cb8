internal import PageCurl
internal import PageTurner

/// The drawing of a played book: how its pages are drawn, and where.
struct PlayStage: Sendable {
  /// Size of the pages.
  let page: PageSize
  /// Area and size of a frame; the open pages are in its middle, whatever their layout.
  let canvas: Canvas
  /// Whether the canvas has room for two pages.
  let isWide: Bool
  private let books: [Kind: OpenBook]

  /// A layout of pages, and the name of a turn; nil is the turn before the first event.
  private struct Kind: Hashable {
    let lie: Lie
    let turn: String?
  }

  /// A layout of pages.
  private struct Lie: Hashable {
    let isFacing: Bool
    let binding: Binding

    init(_ isFacing: Bool, _ binding: Binding) {
      self.isFacing = isFacing
      self.binding = binding
    }

    init(_ book: Book) { self.init(book.layout != .single, book.binding) }

    /// The page, or both where pages face each other, in page pixels.
    func area(_ page: PageSize) -> Canvas {
      Spread(isFacing: isFacing, binding: binding).area(page)
    }
  }

  /// A stage for a canvas of single pages or, if `isWide`, of facing pages.
  ///
  /// `make` returns how a book is drawn on a canvas with a turn of `turns`, or nil for the first
  /// turn.
  init(
    page: PageSize, _ binding: Binding, _ canvas: Canvas, isWide: Bool, turns: Set<String>,
    make: (_ canvas: Canvas, _ turn: String?) -> OpenBook
  ) {
    self.page = page
    self.canvas = canvas
    self.isWide = isWide
    let middle = Lie(isWide, binding).area(page).middle
    var books: [Kind: OpenBook] = [:]
    for binding in Binding.allCases {
      for lie in [Lie(false, binding), Lie(true, binding)] {
        let own = Canvas(
          width: canvas.width, height: canvas.height,
          origin: canvas.origin + (lie.area(page).middle - middle), step: canvas.step)
        for turn in [nil] + turns.map(Optional.some) {
          books[Kind(lie: lie, turn: turn)] = make(own, turn)
        }
      }
    }
    self.books = books
  }

  /// How a book is drawn with the turn of a name, or with the first turn.
  func open(_ book: Book, turn: String?) -> OpenBook {
    guard let open = books[Kind(lie: Lie(book), turn: turn)] else {
      preconditionFailure("pages lie in one of six ways, and turn as the script says")
    }
    return open
  }

  /// Size of the open pages in the output, pixels: the default view.
  func view(_ book: Book) -> SIMD2<Double> { view(book.layout, book.binding) }

  /// The same for a layout and a binding.
  func view(_ layout: Book.Layout, _ binding: Binding) -> SIMD2<Double> {
    Lie(layout != .single, binding).area(page).size / canvas.step
  }

  /// Place of a point of the turner's view, pixels of the canvas.
  func place(_ point: SIMD2<Double>, of turner: Turner) -> SIMD2<Double> {
    let area = Lie(turner.book).area(page)
    let origin = open(turner.book, turn: turner.turn).canvas?.origin ?? area.origin
    return (area.origin + point / turner.view * area.size - origin) / canvas.step
  }
}

extension Canvas {
  /// Width and height, page pixels.
  fileprivate var size: SIMD2<Double> { SIMD2(Double(width), Double(height)) * step }
  /// Centre, page pixels.
  fileprivate var middle: SIMD2<Double> { origin + size / 2 }
}
