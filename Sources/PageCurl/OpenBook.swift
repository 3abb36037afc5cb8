public import PageTurner

/// Draws the postures of a turner.
///
/// A moving leaf is drawn at its progress. A held leaf of `book-curl` or `corner-fold` follows the
/// finger; ``shot(of:in:view:repeatsPrevious:page:)`` says how. Pages at rest are drawn byte for
/// byte.
///
/// ```swift
/// var turner = try Turner(Book(pages: 12), view: SIMD2(768, 1024))
/// let open = OpenBook(page: PageSize(width: 768, height: 1024))
/// try turner.handle(.down(id: 1, SIMD2(700, 500)), at: 0)
/// try turner.handle(.move(id: 1, SIMD2(400, 520)), at: 0.1)
/// let shot = try open.shot(of: turner, at: 0.2) { pages[$0] }
/// let frame = try await renderer.frame(shot.turn, at: shot.moment)
/// ```
///
/// An `OpenBook` has no state: the same posture of the same book gives the same frame.
public struct OpenBook: Sendable {
  /// The size of all pages.
  public let page: PageSize
  /// How leaves turn.
  public let turn: any Turn
  /// How hard leaves turn.
  public let hardTurn: any Turn
  /// Area and size of a frame; nil is the page, or both pages where they face each other.
  public let canvas: Canvas?
  /// Gutter and leaf edges; each shot sets the number of leaves on each side.
  public let bookLook: BookLook
  /// Picture of all backs of a one-sided book, used with `look.back = .picture`.
  public let back: Page?
  /// Background of the frame.
  public let background: Page?
  /// Overlay of pages at rest.
  public internal(set) var overlay: Overlay?
  private let blanks = BlankPages()
  private let landed = LandedPages()
  private let overlaid = OverlaidPages()

  /// Returns the overlay of a page, such as its number: a picture of the page's size, or nil.
  ///
  /// Return the same picture for the same page: a new one is prepared and uploaded again.
  public typealias Overlay = @Sendable (_ page: Int) -> Page?

  /// A book's look.
  ///
  /// - Parameters:
  ///   - page: the size of all pages.
  ///   - turn: how leaves turn; default the curl of a bound leaf.
  ///   - hardTurn: how hard leaves turn; nil is a hinge with the look of `turn`.
  ///   - canvas: area and size of a frame; nil is the page, or both pages where they face each
  ///     other.
  ///   - bookLook: gutter and leaf edges; each shot sets the number of leaves on each side.
  ///   - back: picture of all backs of a one-sided book, used with `look.back = .picture`.
  ///   - background: background of the frame.
  ///   - overlay: overlay of pages at rest; moving pages have none.
  public init(
    page: PageSize, _ turn: any Turn = BookCurlTurn(), hardTurn: (any Turn)? = nil,
    canvas: Canvas? = nil, bookLook: BookLook = BookLook(), back: Page? = nil,
    background: Page? = nil, overlay: Overlay? = nil
  ) {
    self.page = page
    self.turn = turn
    if let hardTurn {
      self.hardTurn = hardTurn
    } else {
      var hinge = HingeTurn()
      let view = hinge.look.view
      hinge.look = turn.look
      // The hinge keeps its own default view, unless `turn` has a view other than its default.
      if turn.look.view == type(of: turn).init().look.view { hinge.look.view = view }
      self.hardTurn = hinge
    }
    self.canvas = canvas
    self.bookLook = bookLook
    self.back = back
    self.background = background
    self.overlay = overlay
  }

  /// The pages that a posture shows, each once, in the best order of drawing.
  public func pages(of posture: Posture, in book: Book) -> [Int] {
    let visible = VisibleLeaves(posture, in: book, flies: type(of: turn).turnsFlights)
    return visible.faces.compactMap(\.page).reduce(into: []) { pages, page in
      if !pages.contains(page) { pages.append(page) }
    }
  }

  /// The shot of a turner at a time; see ``shot(of:in:view:repeatsPrevious:page:)``.
  ///
  /// - Precondition: `time` is no earlier than the turner's latest event.
  public func shot(of turner: Turner, at time: Double, page: (Int) -> Page?)
    throws(RenderError) -> Shot
  {
    try shot(of: turner.posture(at: time), in: turner.book, view: turner.view, page: page)
  }

