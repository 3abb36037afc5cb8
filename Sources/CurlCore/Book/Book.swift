/// A book: its number of pages, its leaves, and the visible part of the open book.
///
/// A book is a pile of leaves with two faces each. A *stop* is a state at rest: the back of the
/// last turned leaf, the *verso*, and the front of the first unturned leaf, the *recto*. All rules
/// about covers and odd page counts follow from this model. A book has no left or right;
/// ``Binding`` adds them. Pages and stops count from 0 in reading order; leaf k turns between the
/// stops k and k + 1.
public struct Book: Sendable, Equatable {
  /// Visible part of the open book.
  public enum Layout: Sendable, Equatable {
    /// The recto alone.
    case single
    /// Verso and recto; with `cover`, page 0 is the first recto and has no verso beside it, else
    /// page 0 is the first verso.
    case facing(cover: Bool)
  }

  /// Printed faces of the leaves.
  public enum Printing: Sendable, Equatable {
    /// Fronts only; a back shows its front through the paper.
    case oneSided
    /// Fronts and backs; a leaf's back is the page after its front.
    ///
    /// With an odd number of pages, the last back is blank paper.
    case twoSided
  }

  /// A side of the open book.
  public enum Side: Sendable, Equatable, CaseIterable {
    /// The back of a leaf, read first; on the left in a book bound at the left.
    case verso
    /// The front of a leaf, read second.
    case recto
  }

  /// Contents of a leaf's face.
  public enum Face: Sendable, Hashable {
    /// A page.
    case page(Int)
    /// The page of the other face, mirrored, as seen through the paper.
    case mirrored(Int)
    /// Blank paper.
    case blank

    /// The page whose picture the face needs.
    public var page: Int? {
      switch self {
      case .page(let page), .mirrored(let page): page
      case .blank: nil
      }
    }
  }

  /// The faces of an open book at rest; nil for a side without a leaf or not in the layout.
  public struct Stop: Sendable, Equatable {
    /// The side that is read first.
    public var verso: Face?
    /// The side that is read second.
    public var recto: Face?

    /// A stop with its two sides.
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

  /// Number of pages, ≥ 0.
  public let pages: Int
  /// Visible part of the open book.
  public let layout: Layout
  /// Printed faces of the leaves.
  public let printing: Printing
  /// Edge at which the leaves are bound.
  public let binding: Binding
  /// Hard pages, such as covers: a leaf turns rigidly if either of its faces is hard.
  public let hardPages: Set<Int>

  /// A book of `pages` pages, ≥ 0.
  ///
  /// If `printing` is nil, facing pages are two-sided and single pages one-sided. With single pages
  /// on two-sided leaves, a verso is visible only while its leaf turns: stops show rectos alone.
  /// With facing pages on one-sided leaves, the first stop is a recto alone, whatever `cover` is.
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
  /// Number of leaves that can turn, one between each two stops.
  public var leaves: Int { max(stops - 1, 0) }

  /// The first stop, or nil in an empty book.
  public var first: Int? { stops > 0 ? 0 : nil }
  /// The last stop, or nil in an empty book.
  public var last: Int? { stops > 0 ? stops - 1 : nil }
  /// The stop after `stop`, or nil at the end.
  public func next(after stop: Int) -> Int? { stop + 1 < stops ? stop + 1 : nil }
  /// The stop before `stop`, or nil at the start.
  public func previous(before stop: Int) -> Int? { stop > 0 ? stop - 1 : nil }

  /// The stop that shows a page; for a page never shown at rest, the stop after its leaf's turn.
  public func stop(of page: Int) -> Int {
    precondition(
      (0..<pages).contains(page), "page \(page) is not one of the book's \(pages) pages")
    return printing == .oneSided ? page : (page + (isCovered ? 1 : 0)) / 2
  }

  /// The faces at a stop, 0 ..< ``stops``.
  public func stop(_ number: Int) -> Stop {
    precondition(
      (0..<stops).contains(number), "stop \(number) is not one of the book's \(stops) stops")
    let turned = number + leavesTurnedAtStart
    return Stop(
      verso: layout == .single || turned == 0 ? nil : faces(ofLeaf: turned - 1).back,
      recto: faces(ofLeaf: turned).front)
  }

  /// Whether a page is the back of its leaf.
  package func isVerso(_ page: Int) -> Bool {
    printing == .twoSided && (page + leavesTurnedAtStart) % 2 == 1
  }

  /// The faces of a leaf, counted from the book's first leaf; nil if the leaf doesn't exist.
  private func faces(ofLeaf leaf: Int) -> (front: Face?, back: Face?) {
    guard printing == .twoSided else {
      return leaf < pages ? (.page(leaf), .mirrored(leaf)) : (nil, nil)
    }
    let front = 2 * leaf - leavesTurnedAtStart
    let back = front + 1 < pages ? Face.page(front + 1) : .blank
    return front < pages ? (front < 0 ? nil : .page(front), back) : (nil, nil)
  }

  /// The back of the leaf that turns from a stop.
  func back(ofLeaf leaf: Int) -> Face { faces(ofLeaf: leaf + leavesTurnedAtStart).back ?? .blank }

  /// Number of leaves turned at stop 0: 1 if page 0 is a verso.
  private var leavesTurnedAtStart: Int {
    printing == .twoSided && layout == .facing(cover: false) ? 1 : 0
  }
  /// Whether the first recto is alone at stop 0, so that its back belongs to the next stop.
  private var isCovered: Bool { layout == .facing(cover: true) }
}
