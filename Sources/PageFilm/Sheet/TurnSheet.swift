package import PageCurl
package import SamplePages

/// A sheet of all turns: each row shows a turn at three moments.
package struct TurnSheet {
  /// Default page size.
  package static let defaultPage = PageSize(width: 150, height: 200)
  /// Moments at which each turn is shown, as times.
  static let moments = [0.2, 0.45, 0.7]

  /// Size of a page, pixels.
  private let page: PageSize
  private let turns: [ShownTurn]
  /// Area of each turn's pictures: none is cropped at its moments.
  private let canvases: [Canvas]
  /// Captions and places of the pictures.
  package let layout: SpecimenSheet

  /// A turn, and whether it is shown on facing pages.
  private struct ShownTurn {
    let turn: any Turn
    let isFacing: Bool

    /// The pages with the margin that the shown moments need, from the left to the right, and from
    /// the top to the bottom, page pixels.
    func extent(on page: PageSize) -> (across: ClosedRange<Double>, along: ClosedRange<Double>) {
      let stage = TurnStage(page: page, isFacing: isFacing)
      let needed = TurnSheet.moments.map { turn.margin(at: .time($0), on: stage) }
        .reduce(Margin.none) { $0.union($1) }
      let (width, height) = (Double(page.width), Double(page.height))
      return (
        (isFacing ? -width : 0) - needed.left...width + needed.right,
        -needed.top...height + needed.bottom
      )
    }
  }

  /// A sheet for pages of the given size.
  package init(page: PageSize) throws(SamplePagesError) {
    self.page = page
    turns = TurnCatalogue.all.map { type in
      var turn = type.init()
      turn.look.back = .picture
      turn.look.background = .colour(SpecimenSheet.desk)
      // A flip is shown on a single page, where half pages turn.
      return ShownTurn(turn: turn, isFacing: type.turnsSpreads && type.name != FlipTurn.name)
    }
    let canvases = Self.canvases(page, turns)
    self.canvases = canvases
    layout = try SpecimenSheet(
      .list(pictures: Self.moments.count),
      heading: .init("Turns", recipe: "glcurl render a.png b.png -o turn.mp4 --turn NAME"),
      captions: TurnCatalogue.all.map { .init($0.name, $0.summary) },
      pictures: canvases.map { PageSize(width: $0.width, height: $0.height) })
  }

  /// Canvases of one width, with a border around what each turn needs.
  ///
  /// All spreads lie at one place; single pages have what they need in the middle.
  private static func canvases(_ page: PageSize, _ turns: [ShownTurn]) -> [Canvas] {
    let border = 0.07 * Double(max(page.width, page.height))
    let extents = turns.map { $0.extent(on: page) }
    let spreads = zip(turns, extents).filter { $0.0.isFacing }.map { $0.1.across }
    let left = spreads.map(\.lowerBound).min() ?? 0
    let right = spreads.map(\.upperBound).max() ?? 0
    let widest = extents.map { $0.across.upperBound - $0.across.lowerBound }.max() ?? 0
    let width = (max(right - left, widest) + 2 * border).rounded(.up)
    return zip(turns, extents).map { turn, extent in
      let (from, to) =
        turn.isFacing ? (left, right) : (extent.across.lowerBound, extent.across.upperBound)
      let top = (extent.along.lowerBound - border).rounded(.down)
      let bottom = (extent.along.upperBound + border).rounded(.up)
      return Canvas(
        width: Int(width), height: Int(bottom - top),
        origin: SIMD2(((from + to - width) / 2).rounded(.down), top), step: SIMD2(1, 1))
    }
  }

  /// Draws all turns and their captions.
  package func draw(with renderer: Renderer) async throws -> Pixmap {
    let sample = try SamplePages.make(width: page.width, height: page.height)
    let (front, next, back) = (Page(sample.front), Page(sample.next), Page(sample.back))
    let single = try Pages(front: front, next: next, back: back)
    let plate = try SamplePages.make(.photograph, width: page.width, height: page.height).next
    let facing = try Pages(front: front, next: next, back: back, beside: Page(plate))
    return try await layout.draw { entry, number in
      let shown = turns[entry]
      let turn = try PageTurn(
        shown.isFacing ? facing : single, shown.turn, canvas: canvases[entry])
      return try await renderer.frame(turn, at: .time(Self.moments[number]))
    }
  }
}
