internal import CurlSystem

/// The shots of a film that turns through a book, from its first stop to its last or back.
///
/// Each turn has its ``Take``. Two neighbouring turns share one frame at rest, which is repeated
/// for ``hold`` more frames. Pages are requested when needed, in the order of
/// `Book.Roles.requests`: back, front, then the pages below, each once while in use. Only the pages
/// of the current turn and the next are held, so memory doesn't grow with the number of pages.
///
/// ```swift
/// let book = Book(pages: 200, layout: .facing(cover: true))
/// let reel = try Reel(book, HingeTurn(), frames: 30) { number in try await page(number) }
/// for try await frame in renderer.frames(of: reel) { … }
/// ```
///
/// Areas without a page, such as the side on which a cover lands, are transparent. Each iterator
/// requests the pages again.
public struct Reel: AsyncSequence, Sendable {
  /// An element of the sequence.
  public typealias Element = Shot
  /// Errors of the iterator: `.page` for a page that can't be read, `.sizes` for a page of another
  /// size, and the errors of ``PageTurn``.
  public typealias Failure = RenderError
  /// Returns the page of a number, 0 ..< the book's pages; all have one size.
  public typealias PageProvider = @Sendable (Int) async throws -> Page

  /// The book.
  public let book: Book
  /// One take per turn, in the order of the leaves in the book.
  public let takes: [Take]
  /// Leaves that turn together in each flight, 1 and up; the last flight may have fewer.
  public let leavesAtOnce: Int
  /// Number of extra frames at rest between two turns, beyond the shared one, ≥ 0.
  public let hold: Int
  /// Whether the film runs from the last stop to the first: the same frames in reverse order.
  public let isBackward: Bool
  /// Area and size of a frame; nil is the page, or both pages where they face each other.
  public let canvas: Canvas?
  /// Layers that are drawn.
  public let layers: PageTurn.Layers
  /// Gutter and leaf edges; the reel sets the number of leaves on each side.
  public let bookLook: BookLook
  /// Picture of all backs of a one-sided book, used with `look.back = .picture`.
  public let back: Page?
  /// Background of the frame.
  public let background: Page?
  let provider: PageProvider
  /// Index of the first shot that iterators return; no page of the turns before it is requested.
  package var start = 0
  /// Whether shots have whole pages; else only stores are kept of pages that are larger than their
  /// picture, and nothing may read their pixels.
  package var keepsPages = true

  /// A page as shots hold it, with the gutter's shade and with the stores that frames read, so that
  /// no frame waits for them.
  func prepared(_ page: Page, number: Int) throws(RenderError) -> Page {
    let side: Book.Side = book.isVerso(number) ? .verso : .recto
    let gutter =
      layers == .all ? Gutter(bookLook, on: side, of: book.binding, page: page.size) : nil
    let page = page.shaded(gutter)
    guard let canvas else { return page }
    let isFacing = book.layout != .single
    let places = (isFacing ? [Book.Side.recto, .verso] : [.recto]).map {
      book.binding.origin(of: $0, on: page.size)
    }
    // The back of a one-sided leaf that has landed is made out of the page.
    let isRead = isFacing && book.printing == .oneSided
    return try page.stored(for: canvas, at: places, isWhole: keepsPages || isRead)
  }

