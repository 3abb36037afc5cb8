/// A page turn ready to be drawn: pages, a turn and a canvas.
public struct PageTurn: Sendable {
  /// Layers of a frame.
  public enum Layers: Sendable, Equatable {
    /// The sheet over the next page over the background.
    case all
    /// The sheet alone over transparency, without its shadow.
    case sheet
    /// The sheet and its shadow, black with the lost share of light as alpha.
    ///
    /// Composited over the next page in linear light, this equals the whole frame over a
    /// transparent background. It has no shadow beside the page, where an opaque background would
    /// receive one.
    case sheetAndShadow
  }

  /// The pictures.
  public let pages: Pages
  /// How the page turns.
  public let turn: any Turn
  /// The page's size, whether a page faces it, the number of leaves, and the canvas.
  public let stage: TurnStage
  /// The edge at which pages are bound; default the left one.
  public let binding: Binding
  /// Layers that are drawn; default all.
  public let layers: Layers
  /// Gutter and leaf edges.
  public let bookLook: BookLook
  /// Whether noise of less than half a step is added before channels are rounded to 8 bits, so that slow
  /// gradients don't band; default false.
  ///
  /// It is a hash of the output pixel. Pixels that show a page unchanged, and pixels that aren't opaque,
  /// get none.
  public var dithers = false
  /// The turn and the stage, reflected to a book bound at the left.
  let leftBound: (turn: any Turn, stage: TurnStage)

  /// A turn of pages.
  ///
  /// - Parameters:
  ///   - pages: the pictures.
  ///   - turn: how the page turns; default the cylinder curl.
  ///   - canvas: area and size of a frame; nil is the page, or both pages where they face each
  ///     other, pixel for pixel.
  ///   - binding: the edge at which pages are bound. Headings of the turn refer to a book bound at
  ///     the left. Other bindings reflect the turn and its eye exactly, but not pictures and light.
  ///   - layers: layers that are drawn; default all.
  ///   - bookLook: gutter and leaf edges; by default a book of one leaf, which has neither.
  ///   - motions: one motion per leaf, the front's first, in descending order of progress; the
  ///     moment's progress is their mean. nil derives the motions from the moment.
  /// - Throws: `.parameter` for a value out of its range, or if `pages` has a facing page or
  ///   several leaves and the turn doesn't support them; `.limit` for a frame of more than
  ///   ``largestFrame`` pixels; `.missingPicture` if the turn uses a back or background picture
  ///   that `pages` lacks.
  public init(
    _ pages: Pages, _ turn: any Turn = CurlTurn(), canvas: Canvas? = nil,
    binding: Binding = .left, layers: Layers = .all,
    bookLook: BookLook = BookLook(), motions: [LeafMotion]? = nil
  ) throws(RenderError) {
    precondition(
      motions.map { $0.count == 1 + pages.flight.count } ?? true,
      "leaves that move by themselves need a motion each")
    do throws(ParameterError) {
      try turn.check()
      try bookLook.check()
    } catch {
      throw RenderError(.parameter, error.description)
    }
    if turn.look.back == .picture && pages.back == nil {
      throw RenderError(.missingPicture, "the back is a picture, but none was given")
    }
    if turn.look.background == .picture && pages.background == nil {
      throw RenderError(.missingPicture, "the background is a picture, but none was given")
    }
    if pages.beside != nil { try Self.checkSpreads(turn) }
    if !pages.flight.isEmpty { try Self.checkFlights(turn) }
    let isFacing = pages.beside != nil
    let canvas =
      canvas
      ?? (isFacing ? Canvas(spread: pages.size, binding: binding) : Canvas(page: pages.size))
    var stage = TurnStage(
      page: pages.size, canvas: canvas, isFacing: isFacing, leaves: 1 + pages.flight.count)
    stage.translucent = pages.pictures.translucent
    if turn.look.paper == nil { stage.papers = pages.papers }
    stage.motions = motions
    try Self.check(stage.canvas)
    (self.pages, self.turn) =
      layers == .all ? try pages.shaded(bookLook, binding, turn, on: canvas) : (pages, turn)
    self.layers = layers
    self.stage = stage
    self.binding = binding
    self.bookLook = bookLook
    let symmetry = binding.symmetry
    let turn = self.turn
    var read = TurnStage(
      page: symmetry.applied(to: pages.size), canvas: canvas.applying(symmetry, on: pages.size),
      isFacing: isFacing, leaves: stage.leaves)
    read.translucent = stage.translucent
    read.papers = stage.papers
    read.motions = motions
    leftBound = (turn.reflected(symmetry, on: pages.size), read)
  }

  /// The turn of two single pages without the pixels of those that are larger than their picture.
  ///
  /// Nothing but frames may read its pages.
  package func withoutLargePages() throws(RenderError) -> PageTurn {
    guard pages.beside == nil && pages.flight.isEmpty else { return self }
    let place = binding.origin(of: .recto, on: pages.size)
    return try PageTurn(
      Pages(
        front: pages.front.stored(for: canvas, at: [place], isWhole: false),
        next: pages.next.stored(for: canvas, at: [place], isWhole: false), back: pages.back,
        background: pages.background),
      turn, canvas: canvas, binding: binding, layers: layers, bookLook: bookLook,
      motions: stage.motions)
  }

