package import PageCurl
internal import SamplePages

/// A table of pictures that show page turns.
package struct ContactSheet {
  /// Returns the turn for a cell's options, for a page of the given size.
  package typealias TurnMaker = (_ options: String, _ page: PageSize) throws -> any Turn

  /// Page size of a plain cell.
  package let page: PageSize
  private let cells: [ContactSheetCell]
  private let makeTurn: TurnMaker

  /// A sheet of cells.
  package init(page: PageSize, cells: [ContactSheetCell], makeTurn: @escaping TurnMaker) {
    self.page = page
    self.cells = cells
    self.makeTurn = makeTurn
  }

  private static let columns = 4
  private static let style = LabelledSheet.Style(
    title: (drop: 0.06, size: 0.045), note: (drop: 0.112, size: 0.037))

  /// Default page size of a plain cell.
  package static let defaultPage = PageSize(width: 264, height: 352)

  /// Size of a cell's picture.
  private var picture: PageSize {
    PageSize(width: scaled(page.width, 15.0 / 11), height: scaled(page.height, 15.0 / 11))
  }

  /// Size of the whole sheet.
  package var size: PageSize {
    let rows = (cells.count + Self.columns - 1) / Self.columns
    return PageSize(
      width: 2 * border + Self.columns * picture.width + (Self.columns - 1) * gap,
      height: 2 * border + rows * (picture.height + label) + (rows - 1) * gap)
  }

  private var border: Int { scaled(picture.width, 0.12) }
  private var gap: Int { scaled(picture.width, 0.075) }
  /// Height of the two label lines under a picture.
  private var label: Int { scaled(picture.width, 0.125) }

  private func scaled(_ length: Int, _ factor: Double) -> Int {
    max(Int((Double(length) * factor).rounded()), 1)
  }

  /// Top-left corner of a cell's picture.
  private func corner(_ index: Int) -> (x: Int, y: Int) {
    let (row, column) = index.quotientAndRemainder(dividingBy: Self.columns)
    return (
      border + column * (picture.width + gap), border + row * (picture.height + label + gap)
    )
  }

  /// Draws all cells and their labels.
  package func draw(with renderer: Renderer) async throws -> Pixmap {
    let labels = cells.enumerated().map { index, cell in
      let corner = corner(index)
      return LabelledSheet.Label(
        title: cell.title, note: cell.recipe, corner: (corner.x, corner.y + picture.height))
    }
    var sheet = try LabelledSheet(size, labels, Self.style, unit: picture.width)
    var pages = ContactSheetPages()
    for (index, cell) in cells.enumerated() {
      guard !Task.isCancelled else { throw CancellationError() }
      let turn = try turn(cell, &pages)
      let frame = try await renderer.frame(turn, at: .time(cell.time))
      sheet.lay(frame, at: corner(index))
    }
    return sheet.pixmap
  }

  private func turn(_ cell: ContactSheetCell, _ pages: inout ContactSheetPages) throws -> PageTurn {
    let page = cell.page(in: picture)
    let sample = try pages.pages(cell.design, page)
    var turn = try makeTurn(cell.options, page)
    turn.look.background = cell.ground == .desk ? .colour(LabelledSheet.desk) : .picture
    let whole = try Pages(
      front: sample.front, next: sample.next, back: sample.back,
      background: cell.ground == .desk ? nil : Page(squares()))
    return try PageTurn(whole, turn, canvas: cell.canvas(page, in: picture))
  }

  /// A checkerboard of two greys, of a cell's size.
  private func squares() -> Pixmap {
    let side = max(picture.width / 30, 1)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * picture.width * picture.height)
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let grey: UInt8 = (x / side + y / side).isMultiple(of: 2) ? 0xD6 : 0xC4
        bytes += [grey, grey, grey, 255]
      }
    }
    return Pixmap(width: picture.width, height: picture.height, rgba8: bytes)
  }
}

/// Sample pages that cells share; each is drawn and prepared once.
private struct ContactSheetPages {
  private struct Key: Hashable {
    let design: SamplePages.Design
    let size: PageSize
  }

  private var known: [Key: Pages] = [:]

  /// The pages of a design in a size.
  mutating func pages(_ design: SamplePages.Design, _ size: PageSize) throws -> Pages {
    let key = Key(design: design, size: size)
    if let pages = known[key] { return pages }
    let sample = try SamplePages.make(design, width: size.width, height: size.height)
    let pages = try Pages(front: sample.front, next: sample.next, back: sample.back)
    known[key] = pages
    return pages
  }
}