  /// The shots of a book, from one take for each turn.
  ///
  /// - Parameters:
  ///   - book: the book.
  ///   - takes: one for each of ``turns(of:leavesAtOnce:)``.
  ///   - leavesAtOnce: leaves that turn together in each flight, 1 and up.
  ///   - hold: extra frames at rest between two turns, beyond the shared one, 0 and up.
  ///   - isBackward: from the last stop to the first.
  ///   - canvas: area and size of a frame; nil is the page, or both pages where they face each
  ///     other.
  ///   - layers: layers that are drawn; default all.
  ///   - bookLook: gutter and leaf edges; the reel sets the number of leaves on each side.
  ///   - back: picture of all backs of a one-sided book, used with `look.back = .picture`.
  ///   - background: background of the frame.
  ///   - pages: returns the page of a number; called by one task at a time.
  /// - Throws: `.parameter` for a book without a leaf to turn, for a turn that supports no facing
  ///   pages or no flights although the reel has them, or for less than two frames in one of
  ///   several takes.
  public init(
    _ book: Book, takes: [Take], leavesAtOnce: Int = 1, hold: Int = 0, isBackward: Bool = false,
    canvas: Canvas? = nil, layers: PageTurn.Layers = .all, bookLook: BookLook = BookLook(),
    back: Page? = nil, background: Page? = nil, pages: @escaping PageProvider
  ) throws(RenderError) {
    precondition(leavesAtOnce > 0, "a flight has a leaf or more")
    precondition(hold >= 0, "a negative number of frames held")
    let turns = Self.turns(of: book, leavesAtOnce: leavesAtOnce)
    guard turns > 0 else {
      throw RenderError(
        .parameter,
        "a book of \(book.pages) page\(book.pages == 1 ? "" : "s") has no leaf to turn "
          + "\(book.layout == .single ? "in single pages" : "where pages face each other"): "
          + "add pages\(book.layout == .facing(cover: false) ? ", or a cover" : "")")
    }
    precondition(takes.count == turns, "a book of \(turns) turns needs as many takes")
    for take in takes {
      if book.layout != .single { try PageTurn.checkSpreads(take.turn) }
      if leavesAtOnce > 1 { try PageTurn.checkFlights(take.turn) }
      if turns > 1 && take.frames < 2 {
        throw RenderError(
          .parameter,
          "one of \(turns) turns has a single frame, which belongs to the turn before it: give "
            + "each two frames or more")
      }
    }
    self.book = book
    self.takes = takes
    self.leavesAtOnce = leavesAtOnce
    self.hold = hold
    self.isBackward = isBackward
    self.canvas = canvas
    self.layers = layers
    self.bookLook = bookLook
    self.back = back
    self.background = background
    provider = pages
  }

  /// The shots of a book whose turns are all alike, with `frames` frames each; `ease` is the easing
  /// of each leaf.
  ///
  /// The other parameters are those of
  /// ``init(_:takes:leavesAtOnce:hold:isBackward:canvas:layers:bookLook:back:background:pages:)``.
  public init(
    _ book: Book, _ turn: any Turn, frames: Int, leavesAtOnce: Int = 1, hold: Int = 0,
    isBackward: Bool = false, canvas: Canvas? = nil, ease: Easing = .paper,
    pages: @escaping PageProvider
  ) throws(RenderError) {
    let turns = Self.turns(of: book, leavesAtOnce: leavesAtOnce)
    try self.init(
      book, takes: Array(repeating: Take(turn, frames: frames, ease: ease), count: turns),
      leavesAtOnce: leavesAtOnce, hold: hold, isBackward: isBackward, canvas: canvas, pages: pages)
  }

  /// Number of turns from the first stop to the last; leaves that turn at once are one turn.
  public static func turns(of book: Book, leavesAtOnce: Int = 1) -> Int {
    (book.leaves + leavesAtOnce - 1) / leavesAtOnce
  }

  /// Number of shots.
  public var count: Int {
    takes.map { $0.frames - 1 }.reduce(1, +) + hold * (takes.count - 1)
  }

  /// The leaves of a turn.
  func leaves(ofTurn turn: Int) -> Range<Int> {
    turn * leavesAtOnce..<Swift.min((turn + 1) * leavesAtOnce, book.leaves)
  }

  /// The pages that a turn needs, each once, in the order of the requests.
  public func pages(ofTurn turn: Int) -> [Int] {
    let leaves = leaves(ofTurn: turn)
    let whole = roles(ofTurn: turn)
    let under = isBackward ? [whole.verso, whole.recto] : [whole.recto, whole.verso]
    let faces =
      (isBackward ? leaves.reversed() : Array(leaves)).flatMap { leaf -> [Book.Face?] in
        let roles = book.leaf(leaf)
        return [roles.back, roles.front]
      } + under
    return faces.compactMap { $0?.page }.reduce(into: []) { pages, page in
      if !pages.contains(page) { pages.append(page) }
    }
  }

  /// The faces of a turn, as if all its leaves were one.
  func roles(ofTurn turn: Int) -> Book.Roles {
    let leaves = leaves(ofTurn: turn)
    return book.roles(from: leaves.lowerBound, to: leaves.upperBound)
  }

  /// An iterator; its first `next()` requests the first page.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// Returns the shots one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    private let run: ReelRun

    fileprivate init(_ reel: Reel) { run = ReelRun(reel) }

    /// The next shot; nil after the last one, and after an error.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(RenderError)
      -> Shot?
    {
      try await run.next(isolation: actor)
    }
  }
}