  /// Area and size of a frame.
  public var canvas: Canvas { stage.canvas }

  /// The colour of the turning leaf's paper; of several leaves, that of the first.
  public var paper: Colour { stage.paper(ofLeaf: 0, turn.look) }

  /// The time of progress 1.
  public var endTime: Double { leftBound.turn.endTime(on: leftBound.stage) }

  /// Margin that a moment needs around the pages.
  public func margin(at moment: Moment) -> Margin {
    let stage = leftBound.stage
    let edges = edges(at: progress(moment))
    return leftBound.turn.margin(at: moment, on: stage).union(edges).applying(binding.symmetry)
  }

  /// Margin that the whole turn needs around the pages.
  public var margin: Margin {
    let edges = edges(at: 0).union(edges(at: 1))
    return leftBound.turn.margin(on: leftBound.stage).union(edges).applying(binding.symmetry)
  }

  /// Margin that the leaf edges of the book need, page pixels.
  private func edges(at progress: Double) -> Margin {
    let edges = drawnBook.edges(at: progress, on: leftBound.stage)
    return Margin(left: edges.facing, top: 0, right: edges.page, bottom: 0)
  }

  /// The progress of a moment, 0…1.
  public func progress(_ moment: Moment) -> Double {
    leftBound.turn.progress(moment, on: leftBound.stage)
  }

  /// The curl on its page and canvas; nil for other turns, and for other bindings than the left.
  public var curl: CurlGeometry? {
    guard binding == .left else { return nil }
    return (turn as? CurlTurn).map { CurlGeometry($0, page: stage.page, canvas: stage.canvas) }
  }

  /// Most pixels that a frame may have.
  public static let largestFrame = 1 << 30

  /// Throws for a turn that can't land its leaf on a facing page.
  package static func checkSpreads(_ turn: any Turn) throws(RenderError) {
    guard !type(of: turn).turnsSpreads else { return }
    let names = TurnCatalogue.namesForSpreads.joined(separator: ", ")
    throw RenderError(
      .parameter,
      "the turn \(type(of: turn).name) takes a page away without landing it: for facing pages, use "
        + (names.isEmpty ? "one that turns spreads" : names))
  }

  /// Throws for a turn that can't move several leaves at once.
  static func checkFlights(_ turn: any Turn) throws(RenderError) {
    guard !type(of: turn).turnsFlights else { return }
    let names = TurnCatalogue.namesForFlights.joined(separator: ", ")
    throw RenderError(
      .parameter,
      "the turn \(type(of: turn).name) moves one leaf alone: for several at once, use "
        + (names.isEmpty ? "one that has a stagger" : names))
  }

  private static func check(_ canvas: Canvas) throws(RenderError) {
    let (count, isOver) = canvas.width.multipliedReportingOverflow(by: canvas.height)
    if isOver || count > largestFrame {
      throw RenderError(
        .limit, "a frame of \(canvas.width)×\(canvas.height) has more than \(largestFrame) pixels")
    }
    for value in [canvas.step.x, canvas.step.y] where !(value >= 1e-6 && value <= 1e6) {
      throw RenderError(.parameter, "the canvas's step is \(value), but must be 1e-6…1e6")
    }
    for axis in 0..<2 {
      // A Float must still distinguish neighbouring output pixels at that distance from 0.
      let (value, most) = (canvas.origin[axis], 1e6 * max(1, canvas.step[axis]))
      if !(abs(value) <= most) {
        throw RenderError(
          .parameter, "the canvas's origin is \(value), but must be \(-most)…\(most)")
      }
    }
  }

  /// The moment of frame `index` of `count`: progress ease(index / (count − 1)), clamped to 0…1; 0
  /// for a single frame.
  public static func moment(
    ofFrame index: Int, of count: Int, ease: Easing = .linear
  ) -> Moment {
    .progress(ease.progress(at: count > 1 ? Double(index) / Double(count - 1) : 0))
  }

  /// The scene at a moment.
  public func scene(_ moment: Moment) -> Scene {
    let base: Base =
      switch layers {
      case .all: .next
      case .sheet: .nothing
      case .sheetAndShadow: .shadow
      }
    var scene = leftBound.turn.scene(moment, on: leftBound.stage, base: base)
    scene.dithers = dithers
    if layers != .all { scene.background = .colour(.clear) }
    if RestingShadow(self, at: progress(moment)) != nil { scene.background = .picture }
    let book = drawnBook
    if book.leafEdge != .pixels(0) {
      scene = book.surrounding(
        scene, at: progress(moment), on: leftBound.stage, paper: openPaper(at: progress(moment)))
    }
    return scene.applying(binding.symmetry)
  }
}
