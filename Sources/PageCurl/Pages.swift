/// The pictures of a turn.
///
/// A value: copies share the prepared ``Page``s.
public struct Pages: Sendable {
  /// The page that turns.
  public let front: Page
  /// The page that appears, of the front's size.
  public let next: Page
  /// The back of the page that turns, in its own orientation and of the front's size.
  public let back: Page?
  /// Background of the frame, stretched over the canvas; any size.
  public let background: Page?
  /// The page that faces the front, across the spine; nil where single pages turn.
  public let beside: Page?
  /// Further leaves that turn after the front, in their order.
  public let flight: [FlyingLeaf]

  /// A leaf that turns together with others.
  public struct FlyingLeaf: Sendable {
    /// Its front, of the page's size.
    public let front: Page
    /// Its back, in its own orientation.
    public let back: Page?

    /// A leaf from its two sides.
    public init(front: Page, back: Page? = nil) {
      self.front = front
      self.back = back
    }
  }

  /// The page's size: the front's.
  public var size: PageSize { front.size }

  /// The pages of a turn.
  ///
  /// - Parameters:
  ///   - front: the page that turns.
  ///   - next: the page that appears.
  ///   - back: the back of the page that turns, in its own orientation.
  ///   - background: background of the frame, stretched over the canvas; any size.
  ///   - beside: the page that faces the front, across the spine.
  ///   - flight: further leaves that turn after the front.
  ///   - fit: how pages of other sizes are scaled to the front's size; nil rejects them. A scaled
  ///     page is a new ``Page``, prepared for this turn alone.
  /// - Throws: `.sizes` if sizes differ and `fit` is nil.
  public init(
    front: Page, next: Page, back: Page? = nil, background: Page? = nil, beside: Page? = nil,
    flight: [FlyingLeaf] = [], fit: Fit? = nil
  ) throws(RenderError) {
    self.front = front
    let size = front.size
    if let beside {
      self.beside = try Self.match(beside, "facing", size, fit)
    } else {
      self.beside = nil
    }
    var leaves: [FlyingLeaf] = []
    for leaf in flight {
      var back: Page?
      if let page = leaf.back { back = try Self.match(page, "back", size, fit) }
      leaves.append(
        FlyingLeaf(front: try Self.match(leaf.front, "front", size, fit), back: back))
    }
    self.flight = leaves
    self.next = try Self.match(next, "next", front.size, fit)
    if let back {
      self.back = try Self.match(back, "back", front.size, fit)
    } else {
      self.back = nil
    }
    self.background = background
  }

  /// Prepares the pictures of a turn, as ``init(front:next:back:background:beside:flight:fit:)``.
  public init(
    front: Pixmap, next: Pixmap, back: Pixmap? = nil, background: Pixmap? = nil, fit: Fit? = nil
  ) throws(RenderError) {
    let size = PageSize(width: front.width, height: front.height)
    // Scaled before they are prepared: the original size needs no preparation.
    var sameBack: Page?
    if let back { sameBack = Page(try Self.match(back, "back", size, fit)) }
    let sameNext = Page(try Self.match(next, "next", size, fit))
    try self.init(
      front: Page(front), next: sameNext, back: sameBack, background: background.map(Page.init))
  }

  /// These pages with the gutter's shade of a book, and a turn that draws them.
  ///
  /// A back without a picture of its own becomes one where it lands on a facing page.
  func shaded(
    _ look: BookLook, _ binding: Binding, _ turn: any Turn, on canvas: Canvas
  ) throws(RenderError) -> (Pages, any Turn) {
    let (recto, verso) = (
      Gutter(look, on: .recto, of: binding, page: size),
      Gutter(look, on: .verso, of: binding, page: size)
    )
    guard let recto, let verso else { return (self, turn) }
    var drawn = turn
    let lands = beside != nil && turn.look.back != .picture
    if lands {
      drawn.look.back = .picture
      drawn.look.tintAmount = 0
    }
    func shown(_ page: Page?, of front: Page) throws(RenderError) -> Page? {
      lands ? try front.landed(turn, back: page, binding, verso, on: canvas) : page?.shaded(verso)
    }
    let pages = try Pages(
      front: front.shaded(recto), next: next.shaded(recto), back: shown(back, of: front),
      background: background, beside: beside?.shaded(verso),
      flight: flight.map { leaf throws(RenderError) in
        FlyingLeaf(front: leaf.front.shaded(recto), back: try shown(leaf.back, of: leaf.front))
      })
    return (pages, drawn)
  }

  /// The leaves' own papers, by the pictures of their fronts.
  var papers: [Picture: Colour] {
    var papers: [Picture: Colour] = [.front: front.paper]
    for (i, leaf) in flight.enumerated() { papers[.leafFront(i + 1)] = leaf.front.paper }
    return papers
  }

  package var pictures: FramePictures {
    var others: [Picture: PreparedPicture] = [:]
    others[.beside] = beside?.picture
    for (i, leaf) in flight.enumerated() {
      others[.leafFront(i + 1)] = leaf.front.picture
      others[.leafBack(i + 1)] = leaf.back?.picture
    }
    return FramePictures(
      front: front.picture, next: next.picture, back: back?.picture,
      background: background?.picture, others: others)
  }

  private static func match(_ page: Page, _ name: String, _ size: PageSize, _ fit: Fit?)
    throws(RenderError) -> Page
  {
    page.size == size ? page : Page(try match(page.pixmap, name, size, fit))
  }

  private static func match(_ picture: Pixmap, _ name: String, _ size: PageSize, _ fit: Fit?)
    throws(RenderError) -> Pixmap
  {
    if picture.width == size.width && picture.height == size.height { return picture }
    guard let fit else {
      throw RenderError(
        .sizes,
        "the \(name) picture is \(picture.width)×\(picture.height), but the front is "
          + "\(size.width)×\(size.height): use pictures of one size, or a fit of contain, cover "
          + "or stretch (--fit)")
    }
    return picture.scaled(width: size.width, height: size.height, fit: fit)
  }
}
