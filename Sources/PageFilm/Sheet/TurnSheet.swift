package import PageCurl
internal import SamplePages

/// A table of all turns: each cell shows a turn at three moments.
package struct TurnSheet {
  /// Default page size.
  package static let defaultPage = PageSize(width: 150, height: 200)
  /// Moments at which each turn is shown.
  static let moments = [0.2, 0.45, 0.75]

  private static let columns = 2
  private static let style = LabelledSheet.Style(
    title: (drop: 0.1, size: 0.08), note: (drop: 0.19, size: 0.06))

  /// Size of a page, pixels.
  package let page: PageSize

  /// A sheet for pages of the given size.
  package init(page: PageSize) { self.page = page }

  private var unit: Int { max(page.width, page.height) }
  /// Size of a moment's picture: two facing pages with a margin.
  private var picture: PageSize {
    PageSize(width: 2 * page.width + unit * 2 / 5, height: page.height + unit * 2 / 5)
  }
  private var gap: Int { max(unit / 12, 1) }
  private var label: Int { max(unit / 4, 2) }
  private var cell: PageSize {
    PageSize(
      width: Self.moments.count * picture.width, height: picture.height + label)
  }
  private var rows: Int { (TurnCatalogue.all.count + Self.columns - 1) / Self.columns }
  private var columns: Int { min(Self.columns, TurnCatalogue.all.count) }

  /// Size of the whole sheet.
  package var size: PageSize {
    PageSize(
      width: columns * cell.width + (columns + 1) * gap,
      height: rows * cell.height + (rows + 1) * gap)
  }

  private func corner(_ index: Int) -> (x: Int, y: Int) {
    let (row, column) = index.quotientAndRemainder(dividingBy: Self.columns)
    return (gap + column * (cell.width + gap), gap + row * (cell.height + gap))
  }

  /// Draws all turns and their labels.
  package func draw(with renderer: Renderer) async throws -> Pixmap {
    let sample = try SamplePages.make(width: page.width, height: page.height)
    let (front, next, back) = (Page(sample.front), Page(sample.next), Page(sample.back))
    let single = try Pages(front: front, next: next, back: back)
    let plate = try SamplePages.make(.photograph, width: page.width, height: page.height).next
    let facing = try Pages(front: front, next: next, back: back, beside: Page(plate))
    let labels = TurnCatalogue.all.enumerated().map { index, type in
      let corner = corner(index)
      return LabelledSheet.Label(
        title: type.name, note: type.summary, corner: (corner.x, corner.y + picture.height))
    }
    var sheet = try LabelledSheet(size, labels, Self.style, unit: unit)
    for (index, type) in TurnCatalogue.all.enumerated() {
      // A flip is shown on a single page, where half pages turn.
      let isFacing = type.turnsSpreads && type.name != FlipTurn.name
      let pages = isFacing ? facing : single
      var turn = type.init()
      turn.look.back = .picture
      turn.look.background = .colour(LabelledSheet.desk)
      let corner = corner(index)
      let left = isFacing ? -page.width : 0
      let shown = isFacing ? 2 * page.width : page.width
      let canvas = Canvas(
        width: picture.width, height: picture.height,
        origin: SIMD2(
          Double(left - (picture.width - shown) / 2), Double((page.height - picture.height) / 2)),
        step: SIMD2(1, 1))
      let whole = try PageTurn(pages, turn, canvas: canvas)
      for (column, progress) in Self.moments.enumerated() {
        guard !Task.isCancelled else { throw CancellationError() }
        let frame = try await renderer.frame(whole, at: .progress(progress))
        sheet.lay(frame, at: (corner.x + column * picture.width, corner.y))
      }
    }
    return sheet.pixmap
  }
}
