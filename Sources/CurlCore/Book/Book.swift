/// A book as its reader leafs through it: how many pages, on which leaves, how they are shown.
///
/// A book is a pile of leaves with two faces each, and a *stop* is what lies open at rest: the back
/// of the last turned leaf, the *verso*, and the front of the first unturned one, the *recto*.
/// Every rule about covers, odd counts and parity follows from that; none of it knows left from
/// right, which is ``Binding``'s. Pages and stops count from 0 in reading order; leaf k is turned
/// between the stops k and k + 1.
public struct Book: Sendable, Equatable {
  /// How much of the open book is shown.
  public enum Layout: Sendable, Equatable {
    /// The recto alone.
    case single
    /// Verso and recto; with `cover` page 0 is the first recto and lies alone, else it's the first
    /// verso.
    case facing(cover: Bool)
  }

  /// Which faces of its leaves have pages.
  public enum Printing: Sendable, Equatable {
    /// The fronts; the back is the front seen through the paper.
    case oneSided
    /// Both; the back is the next page. The last leaf has a back of bare paper where the pages are
    /// used up.
    case twoSided
  }

  /// A side of the open book.
  public enum Side: Sendable, Equatable, CaseIterable {
    /// The back of a leaf: the page that is read first, on the left of a book bound at the left.
    case verso
    /// The front of a leaf: the page that is read second.
    case recto
  }

  /// What a face of a leaf shows.
  public enum Face: Sendable, Hashable {
    /// A page.
    case page(Int)
    /// A page of the other face, seen through the paper.
    case mirrored(Int)
    /// Bare paper.
    case paper

    /// The page that is needed to draw it.
    public var page: Int? {
      switch self {
      case .page(let page), .mirrored(let page): page
      case .paper: nil
      }
    }
  }

  /// What lies open at rest; nil where there is no leaf, or where it isn't shown.
  public struct Stop: Sendable, Equatable {
    /// The page that is read first.
    public var verso: Face?
    /// The page that is read second.
    public var recto: Face?

    /// What lies open, from its two sides.
    public init(verso: Face?, recto: Face?) {
      self.verso = verso
      self.recto = recto
    }

    /// The pages that can be read, in reading order.
    public var pages: [Int] {
      [verso, recto].compactMap { if case .page(let page) = $0 { page } else { nil } }
    }

    /// The face on a side.
    public subscript(side: Side) -> Face? { side == .verso ? verso : recto }
  }

  /// Number of pages, 0 and up.
  public let pages: Int
  /// How much of the open book is shown.
  public let layout: Layout
  /// Which faces of its leaves have pages.
  public let printing: Printing
  /// Where its leaves hang together.
  public let binding: Binding
  /// Pages of board, such as covers: a leaf turns stiffly where either face is one.
  public let hardPages: Set<Int>

  /// A book of `pages` pages, 0 or more.
  ///
  /// `printing` nil is two-sided for facing pages and one-sided for single ones. Single pages of
  /// two-sided leaves stop at rectos alone, and a verso is seen only while its leaf turns; facing
  /// pages of one-sided leaves start with a lone recto, whatever `cover` says.
  public init(
    pages: Int, layout: Layout = .single, printing: Printing? = nil, binding: Binding = .left,
    hardPages: Set<Int> = []
  ) {
    precondition(pages >= 0, "a book has 0 pages or more, not \(pages)")
    self.pages = pages
    self.layout = layout
    self.printing = printing ?? (layout == .single ? .oneSided : .twoSided)
    self.binding = binding
    self.hardPages = hardPages
  }

  /// Number of stops; 0 for an empty book.
  public var stops: Int { pages == 0 ? 0 : stop(of: pages - 1) + 1 }
  /// Number of leaves that can be turned, between the stops.
  public var leaves: Int { max(stops - 1, 0) }

  /// The first stop, or nil in an empty book.
  public var first: Int? { stops > 0 ? 0 : nil }
  /// The last stop, or nil in an empty book.
  public var last: Int? { stops > 0 ? stops - 1 : nil }
  /// The stop after `stop`, or nil at the end.
  public func next(after stop: Int) -> Int? { stop + 1 < stops ? stop + 1 : nil }
  /// The stop before `stop`, or nil at the start.
  public func previous(before stop: Int) -> Int? { stop > 0 ? stop - 1 : nil }

  /// The stop at which a page is shown, or was turned up last where it's never at rest.
  public func stop(of page: Int) -> Int {
    precondition(
      (0..<pages).contains(page), "page \(page) is not one of the book's \(pages) pages")
    return printing == .oneSided ? page : (page + (isCovered ? 1 : 0)) / 2
  }

  /// What lies open at a stop, 0 ..< ``stops``.
  public func stop(_ number: Int) -> Stop {
    precondition(
      (0..<stops).contains(number), "stop \(number) is not one of the book's \(stops) stops")
    let turned = number + pile
    return Stop(
      verso: layout == .single || turned == 0 ? nil : faces(ofLeaf: turned - 1).back,
      recto: faces(ofLeaf: turned).front)
  }

  /// What a leaf's faces show, counted in the whole pile; nil where there is no such leaf.
  private func faces(ofLeaf leaf: Int) -> (front: Face?, back: Face?) {
    guard printing == .twoSided else {
      return leaf < pages ? (.page(leaf), .mirrored(leaf)) : (nil, nil)
    }
    let front = 2 * leaf - pile
    let back = front + 1 < pages ? Face.page(front + 1) : .paper
    return front < pages ? (front < 0 ? nil : .page(front), back) : (nil, nil)
  }

  /// The back of the leaf that is turned from a stop.
  func back(ofLeaf leaf: Int) -> Face { faces(ofLeaf: leaf + pile).back ?? .paper }

  /// Leaves that are turned at stop 0: one, for page 0 to be a verso.
  private var pile: Int { printing == .twoSided && layout == .facing(cover: false) ? 1 : 0 }
  /// Whether the first recto has stop 0 to itself, and so its back belongs to the next stop.
  private var isCovered: Bool { layout == .facing(cover: true) }
}