  /// The shot of a posture.
  ///
  /// In `book-curl` and `corner-fold`, the held point of a leaf's free edge follows the finger. At
  /// progress p it is W(1 − 2p) from the spine, as the edge of a flat fold, with W the page's
  /// width. Across, it moves with the finger as far as paper allows. So it lies under the finger if
  /// pages face each other and the sheet follows the finger's position. A leaf without a held point
  /// is displaced across from its turn's own path. Other turns depend on progress alone. Frames
  /// therefore don't jump when a sheet is grabbed or released.
  ///
  /// In turns that move several leaves (`turnsFlights`), each leaf has its own progress. Other
  /// turns draw one leaf, the held one or else the one that started last; leaves before it have
  /// landed. Leaves hidden under others aren't drawn, nor leaves more than two away from a held
  /// one. Beyond the book's ends, the next page and the facing page are transparent. If a book
  /// starts over and no leaf joins its ends, as with a cover, the book turns back as a whole,
  /// whatever the finger's direction.
  ///
  /// - Parameters:
  ///   - posture: the posture.
  ///   - book: the book at that time.
  ///   - view: the size of the turner's view, pixels; the open pages fill it.
  ///   - repeatsPrevious: whether the frame is known to equal that of the shot before it.
  ///   - page: the page of a number, of this book's size; nil is drawn as bare paper.
  /// - Returns: the frame.
  /// - Throws: as ``PageTurn`` does.
  public func shot(
    of posture: Posture, in book: Book, view: SIMD2<Double>, repeatsPrevious: Bool = false,
    page: (Int) -> Page?
  ) throws(RenderError) -> Shot {
    let visible = VisibleLeaves(posture, in: book, flies: type(of: turn).turnsFlights)
    let clear = blanks.page(.clear, self.page)
    var turn = visible.isHard ? hardTurn : turn
    let paper = turn.look.paper
    // A blank face has the paper of its leaf's other side.
    func colour(_ other: Book.Face?) -> Colour {
      paper ?? other?.page.flatMap(page)?.paper ?? .printPaper
    }
    func bare(_ other: Book.Face? = nil) -> Page { blanks.page(colour(other), self.page) }
    func picture(_ face: Book.Face?, of other: Book.Face? = nil) throws(RenderError) -> Page {
      switch face {
      case .page(let number): return page(number) ?? bare(other)
      case .mirrored(let number):
        let front = page(number) ?? bare()
        return try landed.page(of: front) { () throws(RenderError) in
          try front.landed(
            self.turn, back: self.back, clear: clear, book.binding, on: canvas)
        }
      case .blank: return bare(other)
      case nil: return clear
      }
    }
    // A leaf that stands for several shows the back of another leaf.
    let areOwn = visible.leaves.allSatisfy { leaf in
      if case .mirrored(let page) = leaf.roles.back {
        leaf.roles.front == .page(page)
      } else {
        true
      }
    }
    func back(_ roles: Book.Roles) throws(RenderError) -> Page? {
      if case .mirrored = roles.back, areOwn { return self.back }
      return try picture(roles.back, of: roles.front)
    }
    // A listed leaf counts as moving even at progress 0 or 1, so pages have no overlay then.
    func open(_ face: Book.Face?) throws(RenderError) -> Page {
      let lying = try picture(face)
      guard posture.leaves.isEmpty, case .page(let number)? = face,
        let overlay = overlay?(number)
      else { return lying }
      guard overlay.size == lying.size else {
        throw RenderError(
          .sizes,
          "the overlay of page \(number) is \(overlay.size.width)×\(overlay.size.height), but the "
            + "page is \(lying.size.width)×\(lying.size.height): draw it at the page's size")
      }
      return overlaid.page(overlay, over: lying)
    }
    let isFacing = book.layout != .single
    var bookLook = bookLook
    bookLook.share(book, turned: visible.turned)
    bookLook.moved = visible.leaves.isEmpty ? nil : visible.moved
    let beside = isFacing ? try open(visible.verso) : nil
    guard let first = visible.leaves.first else {
      // No leaf moves, so no back is visible; a mirrored one without grain needs no picture.
      turn.look.back = .mirrored
      turn.look.grain = 0
      let pages = try Pages(
        front: open(visible.recto), next: clear, background: background, beside: beside)
      return Shot(
        try PageTurn(pages, turn, canvas: canvas, binding: book.binding, bookLook: bookLook),
        at: .progress(0), repeatsPrevious: repeatsPrevious)
    }
    let pages = try Pages(
      front: picture(first.roles.front, of: first.roles.back), next: picture(visible.recto),
      back: back(first.roles), background: background, beside: beside,
      flight: visible.leaves.dropFirst().map { leaf throws(RenderError) in
        Pages.FlyingLeaf(
          front: try picture(leaf.roles.front, of: leaf.roles.back), back: try back(leaf.roles))
      })
    if book.printing == .twoSided {
      let isBare = visible.leaves.allSatisfy { $0.roles.back == .blank }
      turn.look.back = isBare ? .colour(colour(first.roles.front)) : .picture
    } else if !areOwn {
      turn.look.back = .picture
    }
    let motions = visible.motions(scale(view, in: book))
    let progress = motions.reduce(0) { $0 + $1.progress } / Double(motions.count)
    // A single leaf that isn't held is drawn by its progress alone, as in a film.
    let isPlain = motions.count == 1 && motions[0] == LeafMotion(progress: motions[0].progress)
    let drawn = try PageTurn(
      pages, turn, canvas: canvas, binding: book.binding, bookLook: bookLook,
      motions: isPlain ? nil : motions)
    return Shot(drawn, at: .progress(progress), repeatsPrevious: repeatsPrevious)
  }

  /// Page pixels per pixel of the view, across the direction in which leaves turn.
  private func scale(_ view: SIMD2<Double>, in book: Book) -> Double {
    book.binding == .top ? Double(page.width) / view.x : Double(page.height) / view.y
  }
}
