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
  private let books: [Kind: OpenBook]

  /// How pages lie, and the name of how they turn, where a script has asked for it.
  private struct Kind: Hashable {
    let lie: Lie
    let turn: String?
  }

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
  /// how a book is drawn on the canvas that it's given, its leaves turned as one of `turns` or, nil,
  /// as at the start.
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

  /// How a book is drawn whose leaves turn as a kind of a name, or as at the start.
  func open(_ book: Book, turn: String?) -> OpenBook {
    guard let open = books[Kind(lie: Lie(book), turn: turn)] else {
      preconditionFailure("pages lie in one of six ways, and turn as the script says")
    }
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
    let origin = open(turner.book, turn: turner.turn).canvas?.origin ?? area.origin
    return (area.origin + point / turner.view * area.size - origin) / canvas.step
  }
}

extension Canvas {
  /// Page pixels of its width and height.
  fileprivate var size: SIMD2<Double> { SIMD2(Double(width), Double(height)) * step }
  /// Its middle, page pixels.
  fileprivate var middle: SIMD2<Double> { origin + size / 2 }
}
