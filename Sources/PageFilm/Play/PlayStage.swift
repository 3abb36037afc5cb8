internal import PageCurl
internal import PageTurner

/// Draws a played book in any layout and with any turn of the script: one `OpenBook` for each.
struct PlayStage: Sendable {
  /// Size of the pages.
  let page: PageSize
  /// Area and size of a frame; the open pages are in its middle in every layout.
  let canvas: Canvas
  /// Whether the canvas fits two pages.
  let isWide: Bool
  private let books: [BookKey: OpenBook]

  /// A layout of pages, and the name of a turn; nil is the film's turn before the first event.
  private struct BookKey: Hashable {
    let layout: LayoutKey
    let turn: String?
  }

  /// A layout of pages.
  private struct LayoutKey: Hashable {
    let isFacing: Bool
    let binding: Binding

    init(_ isFacing: Bool, _ binding: Binding) {
      self.isFacing = isFacing
      self.binding = binding
    }

    init(_ book: Book) { self.init(book.layout != .single, book.binding) }

    /// Area of the page or, with facing pages, of the spread, page pixels.
    func area(_ page: PageSize) -> Canvas {
      PagesArea(isFacing: isFacing, binding: binding).area(page)
    }
  }

  /// The stage of a film; `back` and `background` are nil if nothing is drawn there.
  ///
  /// `kinds` are the names of the turns that may come; nil stands for those of the script.
  init(
    _ film: PlayFilm, on canvas: Canvas, back: Page? = nil, background: Page? = nil,
    kinds: Set<String>? = nil
  ) {
    page = film.pages.size
    self.canvas = canvas
    isWide = film.isWide
    let overlay = film.showsNumbers ? PageNumbers(page).overlay : nil
    let middle = LayoutKey(isWide, film.pagesArea.binding).area(page).middle
    let others = Self.turns(of: film, kinds ?? film.script.kinds)
    let turns = [(nil, film.turn)] + others.map { (Optional($0), $1) }
    var books: [BookKey: OpenBook] = [:]
    for binding in Binding.allCases {
      for layout in [LayoutKey(false, binding), LayoutKey(true, binding)] {
        let own = Canvas(
          width: canvas.width, height: canvas.height,
          origin: canvas.origin + (layout.area(page).middle - middle), step: canvas.step)
        for (name, turn) in turns {
          books[BookKey(layout: layout, turn: name)] = OpenBook(
            page: page, turn, hardTurn: film.hardTurn, canvas: own, bookLook: film.bookLook,
            back: back,
            background: background, overlay: overlay)
        }
      }
    }
    self.books = books
  }

  /// Turns by name: the film's own turn unchanged, others with its look.
  static func turns(of film: PlayFilm, _ kinds: Set<String>) -> [String: any Turn] {
    func looking<Kind: Turn>(_ kind: Kind.Type) -> any Turn {
      var other = Kind(looking: film.turn.look)
      if film.keepsView { other.look.view = film.turn.look.view }
      return other
    }
    var turns: [String: any Turn] = [:]
    for name in kinds {
      guard let kind = TurnCatalogue.turn(named: name) else { continue }
      turns[name] = type(of: film.turn).name == name ? film.turn : looking(kind)
    }
    return turns
  }

  /// The `OpenBook` for a book with a named turn; nil is the film's first turn.
  func open(_ book: Book, turn: String?) -> OpenBook {
    guard let open = books[BookKey(layout: LayoutKey(book), turn: turn)] else {
      preconditionFailure("pages lie in one of six ways, and turn as the script says")
    }
    return open
  }

  /// Size of the open pages in the output, pixels; the default of the turner's view.
  func view(_ book: Book) -> SIMD2<Double> { view(book.layout, book.binding) }

  /// Size of the open pages with a layout and a binding, pixels.
  func view(_ layout: Book.Layout, _ binding: Binding) -> SIMD2<Double> {
    LayoutKey(layout != .single, binding).area(page).size / canvas.step
  }

  /// Positions on the canvas of the fingers that are down, pixels.
  func marks(of playback: Playback) -> [SIMD2<Double>] {
    playback.fingers.map { place($0.point, of: playback.turner) }
  }

  /// Position on the canvas of a point of the turner's view, pixels.
  func place(_ point: SIMD2<Double>, of turner: Turner) -> SIMD2<Double> {
    let area = LayoutKey(turner.book).area(page)
    let origin = open(turner.book, turn: turner.turn).canvas?.origin ?? area.origin
    let place: SIMD2<Double> = area.origin + point / turner.view * area.size
    return (place - origin) / canvas.step
  }
}

extension Canvas {
  /// Width and height, page pixels.
  fileprivate var size: SIMD2<Double> { SIMD2(Double(width), Double(height)) * step }
  /// Centre, page pixels.
  fileprivate var middle: SIMD2<Double> { origin + size / 2 }
}
