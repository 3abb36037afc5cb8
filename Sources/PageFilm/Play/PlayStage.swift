internal import PageCurl
internal import PageTurner

/// Draws a played book: one `OpenBook` for each layout and turn.
struct PlayStage: Sendable {
  /// Size of the pages.
  let page: PageSize
  /// Area and size of a frame; the open pages are in its middle in every layout.
  let canvas: Canvas
  /// Whether the canvas fits two pages.
  let isWide: Bool
  private let books: [Kind: OpenBook]

  /// A layout of pages, and the name of a turn; nil is the film's turn before the first event.
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

    /// Area of the page or, with facing pages, of the spread, page pixels.
    func area(_ page: PageSize) -> Canvas {
      Spread(isFacing: isFacing, binding: binding).area(page)
    }
  }

  /// A stage whose canvas is centred on a single page or, if `isWide`, on facing pages.
  ///
  /// `make` returns the `OpenBook` for a canvas and a turn of `turns`; nil is the film's first
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

  /// The `OpenBook` for a book with a named turn; nil is the film's first turn.
  func open(_ book: Book, turn: String?) -> OpenBook {
    guard let open = books[Kind(lie: Lie(book), turn: turn)] else {
      preconditionFailure("pages lie in one of six ways, and turn as the script says")
    }
    return open
  }

  /// Size of the open pages in the output, pixels; the default of the turner's view.
  func view(_ book: Book) -> SIMD2<Double> { view(book.layout, book.binding) }

  /// Size of the open pages with a layout and a binding, pixels.
  func view(_ layout: Book.Layout, _ binding: Binding) -> SIMD2<Double> {
    Lie(layout != .single, binding).area(page).size / canvas.step
  }

  /// Position on the canvas of a point of the turner's view, pixels.
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
